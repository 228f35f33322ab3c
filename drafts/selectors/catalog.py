"""What pages and forms show of sets and cards."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Sum
from django.db.models.functions import Length
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.models import Card as CardRow
from drafts.models import CardImage, CardSet
from drafts.rules.card_text import pieces_of
from drafts.rules.cards import Card, CardType
from drafts.rules.packs import CannotFill, Recipe, check_recipe
from drafts.rules.recipes import derive_recipe
from drafts.selectors.recipe_text import RecipeWords, recipe_words
from drafts.store.catalog import card_of, cards_of, stored_recipe

NONE = "none"
RARITIES_FIRST = ("LR", "ZR", "GR", "VR", "ORR", "RRR", "RR", "R", "C")
KINDS = {
    CardType.NORMAL: "normal unit",
    CardType.G: "G unit",
    CardType.TRIGGER: "trigger unit",
    CardType.ORDER: "order",
    CardType.OTHER: "other",
}


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A set as a form or a list shows it."""

    code: str
    name: str
    card_count: int

    @property
    def label(self) -> str:
        """The code, and the name where the set has one of its own."""
        return self.code if self.name == self.code else f"{self.code} · {self.name}"


@dataclass(frozen=True, slots=True)
class Facet:
    """What one can ask of a set's cards: each answer with how many cards give it, and the one asked for, or nothing."""

    name: str
    label: str
    answers: tuple[tuple[str, int], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class SetView:
    """A set, and those of its cards that were asked for, rarest first; `trouble` says why it makes no packs, if so."""

    code: str
    name: str
    card_count: int
    cards: tuple[Card, ...]
    facets: tuple[Facet, ...]
    recipe: RecipeWords
    trouble: str

    @property
    def is_narrowed(self) -> bool:
        """Whether only some cards were asked for."""
        return any(facet.chosen for facet in self.facets)

    @property
    def has_texts(self) -> bool:
        """Whether any card of the set says what it does."""
        return any(card.text for card in self.cards)

    @property
    def names_clans(self) -> bool:
        """Whether any text names a clan, which is read otherwise than it is printed (R18)."""
        return any(piece.printed for card in self.cards for piece in pieces_of(card.text))


def sets_for_drafts() -> list[SetSummary]:
    """Return all sets that have cards, by code."""
    rows = CardSet.objects.annotate(card_count=Count("cards")).filter(card_count__gt=0).order_by("code")
    return [SetSummary(row.code, row.name, row.card_count) for row in rows]


def faces_of_sets() -> dict[str, Card]:
    """Return a card for each set to be known by, by the set's code: the first one of its rarest rarity."""
    ranks: dict[str, tuple[tuple[int, str], str, int]] = {}
    for code, rarity, number, key in CardRow.objects.values_list("card_set__code", "rarity", "number", "id"):
        rank = (rarity_order(rarity or NONE), number, key)
        ranks[code] = min(ranks.get(code, rank), rank)
    rows = CardRow.objects.in_bulk(key for _, _, key in ranks.values())
    return {code: card_of(rows[key]) for code, (_, _, key) in ranks.items()}


def size_of_images() -> int:
    """Return how many bytes all pictures have together."""
    return CardImage.objects.aggregate(size=Sum(Length("data")))["size"] or 0


def set_of_code(code: str) -> CardSet | None:
    """Return the set of that code, in whatever case it is written, or None."""
    return CardSet.objects.filter(code=code.strip().upper()).first() if code.isprintable() else None


def view_set(card_set: CardSet, asked: Mapping[str, str]) -> SetView:
    """Return the set as its page shows it. What no card of it answers is not asked for."""
    cards = cards_of(card_set)
    on_file = stored_recipe(card_set)
    recipe = on_file or derive_recipe(card_set.code, cards)
    facets = tuple(_facet(question, cards, asked.get(question.name, "")) for question in QUESTIONS)
    return SetView(
        code=card_set.code,
        name=card_set.name,
        card_count=len(cards),
        cards=_fitting(cards, facets),
        facets=facets,
        recipe=recipe_words(card_set.code, recipe, on_file=on_file is not None),
        trouble=_trouble(recipe, cards),
    )


def rarity_order(rarity: str) -> tuple[int, str]:
    """Return where a rarity stands in a list: the rarest numbered cards first, special printings last."""
    place = RARITIES_FIRST.index(rarity) if rarity in RARITIES_FIRST else len(RARITIES_FIRST)
    return place, rarity


@dataclass(frozen=True, slots=True)
class _Question:
    name: str
    label: Promise
    answer: Callable[[Card], str]
    order: Callable[[str], tuple[int, str]]


def _grade(card: Card) -> str:
    return NONE if card.grade is None else str(card.grade)


def _kind(card: Card) -> str:
    return f"{card.trigger.value} trigger" if card.trigger else KINDS[card.card_type]


def _by_number(numeral: str) -> tuple[int, str]:
    return len(numeral), numeral


def _by_name(name: str) -> tuple[int, str]:
    return int(name == NONE), name


QUESTIONS = (
    _Question("rarity", _("Rarity"), lambda card: card.rarity or NONE, rarity_order),
    _Question("grade", _("Grade"), _grade, _by_number),
    _Question("clan", _("Clan"), lambda card: card.clan or card.nation or NONE, _by_name),
    _Question("kind", _("Kind"), _kind, _by_name),
)


def _facet(question: _Question, cards: tuple[Card, ...], asked: str) -> Facet:
    counts = Counter(map(question.answer, cards))
    answers = tuple((answer, counts[answer]) for answer in sorted(counts, key=question.order))
    return Facet(question.name, str(question.label), answers, asked if asked in counts else "")


def _fitting(cards: tuple[Card, ...], facets: tuple[Facet, ...]) -> tuple[Card, ...]:
    asked = [(question.answer, facet.chosen) for question, facet in zip(QUESTIONS, facets, strict=True) if facet.chosen]
    fitting = (card for card in cards if all(answer(card) == chosen for answer, chosen in asked))
    return tuple(sorted(fitting, key=lambda card: (rarity_order(card.rarity or NONE), card.number)))


def _trouble(recipe: Recipe, cards: tuple[Card, ...]) -> str:
    try:
        check_recipe(recipe, cards)
    except CannotFill as trouble:
        return translated(trouble.words)
    return ""
