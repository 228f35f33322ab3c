"""Which texts can be stored in every database and written as XML (`dumpdata --format=xml`)."""

import re

from drafts.rules.wording import Wording, gettext_noop

_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""The characters that XML 1.0 cannot write. PostgreSQL stores no null byte; UTF-8 has no lone surrogates."""


def is_storable(text: str) -> bool:
    """Return whether XML 1.0 can write all characters of a text."""
    return _UNSTORABLE.search(text) is None


def too_long(longest: int) -> Wording:
    """Return the fault of a text longer than `longest` characters, to be read after its name."""
    return gettext_noop("is longer than %(longest)s characters", longest=longest)
