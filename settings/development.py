"""On one's own machine: no secrets to set, e-mail printed, e-mail addresses taken on trust."""

from __future__ import annotations

from typing import Any

from django.utils.functional import SimpleLazyObject

from settings.base import *  # noqa: F403
from settings.base import ROOT
from settings.signing import given_keys, kept_key, signing_keys

DEBUG = True
SECRET_KEY = "only-for-development-and-tests-never-for-people"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
ACCOUNT_EMAIL_VERIFICATION = "optional"
SIGN_UP_OPEN = True
SIGNING_KEYS: Any = SimpleLazyObject(lambda: signing_keys(given_keys() or kept_key(ROOT / "signing-key.pem")))
WEBHOOK_NETWORKS = ["127.0.0.0/8", "::1/128"]
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True  # passkeys on http://localhost
