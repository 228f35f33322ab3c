"""The site's settings for tests: whatever `.env` says of the outside, tests find the same house."""

import os
import tempfile
from pathlib import Path

os.environ.update(DEBUG="off", HTTPS="off", SIGNUP_OPEN="on", SECRET_KEY="only-for-tests-" + "0123456789" * 5)

from draftsite.settings import *  # noqa: F403 - a settings file is its names

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if "sqlite3" in DATABASES["default"]["ENGINE"]:  # noqa: F405 - two runs at once must not share a file
    name = f"pass-left-tests-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / name)}  # noqa: F405 - as above
