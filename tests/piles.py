"""Piles of drafts with paper packs, as tests need them: packs that could have been opened, drafted as the rows say."""

from collections.abc import Mapping, Sequence

from drafts.models import Event
from drafts.rules.actors import ActorKind
from drafts.rules.chance import Chance
from drafts.rules.draft.piles import packs_of, piles_of
from drafts.services.paper.piles import Entry, enter_pile
from drafts.store.catalog import load_pack_maker
from drafts.store.piles import TablePiles, load_piles
from tests.factories import fighter


def drafted_piles(event: Event) -> dict[str, list[str]]:
    """Return a pile of card numbers for each fighter, by name, that fit together."""
    return {name: pile for table in load_piles(event.draft) for name, pile in _piles(event, table).items()}


def _piles(event: Event, table: TablePiles) -> dict[str, list[str]]:
    sets = {row.round: row.card_set for row in event.draft.rounds.select_related("card_set")}
    makers = {code.code: load_pack_maker(code) for code in sets.values()}
    packs = [
        [_pack(makers[sets[number].code].open(Chance("piles", number, seat))) for seat in range(len(table.piles))]
        for number in range(1, len(table.rounds) + 1)
    ]
    piles = piles_of(table.rounds, packs)
    assert [list(map(list, of_round)) for of_round in packs_of(table.rounds, piles)] == packs
    return {entry.name: list(pile) for entry, pile in zip(table.piles, piles, strict=True)}


def _pack(cards: Sequence) -> list[str]:
    """The cards of a pack in the order in which they are taken: a trigger unit first."""
    return [card.number for card in sorted(cards, key=lambda card: "trigger" not in card.traits)]


def enter(event: Event, name: str, numbers: Sequence[str], *, check: bool = True, by: ActorKind | None = None) -> Entry:
    """Enter the pile of a fighter."""
    return enter_pile(event=event, fighter=fighter(event, name).id, numbers=numbers, check=check, by=by)


def enter_all(event: Event, piles: Mapping[str, Sequence[str]]) -> None:
    """Enter these piles, and check them."""
    for name, pile in piles.items():
        assert not enter(event, name, pile).faults
    event.refresh_from_db()
