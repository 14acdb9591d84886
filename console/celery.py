"""Celery, where a broker is set: `celery -A console worker` and, once, `celery -A console beat`."""

import os
import sys
from typing import Any

import django
from celery import Celery
from celery.signals import worker_init
from django.core.exceptions import ImproperlyConfigured

from settings.starting import SECRETS, refuse_half_set

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings.production")
app = Celery("console")
app.config_from_object("django.conf:settings", namespace="CELERY")


def _check(**signal: Any) -> None:
    django.setup()
    try:
        refuse_half_set(SECRETS)
    except ImproperlyConfigured as error:
        sys.exit(str(error))  # Celery goes on over an exception


worker_init.connect(_check)
