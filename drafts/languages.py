"""The languages of this site: texts that are written in English, in the active language."""

import re
from functools import cache
from gettext import NullTranslations
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext, to_locale
from django.utils.translation.trans_real import DjangoTranslation

from drafts.rules.wording import Wording

SHARED_SENTENCE = re.compile(r'^export const (\w+) = (?:\(count\) => n)?gettext\("(.+?)"(?:, "(.+)", count)?\);$', re.M)

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
def shared_sentences() -> dict[str, tuple[str, str]]:
    """Return the sentences that both pages and scripts show, in English, by subject and name, as "sharing.youOffer".

    Each comes with its plural, "" where it has none.

    The files `static/js/<subject>/sentences.js` are their only place.
    """
    files = Path(settings.STATICFILES_DIRS[0], "js").glob("*/sentences.js")
    return {
        f"{file.parent.name}.{name}": (words, plural)
        for file in files
        for name, words, plural in SHARED_SENTENCE.findall(file.read_text(encoding="utf-8"))
    }


def sentence(name: str, count: int = 1) -> str:
    """Return one of the shared sentences in the active language, with its `%(name)s` as they are. Raises KeyError.

    `count` chooses the form of one that has a plural.
    """
    language = get_language() or settings.LANGUAGE_CODE
    if language not in SCRIPT_CATALOGUES:
        SCRIPT_CATALOGUES[language] = DjangoTranslation(language, "djangojs", [*map(str, settings.LOCALE_PATHS)])
    catalogue, (words, plural) = SCRIPT_CATALOGUES[language], shared_sentences()[name]
    return catalogue.ngettext(words, plural, count) if plural else catalogue.gettext(words)


sentence_lazy = lazy(sentence, str)
"""Return a shared sentence once a page or a message shows it, for constants that are made at import."""
