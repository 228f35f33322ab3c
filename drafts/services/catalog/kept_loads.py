"""Keeping what loads replace, for the last load of each set, so that it can be undone (`services.catalog.undo`)."""

import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from drafts.models import CardSet, SetLoad
from drafts.rules.packs import Recipe
from drafts.store.catalog import COMMON, game_of, stored_recipe

MOST_KEPT = 8 * 1024 * 1024  # bytes, compressed: a larger load cannot be undone
PRINTED = (*COMMON, "kin", "former_numbers")


class SetAsItWas(msgspec.Struct, frozen=True):
    """A set as it was: the columns of its cards (`PRINTED`), followed by those of their facts, by row id."""

    name: str
    recipe: Recipe | None
    cards: dict[int, list[Any]]

    @property
    def is_empty(self) -> bool:
        """Whether the set has neither cards nor a recipe."""
        return not self.cards and self.recipe is None


class Replaced(msgspec.Struct, frozen=True):
    """The state before a load: `was` has only the cards that it changed; `added` are the row ids of new ones."""

    was: SetAsItWas
    is_new: bool
    has_recipe: bool
    added: list[int]

    @property
    def touched(self) -> set[int]:
        """The row ids of all cards that the load added or changed."""
        return {*self.added, *self.was.cards}


@contextmanager
def keeping_what_was(card_sets: Iterable[CardSet]) -> Iterator[None]:
    """Keep what a load replaces in these sets, in place of what the load before replaced.

    A load that changes nothing is ignored. To be entered in the transaction of the load, when the sets are locked.
    """
    before = [(card_set, _as_it_is(card_set)) for card_set in card_sets]
    yield
    for card_set, was in before:
        now = _as_it_is(CardSet.objects.get(id=card_set.id))
        changed = {key: columns for key, columns in was.cards.items() if now.cards.get(key) != columns}
        added = [key for key in now.cards if key not in was.cards]
        has_recipe = now.recipe != was.recipe
        if not (added or changed or has_recipe or now.name != was.name):
            continue
        kept = Replaced(SetAsItWas(was.name, was.recipe, changed), was.is_empty, has_recipe, added)
        packed = zlib.compress(msgspec.msgpack.encode(kept))
        SetLoad.objects.filter(card_set=card_set).delete()
        if len(packed) <= MOST_KEPT:
            SetLoad.objects.create(card_set=card_set, before=packed)


def _as_it_is(card_set: CardSet) -> SetAsItWas:
    facts = [f"{card_set.game}__{field.name}" for field in game_of(card_set).fields]
    rows = card_set.cards.values_list("id", *PRINTED, *facts)
    return SetAsItWas(card_set.name, stored_recipe(card_set), {key: list(columns) for key, *columns in rows})


def unpacked(row: SetLoad) -> Replaced | None:
    """Return the state that is kept; None where another version of the server stored it in another format."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(bytes(row.before)), type=Replaced)
    except (msgspec.DecodeError, zlib.error):
        return None
