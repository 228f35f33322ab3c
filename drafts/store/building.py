"""The decks that the fighters of a table build (M14-M20): rows to rules, and changes of them."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db.models import QuerySet

from drafts.models import Card as CardRow
from drafts.models import Event, EventStage, Fighter, Lists, Pick
from drafts.rules.actors import Actor
from drafts.rules.building import Builder, BuiltDeck, Pool
from drafts.rules.cards import Card, CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.formats import Format
from drafts.rules.games.base import CardGame
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night import building
from drafts.rules.night.building import (
    LINES,
    NOTHING_BUILT,
    Building,
    Lock,
    Move,
    Registered,
    Work,
    completed,
    deck_of_text,
    deck_text,
)
from drafts.rules.night.clock_moves import Extend
from drafts.rules.night.stages import Stage
from drafts.store.catalog import card_columns, card_from, cards_by_row
from drafts.store.choices.people import names_at
from drafts.store.known_cards import known_cards, printed_cards
from drafts.store.stages import Reach, StageKind, row_of

Versions = tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class LiveBuilding:
    """The decks of the table `number`, as they stand at `version`.

    `names` are the nicknames of all fighters at the table, bots included. `printed` are the free lands as the sets of
    the draft print them, by name. `public` are the versions that all viewers are told of, `own` those that only one
    fighter is told of, each in order.
    """

    id: StageId
    number: int
    version: Version
    event: EventId
    building: Building
    names: Mapping[FighterId, str]
    printed: Mapping[str, Card] = field(repr=False)
    public: Versions = ()
    own: Mapping[FighterId, Versions] = field(default_factory=dict, repr=False)

    stage: ClassVar[str] = Stage.BUILDING.value

    @property
    def wakes_at(self) -> datetime | None:
        """When the time to build is up, None while no clock runs."""
        return None if self.building.locked else self.building.clock.deadline

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return what a version adds to the `seq` of a viewer: the first, those for all, and their own.

        A `fighter` of None is a viewer who builds no deck here, a `version` of None the present one.
        """
        version = self.version if version is None else version
        own = () if fighter is None else self.own.get(fighter, ())
        return 1 + bisect_right(self.public, version) + bisect_right(own, version)


def _due(live: LiveBuilding, now: datetime, patience: timedelta) -> Move | None:
    """Return the move that locks all decks, or gives more time if the server missed the deadline; None before it."""
    deadline = live.wakes_at
    if deadline is None or deadline > now:
        return None
    late = now - deadline
    return Lock() if late <= patience else Extend(round(late.total_seconds() + GRACE_SECONDS, 1))


def _apply(live: LiveBuilding, by: Actor, move: Move, at: datetime) -> LiveBuilding:
    after = building.apply(live.building, by, move, at)
    if after is live.building:
        return live
    version, told = Version(live.version + 1), reach_of(live.building, after)
    if told.public:
        return replace(live, building=after, version=version, public=(*live.public, version))
    own = {**live.own, **{fighter: (*live.own.get(fighter, ()), version) for fighter in told.fighters}}
    return replace(live, building=after, version=version, own=own)


def _complete(live: LiveBuilding, by: Actor, move: Move, at: datetime) -> Move:
    return completed(live.building, by, move)


def reach_of(before: Building, after: Building) -> Reach:
    """Return the viewers whose view has changed: a deck is only seen by its fighter, the progress by everybody."""
    moved = [fighter for fighter, work in after.works.items() if work is not before.works[fighter]]
    is_public = (before.clock, before.locked, before.gone) != (after.clock, after.locked, after.gone) or any(
        before.progress(fighter) != after.progress(fighter) for fighter in moved
    )
    return Reach(after.works.keys(), public=True) if is_public else Reach(moved, public=False)


# Reading --------------------------------------------------------------------------------------------------------------


def stages_of_building(event: EventId) -> QuerySet[EventStage]:
    """Return the rows of the decks that are built in an event, table by table."""
    return EventStage.objects.filter(event=event, stage=LiveBuilding.stage).order_by("number")


def load_all_buildings(event: EventId) -> dict[int, LiveBuilding]:
    """Return the decks of the tables of an event at which decks are built, by their numbers."""
    rows = stages_of_building(event).values_list("id", flat=True)
    return {live.number: live for live in (BUILDINGS.load(StageId(row)) for row in rows)}


def load_building(event: EventId, number: int) -> LiveBuilding | None:
    """Return the decks of a table, None where none are built; for lists, with the print of known cards."""
    row = stages_of_building(event).filter(number=number).values_list("id", flat=True).first()
    if row is None:
        return None
    live = BUILDINGS.load(StageId(row))
    return live if live.building.builder.lists is None else replace(live, printed=printed_cards(live.building))


def load_begun(stage: StageId) -> LiveBuilding:
    """Read the decks of a table as they were before the first act. Raises EventStage.DoesNotExist."""
    row = row_of(stage)
    draft, setup = row.event.draft, row.setup
    format_ = draft.procedure
    builder = _builder_of(format_)
    fighters = [FighterId(fighter) for fighter in setup["fighters"]]
    pools = {} if format_.cards is None else pools_at(draft.id, row.number, format_.cards)
    names = names_at(draft, row.number)
    works = {fighter: _work_in(setup, fighter, row.began_at) for fighter in fighters}
    minutes = setup["minutes"]
    begun = Building(
        builder,
        {fighter: pools.get(fighter, {}) for fighter in fighters},
        works,
        clocks.started(row.began_at, minutes * 60 if minutes else None),
        locked=setup.get("locked", False),
        gone=frozenset(map(FighterId, setup.get("gone", ()))),
    )
    printed = {} if format_.cards is None else printed_lands(row.event, builder.lands)
    return LiveBuilding(stage, row.number, Version(1), EventId(row.event_id), begun, names, printed)


def _builder_of(format_: Format) -> Builder:
    """Return how decks are built in a format; for lists that are handed in, with the cards of loaded sets."""
    if format_.lister is not None and format_.lister.lists is not None:
        lists = format_.lister.lists
        return replace(format_.lister, lists=replace(lists, known=known_cards(format_.game, lists)))
    builder = format_.card_game.builder
    if builder is None:
        raise ValueError(f"no decks are built in {format_.slug}")
    return builder


def _work_in(setup: Mapping[str, Any], fighter: FighterId, began_at: datetime) -> Work:
    """Return the deck that a fighter begins with: empty, or that of a bot or of an imported log."""
    given = setup.get("registered", {}).get(str(fighter))
    if given is None:
        return NOTHING_BUILT
    text, at, auto = given
    deck = deck_of_text(text)
    moment = began_at if at is None else datetime.fromisoformat(at)
    return Work(deck=deck, registered=Registered(deck, moment, auto))


def pools_at(draft: int, number: int, game: CardGame) -> dict[FighterId, Pool]:
    """Return the pool of each fighter at a table, in the order in which the cards were taken."""
    picks = Pick.objects.standing().filter(seat__table__draft=draft, seat__table__number=number)
    rows = picks.filter(pack_card__card__isnull=False)
    printed = (f"pack_card__card__{column}" for column in card_columns(game))
    pools: dict[FighterId, dict[CardId, CardInPack]] = {}
    columns = ("seat__fighter", "pack_card__public_id", "pack_card__foil")
    for fighter, number_, foil, *card in rows.order_by("id").values_list(*columns, *printed):
        held = CardInPack(CardId(number_), card_from(game, tuple(card)), foil)
        pools.setdefault(FighterId(fighter), {})[held.id] = held
    return {**pools}


def printed_lands(event: Event, names: Mapping[str, Card]) -> dict[str, Card]:
    """Return free lands as the sets of a draft print them, by name, each of the first set that has it."""
    rounds = event.draft.rounds.order_by("round").values_list("card_set", flat=True)
    game = event.draft.procedure.card_game
    found: dict[str, Card] = {}
    for card_set in dict.fromkeys(rounds):
        rows = CardRow.objects.filter(card_set=card_set, name__in=names, rarity="L").order_by("number")
        for card in cards_by_row(rows, [game]).values():
            found.setdefault(card.name, card)
    return found


BUILDINGS = StageKind(
    stage=LiveBuilding.stage, lines=LINES, begin=load_begun, apply=_apply, due=_due, complete=_complete
)
building_change = BUILDINGS.change


# Beginning ------------------------------------------------------------------------------------------------------------


def setups_of(event: Event) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number of each table with its setup: the fighters, the time to build, and the decks of bots."""
    draft, minutes = event.draft, event.night.build_minutes
    game, hands_in = draft.procedure.cards, event.night.lists == Lists.ASKED
    if not hands_in and draft.procedure.builder is None:
        return
    for table in draft.tables.order_by("number"):
        people = list(Fighter.objects.filter(seats__table=table).order_by("seats__position").values_list("id", "bot"))
        if game is None:
            yield table.number, {"fighters": [fighter for fighter, _ in people], "minutes": minutes}
            continue
        bots = [FighterId(fighter) for fighter, is_bot in people if is_bot]
        pools = pools_at(draft.id, table.number, game) if bots else {}
        decks = {
            str(bot): [deck_text(bot_deck(tuple(pools.get(bot, {}).values()), draft.seed, bot, game)), None, False]
            for bot in bots
        }
        yield table.number, {"fighters": [fighter for fighter, _ in people], "minutes": minutes, "registered": decks}


def bot_deck(pool: tuple[CardInPack, ...], seed: str, bot: FighterId, game: CardGame) -> BuiltDeck:
    """Return the deck that a bot builds from its pool (M20)."""
    if game.builder is None:
        raise ValueError(f"no decks are built in {game.slug}")
    return game.builder.bot(pool, Chance(seed, "bot-deck", bot))
