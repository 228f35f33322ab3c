"""The languages of this site: texts that are written in English, in the active language."""

import re
from functools import cache
from gettext import NullTranslations
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language, gettext, to_locale
from django.utils.translation.trans_real import DjangoTranslation

from drafts.rules.wording import Wording

SHARED_SENTENCE = re.compile(r'^export const (\w+) = gettext\("(.+)"\);$', re.MULTILINE)

SCRIPT_CATALOGUES: dict[str, NullTranslations] = {}
"""The translations of scripts by language, as far as a page has needed them."""


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


@cache
def shared_sentences() -> dict[str, str]:
    """Return the sentences that both pages and scripts show, in English, by subject and name, as "sharing.youOffer".

    The files `static/js/<subject>/sentences.js` are their only place.
    """
    files = Path(settings.STATICFILES_DIRS[0], "js").glob("*/sentences.js")
    return {
        f"{file.parent.name}.{name}": words
        for file in files
        for name, words in SHARED_SENTENCE.findall(file.read_text(encoding="utf-8"))
    }


def sentence(name: str) -> str:
    """Return one of the shared sentences in the active language, with its `%(name)s` as they are. Raises KeyError."""
    language = get_language() or settings.LANGUAGE_CODE
    if language not in SCRIPT_CATALOGUES:
        SCRIPT_CATALOGUES[language] = DjangoTranslation(language, "djangojs", [*map(str, settings.LOCALE_PATHS)])
    return SCRIPT_CATALOGUES[language].gettext(shared_sentences()[name])
