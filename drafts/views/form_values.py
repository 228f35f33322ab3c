"""Values that the forms of the control panel name."""

from django.http import QueryDict
from django.utils.translation import gettext

from drafts.rules.ids import FighterId
from drafts.services.errors import ServiceError

LARGEST_NUMBER = 2**31
LONGEST_VALUE = 200
LONGEST_LINE = 2000
"""The longest line of a form: the service has a limit of its own, with its own message."""


def text_in(post: QueryDict, name: str, *, longest: int = LONGEST_VALUE, said: str = "") -> str:
    """Return a text of a form without blanks around it, "" if it is left out.

    Raises ServiceError for one longer than `longest`, with the message `said` if given.

    Its characters can be stored: the middleware has refused all others (`draftsite/middleware/storable_text`).
    """
    text = post.get(name, "").strip()
    if len(text) > longest:
        raise ServiceError(said or gettext("The %(name)s is too long.") % {"name": name})
    return text


def word_in(post: QueryDict, name: str, *, longest: int = LONGEST_VALUE) -> str:
    """Return a text of a form that names something known, without blanks around it; "" for one longer than any name."""
    text = post.get(name, "").strip()
    return text if len(text) <= longest else ""


def words_in(post: QueryDict, name: str, *, most: int) -> tuple[str, ...]:
    """Return the texts under one name of a form, each as by `word_in`: at most one more than `most`."""
    return tuple(text if len(text) <= LONGEST_VALUE else "" for text in post.getlist(name)[: most + 1])


def number_in(post: QueryDict, name: str) -> int | None:
    """Return a whole number of a form, or None when it is left out. Raises ServiceError for anything else."""
    text = text_in(post, name)
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 10 and int(text) < LARGEST_NUMBER):
        raise ServiceError(gettext("The %(name)s must be a number.") % {"name": name})
    return int(text)


def fighter_named(post: QueryDict) -> FighterId | None:
    """Return the fighter of a form, or None if it is left out. Raises ServiceError unless it is a number."""
    fighter = number_in(post, "fighter")
    return None if fighter is None else FighterId(fighter)


def fighter_in(post: QueryDict) -> FighterId:
    """Return the number of the fighter of a form. Raises ServiceError if it is left out or not a number."""
    fighter = fighter_named(post)
    if fighter is None:
        raise ServiceError(gettext("Say which fighter."))
    return fighter
