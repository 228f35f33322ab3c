"""Facts about the packs of a set for people before a draft: their size, and how long the draft takes."""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from drafts.importers.pack_list import read_pack_list
from drafts.models import CardSet, Event, PackSource
from drafts.numbers import nearest
from drafts.rules.draft.clock import estimated_seconds
from drafts.rules.formats import Format, Pace
from drafts.rules.games.base import CardGame, Shape
from drafts.store.catalog import cube_fighters, game_of, has_packs, recipe_of, shape_by


def sets_with_cards(game: CardGame | None) -> list[CardSet]:
    """Return the sets of a game that can be drafted, by code, with their recipes on file; without a game none."""
    if game is None:
        return []
    return list(CardSet.objects.filter(has_packs(), game=game.slug, partial=False).select_related("recipe"))


def usual_shape(format_: Format) -> Shape:
    """Return what packs are like where nothing else is known: of the usual size, with a featured card if any."""
    return Shape((format_.pack_size,), bool(format_.featured))


def shapes_of(card_sets: Iterable[CardSet]) -> dict[str, Shape]:
    """Return what the packs of many sets are like, by code.

    It is stored when a set is loaded. Where it is not yet, cards are read if neither a recipe nor the set's code tells.
    """
    return {card_set.code: _shape_of(card_set) for card_set in card_sets}


def _shape_of(card_set: CardSet) -> Shape:
    if card_set.pack_shape:
        return Shape.named(card_set.pack_shape)
    known = None if hasattr(card_set, "recipe") else game_of(card_set).known_shape(card_set.code)
    return known or shape_by(recipe_of(card_set))


def length_of(format_: Format, pace: Pace, shapes: Sequence[Shape], review_seconds: int) -> int | None:
    """Return how many seconds a draft of rounds with packs of these shapes lasts; None where nothing is timed."""
    lengths = [
        estimated_seconds(
            format_, pace, pack_size=shape.sizes[-1], guaranteed=shape.guaranteed, review_seconds=review_seconds
        )
        for shape in shapes
    ]
    known = [length for length in lengths if length is not None]
    return nearest(Fraction(sum(known), len(known))) if known else None


def in_minutes(seconds: int | None) -> str:
    """Return a length in words, to half a minute: "about 14½ minutes"."""
    if seconds is None:
        return gettext("as long as it takes")
    words = ngettext("about %(minutes)s minute", "about %(minutes)s minutes", math.ceil(_halves(seconds) / 2))
    return words % {"minutes": minutes_of(seconds)}


def minutes_of(seconds: int) -> str:
    """Return minutes in digits, to half a minute: "14½"."""
    whole, half = divmod(_halves(seconds), 2)
    return f"{whole or ''}{'½' if half else ''}"


def _halves(seconds: int) -> int:
    return max(1, nearest(Fraction(seconds, 30)))


def lengths_by_choice(
    format_: Format, shapes: Iterable[Shape], reviews: Iterable[int]
) -> dict[str, dict[str, dict[str, str]]]:
    """Return how long a draft takes, in words, by the name of the packs' shape, the pace, and the review's seconds."""
    different = {shape.name: shape for shape in (usual_shape(format_), *shapes)}
    every = list(reviews)
    return {
        name: {
            pace.value: {str(review): in_minutes(length_of(format_, pace, [shape], review)) for review in every}
            for pace in Pace
        }
        for name, shape in different.items()
    }


def shapes_of_event(event: Event) -> list[Shape]:
    """Return what the packs of an event are like: one for each round, or for each listed pack."""
    draft = event.draft
    if draft.pack_source == PackSource.UPLOADED:
        return [Shape((len(pack),), guaranteed=True) for pack in read_pack_list(draft.pack_list)]
    if draft.lacks_sets:
        return [Shape((draft.pack_cards,), bool(draft.procedure.featured))] * len(draft.procedure.rounds)
    rounds = draft.rounds.select_related("card_set__recipe")
    shapes = shapes_of({of_round.card_set for of_round in rounds})
    return [shapes[of_round.card_set.code] for of_round in rounds]


def deck_notice(event: Event) -> str:
    """Return what must be said of the packs before the draft, or an empty text.

    That is when decks will not have the format's size (R15), and of a cube how many it has cards for.
    """
    return " ".join(filter(None, (_size_notice(event), _cube_notice(event))))


def _size_notice(event: Event) -> str:
    format_ = event.draft.procedure
    shapes = shapes_of_event(event)
    if not shapes or all(shape.sizes == (format_.pack_size,) for shape in shapes):
        return ""
    sizes = sorted({size for shape in shapes for size in shape.sizes})
    if len(sizes) == 1:
        deck = sizes[0] * format_.packs
        words = ngettext(
            "These packs hold %(size)s card: each fighter will have %(deck)s cards, not %(usual)s.",
            "These packs hold %(size)s cards: each fighter will have %(deck)s cards, not %(usual)s.",
            sizes[0],
        )
        return words % {"size": sizes[0], "deck": deck, "usual": format_.deck_size}
    few, many = sizes[0], sizes[-1]
    words = gettext(
        "These packs do not all hold the same number of cards (%(few)s to %(many)s): "
        "fighters will not have %(usual)s cards each, and may have different numbers of them."
    )
    return words % {"few": few, "many": many, "usual": format_.deck_size}


def _cube_notice(event: Event) -> str:
    """Return for how many fighters of a table a cube has cards, where more can sit at one."""
    draft = event.draft
    if draft.pack_source != PackSource.GENERATED:
        return ""
    most = draft.procedure.fighters[1]
    fighters = min(cube_fighters(draft).values(), default=most)
    if fighters >= most:
        return ""
    words = ngettext(
        "This cube has cards for %(fighters)s fighter at a table.",
        "This cube has cards for %(fighters)s fighters at a table.",
        fighters,
    )
    return words % {"fighters": fighters}
