"""The sets that can be drafted, and what can be asked of their cards."""

from functools import partial

from django.db import connection
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Length

from drafts.models import Card, CardImage, CardOnSheet, CardSet, DraftSet, Event, PackRecipe, PackSheet, PackSource
from drafts.rules.games.base import CardGame, Question
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.wording import gettext_noop
from drafts.store.catalog import has_cards

NONE = "none"


def find_sets(words: str, game: str) -> "QuerySet[CardSet]":
    """Return the sets that can be drafted and have all of these words in their code and name, by code.

    An empty `game` is any game.
    """
    found = CardSet.objects.filter(has_cards(), partial=False)
    if game:
        found = found.filter(game=game)
    for word in words.split():
        found = found.filter(Q(code__icontains=word) | Q(name__icontains=word))
    return found.order_by("code")


def games_with_sets() -> list[CardGame]:
    """Return the games of which there are sets to draft, in the order of all games."""
    with_sets = set(find_sets("", "").order_by().values_list("game", flat=True).distinct())
    return [game for game in CARD_GAMES.values() if game.slug in with_sets]


def size_of_images() -> int:
    """Return how many bytes all pictures have together."""
    return CardImage.objects.aggregate(size=Sum(Length("data")))["size"] or 0


def set_of_code(code: str) -> CardSet | None:
    """Return the set of that code, in whatever case it is written, or None."""
    return CardSet.objects.filter(code=code.strip().upper()).first() if code.isprintable() else None


def rarity_order(game: CardGame, rarity: str) -> tuple[int, str]:
    """Return where a rarity stands in a list: the rarest of the game first, special printings last."""
    place = game.rarities.index(rarity) if rarity in game.rarities else len(game.rarities)
    return place, rarity


def questions_of(game: CardGame) -> tuple[Question, ...]:
    """Return the questions about the cards of a game's sets: their rarity, and the game's own."""
    by_rarity = Question(
        "rarity", gettext_noop("Rarity"), lambda card: card.rarity or NONE, partial(rarity_order, game)
    )
    return by_rarity, *game.questions


def kins_of(event: Event) -> list[str]:
    """Return every kin that a card of the event may have: those of its sets' cards.

    For listed packs it is every kin there is in the game, since their own would tell what lies in them.
    """
    if event.draft.pack_source == PackSource.UPLOADED:
        cards = Card.objects.filter(card_set__game=event.draft.procedure.game.slug).order_by()
        kins = set(cards.values_list("kin", flat=True).distinct())
    else:
        with connection.cursor() as cursor:
            cursor.execute(_kins_statement(), [event.draft.id, event.draft.id])
            kins = {kin for (kin,) in cursor.fetchall()}
    return sorted(kins - {""})


def _kins_statement() -> str:
    """Return the SQL for the kins of the cards that `store.catalog.rows_of` finds for the sets of a draft.

    It takes the draft twice. Every fighter's page runs it, so that it is plain SQL.
    """
    card, draft_set, on_sheet, sheet, recipe = (
        connection.ops.quote_name(model._meta.db_table)
        for model in (Card, DraftSet, CardOnSheet, PackSheet, PackRecipe)
    )
    return f"""
SELECT c.kin FROM {card} c JOIN {draft_set} d ON d.card_set_id = c.card_set_id WHERE d.draft_id = %s
UNION SELECT c.kin FROM {card} c JOIN {on_sheet} o ON o.card_id = c.id JOIN {sheet} s ON s.id = o.sheet_id
  JOIN {recipe} r ON r.id = s.recipe_id JOIN {draft_set} d ON d.card_set_id = r.card_set_id
  WHERE d.draft_id = %s"""  # noqa: S608 - names of tables only
