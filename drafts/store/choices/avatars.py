"""The avatars of an event (M26-M29): its cards, and the choices of fighters for the whole event, table by table."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import QuerySet

from drafts.models import Card, Event, EventAvatar, EventStage
from drafts.rules.actors import Actor
from drafts.rules.avatars import Avatar, AvatarEvery, AvatarMethod, Avatars, AvatarTerms, Chosen, deal, filled, fix
from drafts.rules.games.base import CardGame
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night import avatar_choice
from drafts.rules.night.avatar_choice import LINES, Move, completed
from drafts.rules.night.lines import is_written
from drafts.rules.night.stages import AVATARS
from drafts.store.catalog import cards_and_former
from drafts.store.choices.people import names_at, people_by_table
from drafts.store.stages import Reach, StageChange, StageKind

Versions = tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class LiveAvatars:
    """The avatars of the table `number`, as they stand at `version`; each is kept for the whole event.

    `public` are the versions that all viewers are told of, `own` those that only one fighter is told of, in order.
    """

    id: StageId
    number: int
    version: Version
    event: EventId
    avatars: Avatars
    names: Mapping[FighterId, str]
    public: Versions = ()
    own: Mapping[FighterId, Versions] = field(default_factory=dict, repr=False)

    stage: ClassVar[str] = AVATARS
    wakes_at: ClassVar[datetime | None] = None

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return what a version adds to the `seq` of a viewer: the first, those for all, and their own.

        A `fighter` of None is a viewer who chooses none here, a `version` of None the present one.
        """
        version = self.version if version is None else version
        own = () if fighter is None else self.own.get(fighter, ())
        return 1 + bisect_right(self.public, version) + bisect_right(own, version)


AvatarsChange = StageChange[LiveAvatars]


def _apply(live: LiveAvatars, by: Actor, move: Move, at: datetime) -> LiveAvatars:
    after = avatar_choice.apply(live.avatars, by, move, at)
    if after is live.avatars:
        return live
    version, told = Version(live.version + 1), reach_of(live.avatars, after)
    if told.public:
        return replace(live, avatars=after, version=version, public=(*live.public, version))
    own = {**live.own, **{fighter: (*live.own.get(fighter, ()), version) for fighter in told.fighters}}
    return replace(live, avatars=after, version=version, own=own)


def reach_of(before: Avatars, after: Avatars) -> Reach:
    """Return the viewers whose view has changed: only its fighter sees a choice, everybody that there is one."""
    if before.fixed != after.fixed or before.missing != after.missing:
        return Reach(after.fighters, public=True)
    moved = [one for one in after.fighters if before.chosen.get(one) is not after.chosen.get(one)]
    return Reach(moved, public=False)


# Cards ----------------------------------------------------------------------------------------------------------------


def loaded_avatars(game: CardGame) -> "QuerySet[Card]":
    """Return the rows of all loaded cards of a game that are avatars."""
    if not game.avatar_fact:
        return Card.objects.none()
    return Card.objects.filter(card_set__partial=False, **{f"{game.slug}__{game.avatar_fact}__isnull": False})


def avatars_of(event: EventId, game: CardGame) -> tuple[Avatar, ...]:
    """Return the avatars of an event, by the numbers that they had first."""
    if game.avatar_of is None:
        return ()
    cards = cards_and_former(Card.objects.filter(events__event=event), game)
    found = (game.avatar_of(card)._replace(former=former) for card, former in cards)
    return tuple(sorted(found, key=lambda avatar: avatar.first_number))


def note_avatars(event: Event, game: CardGame) -> int:
    """Note the avatars that are loaded now as those of an event, and return how many there are."""
    rows = [row for row, number in loaded_avatars(game).values_list("id", "number") if is_written(number)]
    EventAvatar.objects.bulk_create(EventAvatar(event=event, card_id=row) for row in rows)
    return len(rows)


def terms_in(setup: Mapping[str, Any], event: Event) -> AvatarTerms | None:
    """Return how fighters get avatars by a stage's setup, None where they have none."""
    game = event.draft.procedure.avatar_game
    if "avatars" not in setup or game is None:
        return None
    return AvatarTerms(
        AvatarMethod(setup["avatars"]), AvatarEvery(setup["avatar_every"]), avatars_of(EventId(event.id), game)
    )


def terms_of(event: Event) -> dict[str, str]:
    """Return the part of a stage's setup about avatars, {} for an event without avatars."""
    night = event.night
    if night.avatars == AvatarMethod.OFF:
        return {}
    return {"avatars": night.avatars, "avatar_every": night.avatar_every}


def fixed_for(event: Event, groups: Iterable[tuple[int, Sequence[FighterId]]]) -> Chosen:
    """Return the fighters with the avatars that they keep for the whole event, as its fights begin.

    If no stage before the fights had a choice of avatars, each fighter is dealt the first one offered.
    """
    terms, lives = terms_in(terms_of(event), event), load_all_avatars(EventId(event.id))
    if terms is None or terms.every is AvatarEvery.ROUND or not terms.avatars:
        return ()
    if not lives:
        offered = (deal(terms, fighters, event.draft.seed, number) for number, fighters in groups)
        return tuple(pair for avatars in offered for pair in _all_of(fix(avatars, filled(avatars))))
    return tuple(kept_avatars(EventId(event.id)).items())


def kept_avatars(event: EventId) -> Mapping[FighterId, str]:
    """Return the numbers of the avatars that fighters have for the whole event, once these are fixed."""
    return dict(pair for live in load_all_avatars(event) if live.avatars.fixed for pair in _all_of(live.avatars))


def _all_of(avatars: Avatars) -> Chosen:
    return tuple((fighter, avatar.number) for fighter, avatar in avatars.chosen.items())


# Reading --------------------------------------------------------------------------------------------------------------


def stages_of_avatars(event: EventId) -> QuerySet[EventStage]:
    """Return the rows of the avatars that are chosen for a whole event, table by table."""
    return EventStage.objects.filter(event=event, stage=LiveAvatars.stage).order_by("number")


def load_all_avatars(event: EventId) -> list[LiveAvatars]:
    """Return the avatars of an event's tables that are kept for the whole event."""
    return [CHOICES.load(StageId(row)) for row in stages_of_avatars(event).values_list("id", flat=True)]


def load_begun(stage: StageId) -> LiveAvatars:
    """Read the avatars of a table as they were before the first act. Raises EventStage.DoesNotExist."""
    row = EventStage.objects.select_related("event__draft").get(id=stage)
    terms = terms_in(row.setup, row.event)
    if terms is None:
        raise ValueError(f"there are no avatars in {row.event.draft.procedure.slug}")
    fighters = [FighterId(fighter) for fighter in row.setup["fighters"]]
    names = names_at(row.event.draft, row.number)
    avatars = deal(terms, fighters, row.event.draft.seed, row.number)
    return LiveAvatars(stage, row.number, Version(1), EventId(row.event_id), avatars, names)


CHOICES = StageKind(
    stage=LiveAvatars.stage,
    lines=LINES,
    begin=load_begun,
    apply=_apply,
    complete=lambda live, by, move, at: completed(live.avatars, by, move),
)
avatars_change = CHOICES.change


# Beginning ------------------------------------------------------------------------------------------------------------


def setups_of(event: Event) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number of each table with its setup: the fighters who choose, without bots, and how."""
    if event.night.avatars == AvatarMethod.OFF or event.night.avatar_every != AvatarEvery.EVENT:
        return
    for number, people in people_by_table(event.draft):
        yield number, {"fighters": people, **terms_of(event)}
