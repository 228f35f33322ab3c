"""The rules for comments on a step of a replay, and the names of steps."""

import re
import unicodedata

from drafts.rules.night.nicknames import MOST_MARKS, has_invisible_signs, has_tower_of_marks
from drafts.rules.wording import gettext_noop

LONGEST = 500
STEP = r"^(r[1-9][0-9]?p[1-9][0-9]{0,2}|f[1-9][0-9]?|e)$"
"""A step as its address names it (docs/protocol.md, "Addresses of a replay"): a pass, a round of fights, the end."""
LONGEST_STEP = 8
END = "e"
"""The step that shows the owners of the cards once all are shared out."""

_NON_JOINER = "\u200c"
"""Persian words need it; between letters it hides nothing and does not change the direction."""
_EMPTY_LINES = re.compile(r"\n{3,}")


NOTHING_WRITTEN = gettext_noop("Write something first.")


class BadComment(ValueError):
    """A text that cannot be a comment, with the reason in words for people."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def clean_comment(text: str) -> str:
    """Return a comment in normal form: NFC, lines separated by a line feed, at most one empty line between two.

    It has 1 to 500 characters, none of them invisible. Raises BadComment.
    """
    whole = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    comment = _EMPTY_LINES.sub("\n\n", "\n".join(line.rstrip() for line in whole.split("\n"))).strip()
    seen = comment.replace("\n", " ").replace(_NON_JOINER, "")
    if not seen.strip():
        raise BadComment(NOTHING_WRITTEN)
    if len(comment) > LONGEST:
        raise BadComment(
            gettext_noop(
                "A comment has up to %(most)s characters; this one has %(count)s.", most=LONGEST, count=len(comment)
            )
        )
    if has_invisible_signs(seen):
        raise BadComment(gettext_noop("A comment has no invisible characters."))
    if has_tower_of_marks(seen):
        raise BadComment(gettext_noop("A comment has no more than %(most)s marks on one letter.", most=MOST_MARKS))
    return comment


def step_of_pass(round_: int, pass_number: int) -> str:
    """Return the name of a pass."""
    return f"r{round_}p{pass_number}"


def step_of_fights(round_: int) -> str:
    """Return the name of a round of fights."""
    return f"f{round_}"


def pass_of_step(step: str) -> tuple[int, int] | None:
    """Return the round and the pass that a step is, None for one that follows the draft."""
    found = re.fullmatch(r"r(\d+)p(\d+)", step)
    return (int(found[1]), int(found[2])) if found else None
