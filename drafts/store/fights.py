"""The fights of a night: rows to rules, and changes of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from typing import Any, ClassVar

from drafts.models import Across, Event, EventStage, Fighter, Fights, RomeSettings, Seat
from drafts.prepared import Prepared
from drafts.rules.actors import Actor
from drafts.rules.avatars import AvatarMethod
from drafts.rules.errors import AvatarMissing, NoSuchThing
from drafts.rules.fights.fight import Fight, TimeUp
from drafts.rules.fights.forms import FightForm, OwnCounter
from drafts.rules.fights.sides import Side, by_seats, emperors_at
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night import fighting
from drafts.rules.night.fight_moves import LINES, FightAvatarMove, Move, SideMove
from drafts.rules.night.fighting import Fighting, begin_fighting
from drafts.rules.night.rounds import REVISION, Group, Mode, Terms, usual_mode
from drafts.rules.night.stages import Stage
from drafts.store.choices.avatars import fixed_for, terms_in, terms_of
from drafts.store.choices.commanders import commanders_in, commanders_setup_of
from drafts.store.choices.planes import planar_in, plane_setup_of, plane_terms_in
from drafts.store.leavers import gone_from
from drafts.store.match_decks import NO_DECKS, MatchDecks
from drafts.store.stages import Reach, StageKind, row_of


@dataclass(frozen=True, slots=True)
class LiveFights:
    """The fights of a night as they stand at `version`. `names` are the nicknames of all who take part.

    `guests` have no phone. `decks` are those of record. `private` are the versions that only one fighter is told of,
    each with that fighter: a deck between games, and an avatar in place of an earlier choice. `commanders` are the
    names of commanders, by fighter (M35).
    """

    id: StageId
    version: Version
    event: EventId
    fighting: Fighting
    names: Mapping[FighterId, str]
    guests: frozenset[FighterId] = frozenset()
    decks: MatchDecks = field(default=NO_DECKS, compare=False, repr=False)
    private: tuple[tuple[Version, FighterId | None], ...] = ()
    commanders: Mapping[FighterId, str] = field(default_factory=dict)

    stage: ClassVar[str] = Stage.FIGHTING.value
    number: ClassVar[int] = 0
    wakes_at: ClassVar[datetime | None] = None

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return a version, or the present one, less the acts up to it that the fighter is not told of."""
        version = self.version if version is None else version
        return version - sum(at <= version and fighter != told for at, told in self.private)


def _apply(live: LiveFights, by: Actor, move: Move, at: datetime) -> LiveFights:
    """Return the fights after a move.

    Raises a Refusal: NoSuchThing for an unknown fighter or counter, AvatarMissing with the names of fighters.
    """
    try:
        after = fighting.apply(live.fighting, by, move, at)
    except AvatarMissing as fault:
        raise AvatarMissing(fault.fighters, [live.names[fighter] for fighter in fault.fighters]) from fault
    except KeyError as fault:
        raise NoSuchThing from fault
    if after is live.fighting:
        return live
    version, is_private = Version(live.version + 1), isinstance(move, SideMove) or _replaces(live.fighting, after, move)
    private = (*live.private, (version, by.fighter)) if is_private else live.private
    return replace(live, fighting=after, version=version, private=private)


def _replaces(before: Fighting, after: Fighting, move: Move) -> bool:
    """Whether a move replaces a chosen avatar: others only see that there is one (M27)."""
    return isinstance(move, FightAvatarMove) and _lack(before.fight(move.fight)) == _lack(after.fight(move.fight))


def _lack(fight: Fight) -> Sequence[FighterId]:
    return () if fight.avatars is None else fight.avatars.missing


def _complete(live: LiveFights, by: Actor, move: Move, at: datetime) -> Move:
    return fighting.completed(live.fighting, by, move, live.decks.checked)


def reach_of(before: LiveFights, after: LiveFights) -> Reach:
    """Return the viewers whose view has changed.

    A counter concerns the fighters of the fight; a result, or that an avatar is chosen, the whole group; the round and
    its clock everybody. A deck between games, and which avatar it is, concern its fighter alone.
    """
    old, new = before.fighting, after.fighting
    if told := _told_alone(before, after):
        return Reach(told, public=False)
    if (old.round, old.clock) != (new.round, new.clock):
        return Reach({fighter for group in new.groups for fighter in group.fighters}, public=True)
    if old.shown != new.shown:
        return Reach(old.shown ^ new.shown, public=True)
    pairs = zip(old.groups, new.groups, strict=True)
    return Reach({fighter for was, group in pairs if was is not group for fighter in _reached(was, group)}, public=True)


def _told_alone(before: LiveFights, after: LiveFights) -> set[FighterId]:
    """Return the only fighters who are told of the acts between two versions; none if others are, too."""
    news = after.private[len(before.private) :]
    alone = {fighter for _, fighter in news if fighter is not None}
    return alone if len(news) == after.version - before.version else set()


def _reached(before: Group, after: Group) -> set[FighterId]:
    pairs = [(old, new) for old, new in zip(chain(*before.rounds), chain(*after.rounds), strict=True) if old != new]
    concerns_all = (old.is_over or new.is_over or _lack(old) != _lack(new) for old, new in pairs)
    if before.dropped != after.dropped or any(concerns_all):
        return set(after.fighters)
    return {fighter for _, new in pairs for fighter in new.fighters}


# Reading ------------------------------------------------------------------------------------------------------------


def load_fights(event: EventId) -> LiveFights | None:
    """Read the fights of an event; None before they have begun."""
    begun = load_begun(event)
    return None if begun is None else FIGHTS.newest(begun)


def load_begun(event: EventId) -> LiveFights | None:
    """Read the fights of an event as they were before the first act; None before they have begun."""
    row = _STAGE.first(event, LiveFights.stage)
    return None if row is None else _before_first_act(row)


_STAGE = Prepared(
    lambda: EventStage.objects.select_related("event__draft").filter(event=0).filter(stage="").order_by("id")
)
_PEOPLE = Prepared(lambda: Fighter.objects.filter(event=0).values_list("id", "nickname", "guest"))


def _begin(stage: StageId) -> LiveFights:
    return _before_first_act(row_of(stage))


def _before_first_act(row: EventStage) -> LiveFights:
    event = EventId(row.event_id)
    people = _PEOPLE.rows(event)
    names = {FighterId(fighter): name for fighter, name, _ in people}
    guests = frozenset(FighterId(fighter) for fighter, _, is_guest in people if is_guest)
    decks = MatchDecks(event) if row.event.draft.procedure.hands_in else NO_DECKS
    commanders = commanders_in(row.setup)
    return LiveFights(StageId(row.id), Version(1), event, _begun(row), names, guests, decks, commanders=commanders)


def _begun(row: EventStage) -> Fighting:
    setup, draft = row.setup, row.event.draft
    form = draft.procedure.form(setup.get("form"), setup["damage_limit"], _own_counter_in(setup))
    terms = Terms(
        form=replace(form, sides=setup["battle"]["players"]) if form.played else form,
        seed=draft.seed,
        swiss_rounds=setup["swiss_rounds"],
        best_of=setup["best_of"],
        time_up=TimeUp(setup["time_up"]),
        revision=setup.get("revision", 1),
        alone=setup.get("alone", False),
        avatars=terms_in(setup, row.event),
        planes=plane_terms_in(setup, row.event),
        planar=planar_in(setup),
        fixed=tuple((FighterId(fighter), number) for fighter, number in setup.get("fixed_avatars", ())),
    )
    return begin_fighting(groups_in(setup, terms), setup["minutes"], row.began_at)


def _own_counter_in(setup: Mapping[str, Any]) -> OwnCounter | None:
    return OwnCounter(*setup["counter"]) if setup.get("counter") else None


def groups_in(setup: Mapping[str, Any], terms: Terms) -> list[Group]:
    """Return the groups of a setup before their first round; one without `sides` has sides of one fighter."""
    return [
        Group(
            group["number"],
            _sides_in(group),
            Mode(group["mode"]),
            terms,
            tables=tuple(group.get("tables", ())),
            emperors=frozenset(map(FighterId, group.get("emperors", ()))),
        )
        for group in setup["groups"]
    ]


def _sides_in(group: Mapping[str, Any]) -> tuple[Side, ...]:
    sides = group.get("sides") or [[fighter] for fighter in group["fighters"]]
    return tuple(Side(tuple(map(FighterId, side))) for side in sides)


FIGHTS = StageKind(
    stage=LiveFights.stage,
    lines=LINES,
    begin=_begin,
    apply=_apply,
    complete=_complete,
    warm=lambda live: live.decks.by_fighter,
)
fights_change = FIGHTS.change


# Beginning ----------------------------------------------------------------------------------------------------------


def setup_of(event: Event) -> dict[str, Any]:
    """Return the setup of an event's fights: the fighters of each group, and the terms."""
    night, form = event.night, form_of(event)
    groups = _groups_of(event, form)
    if form.at_table and groups and night.fights_across == Across.EVENT:
        groups[0]["tables"] = [len(sides) for _, sides in _at_tables(event, form)]
    return {
        "groups": groups,
        "form": form.slug,
        **({"counter": [*night.own_counter]} if night.own_counter else {}),
        **({"battle": battle_rules(event)} if form.played else {}),
        "minutes": night.fight_minutes,
        "damage_limit": night.damage_limit,
        "swiss_rounds": night.swiss_rounds,
        "best_of": night.best_of,
        "time_up": night.time_up,
        "revision": REVISION,
        **({"alone": True} if event.organizer_id is None else {}),
        **_avatars(event, groups),
        **plane_setup_of(event),
        **commanders_setup_of(event),
    }


def form_of(event: Event) -> FightForm:
    """Return the form of an event's fights, with the number of sides that it has set."""
    form = event.draft.procedure.forms[0]
    return replace(form, sides=battle_rules(event)["players"]) if form.played else form


def battle_rules(event: Event) -> dict[str, Any]:
    """Return the rules of an event's battles, the defaults where it has set none."""
    settled = RomeSettings.objects.filter(event=event).first() or RomeSettings()
    names = ("players", "rear", "commands", "decks", "end", "turns")
    return {
        **{name: getattr(settled, name) for name in names},
        "level": settled.bots,
        "pace": event.draft.pace,
    }


def has_fights(event: Event) -> bool:
    """Whether the fights of a night have begun, or any fighter has an opponent."""
    if event.night.fights == Fights.OFF:
        return False
    has_begun = _STAGE.first(event.id, LiveFights.stage) is not None
    return has_begun or any(map(_can_fight, _groups_of(event, form_of(event))))


def _groups_of(event: Event, form: FightForm) -> list[dict[str, Any]]:
    groups = [_group(event, form, *group) for group in _groups(event, form)]
    if not form.roles:
        return groups
    emperors = _emperors(event, form)
    return [{**group, "emperors": [one for one in group["fighters"] if one in emperors]} for group in groups]


def _can_fight(group: Mapping[str, Any]) -> bool:
    """Whether a group of a setup has two sides, without teams whose emperor is a bot or has left (M37)."""
    emperors = group.get("emperors")
    sides = group.get("sides", group["fighters"])
    return sum(emperors is None or not set(emperors).isdisjoint(side) for side in sides) > 1


def largest_fight(event: Event) -> int:
    """Return how many fighters can meet in one fight of an event whose seats are drawn."""
    form = form_of(event)
    groups = _at_tables(event, form) if form.at_table else _groups(event, form)
    meeting = (sorted(map(_size, sides), reverse=True)[: form.sides] for _, sides in groups)
    return max(map(sum, meeting), default=0)


def _size(side: Side) -> int:
    return len(side.fighters)


def _avatars(event: Event, groups: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    if event.night.avatars == AvatarMethod.OFF:
        return {}
    fighters = ((group["number"], group["fighters"]) for group in groups)
    return {**terms_of(event), "fixed_avatars": [list(pair) for pair in fixed_for(event, fighters)]}


def mode_of(fights: Fights, form: FightForm, sides: int) -> Mode:
    """Return how so many sides are paired; more than two sides to a fight are always pods."""
    return usual_mode(form, sides) if fights is Fights.AUTO or form.sides > 2 else Mode(fights.value)


def _group(event: Event, form: FightForm, number: int, sides: Sequence[Side]) -> dict[str, Any]:
    group: dict[str, Any] = {
        "number": number,
        "mode": mode_of(Fights(event.night.fights), form, len(sides)).value,
        "fighters": [fighter for side in sides for fighter in side.fighters],
    }
    return group if form.fighters == 1 else {**group, "sides": [side.fighters for side in sides]}


def _groups(event: Event, form: FightForm) -> Iterator[tuple[int, Sequence[Side]]]:
    """Yield the sides that fight each other, in order of seats: by the number of their table, or all under 0."""
    groups = _at_tables(event, form)
    if event.night.fights_across == Across.TABLE:
        yield from groups
    elif groups:
        yield 0, [side for _, sides in groups for side in sides]


def _at_tables(event: Event, form: FightForm) -> list[tuple[int, Sequence[Side]]]:
    """Return the sides at each table, in order of seats, under its number."""
    at_tables: defaultdict[int, list[tuple[int, FighterId]]] = defaultdict(list)
    for table, seat, fighter in _who_fights(event):
        at_tables[table].append((seat, fighter))
    return [(number, by_seats(seated, form.fighters)) for number, seated in at_tables.items()]


def _emperors(event: Event, form: FightForm) -> frozenset[FighterId]:
    """Return the fighters in the seats of emperors (M37)."""
    return emperors_at(((seat, fighter) for _, seat, fighter in _who_fights(event)), form)


def _who_fights(event: Event) -> Iterable[tuple[int, int, FighterId]]:
    """Return the fighters with their tables and seats, without those who left or were removed.

    Bots are included only if the format lets them fight.
    """
    seats = Seat.objects.current().filter(table__draft=event.draft)
    if not event.draft.procedure.bots_fight:
        seats = seats.filter(fighter__bot=False)
    staying = seats.exclude(fighter__in=gone_from(EventId(event.id))).order_by("table__number", "position")
    rows = staying.values_list("table__number", "position", "fighter")
    return ((table, seat, FighterId(fighter)) for table, seat, fighter in rows)
