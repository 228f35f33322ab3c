"""Files of Magic cards in JSON: set files of MTGJSON, and cards of Scryfall."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from drafts.importers.faults import at_most, quoted
from drafts.importers.recipes import SetRecipe
from drafts.importers.sets.columns import columns_of
from drafts.importers.sets.games.mtgjson import MtgjsonSet, is_mtgjson, read_mtgjson
from drafts.importers.sets.games.scryfall import cards_in, read_scryfall, set_names_of
from drafts.importers.sets.source import CardSource, Fields
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.wording import Wording, gettext_noop

MOST_SHOWN = 6


def read_json(value: object, booster: str = "") -> CardSource | None:
    """Return the cards of a JSON value, or None where it is no file of Magic cards. `booster`: as in `open_file`."""
    if is_mtgjson(value):
        return _of_mtgjson(read_mtgjson(value, booster))
    if cards := cards_in(value):
        return _of_scryfall(read_scryfall(cards), set_names_of(cards))
    return None


def _of_mtgjson(found: MtgjsonSet) -> CardSource:
    facts = {"name": found.name, "code": found.code, "count": len(found.cards)}
    kind = gettext_noop("MTGJSON set: %(name)s (%(code)s), %(count)s cards", **facts)
    if found.recipe is not None:
        layouts = len(found.recipe.layouts)
        kind = gettext_noop(
            "MTGJSON set: %(name)s (%(code)s), %(count)s cards, booster “%(booster)s” with %(layouts)s layouts",
            **facts,
            booster=found.booster,
            layouts=layouts,
        )
    warnings = []
    if found.strangers:
        warnings.append(
            gettext_noop("%(count)s cards of other sets on the sheets are left out of packs", count=found.strangers)
        )
    recipe = SetRecipe(found.code, found.name, found.recipe)
    source = _of_cards(kind, found.cards, tuple(warnings), (recipe,))
    return replace(source, booster=found.booster, boosters=found.boosters)


def _of_scryfall(cards: list[Fields], names: Mapping[str, str]) -> CardSource:
    listed = ", ".join(at_most((quoted(name) for name in sorted(names)), MOST_SHOWN))
    kind = gettext_noop(
        "Scryfall list of %(count)s cards of %(sets)s",
        count=len(cards),
        sets=listed,
    )
    recipes = tuple(SetRecipe(code, name, None) for code, name in names.items())
    return _of_cards(kind, cards, (), recipes)


def _of_cards(
    kind: Wording,
    cards: Iterable[Fields],
    warnings: tuple[Wording, ...],
    recipes: tuple[SetRecipe, ...],
) -> CardSource:
    game = CARD_GAMES["magic"]
    return CardSource(
        kind,
        game,
        frozenset(columns_of(game)),
        iter(list(enumerate(cards, 1))),
        warnings=warnings,
        recipes=recipes,
    )
