"""The site's settings for tests: whatever `.env` says of the outside, tests find the same installation.

`STACK=postgres` lets them find it on PostgreSQL and Redis (tests/stack.py).
"""

import os
import tempfile
from pathlib import Path

from tests.stack import STACK, shared_postgres, shared_redis

FILE = Path(tempfile.gettempdir()) / f"pass-left-tests-{os.getpid()}.sqlite3"  # two runs at once must not share it

os.environ.update(
    DEBUG="off",
    HTTPS="off",
    SIGNUP_OPEN="on",
    SECRET_KEY="only-for-tests-" + "0123456789" * 5,
    DATABASE_URL=shared_postgres().url("postgres") if STACK == "postgres" else f"sqlite:///{FILE}",
    REDIS_URL=shared_redis().url if STACK == "postgres" else "",
)

from draftsite.settings import *  # noqa: E402, F403 - a settings file is its names, and reads the environment

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
MIDDLEWARE = [
    "tests.static_files.ListedOnce" if name == "whitenoise.middleware.WhiteNoiseMiddleware" else name
    for name in MIDDLEWARE  # noqa: F405 - a settings file is its names
]
WHITENOISE_USE_FINDERS = True  # nothing is collected for tests that start no server
if STACK == "sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(FILE)}  # noqa: F405 - a settings file is its names
else:  # a test is one transaction, however long it waits for a server
    DATABASES["default"]["OPTIONS"]["options"] += " -c idle_in_transaction_session_timeout=0"  # noqa: F405
