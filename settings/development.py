"""On one's own machine: no secrets to set, e-mail printed, e-mail addresses taken on trust."""

from __future__ import annotations

from settings.base import *  # noqa: F403

DEBUG = True
SECRET_KEY = "only-for-development-and-tests-never-for-people"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
ACCOUNT_EMAIL_VERIFICATION = "optional"
SIGN_UP_OPEN = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # passkeys on http://localhost
