"""What holds wherever the console runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from settings import env
from settings.database import database
from settings.logs import logging_config
from settings.tasks import *  # noqa: F403

django_stubs_ext.monkeypatch()  # so that ModelAdmin[User] is a class when the code runs, and not only for mypy

ROOT = Path(__file__).resolve().parent.parent

INSTALLED_APPS = [
    "console.web.site.Admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "template_partials",
    "console.accounts",
    "console.audit",
    "console.organisations",
    "console.pages",
    "console.tasks",
    "console.limits",
    "console.letters",
    "console.keys",
    "console.webhooks",
    "console.licences",
    "console.tools",
    "console.meters",
    "phrasings",
    "phrasings.suggestions",
    "console.alerts",
    "console.api",
    "console.web",
]

MIDDLEWARE = [
    "console.web.request_log.RequestLog",
    "console.web.health.Probes",
    "console.web.readable.Readable",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "console.pages.middleware.KeptNowhere",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "console.pages.middleware.Problems",
]

ROOT_URLCONF = "console.web.urls"
WSGI_APPLICATION = "console.web.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "console.web.context.frame",
            ],
            "builtins": ["django.templatetags.i18n", "django.templatetags.static", "console.pages.templatetags.pages"],
        },
    }
]
FORM_RENDERER = "console.pages.forms.Renderer"

DATABASES = {"default": database(env.text("DATABASE_URL", f"sqlite:///{ROOT / 'console.sqlite3'}"))}
SERIALIZATION_MODULES = {"jsonl": "settings.jsonl"}  # for dumpdata and loaddata
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.text("REDIS_URL", "")  # rates and lockouts are counted there; without it, in the database
# allauth counts in the cache. Each process must see the same one, and nothing is thrown out to make room: a lost count
# would let someone in.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "limits_cacheentry",
        "OPTIONS": {"MAX_ENTRIES": 10_000_000},
    }
}

# Who asks: the address that the last of X-Forwarded-For names behind a proxy, and no word of the ones before it
PROXIES = ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env.flag("BEHIND_PROXY", False) else 0

# People and sessions
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "console.organisations.adapter.Adapter"
ACCOUNT_FORMS = {"signup": "console.organisations.sign_up.SignUpForm"}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = env.text("EMAIL_VERIFICATION", "mandatory")
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_RATE_LIMITS: Any = {}  # beside allauth's own, those of console.organisations.sign_in; False turns all off
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Veraz"
SIGN_UP_OPEN = env.flag("SIGN_UP_OPEN", False)  # closed: only who holds an invitation may sign up
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14  # seconds
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "console.web.error_pages.csrf_failure"

# Sign-in through the organisation's own provider, where its address is set.
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, Any]] = {"openid_connect": {"APPS": []}}
if env.text("OIDC_SERVER_URL", ""):
    SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"] = [
        {
            "provider_id": "oidc",
            "name": env.text("OIDC_NAME", "OpenID Connect"),
            "client_id": env.text("OIDC_CLIENT_ID"),
            "secret": env.text("OIDC_CLIENT_SECRET"),
            "settings": {"server_url": env.text("OIDC_SERVER_URL")},
        }
    ]

# What a page may load: its own files, and the QR code of two-step sign-in as data.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = (
    6 * 1024 * 1024
)  # bytes; schemas arrive as files and are bounded again where they are read

# Languages and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pt-br", _("Portuguese (Brazil)"))]
LOCALE_PATHS = [ROOT / "locale"]
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = "settings.formats"
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "static/"
STATIC_ROOT = ROOT / "build" / "static"
STATICFILES_DIRS = [ROOT / "static"]

CONSOLE_ADDRESS = env.text("CONSOLE_ADDRESS", "http://localhost:8000").rstrip("/")  # in e-mail and in events
WEBHOOK_NETWORKS = env.networks("WEBHOOK_NETWORKS")  # beside public addresses, webhooks may go to: 10.1.0.0/16

# E-mail
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = env.number("EMAIL_PORT", 25)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD", "")
EMAIL_TIMEOUT = 10  # seconds
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", False)
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "veraz@localhost")

# The HTTP interface; console.api.base holds what its views share
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],  # the framework's own take a session, or a password by itself
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {  # by key, and by address for who has none
        "reads": env.text("RATE_READS", "600/min"),
        "writes": env.text("RATE_WRITES", "120/min"),
        "counts": env.text("RATE_COUNTS", "1200/min"),
        "anyone": env.text("RATE_ANYONE", "300/min"),
    },
    "NUM_PROXIES": PROXIES,
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Veraz console",
    "VERSION": "1",
    "DESCRIPTION": "Phrasings, tools and counts, for runtimes and scripts. Errors are problem documents (RFC 9457).",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "console.api.documented.bodies_are_needed",
    ],
    "ENUM_NAME_OVERRIDES": {"Language": "phrasings.content.LANGUAGES", "ProblemCode": "console.api.problems.CODES"},
}
POLL_SECONDS = env.number("POLL_SECONDS", 300)  # how often runtimes ask for phrasings
SEND_SECONDS = env.number("SEND_SECONDS", 60)  # how often they send what they counted
MOST_SERIES = env.number("MOST_SERIES", 200_000)  # that an organisation's counts are told apart in

LOGGING_CONFIG = None
LOGGING = logging_config(json_lines=False)
