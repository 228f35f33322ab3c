"""The languages of this site: what is written in English, said in the active one."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.utils.translation import to_locale


@cache
def script_version(language: str) -> str | None:
    """Return what the scripts' words of a language are told apart by; None where there are none, as in English."""
    for folder in settings.LOCALE_PATHS:
        file = Path(folder, to_locale(language), "LC_MESSAGES", "djangojs.mo")
        if file.is_file():
            return sha256(file.read_bytes()).hexdigest()[:12]
    return None
