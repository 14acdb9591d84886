"""For `make demo`: on this machine alone, everything it keeps in one folder, the site as it is in production."""

from __future__ import annotations

from settings import env
from settings.database import database
from settings.demo_folder import demo_folder
from settings.development import *  # noqa: F403
from settings.logs import logging_config
from settings.signing import kept_key, signing_keys

FOLDER = demo_folder()

DEBUG = False
DATABASES = {"default": database(env.text("DATABASE_URL", f"sqlite:///{FOLDER / 'console.sqlite3'}"))}
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = FOLDER / "mail"
SIGN_UP_OPEN = False
CONSOLE_ADDRESS = env.text("CONSOLE_ADDRESS", "")  # else where it is served, once that is known
POLL_SECONDS = env.number("POLL_SECONDS", 2)  # whoever publishes is about to look
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True  # no collected folder to look into
SIGNING_KEYS = signing_keys(kept_key(FOLDER / "signing-key.pem"))
LOGGING = logging_config(json_lines=False, level="ERROR")
