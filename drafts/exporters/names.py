"""Names of people and events in text files, in whatever direction they are written."""

import unicodedata

from drafts.rules.night.nicknames import isolate

RIGHT_TO_LEFT = {"R", "AL"}


def isolated(name: str) -> str:
    """Return a name for a text file: one with letters that run to the left is isolated, any other stays as it is."""
    return isolate(name) if any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in name) else name
