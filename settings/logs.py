"""One line an event: for people in development, JSON in production. No line holds a reply, a key or an address."""

from __future__ import annotations

import logging.config
from typing import Any

import structlog

_SHARED: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]

_QUIET = {
    "django.server": "CRITICAL",  # addresses; console.request says the same of each request without its address
    "django.template": "INFO",  # below that, everything a page is made of
    "django.db.backends": "INFO",  # below that, what is written and asked for
}


def logging_config(*, json_lines: bool, level: str = "INFO") -> dict[str, Any]:
    """Set structlog and the standard library's logging up alike, and return the latter's settings."""
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer = structlog.processors.JSONRenderer() if json_lines else structlog.dev.ConsoleRenderer(colors=False)
    formatter = {"()": structlog.stdlib.ProcessorFormatter, "processor": renderer, "foreign_pre_chain": _SHARED}
    config = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "filters": {"without path": {"()": "console.web.routes.WithoutPath"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["without path"]},
        },
        "loggers": {name: {"level": level} for name, level in _QUIET.items()},
        "root": {"handlers": ["stderr"], "level": level},
    }
    logging.config.dictConfig(config)
    return config
