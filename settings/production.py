"""Where people use it. What is set wrong is refused at once; what is missing, when it starts to serve (see `starting`):
commands that make an image, a database or a key need no secrets."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

from settings import env
from settings.base import *  # noqa: F403
from settings.logs import logging_config
from settings.signing import given_keys, signing_keys

DEBUG = False
SECRET_KEY = env.text("SECRET_KEY", "")  # empty, it is an error for whatever reads it
if 0 < len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("SECRET_KEY is shorter than 50 characters.")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS", "")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "")
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS names each host; «*» would answer for any.")
CONSOLE_ADDRESS = env.text("CONSOLE_ADDRESS", f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if ALLOWED_HOSTS else "")
CONSOLE_ADDRESS = CONSOLE_ADDRESS.rstrip("/")
SIGNING_KEYS: Any = SimpleLazyObject(lambda: signing_keys(given_keys()))
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", "")

SECURE_SSL_REDIRECT = env.flag("HTTPS_ONLY", True)
SECURE_HSTS_SECONDS = 31_536_000 if SECURE_SSL_REDIRECT else 0  # a year
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_SSL_REDIRECT
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # browsers' preload lists are for whoever owns the domain to enter
SESSION_COOKIE_SECURE = SECURE_SSL_REDIRECT
CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT
if env.flag("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
LOGGING = logging_config(json_lines=True, level=env.text("LOG_LEVEL", "INFO"))
