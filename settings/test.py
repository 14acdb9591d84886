"""For the tests: as development, quieter and with fast passwords."""

from __future__ import annotations

from settings.development import *  # noqa: F403
from settings.logs import logging_config
from settings.signing import new_key, signing_keys

DEBUG = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # tests sign in hundreds of times
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True  # no collected folder to look into
ACCOUNT_RATE_LIMITS = False
REDIS_URL = ""
CELERY_BROKER_URL, TASKS = "", "at once"
SIGNING_KEYS = signing_keys(new_key())
LOGGING = logging_config(json_lines=True, level="ERROR")
