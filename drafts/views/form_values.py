"""Values that forms name: those of the control panel, and those of fighters."""

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from drafts.rules.cards import CardId
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import FightNumber
from drafts.services.errors import ServiceError

LARGEST_NUMBER = 2**31
MOST_DIGITS = 10
LONGEST_VALUE = 200
LONGEST_LINE = 2000
"""The longest line of a form: the service has a limit of its own, with its own message."""


def is_by_script(request: HttpRequest) -> bool:
    """Whether a page's script sent the request, which stays on the page and draws the answer itself."""
    return request.headers.get("X-Requested-With") == "fetch"


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
    return number_of(text, name) if text else None


def number_of(text: str, name: str) -> int:
    """Return the text of a field as a whole number. Raises ServiceError, with the field's name, if it is none."""
    if not (_is_number(text) and int(text) < LARGEST_NUMBER):
        raise ServiceError(gettext("The %(name)s must be a number.") % {"name": name})
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def needed_number(post: QueryDict, name: str, *, missing: str) -> int:
    """Return a whole number of a form. Raises ServiceError for anything else, with the message `missing` for none."""
    number = number_in(post, name)
    if number is None:
        raise ServiceError(missing)
    return number


def fighter_named(post: QueryDict) -> FighterId | None:
    """Return the fighter of a form, or None if it is left out. Raises ServiceError unless it is a number."""
    fighter = number_in(post, "fighter")
    return None if fighter is None else FighterId(fighter)


def fighter_in(post: QueryDict) -> FighterId:
    """Return the number of the fighter of a form. Raises ServiceError if it is left out or not a number."""
    return FighterId(needed_number(post, "fighter", missing=gettext("Say which fighter.")))


def fight_in(post: QueryDict) -> FightNumber:
    """Return the number of the fight of a form. Raises ServiceError if it is left out or not a number."""
    return needed_number(post, "fight", missing=gettext("Say which fight."))


def turn_in(post: QueryDict, name: str) -> int:
    """Return the number of a turn, or of another place in a game, at which a form was made. Raises as `fight_in`."""
    return needed_number(post, name, missing=gettext("Say which turn."))


def card_in(post: QueryDict, name: str = "card") -> CardId:
    """Return the number of the card of a form. Raises ServiceError if it is left out or not a number."""
    return CardId(needed_number(post, name, missing=gettext("Say which card.")))


def cards_in(post: QueryDict, name: str, *, longest: int) -> tuple[CardId, ...]:
    """Return the numbers of cards of a form, with blanks between. Raises ServiceError for anything else."""
    words = text_in(post, name, longest=longest).split()
    if not all(map(_is_number, words)):
        raise ServiceError(gettext("Cards are named by their numbers."))
    return tuple(CardId(int(word)) for word in words)
