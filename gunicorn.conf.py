"""gunicorn, which finds this file where it is started: `gunicorn`, or `gunicorn --bind 0.0.0.0:8000 --threads 32`.

Its command line and GUNICORN_CMD_ARGS take precedence. FORWARDED_ALLOW_IPS names the proxies whose word is taken on
what was asked of them.
"""

import logging
import os
import re
import struct
from socket import SO_RCVTIMEO, SO_SNDTIMEO, SOL_SOCKET
from typing import Any

from gunicorn.glogging import Logger

wsgi_app = "console.web.wsgi"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
threads = 16  # what a slow connection holds up is one of these
keepalive = 75  # seconds, longer than proxies keep a connection that they are about to use again
timeout = 60  # seconds without a sign of life, then a worker is killed
graceful_timeout = 30  # seconds for what is being answered, at the end
max_requests, max_requests_jitter = 20_000, 2_000  # then a worker makes room for a new one
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112 - a sign of life waits for no disk
control_socket_disable = True
accesslog = None  # the console writes a line a request; one of gunicorn's would hold what its addresses keep secret

_SILENCE = 10  # seconds that a connection may send nothing, or take nothing, in the midst of a request


def post_worker_init(worker: Any) -> None:
    """Have the kernel end reads and writes that wait too long; connections inherit it from where they come in."""
    for listening in worker.sockets:
        for option in (SO_RCVTIMEO, SO_SNDTIMEO):
            listening.sock.setsockopt(SOL_SOCKET, option, struct.pack("ll", _SILENCE, 0))


class _Discreet(logging.Filter):
    """Cuts off what a line tells of a request: its address may be a link that signs in, its headers hold keys."""

    _tells = re.compile(r"(Error handling request|Invalid request from ip=\S*(?=:)).*", re.DOTALL)

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = self._tells.sub(r"\1", record.getMessage()), ()
        return True


class logger_class(Logger):  # noqa: N801 - as gunicorn names the setting
    """gunicorn's own, its lines cut."""

    def setup(self, cfg: Any) -> None:
        """Set it up."""
        super().setup(cfg)
        self.error_log.addFilter(_Discreet())
