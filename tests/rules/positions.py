"""Positions and cards for the tests, in the notation of `docs/notation.md`."""

from drafts.rules.draft.notation import made_up_card, read
from drafts.rules.draft.table import Call, Cards, DraftTable, call_for_card, choose, verify_call
from drafts.rules.formats import Format
from drafts.rules.games.registry import FORMATS
from drafts.rules.games.vanguard.card_text import pieces_of
from drafts.rules.games.vanguard.game import VANGUARD_GAME


def state(*seats: str, at: str = "1.1", rounds: tuple[str, ...] = (), format_: Format | None = None) -> DraftTable:
    formats = dict(FORMATS) if format_ is None else {format_.slug: format_}
    slug = next(iter(formats))
    return read(" // ".join([f"{slug} {at}", " / ".join(seats), *rounds]), formats)


def cards(text: str) -> Cards:
    return tuple(made_up_card(VANGUARD_GAME, word) for word in text.split())


def text_as_read(text: str) -> str:
    """A card's text as it is read in a draft (R18)."""
    return "".join(piece.words for piece in pieces_of(text))


def ids(heap: Cards) -> list[int]:
    return [held.id for held in heap]


def all_choose(table: DraftTable, *choices: list[int]) -> DraftTable:
    for seat, chosen in enumerate(choices):
        table = choose(table, seat, chosen)
    return table


def verified(table: DraftTable, seat: int, card: int) -> DraftTable:
    return verify_call(call_for_card(table, seat, card), Call(seat, card))
