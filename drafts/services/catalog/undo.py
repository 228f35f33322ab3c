"""Undoing the last load of a set: what it replaced is kept until then."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from drafts.languages import translated
from drafts.models import FACTS, Card, CardImage, CardOnSheet, CardSet, DraftSet, PackCard, PackRecipe, SetLoad
from drafts.services.catalog.kept_loads import PRINTED, Replaced, unpacked
from drafts.services.catalog.removal import delete_set, refusal_to_remove
from drafts.services.catalog.renumbering import rename_in_lists
from drafts.services.catalog.sets import refused_to, settle_packs
from drafts.services.errors import ServiceError
from drafts.store.catalog import game_of, save_recipe, strangers_on_sheets

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class UndoableLoad:
    """The last load of a set, which can be undone: how many cards it added and changed, and whether packs changed."""

    loaded_at: datetime
    is_new: bool
    added: int
    changed: int
    has_recipe: bool


def load_to_undo(card_set: CardSet) -> UndoableLoad | None:
    """Return the last load of a set, or None where it cannot be undone."""
    row = SetLoad.objects.filter(card_set=card_set).first()
    before = unpacked(row) if row else None
    if not row or not before or _refusal(card_set, row, before):
        return None
    return UndoableLoad(
        row.loaded_at, before.is_new, len(before.added), len(before.was.cards), has_recipe=before.has_recipe
    )


@transaction.atomic
def undo_load(*, account: User, code: str) -> bool:
    """Undo the last load of a set; return whether the set still exists.

    Raises ServiceError for a set that the account may not change, without a load that is kept, and if packs were made
    since or have cards of the load, or a cube has new cards of it.
    """
    card_set = CardSet.objects.select_for_update().filter(code=code, partial=False).first()
    row = SetLoad.objects.filter(card_set=card_set).first() if card_set else None
    before = unpacked(row) if row else None
    if card_set is None or row is None or not before:
        raise ServiceError(gettext("There is no load of %(code)s that can be undone.") % {"code": code})
    if what := refused_to(account, card_set):
        raise ServiceError(f"{translated(what)}.")
    if refusal := _refusal(card_set, row, before):
        raise ServiceError(refusal)
    if before.is_new:
        delete_set(card_set)
        return False
    _restore(card_set, before)
    return True


def _refusal(card_set: CardSet, row: SetLoad, before: Replaced) -> str:
    """Return why a load cannot be undone, or an empty text."""
    if before.is_new:
        return refusal_to_remove(card_set)
    in_packs = PackCard.objects.filter(card__card_set=card_set).values_list("card_id", flat=True).distinct()
    started = DraftSet.objects.filter(card_set=card_set, draft__started_at__gte=row.loaded_at)
    code = {"code": card_set.code}
    if not before.touched.isdisjoint(in_packs) or started.exists():
        return gettext("%(code)s stays as it is: packs were made since its last load, or have cards of it.") % code
    on_sheets = CardOnSheet.objects.filter(card__card_set=card_set).exclude(sheet__recipe__card_set=card_set)
    if not set(before.added).isdisjoint(on_sheets.values_list("card_id", flat=True)):
        return gettext("%(code)s stays as it is: a cube has cards of its last load.") % code
    restored = {dict(zip(PRINTED, columns, strict=False))["number"] for columns in before.was.cards.values()}
    if before.has_recipe and before.was.recipe and set(strangers_on_sheets(card_set, before.was.recipe)) - restored:
        return gettext("%(code)s stays as it is: some cards that its packs had before are removed.") % code
    return ""


def _restore(card_set: CardSet, before: Replaced) -> None:
    """Restore the cards, their facts, the name and the recipe. Pictures that were deleted are not restored."""
    if before.has_recipe:
        PackRecipe.objects.filter(card_set=card_set).delete()
    for keys in _slices(before.added):
        Card.objects.filter(id__in=keys).delete()
    game = game_of(card_set)
    facts_of_game, names = FACTS[game.slug], [field.name for field in game.fields]
    there = dict(card_set.cards.values_list("id", "number"))
    images = set(CardImage.objects.values_list("name", flat=True))
    renumbered: dict[str, str] = {}
    for keys in _slices([key for key in before.was.cards if key in there]):
        cards, facts = list[Card](), list[Any]()
        for key in keys:
            columns = before.was.cards[key]
            printed = dict(zip(PRINTED, columns, strict=False))
            if printed["number"] != there[key]:
                renumbered[there[key]] = printed["number"]
            image = printed.pop("image")
            cards.append(Card(id=key, card_set=card_set, image_id=image if image in images else None, **printed))
            facts.append(facts_of_game(card_id=key, **dict(zip(names, columns[len(PRINTED) :], strict=True))))
        Card.objects.bulk_update(cards, PRINTED)
        facts_of_game._default_manager.bulk_create(
            facts, update_conflicts=True, unique_fields=["card"], update_fields=names
        )
    rename_in_lists(renumbered)
    if before.has_recipe and before.was.recipe is not None:
        save_recipe(card_set, before.was.recipe)
    CardSet.objects.filter(id=card_set.id).update(name=before.was.name)
    SetLoad.objects.filter(card_set=card_set).delete()
    settle_packs(card_set.code)


def _slices(keys: list[int]) -> Iterator[list[int]]:
    return (keys[start : start + AT_ONCE] for start in range(0, len(keys), AT_ONCE))
