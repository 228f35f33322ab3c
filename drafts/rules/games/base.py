"""The interface of a game to modules outside of its own package: facts of cards, packs, decks, and words, as data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from drafts.rules.avatars import Avatar
from drafts.rules.building import Builder
from drafts.rules.cards import Card
from drafts.rules.decks import Cards, Deck, Tally
from drafts.rules.packs import Recipe
from drafts.rules.planes import Plane
from drafts.rules.wording import Say, Wording, gettext_noop

PICK_WORDS: Mapping[str, Wording] = {
    "undo": gettext_noop("Undo the last pick"),
    "undo help": gettext_noop(
        "For a pick that went wrong for everybody: the last one that all have made, and what was placed since, goes "
        "back into the packs, and all choose again. The log records it."
    ),
    "undone": gettext_noop("The pick is taken back. Everyone chooses again."),
    "step left": gettext_noop("Pack %(round)s, pick %(pass)s (opened by %(name)s, passed left)"),
    "step right": gettext_noop("Pack %(round)s, pick %(pass)s (opened by %(name)s, passed right)"),
    "moment": gettext_noop("pack %(round)s, pick %(pass)s"),
    "stalled": gettext_noop("No fighter chose in pack %(round)s, pick %(pass)s: the table paused itself."),
    "taken back": gettext_noop("Taken back: pack %(round)s, pick %(pass)s, and everything after it."),
    "by time": gettext_noop("Time ran out for %(name)s in pack %(round)s, pick %(pass)s: the server chose."),
}
"""The words of games in which a pass is called a pick."""

DERIVED_NOW = 3
"""The rules by which packs of sets that are loaded now are made. A set keeps its own, as do its drafts.

Since the rules 2 no basic land is drafted, and since the rules 3 no card lies in packs that is `CardGame.apart`.
"""

APART_SINCE = 3
FROM_CARDS = gettext_noop("derived from the set's cards")
"""The source of a recipe whose set's code says nothing of its packs."""


@dataclass(frozen=True, slots=True)
class Field:
    """A fact that a game prints on its cards: a column of card lists, a key of a card's JSON, a row of its details.

    `read` makes the value of a text without blanks around it. It raises ValueError with what is wrong, in words that
    go on after the column's name: "is not a whole number from 0 to 99". `needed`: a card list must have the column.
    `aliases` are other names of the column in lists of other origin (`importers.sets.columns`).
    """

    name: str
    label: str
    read: Callable[[str], object]
    needed: bool = True
    aliases: tuple[str, ...] = ()


class Made(NamedTuple):
    """A card made of the facts of a list, and what is wrong or odd about them taken together.

    A fault is the name of a column and what is wrong with it, which goes on after that name.
    """

    card: Card
    faults: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()


class Shape(NamedTuple):
    """The shape of a set's packs: the numbers of cards that one can hold (smallest first), and the cards of each one.

    `guaranteed`: a card with the trait that the game's formats feature.
    """

    sizes: tuple[int, ...]
    guaranteed: bool

    @property
    def name(self) -> str:
        """A short name, alike for sets whose packs are drafted alike: `5t`, `7`, `5-7t`."""
        return "-".join(map(str, self.sizes)) + ("t" if self.guaranteed else "")

    @classmethod
    def named(cls, name: str) -> "Shape":
        """Return the shape of this name."""
        sizes = name.removesuffix("t").split("-")
        return cls(tuple(int(size) for size in sizes if size), name.endswith("t"))


class Question(NamedTuple):
    """A question about a set's cards on its page: an answer for each card, and the place of an answer in a list."""

    name: str
    label: str
    answer: Callable[[Card], str]
    order: Callable[[str], tuple[int, str]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Game:
    """A game, as far as other modules know it.

    `words` are what pages say in the game's own words, `refusals` the sentences for refusals that only this game has.
    `rule_check`: there are sheets of what its rules do by themselves (M32), and of a turn (M40).
    """

    slug: str
    name: str
    words: Mapping[str, Wording]
    refusals: Mapping[str, Wording] = field(default_factory=dict)
    rule_check: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CardGame(Game):
    """A game whose cards are in sets that a site loads.

    `card` is its class of cards, with a field for each of `fields`. `mark` is the column by which an incomplete card
    list is taken for one of this game, `signs` the names of columns of other lists that tell of this game and of no
    other, and `make_card` makes a card of what all games have and of its facts. `derive_recipe` makes a recipe of a
    set's code and cards, by the rules of the time when it was first loaded. `known_shape` tells what packs are like by
    a set's code alone, or None where the cards must be read, and `source` what a recipe is derived from. `letters` are
    the traits of a card on a line of notation, and `made_up` makes one of letters and a name (KeyError for letters that
    it does not know). `bot_order` returns a key by which a bot ranks the cards of a hand, given its pile. `deck_of`
    sorts a pile, given the usual size of a deck and whether the draft is over. `summary` is what a fighter is sent of a
    deck besides zones and tallies (its type is published), and `line_note` what a line of its text says after a name.
    `derived` are further attributes of a card that its JSON has, `logged` the facts in log.csv, `rarities` the game's,
    rarest first, `dealt` those of which nobody chooses a card when all are shared out (R19), `known_rarities` all of
    which the game knows whether they are in packs, `cube_pack` how many cards a pack of a cube has, `rarity_words` what
    a card list may write for a rarity, in capitals, and `questions` what the page of a set asks; `faction` names the
    one by which decks are built, as clan or colour. `slots` are the names that the game gives to slots, `deck_programs`
    other programs that read a deck: a name, and a form of the deck. `builder` says how decks are built of a pool, in a
    game in which they are. Cards with a trait of `apart` lie in no pack. `avatar_of` makes an avatar of such a card
    (M26), which alone has the fact `avatar_fact`. `plane_of` makes a card of planar decks (M38) of one whose type line
    begins with one of `plane_types`.
    """

    card: type[Card]
    fields: tuple[Field, ...]
    mark: str
    make_card: Callable[[Mapping[str, Any], Mapping[str, Any]], Made]
    derive_recipe: Callable[[str, Iterable[Card], int], Recipe]
    letters: Callable[[Card], str]
    made_up: Callable[[str, str], Card]
    bot_order: Callable[[Cards], Callable[[Card], int]]
    deck_of: Callable[[Cards, int, bool], Deck]
    tallies: Callable[[Cards], tuple[Tally, ...]]
    summary: Callable[[Deck, Say], Mapping[str, object]]
    line_note: Callable[[Card], str]
    logged: tuple[str, ...]
    rarities: tuple[str, ...]
    dealt: tuple[str, ...]
    known_rarities: frozenset[str]
    cube_pack: int
    questions: tuple[Question, ...]
    faction: str
    slots: Mapping[str, Wording]
    known_shape: Callable[[str], Shape | None] = lambda set_code: None
    source: Callable[[str], Wording] = lambda set_code: FROM_CARDS
    signs: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    rarity_words: Mapping[str, str] = field(default_factory=dict)
    deck_programs: tuple[tuple[str, str], ...] = ()
    builder: Builder | None = None
    apart: frozenset[str] = frozenset()
    avatar_of: Callable[[Card], Avatar] | None = None
    avatar_fact: str = ""
    plane_of: Callable[[Card], Plane] | None = None
    plane_types: tuple[str, ...] = ()


def facts_of(card: Card, fields: Sequence[Field]) -> dict[str, Any]:
    """Return the facts of a card as plain values, by their names."""
    return {one.name: getattr(card, one.name) for one in fields}


def rank_of(rarity: str, rarities: Sequence[str]) -> int:
    """Return how rare a card is, 0 for the rarest; a rarity that its game does not name is just above the common."""
    return rarities.index(rarity) if rarity in rarities else len(rarities) - 2
