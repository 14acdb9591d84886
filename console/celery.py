"""Celery, where a broker is set: `celery -A console worker` and, once, `celery -A console beat`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.production")
app = Celery("console")
app.config_from_object("django.conf:settings", namespace="CELERY")
