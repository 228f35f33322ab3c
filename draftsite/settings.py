"""One file of settings; the environment (or the file `.env` in the folder of the installation) decides."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from draftsite import __version__
from draftsite.home import HOME, PACKAGE, RESOURCES

VERSION = __version__

env = environ.Env()
if not os.environ.get("SECRET_KEY"):
    os.environ.pop("SECRET_KEY", None)  # an empty one, as from a compose file, would hide that of the file
environ.Env.read_env(HOME / ".env")

# The site ---------------------------------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
INSECURE_KEY = "not-a-secret"  # drafts/checks.py refuses it if DEBUG is off
SECRET_KEY = env.str("SECRET_KEY", default=INSECURE_KEY)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PORT = env.int("PORT", default=8000)
LOCAL_NAME = env.str("LOCAL_NAME", default="passleft")  # announced as passleft.local; empty: not announced
SIGNUP_OPEN = env.bool("SIGNUP_OPEN", default=True)

# Parts ------------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "channels",
    "drafts",
]

MIDDLEWARE = [
    "draftsite.middleware.request_log.log_requests",
    "draftsite.middleware.security_headers.SecurityHeadersMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # after these: responses with static files need their headers too
    "draftsite.middleware.compression.CompressionMiddleware",  # after WhiteNoise: static files are compressed already
    "draftsite.middleware.storable_text.StorableTextMiddleware",
    "draftsite.middleware.sessions.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",  # last: it turns a locked sign-in into the page that says so
]

ROOT_URLCONF = "draftsite.urls"
ASGI_APPLICATION = "draftsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # Every page has texts, icons and links
            "builtins": [
                "django.templatetags.i18n",
                *(f"drafts.templatetags.{name}" for name in ("addresses", "icons", "languages")),
            ],
            "libraries": {"static": "drafts.templatetags.addresses"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# Data -------------------------------------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": (
        env.db_url("DATABASE_URL")
        if os.environ.get("DATABASE_URL")
        else {"ENGINE": "django.db.backends.sqlite3", "NAME": str(HOME / "db.sqlite3")}
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "draftsite.sqlite"
    DATABASES["default"]["CONN_MAX_AGE"] = None  # there are few threads (draftsite/server/concurrency.py)
    # FULL: an acknowledged choice survives a power cut. IMMEDIATE: writers wait for each other instead of failing.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 15,  # seconds; waiting writers of SQLite are not served in order
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;"
        ),
    }
    file = Path(DATABASES["default"]["NAME"])
    # A file, since the server's threads share it; beside the real one, since two checkouts must not share it.
    DATABASES["default"]["TEST"] = {"NAME": str(file.with_name(f"test-{file.name}"))}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    from psycopg_pool import ConnectionPool

    # A pool: a thread borrows a connection that works; those that a restart of PostgreSQL has cut are discarded.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        "pool": {
            "min_size": 2,
            "max_size": 20,
            "timeout": 10,  # seconds: a restart of PostgreSQL takes less
            # Otherwise a pool would retry more and more rarely, and notice minutes later that PostgreSQL is back.
            "reconnect_timeout": 3,
            "reconnect_failed": ConnectionPool.check,
        },
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,  # milliseconds: detects a network that drops everything
        # An acknowledged choice survives a power cut, whatever the server's own settings say. A process that is frozen
        # holds up the others for no longer than this, in milliseconds.
        "options": "-c synchronous_commit=on -c lock_timeout=5000 -c statement_timeout=30000"
        " -c idle_in_transaction_session_timeout=20000",
        **DATABASES["default"].get("OPTIONS", {}),
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CHANNEL_LAYERS = {
    "default": (
        {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [REDIS_URL], "capacity": 2000}}
        if REDIS_URL
        else {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 2000}}
    )
}

# Accounts ---------------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["drafts.access.hashing.BoundedHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/events/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 60 * 60  # seconds: how long a link of `password_link` is valid

AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]  # a whole store comes from one address
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # more attempts do not lengthen the wait
AXES_RESET_ON_SUCCESS = True
AXES_WHITELIST_CALLABLE = "drafts.views.accounts.is_known_here"  # a guest's wrong passwords do not lock the organizer
AXES_LOCKOUT_CALLABLE = "drafts.views.event_access.locked_out"
AXES_CLIENT_IP_CALLABLE = (
    "drafts.views.event_access.client_key_of"  # never from a header of the client, whatever is installed
)
AXES_VERBOSE = False

# services/catalog/downloads.py: the address of set files; empty: no downloads
MTGJSON_URL = env.str("MTGJSON_URL", default="https://mtgjson.com/api/v5/{code}.json")
WEBHOOKS_PRIVATE = env.bool("WEBHOOKS_PRIVATE", default=False)  # drafts/webhooks/targets.py: allows the own network
PEOPLE_PER_ADDRESS = env.int("PEOPLE_PER_ADDRESS", default=150)  # drafts/limits.py: a store comes from one address

# Headers for browsers ---------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],  # also covers ws: and wss: of the same host
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"  # an address may hold a rejoin token
SESSION_ENGINE = "drafts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"

HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # health checks do not come through the proxy
HSTS_SECONDS = env.int("HSTS_SECONDS", default=60 * 60)  # an hour, until HTTPS is known to work and to stay
HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SECURE_HSTS_SECONDS = HSTS_SECONDS if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and HSTS_PRELOAD  # the preload list demands both
SILENCED_SYSTEM_CHECKS = [
    *("security.W005", "security.W021"),  # subdomains may belong to others, unless HSTS_PRELOAD
    "templates.W003",  # the tag `static` is ours (templatetags/addresses.py)
]
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None

# Language, files, log ---------------------------------------------------------------------------------------------

LANGUAGES = [("en", "English")]  # a new one needs a line here and a folder in drafts/locale: see docs/recipes.md
LANGUAGE_CODE = env.str("SITE_LANGUAGE", default="en")  # one for the whole site: sockets send all the same messages
LOCALE_PATHS = [PACKAGE.parent / "drafts" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = env.path("STATIC_ROOT", default=str(HOME / "staticfiles"))
STATICFILES_DIRS = [RESOURCES / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "draftsite.fonts.FontFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "draftsite.storage.HashedStatic"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # static files are for these pages alone
WHITENOISE_USE_FINDERS = DEBUG  # during development, files need not be collected

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # without one there is no /metrics
LOG_FORMAT = env.str("LOG_FORMAT", default="line", choices=("line", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "facts": {"()": "draftsite.logging.AddFacts"},
        "lost_redis": {"()": "draftsite.logging.WithoutLostRedis"},
    },
    "formatters": {"line": {"()": "draftsite.logging.PlainLine"}, "json": {"()": "draftsite.logging.JsonLine"}},
    "handlers": {
        "stdout": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stdout",
            "filters": ["facts"],
            "formatter": LOG_FORMAT,
        }
    },
    "root": {"handlers": ["stdout"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": ["stdout"], "propagate": False},
        "fontTools": {"level": "WARNING"},
        "django.request": {
            "level": "ERROR"
        },  # draftsite.middleware.request_log logs every request, without its address
        "django.security": {"level": "CRITICAL"},  # anyone could fill a log with bad requests
        "django.security.csrf": {"level": "WARNING"},  # but these may be due to a proxy that is set up wrongly
        "asyncio": {"filters": ["lost_redis"]},
        "daphne": {"level": "WARNING"},
        "axes": {"level": "WARNING"},
    },
}
