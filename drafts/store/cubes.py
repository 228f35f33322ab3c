"""The cards of loaded sets that a list, such as that of a cube, names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.db.models.functions import Lower

from drafts.importers.cards import CardFile
from drafts.importers.faults import quoted
from drafts.importers.recipes import COLORS
from drafts.importers.sets.cubes import own_cards
from drafts.importers.sets.names import NamedCard, NameList, PackPlan
from drafts.models import Card
from drafts.rules.cards import FACES
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import CARD_GAMES, DEFAULT_FORMAT
from drafts.rules.packs import Layout, Recipe, Slot, cube_recipe
from drafts.rules.wording import gettext_noop

AT_ONCE = 500
FEWEST_BALANCED = 5
"""The least size of the largest slot of a layout for its colours to be balanced, as Draftmancer has it."""


@dataclass(frozen=True, slots=True)
class FoundCards:
    """The cards of a list that are loaded: their numbers, each with its copies. `missing` are not loaded.

    `recipe` makes its packs. `own` are cards of the list itself, which belong to its set.
    """

    game: CardGame
    copies: Counter[str]
    missing: tuple[str, ...]
    recipe: Recipe
    own: CardFile | None = None

    @property
    def missing_words(self) -> tuple[str, ...]:
        """Messages about the cards that are not loaded."""
        return tuple(gettext_noop("no loaded card has the name %(name)s", name=quoted(name)) for name in self.missing)


def find_cards(names: NameList, code: str) -> FoundCards:
    """Find the cards that a list names: among its own, whose set gets this code, and in the loaded sets of one game.

    It is the game of the own cards, or else the one in which most cards are found. A printing that the list names is
    used if it is loaded, otherwise the first one of that name. A card of two faces is also found by its front.
    """
    own = own_cards(names, code)
    by_game = {slug: _found(names, slug) for slug in CARD_GAMES if own is None or slug == own.game.slug}
    slug = max(by_game, key=lambda each: (len(by_game[each]), each == DEFAULT_FORMAT.game.slug))
    numbers = {**by_game[slug], **_found_among_own(names, own)}
    copies = _copies(names.cards, numbers)
    missing = tuple(sorted({named.name for named in names.cards if named not in numbers}))
    game = CARD_GAMES[slug]
    recipe = cube_recipe(game.cube_pack, copies) if names.plan is None else _planned(names.plan, game, numbers)
    return FoundCards(game, copies, missing, recipe, own)


def _copies(cards: Counter[NamedCard], numbers: Mapping[NamedCard, str]) -> Counter[str]:
    copies: Counter[str] = Counter()
    for named, count in cards.items():
        if named in numbers:
            copies[numbers[named]] += count
    return copies


def _planned(plan: PackPlan, game: CardGame, numbers: Mapping[NamedCard, str]) -> Recipe:
    """Return the recipe of a list that describes its packs: each slot is a sheet."""
    sheets = {name: tuple(sorted(_copies(cards, numbers).items())) for name, cards in plan.slots.items()}
    layouts = []
    for place, (weight, described) in enumerate(plan.layouts):
        slots = [
            Slot(name, count or game.cube_pack, "", (), sheet=sheets[name], foil=(place, name) in plan.foil)
            for name, count in described
        ]
        largest = max(range(len(slots)), key=lambda index: slots[index].count)
        if plan.balanced and slots[largest].count >= FEWEST_BALANCED:
            slots[largest] = replace(slots[largest], balance=COLORS)
        layouts.append(Layout(weight, tuple(slots)))
    return Recipe(guarantees=False, layouts=tuple(layouts), once=plan.once)


def _found_among_own(names: NameList, own: CardFile | None) -> dict[NamedCard, str]:
    """Return the numbers of the list's own cards that it names, of the printing that it names."""
    if own is None:
        return {}
    printings: dict[str, list[tuple[NamedCard, str]]] = {}
    for (_, fields), row in zip(names.own, own.rows, strict=True):
        printing = NamedCard(row.card.name, fields.get("listed_set", ""), fields["card_number"])
        for name in {row.card.name.lower(), row.card.name.lower().partition(FACES)[0]}:
            printings.setdefault(name, []).append((printing, row.card.number))
    found = {}
    for named in names.cards:
        listed = printings.get(named.name.lower(), [])
        exact = (number for printing, number in listed if named.number in ("", printing.number))
        if listed:
            found[named] = next(exact, listed[0][1])
    return found


def _found(names: NameList, game: str) -> dict[NamedCard, str]:
    """Return the numbers of those named cards that are loaded in a game."""
    loaded = Card.objects.filter(card_set__game=game).order_by("id")
    wanted = {named.name.lower() for named in names.cards}
    by_name: dict[str, list[str]] = {}
    for number, name in _named(loaded, wanted):
        by_name.setdefault(name.lower(), []).append(number)
        by_name.setdefault(name.lower().partition(FACES)[0], []).append(number)
    return {
        named: _printing(named, numbers) for named in names.cards if (numbers := by_name.get(_key(named, by_name), []))
    }


def _named(loaded: "QuerySet[Card]", wanted: set[str]) -> Iterable[tuple[str, str]]:
    names = sorted(wanted)
    for first in range(0, len(names), AT_ONCE):
        some = names[first : first + AT_ONCE]
        yield from loaded.annotate(low=Lower("name")).filter(low__in=some).values_list("number", "name")
    yield from loaded.filter(name__contains=FACES).values_list("number", "name")


def _key(named: NamedCard, by_name: Mapping[str, list[str]]) -> str:
    whole = named.name.lower()
    return whole if whole in by_name else whole.partition(FACES)[0]


def _printing(named: NamedCard, numbers: list[str]) -> str:
    exact = f"{named.set_code}/{named.number}"
    of_set = (number for number in numbers if named.set_code and number.startswith(f"{named.set_code}/"))
    return exact if exact in numbers else next(of_set, numbers[0])
