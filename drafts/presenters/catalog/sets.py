"""Values that pages and forms show about sets and cards."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Count

from drafts.languages import translated
from drafts.models import Card as CardRow
from drafts.models import CardSet, Event
from drafts.presenters.catalog.recipe_text import RecipeWords, recipe_words
from drafts.queries.catalog import NONE, questions_of, rarity_order
from drafts.rules.cards import Card
from drafts.rules.formats import Format
from drafts.rules.games.base import CardGame, Question
from drafts.rules.games.registry import FORMATS
from drafts.rules.packs import CannotFill, Recipe, check_recipe
from drafts.store.catalog import cards_by_row, cards_of, derived_recipe, game_of, own_cards_of, packable, stored_recipe
from drafts.store.choices.avatars import loaded_avatars

IN_A_FAN = 5
"""So many cards stand for a set."""

T = TypeVar("T")
Rank = tuple[tuple[int, str], str]
"""Where a card stands in its set: by rarity, and by number."""


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A set as a form or a list shows it."""

    code: str
    name: str
    game: str
    card_count: int

    @property
    def label(self) -> str:
        """The code, and the name where the set has one of its own."""
        return self.code if self.name == self.code else f"{self.code} · {self.name}"


@dataclass(frozen=True, slots=True)
class Facet:
    """A filter for a set's cards: each answer with its number of cards, and the chosen answer, or ""."""

    name: str
    label: str
    answers: tuple[tuple[str, int], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class SetView:
    """A set, and those of its cards that were asked for, rarest first; `fault` says why it makes no packs, if so.

    `fan` are the cards that it is known by. There is no `recipe` of a set of which no card lies in packs.
    """

    code: str
    name: str
    card_count: int
    cards: tuple[Card, ...]
    facets: tuple[Facet, ...]
    recipe: RecipeWords | None
    fault: str
    fan: tuple[Card, ...]

    @property
    def is_narrowed(self) -> bool:
        """Whether only some cards were asked for."""
        return any(facet.chosen for facet in self.facets)

    @property
    def has_texts(self) -> bool:
        """Whether any card of the set says what it does."""
        return any(card.text for card in self.cards)

    @property
    def is_read_otherwise(self) -> bool:
        """Whether any text is read otherwise than it is printed (R18)."""
        return any(piece.printed for card in self.cards for piece in card.reading)


def loaded_sets() -> list[SetSummary]:
    """Return all loaded sets that have cards, by code."""
    rows = (
        CardSet.objects.filter(partial=False)
        .annotate(card_count=Count("cards"))
        .filter(card_count__gt=0)
        .order_by("code")
    )
    return [SetSummary(row.code, row.name, row.game, row.card_count) for row in rows]


def formats_to_practise() -> list[Format]:
    """Return the formats whose sample set is loaded."""
    loaded = set(
        CardSet.objects.filter(code__in=[format_.sample for format_ in FORMATS.values()], partial=False).values_list(
            "code", flat=True
        )
    )
    return [format_ for format_ in FORMATS.values() if format_.sample in loaded]


def practices() -> list[tuple[str, str]]:
    """Return the slug of each format that can be practised, and what it is called: its game, if it is its first.

    Those to which everybody brings a deck, and those that are played here, need no set and come last.
    """
    without = (format_ for format_ in FORMATS.values() if format_.brings_decks or format_.is_played)
    formats = [*formats_to_practise(), *without]
    firsts = {format_.game.slug: format_ for format_ in reversed(formats)}
    return [
        (format_.slug, translated(format_.game.name if firsts[format_.game.slug] is format_ else format_.name))
        for format_ in formats
    ]


def formats_with_avatars() -> list[str]:
    """Return the slugs of the formats whose fighters can have avatars (M26): those of which some are loaded."""
    games = {game.slug: game for format_ in FORMATS.values() if (game := format_.avatar_game)}
    loaded = {slug for slug, game in games.items() if loaded_avatars(game).exists()}
    return [slug for slug, format_ in FORMATS.items() if format_.avatar_game and format_.avatar_game.slug in loaded]


def cards_to_show(format_: Format) -> list[Card]:
    """Return five cards of a format's sample set: the rarest of four kins, and one of the featured kind."""
    return _best_of(format_, CardSet.objects.filter(code=format_.sample, partial=False))


def cards_of_event(event: Event) -> list[Card]:
    """Return five cards of the sets of an event, chosen as `cards_to_show` does; none where no list is loaded."""
    return _best_of(event.draft.procedure, CardSet.objects.filter(id__in=event.draft.rounds.values("card_set")))


def _best_of(format_: Format, rows: Iterable[CardSet]) -> list[Card]:
    ranked = sorted(
        (card for row in rows for card in cards_of(row)),
        key=lambda card: (rarity_order(format_.card_game, card.rarity or NONE), card.number),
    )
    featured = [card for card in ranked if format_.featured in card.traits][:1]
    kins: dict[str, Card] = {}
    for card in ranked:
        if card not in featured:
            kins.setdefault(card.kin, card)
    return [*kins.values()][:4] + featured


def sets_with_fans(sets: Iterable[CardSet]) -> list[tuple[SetSummary, list[Card]]]:
    """Return sets as a list shows them, each with the cards that it is known by: its best."""
    rows = list(sets)
    ranked: dict[int, list[tuple[Rank, str, int]]] = {row.id: [] for row in rows}
    columns = ("card_set", "kin", "rarity", "number", "id")
    games = {row.id: game_of(row) for row in rows}
    for card_set, kin, rarity, number, key in CardRow.objects.filter(card_set__in=rows).values_list(*columns):
        rank = rarity_order(games[card_set], rarity or NONE), number
        ranked[card_set].append((rank, kin, key))
    fans = {card_set: best_of(cards, IN_A_FAN) for card_set, cards in ranked.items()}
    cards = cards_by_row(CardRow.objects.filter(id__in=[key for fan in fans.values() for key in fan]))
    return [
        (SetSummary(row.code, row.name, row.game, len(ranked[row.id])), [cards[key] for key in fans[row.id]])
        for row in rows
    ]


def best_of(ranked: Iterable[tuple[Rank, str, T]], most: int) -> list[T]:
    """Return the rarest of those that are given with their rank and kin: one of each kin before a second one of any."""
    seen: Counter[str] = Counter()
    again = []
    for rank, kin, card in sorted(ranked, key=lambda each: each[0]):
        again.append((seen[kin], rank, card))
        seen[kin] += 1
    return [card for _, _, card in sorted(again, key=lambda each: each[:2])[:most]]


def view_set(card_set: CardSet, asked: Mapping[str, str]) -> SetView:
    """Return the set as its page shows it. A figure that no card of it has is not asked for."""
    cards = cards_of(card_set)
    on_file = stored_recipe(card_set)
    own = own_cards_of(card_set)
    recipe = on_file or derived_recipe(card_set, own)
    game = game_of(card_set)
    packed = packable(card_set, cards)
    questions = questions_of(game)
    facets = tuple(_facet(question, cards, asked.get(question.name, "")) for question in questions)
    return SetView(
        code=card_set.code,
        name=card_set.name,
        card_count=len(cards),
        cards=_fitting(game, questions, cards, facets),
        facets=facets,
        recipe=recipe_words(
            game,
            card_set.code,
            recipe,
            on_file=on_file is not None,
            rarities={card.number: card.rarity for card in cards},
        )
        if packed or not cards
        else None,
        fault=_fault(recipe, packable(card_set, own), packed) if packed or not cards else "",
        fan=tuple(
            best_of(
                (((rarity_order(game, card.rarity or NONE), card.number), card.kin, card) for card in cards), IN_A_FAN
            )
        ),
    )


def _facet(question: Question, cards: tuple[Card, ...], asked: str) -> Facet:
    counts = Counter(map(question.answer, cards))
    answers = tuple((answer, counts[answer]) for answer in sorted(counts, key=question.order))
    return Facet(question.name, translated(question.label), answers, asked if asked in counts else "")


def _fitting(
    game: CardGame, questions: tuple[Question, ...], cards: tuple[Card, ...], facets: tuple[Facet, ...]
) -> tuple[Card, ...]:
    asked = [(question.answer, facet.chosen) for question, facet in zip(questions, facets, strict=True) if facet.chosen]
    fitting = (card for card in cards if all(answer(card) == chosen for answer, chosen in asked))
    return tuple(sorted(fitting, key=lambda card: (rarity_order(game, card.rarity or NONE), card.number)))


def _fault(recipe: Recipe, own: tuple[Card, ...], cards: tuple[Card, ...]) -> str:
    try:
        check_recipe(recipe, own, cards)
    except CannotFill as fault:
        return translated(fault.words)
    return ""
