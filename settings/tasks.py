"""Where tasks are done, and how often the periodic ones: one list for Celery's beat, for threads and for cron."""

from __future__ import annotations

from settings import env

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "")
TASKS = "celery" if CELERY_BROKER_URL else env.text("TASKS", "threads")
"""In Celery's processes where a broker is set, else in threads of the process that serves; with "command" nowhere but
in `manage.py due`, which cron starts."""

_DAY = 86_400
PERIODIC = {
    "alerts.look_all": 60,
    "letters.send_due": 30,
    "letters.forget": _DAY,
    "limits.forget": 3600,
    "meters.forget": _DAY,
    "webhooks.deliver_due": 15,
    "webhooks.tidy": _DAY,
}
"""Seconds from one time to the next, by the task's name."""

CELERY_IMPORTS = ["console.tasks.through_celery"]
CELERY_TASK_DEFAULT_QUEUE = env.text("CELERY_QUEUE", "veraz")
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True  # any task may be run again
CELERY_TASK_TIME_LIMIT = 600  # seconds
CELERY_TASK_PUBLISH_RETRY = False  # a request does not wait for a broker that is away: what it asked for is found
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,  # seconds, as are the others
    "socket_timeout": 10,
    "max_retries": 1,
    "interval_start": 0.1,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps no file: when each is due stands in the database
CELERY_BEAT_SCHEDULE = {
    name: {"task": "periodic", "args": [name], "schedule": min(seconds, 3600), "options": {"expires": seconds}}
    for name, seconds in PERIODIC.items()
}
