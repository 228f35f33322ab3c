"""Which texts can be stored, whatever the database, and written to a file of XML (`dumpdata --format=xml`)."""

import re

_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""The characters that XML 1.0 cannot write. PostgreSQL stores no null byte; UTF-8 has no lone surrogates."""


def is_storable(text: str) -> bool:
    """Return whether a text has no control characters but tabs and line breaks, no surrogates and no noncharacters."""
    return _UNSTORABLE.search(text) is None
