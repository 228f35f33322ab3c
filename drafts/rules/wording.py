"""Sentences for people that are made without translation: in the rules, and where files are read."""

from collections.abc import Callable, Mapping


class Wording(str):
    """A sentence in English; it is made, and translated, from `source` and `facts`."""

    source: str
    facts: Mapping[str, object]

    def filled(self, **facts: object) -> "Wording":
        """Return the same sentence with these facts."""
        return gettext_noop(self.source, **facts)


Say = Callable[[str], str]
"""Translates a wording for its readers; any other text stays as it is."""


def gettext_noop(source: str, **facts: object) -> Wording:
    """Return the wording of a sentence with facts for its `%(name)s`. makemessages finds sentences by this name."""
    wording = Wording(source % facts if facts else source)
    wording.source, wording.facts = source, facts
    return wording
