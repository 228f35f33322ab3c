"""Positions and cards for the tests, in the notation of `docs/notation.md`."""

from drafts.rules.draft.notation import plain_card, read
from drafts.rules.draft.table import Call, Cards, DraftTable, call_legion_rare, choose, verify_legion_rare
from drafts.rules.formats import FORMATS, Format


def state(*seats: str, at: str = "1.1", rounds: tuple[str, ...] = (), format_: Format | None = None) -> DraftTable:
    formats = dict(FORMATS) if format_ is None else {format_.slug: format_}
    slug = next(iter(formats))
    return read(" // ".join([f"{slug} {at}", " / ".join(seats), *rounds]), formats)


def cards(text: str) -> Cards:
    return tuple(plain_card(word) for word in text.split())


def ids(heap: Cards) -> list[int]:
    return [held.id for held in heap]


def all_choose(table: DraftTable, *choices: list[int]) -> DraftTable:
    for seat, chosen in enumerate(choices):
        table = choose(table, seat, chosen)
    return table


def verified(table: DraftTable, seat: int, card: int) -> DraftTable:
    return verify_legion_rare(call_legion_rare(table, seat, card), Call(seat, card))
