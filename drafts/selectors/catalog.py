"""What pages and forms show of sets and cards."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from drafts.models import CardSet
from drafts.rules.cards import Card
from drafts.rules.packs import CannotFill, Recipe, check_recipe
from drafts.rules.recipes import derive_recipe
from drafts.selectors.recipe_words import RecipeWords, recipe_words
from drafts.store_catalog import cards_of, stored_recipe

RARITIES_FIRST = ("LR", "ZR", "GR", "VR", "ORR", "RRR", "RR", "R", "C")


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
class CardFilter:
    """What to show of a set; an empty text shows all. `grade` is a numeral, or `none` for cards without one."""

    rarity: str = ""
    grade: str = ""
    clan: str = ""
    kind: str = ""

    def shows(self, card: Card) -> bool:
        """Whether the card is to be shown."""
        return (
            self.rarity in ("", rarity_of(card))
            and self.grade in ("", grade_of(card))
            and self.clan in ("", clan_of(card))
            and self.kind in ("", kind_of(card))
        )


@dataclass(frozen=True, slots=True)
class Facet:
    """One filter: its name in the address, its label, and its values with how many cards of the set have them."""

    name: str
    label: str
    values: tuple[tuple[str, int], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class SetView:
    """A set with those of its cards that are shown, rarest first; `trouble` says why packs of it cannot be made."""

    code: str
    name: str
    card_count: int
    cards: tuple[Card, ...]
    facets: tuple[Facet, ...]
    recipe: RecipeWords
    trouble: str


def sets_for_drafts() -> list[SetSummary]:
    """Return all sets that have cards, by code."""
    rows = CardSet.objects.annotate(card_count=Count("cards")).filter(card_count__gt=0).order_by("code")
    return [SetSummary(row.code, row.name, row.card_count) for row in rows]


def set_of_code(code: str) -> CardSet | None:
    """Return the set of that code, in whatever case it is written, or None."""
    return CardSet.objects.filter(code=code.strip().upper()).first()


def view_set(card_set: CardSet, shown: CardFilter) -> SetView:
    """Return the set as its page shows it."""
    cards = cards_of(card_set)
    on_file = stored_recipe(card_set)
    recipe = on_file or derive_recipe(card_set.code, cards)
    return SetView(
        code=card_set.code,
        name=card_set.name,
        card_count=len(cards),
        cards=tuple(sorted(filter(shown.shows, cards), key=lambda card: (rarity_rank(card.rarity), card.number))),
        facets=_facets(cards, shown),
        recipe=recipe_words(card_set.code, recipe, on_file=on_file is not None),
        trouble=_trouble(recipe, cards),
    )


def rarity_rank(rarity: str) -> tuple[int, str]:
    """Return where a rarity stands in a list: the rarest of the numbered cards first, special printings after them."""
    place = RARITIES_FIRST.index(rarity) if rarity in RARITIES_FIRST else len(RARITIES_FIRST) + (rarity == "")
    return place, rarity


def rarity_of(card: Card) -> str:
    """Return the rarity, or `none`."""
    return card.rarity or "none"


def grade_of(card: Card) -> str:
    """Return the grade's numeral, or `none`."""
    return "none" if card.grade is None else str(card.grade)


def clan_of(card: Card) -> str:
    """Return the clan, where there is none the nation, or `none`."""
    return card.clan or card.nation or "none"


def kind_of(card: Card) -> str:
    """Return what the card is for the draft; for a trigger unit, the kind of its trigger."""
    return f"{card.trigger.value} trigger" if card.trigger else card.card_type.value


def _facets(cards: tuple[Card, ...], shown: CardFilter) -> tuple[Facet, ...]:
    rarities = Counter(card.rarity for card in cards)
    grades = Counter(card.grade for card in cards)
    clans = Counter(map(clan_of, cards))
    kinds = Counter(map(kind_of, cards))
    by_rarity = sorted(rarities, key=rarity_rank)
    by_grade = sorted(grades, key=lambda grade: (grade is None, grade or 0))
    return (
        Facet("rarity", "Rarity", tuple((rarity or "none", rarities[rarity]) for rarity in by_rarity), shown.rarity),
        Facet("grade", "Grade", tuple(("none" if g is None else str(g), grades[g]) for g in by_grade), shown.grade),
        Facet("clan", "Clan", tuple(sorted(clans.items())), shown.clan),
        Facet("kind", "Kind", tuple(sorted(kinds.items())), shown.kind),
    )


def _trouble(recipe: Recipe, cards: tuple[Card, ...]) -> str:
    try:
        check_recipe(recipe, cards)
    except CannotFill as trouble:
        return str(trouble)
    return ""
