"""Loading sets: either a whole file or nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext

from drafts.importers.cards import CardFile, CardRow
from drafts.importers.faults import BadFile, ImportFault, at_line, quoted
from drafts.importers.recipes import SetRecipe
from drafts.models import FACTS, Card, CardSet
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.packs import CannotFill, check_recipe, cube_recipe
from drafts.rules.wording import gettext_noop
from drafts.services.catalog.kept_loads import keeping_what_was
from drafts.services.catalog.renumbering import renumber_cards
from drafts.store.card_numbers import are_of_other_sets, same_cards_here
from drafts.store.catalog import (
    NO_PACKS,
    cards_by_row,
    cards_of,
    common_columns,
    derived_recipe,
    facts_columns,
    own_cards_of,
    packable,
    recipe_of,
    save_recipe,
    save_shape,
    stored_recipe,
    strangers_on_sheets,
)

AT_ONCE = 500
_Printed = tuple[dict[str, Any], dict[str, Any]]
_NOTHING_KNOWN: dict[str, Any] = {"image_id": None, "text": ""}
COLUMNS = ("name", "printed_type", "rarity", "kin", "text", "image_id")


def no_set(code: str) -> str:
    """Return a message: there is no set of this code."""
    return gettext("There is no set %(code)s.") % {"code": code}


class SetOfAnother(BadFile):
    """A list for a set that the account may not change: a copy of the set needs another code."""


@dataclass(frozen=True, slots=True)
class LoadedSet:
    """The changes to one set by loading, in numbers of cards: `kept` were there already and are not in the file.

    `renumbered` cards have a new number. `fault` says why no packs can be made of the set, "" if they can.
    """

    code: str
    added: int
    changed: int
    unchanged: int
    kept: int
    fault: str = ""
    renumbered: int = 0

    @property
    def summary(self) -> str:
        """The changes to the set as text."""
        words = gettext("%(code)s: %(added)s added, %(changed)s changed, %(unchanged)s unchanged")
        if self.kept:
            words = gettext(
                "%(code)s: %(added)s added, %(changed)s changed, %(unchanged)s unchanged; "
                "%(kept)s that the file does not have were kept"
            )
        facts = asdict(self)
        return "; ".join([words % facts, *([gettext("%(renumbered)s renumbered") % facts] if self.renumbered else [])])


@transaction.atomic
def load_sets(
    *,
    cards: CardFile,
    recipes: Sequence[SetRecipe],
    stored: Callable[[int], None],
    images: Mapping[str, str],
    account: User | None,
    renumber: bool = False,
) -> list[LoadedSet]:
    """Add and update the sets and cards of a list, and store recipes; `stored` is told how many rows are done.

    `images` are names of stored pictures by card number. Cards keep their texts where the list has no column for them.
    Cards that are not in the list are kept, since they may lie in drafted packs. With `renumber`, cards of the same
    name and rarity get the numbers of the list (`same_cards_here`). A list of nothing but cards of other sets, by their
    numbers, is a cube. New sets belong to `account`; None is a command, which may change every set. Raises BadFile,
    leaving the database as it was, if the account may not change a set, a card is in another set already, a set is of
    another game, or a recipe is faulty or for an unknown set.
    """
    ordered = sorted(cards.rows, key=lambda row: row.set_code)
    by_code = {code: list(group) for code, group in groupby(ordered, key=lambda row: row.set_code)}
    sets = {code: _set_to_change(code, cards.game, account) for code in by_code}
    _refuse_sets_of_others(sets, by_code, account)
    _refuse_other_games(cards.game, sets, by_code)
    cubes = {code: by_code.pop(code) for code in sets if _is_cube(sets[code], by_code[code])}
    _refuse_strays(by_code)
    with keeping_what_was(sets.values()):
        same = same_cards_here((row.set_code, row.card) for row in cards.rows) if renumber else {}
        for code, numbers in same.items():
            renumber_cards(sets[code], numbers)
        counts = [_load_set(cards, sets[code], group, stored, images) for code, group in by_code.items()]
        counts += [_load_cube(cards.game, sets[code], group, stored) for code, group in cubes.items()]
        _refuse_strays(by_code)  # again: another account may have loaded a card of the same number meanwhile
        _refuse_bad_recipes(recipes, account)
    return [
        replace(count, fault=settle_packs(count.code), renumbered=len(same.get(count.code, ()))) for count in counts
    ]


def _set_to_change(code: str, game: CardGame, account: User | None) -> CardSet:
    """Return the set of that code, locked; a new or partial one now belongs to the account."""
    new = {"name": code, "game": game.slug, "owner": account}
    card_set, _ = CardSet.objects.select_for_update().get_or_create(code=code, defaults=new)
    if card_set.partial:
        card_set.partial, card_set.owner = False, account
        card_set.save(update_fields=["partial", "owner"])
    return card_set


def sets_to_change(codes: Iterable[str], account: User) -> dict[str, bool]:
    """Return whether an account may change each of the sets with these codes that are loaded."""
    return {
        found.code: not refused_to(account, found) for found in CardSet.objects.filter(code__in=codes, partial=False)
    }


def refused_to(account: User | None, card_set: CardSet) -> str:
    """Return why an account may not change a set, or an empty text. Only staff may change a set without an owner."""
    if account is None or account.is_staff or card_set.owner_id == account.pk:
        return ""
    if card_set.owner_id is None:
        return gettext_noop(
            "%(code)s came with the site or was loaded by its staff: load your file under another code",
            code=card_set.code,
        )
    return gettext_noop(
        "%(code)s was loaded by another organizer: load your file under another code", code=card_set.code
    )


def _refuse_sets_of_others(
    sets: Mapping[str, CardSet], by_code: Mapping[str, list[CardRow]], account: User | None
) -> None:
    faults = [at_line(by_code[code][0].line, what) for code, row in sets.items() if (what := refused_to(account, row))]
    if faults:
        raise SetOfAnother(faults)


def _refuse_other_games(game: CardGame, sets: Mapping[str, CardSet], by_code: Mapping[str, list[CardRow]]) -> None:
    faults = [
        at_line(
            by_code[code][0].line,
            gettext_noop("the set %(code)s is one of %(game)s", code=code, game=CARD_GAMES[other.game].name),
        )
        for code, other in sets.items()
        if other.game != game.slug
    ]
    if faults:
        raise BadFile(faults)


def _refuse_strays(by_code: dict[str, list[CardRow]]) -> None:
    faults: list[tuple[int, ImportFault]] = []
    for code, rows in by_code.items():
        lines = {row.card.number: row.line for row in rows}
        strangers = (
            stray
            for numbers in _slices(list(lines))
            for stray in Card.objects.filter(number__in=numbers, card_set__partial=False)
            .exclude(card_set__code=code)
            .values_list("number", "card_set__code")
        )
        faults += [
            (
                lines[number],
                at_line(
                    lines[number],
                    gettext_noop(
                        "card_number %(number)s belongs to the set %(other)s already",
                        number=quoted(number),
                        other=other,
                    ),
                ),
            )
            for number, other in strangers
        ]
    if faults:
        raise BadFile(fault for _, fault in sorted(faults, key=lambda pair: pair[0]))


def _is_cube(card_set: CardSet, rows: Sequence[CardRow]) -> bool:
    return not card_set.cards.exists() and are_of_other_sets(card_set.code, [row.card for row in rows])


def _load_cube(game: CardGame, card_set: CardSet, rows: Sequence[CardRow], stored: Callable[[int], None]) -> LoadedSet:
    """Store a cube of cards of other sets: it refers to them and owns none."""
    numbers, recipe = Counter(row.card.number for row in rows), stored_recipe(card_set)
    stored(len(rows))
    if recipe and recipe.on_sheets == numbers.keys():
        return LoadedSet(card_set.code, 0, 0, len(rows), 0)
    save_recipe(card_set, cube_recipe(game.cube_pack, numbers))
    return LoadedSet(card_set.code, len(rows), 0, 0, 0)


def _load_set(
    cards: CardFile, card_set: CardSet, rows: list[CardRow], stored: Callable[[int], None], images: Mapping[str, str]
) -> LoadedSet:
    game = cards.game
    for numbers in _slices([row.card.number for row in rows]):
        Card.objects.filter(number__in=numbers, card_set__partial=True).update(card_set=card_set)
    there = _stored_cards(game, card_set)
    wanted: dict[str, _Printed] = {}
    for row in rows:
        number = row.card.number
        known = there[number][0] if number in there else _NOTHING_KNOWN
        is_kept = not cards.has_texts and known["text"]
        card = row.with_text(game, known["text"]) if is_kept else row.card
        wanted[number] = common_columns(card), facts_columns(game, card)
        wanted[number][0]["image_id"] = images.get(number, known["image_id"])
    added = [number for number in wanted if number not in there]
    changed = [number for number, printed in wanted.items() if number in there and there[number] != printed]
    unchanged = len(wanted) - len(added) - len(changed)
    stored(unchanged)
    for numbers in _slices(added + changed):
        _save_cards(game, card_set, [wanted[number] for number in numbers])
        stored(len(numbers))
    return LoadedSet(card_set.code, len(added), len(changed), unchanged, kept=len(there.keys() - wanted.keys()))


def _stored_cards(game: CardGame, card_set: CardSet) -> dict[str, _Printed]:
    """Return the columns of a set's cards and of their facts, by number."""
    names = [field.name for field in game.fields]
    found = {}
    for values in card_set.cards.values_list("number", *COLUMNS, *(f"{game.slug}__{name}" for name in names)):
        common = dict(zip(("number", *COLUMNS), values, strict=False))
        found[values[0]] = common, dict(zip(names, values[len(common) :], strict=True))
    return found


def _save_cards(game: CardGame, card_set: CardSet, printed: Sequence[_Printed]) -> None:
    """Add or update cards by number, and their facts."""
    Card.objects.bulk_create(
        [Card(card_set=card_set, **common) for common, _ in printed],
        update_conflicts=True,
        unique_fields=["number"],
        update_fields=COLUMNS,
    )
    facts_of_game = FACTS[game.slug]
    keys = dict(Card.objects.filter(number__in=[common["number"] for common, _ in printed]).values_list("number", "id"))
    facts_of_game._default_manager.bulk_create(
        [facts_of_game(card_id=keys[common["number"]], **facts) for common, facts in printed],
        update_conflicts=True,
        unique_fields=["card"],
        update_fields=[field.name for field in game.fields],
    )


def forget_shapes() -> None:
    """Delete the stored shapes of packs, to be derived again: a card or a recipe was corrected."""
    CardSet.objects.update(pack_shape="")


def derive_shapes() -> None:
    """Store the shape of packs of each set that lacks it."""
    for key in CardSet.objects.filter(pack_shape="", partial=False).values_list("id", flat=True):
        with transaction.atomic():
            if card_set := CardSet.objects.select_for_update().filter(id=key, pack_shape="").first():
                save_shape(card_set, recipe_of(card_set))


def save_kin(*, card_id: int) -> None:
    """Copy a card's kin from its facts to its row."""
    row = Card.objects.filter(id=card_id)
    row.update(kin=cards_by_row(row)[card_id].kin)


def _slices(numbers: list[str]) -> Iterator[list[str]]:
    return (numbers[start : start + AT_ONCE] for start in range(0, len(numbers), AT_ONCE))


def _refuse_bad_recipes(recipes: Iterable[SetRecipe], account: User | None) -> None:
    faults = [ImportFault(recipe.set_code, what) for recipe in recipes if (what := _put_on_file(recipe, account))]
    if faults:
        raise BadFile(faults)


def _put_on_file(wanted: SetRecipe, account: User | None) -> str:
    """Store the name and recipe of a set from a recipe file; return what is wrong with it, or an empty text."""
    card_set = CardSet.objects.select_for_update().filter(code=wanted.set_code).first()
    if card_set is None:
        return gettext_noop(
            "there is a recipe for this set, but the set is neither in the card list nor in the database"
        )
    if refused := refused_to(account, card_set):
        return refused
    if wanted.name and wanted.name != card_set.name:
        card_set.name = wanted.name
        card_set.save(update_fields=["name"])
    if wanted.recipe is None:
        return ""
    if strangers := strangers_on_sheets(card_set, wanted.recipe):
        return gettext_noop("no card has the number %(number)s", number=quoted(strangers[0]))
    if wanted.recipe != stored_recipe(card_set):
        save_recipe(card_set, wanted.recipe)
    return settle_packs(wanted.set_code)


def settle_packs(code: str) -> str:
    """Store the shape of a set's packs; return why none can be made, or an empty text."""
    card_set = CardSet.objects.get(code=code)
    loaded = cards_of(card_set)
    cards, in_packs = packable(card_set, own_cards_of(card_set)), packable(card_set, loaded)
    if loaded and not in_packs:
        CardSet.objects.filter(id=card_set.id).update(pack_shape=NO_PACKS)
        return ""
    recipe = stored_recipe(card_set) or derived_recipe(card_set, cards)
    save_shape(card_set, recipe)
    try:
        check_recipe(recipe, cards, in_packs)
    except CannotFill as fault:
        return fault.words
    return ""
