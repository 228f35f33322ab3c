"""The languages of this site: texts that are written in English, in the active language."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext, to_locale

from drafts.rules.wording import Wording


@cache
def script_version(language: str) -> str | None:
    """Return a version of the translations of scripts into a language; None where there are none, as for English."""
    for folder in settings.LOCALE_PATHS:
        file = Path(folder, to_locale(language), "LC_MESSAGES", "djangojs.mo")
        if file.is_file():
            return sha256(file.read_bytes()).hexdigest()[:12]
    return None


def translated(words: str) -> str:
    """Return a wording of the rules or of a file's reader in the active language; any other text as it is."""
    if not isinstance(words, Wording):
        return words
    facts = {name: translated(fact) if isinstance(fact, str) else fact for name, fact in words.facts.items()}
    return gettext(words.source) % facts if facts else gettext(words.source)
