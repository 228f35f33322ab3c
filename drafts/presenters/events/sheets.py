"""The content of an event's printed sheets: the seats, the pairings of each round, and the counters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from drafts.models import Across, AvatarWay, Event, Fighter, Fights, PackSource, Seat
from drafts.rules.fights.forms import CounterRule
from drafts.rules.fights.sides import Side, by_seats
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.nicknames import isolate, nickname_key
from drafts.rules.night.pairings import pods, pods_of
from drafts.rules.night.rounds import Group, Mode, Terms, planned_rounds
from drafts.rules.night.seating import seat_by_draw
from drafts.rules.night.stages import Stage
from drafts.store.choices.commanders import Named, commanders_of
from drafts.store.fights import LiveFights, groups_in, load_fights, mode_of, setup_of

FEWEST_WHO_FIGHT = 2
MOST_BOXES = 9
"""In one line on paper."""


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A card to put up at a seat. `seat` is counted from 0; the neighbours' names are empty before seats are drawn."""

    name: str
    table: int = 0
    seat: int = 0
    left: str = ""
    right: str = ""


@dataclass(frozen=True, slots=True)
class PaperSide:
    """A side of a fight: a name, or where none is known yet the number of its first seat, or a line to fill in (0).

    `commander` is the name of its fighter's (M35), "" without one.
    """

    name: str
    seat: int = 0
    commander: str = ""


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round with its fights, each of its sides, or of the one that has a bye."""

    number: int
    fights: tuple[tuple[PaperSide, ...], ...]


@dataclass(frozen=True, slots=True)
class PaperCounter:
    """A counter on paper: a row of boxes, or where there are none, a line. `start` is 0 where none is printed."""

    label: str
    start: int
    boxes: range


@dataclass(frozen=True, slots=True)
class PaperGroup:
    """Those who fight each other. `number` is that of their table, 0 where that is not known, or fights go across."""

    number: int
    people: tuple[PaperSide, ...]
    mode: Mode
    rounds: tuple[PaperRound, ...]


@dataclass(frozen=True, slots=True)
class PaperPairing:
    """A fighter's fight in the round that goes on: its table, and the names of the others, "" for a bye."""

    name: str
    table: int
    others: str


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """A fight of the round that goes on, to be filled in by hand where no phone works.

    `paired` is what each fighter has from each other one, such as damage by their commander (M36), None where nothing.
    """

    number: int
    table: int
    sides: tuple[PaperSide, ...]
    paired: CounterRule | None = None


@dataclass(frozen=True, slots=True)
class PaperRoundNow:
    """The round that goes on: its pairings in order of names, and a slip for each fight that has no result."""

    number: int
    pairings: tuple[PaperPairing, ...]
    slips: tuple[ResultSlip, ...]


def round_now(event: Event) -> PaperRoundNow | None:
    """Return the round that goes on, None where there is none."""
    live = load_fights(EventId(event.id)) if event.phase == Stage.FIGHTING else None
    if live is None:
        return None
    placed = list(live.fighting.of_round())
    pairings = [
        PaperPairing(live.names[fighter], table, ", ".join(isolate(other.name(live.names)) for other in others))
        for _, table, fight in placed
        for side in fight.sides
        for others in [[each for each in fight.sides if each is not side]]
        for fighter in side.fighters
    ]
    slips = [
        ResultSlip(number, table, tuple(_paper_side(side, live) for side in fight.sides), fight.form.paired)
        for number, table, fight in placed
        if not fight.is_over
    ]
    in_order = sorted(pairings, key=lambda one: nickname_key(one.name))
    return PaperRoundNow(live.fighting.round, tuple(in_order), tuple(slips))


def _paper_side(side: Side, live: LiveFights) -> PaperSide:
    return PaperSide(side.name(live.names), commander=live.commanders.get(side.fighter, ""))


def seat_cards(event: Event) -> list[SeatCard]:
    """Return a card for each fighter who is no bot: in order of seats, or of joining before seats are drawn."""
    rows = Seat.objects.filter(draft=event.draft).order_by("table__number", "position")
    seats = list(rows.values_list("table__number", "position", "fighter__nickname", "fighter__bot"))
    seats = seats or [
        (number, position, one.nickname, one.bot)
        for number, table in enumerate(_drawn(event), 1)
        for position, one in enumerate(table)
    ]
    if not seats:
        joined = event.fighters.filter(bot=False).order_by("id")
        return [SeatCard(name) for name in joined.values_list("nickname", flat=True)]
    names: dict[int, list[str]] = {}
    for table, _, name, _ in seats:
        names.setdefault(table, []).append(name)
    return [_card(names[table], table, seat, name) for table, seat, name, bot in seats if not bot]


def _card(names: Sequence[str], table: int, seat: int, name: str) -> SeatCard:
    """Return the card of a seat: the neighbour on the left has the next seat (R11)."""
    return SeatCard(name, table, seat, left=names[(seat + 1) % len(names)], right=names[seat - 1])


def paper_fights(event: Event) -> list[PaperGroup]:
    """Return all fights of an event as far as they are known: by names, by seats before these are drawn, or blank."""
    if event.night.fights == Fights.OFF:
        return []
    live = load_fights(EventId(event.id))
    if live is not None:
        return [_group(group, live.names, live.commanders) for group in live.fighting.groups]
    names = {FighterId(number): name for number, name in event.fighters.values_list("id", "nickname")}
    commanders = commanders_of(event)
    if event.phase == Stage.LOBBY:
        drawn = _drawn(event) if event.night.fights_across == Across.TABLE else []
        seated = [_drawn_group(event, table, number) for number, table in enumerate(drawn, 1)]
        known = [_group(group, names) for group in seated if len(group.sides) >= FEWEST_WHO_FIGHT]
        return known or [_unseated(event, size) for size in _sizes(event)]
    groups = groups_in(setup_of(event), _terms(event))
    return [_group(group, names, commanders) for group in groups if len(group.sides) >= FEWEST_WHO_FIGHT]


def _drawn(event: Event) -> list[list[Fighter]]:
    """Return the fighters who would sit at each table of a lobby, clockwise; [] until the seats are drawn."""
    members, sizes = {one.id: one for one in event.fighters.order_by("id")}, _table_sizes(event)
    if not event.draft.draws or not sizes:
        return []
    tables = seat_by_draw(list(members), sizes, event.draft.seed, event.draft.draws)
    return [[members[number] for number in table] for table in tables]


def _drawn_group(event: Event, table: Sequence[Fighter], number: int) -> Group:
    terms = _terms(event)
    seated = ((seat, FighterId(one.id)) for seat, one in enumerate(table) if not one.bot)
    sides = by_seats(seated, terms.form.fighters)
    return Group(number, sides, _mode(event, len(sides)), terms)


def paper_counters(event: Event) -> list[PaperCounter]:
    """Return what a side counts in a game of this event. Where each side's avatar moves its starts, none is printed."""
    has_avatars = event.night.avatars != AvatarWay.OFF
    form = event.draft.procedure.form(None, event.night.damage_limit, event.night.own_counter)
    return [
        PaperCounter(rule.label, 0 if has_avatars else rule.start, _boxes(rule)) for rule in form.own if not rule.hidden
    ]


def _boxes(rule: CounterRule) -> range:
    """Return the steps of a counter that can be crossed off in boxes, from nothing up to where one loses."""
    steps = 0 if rule.start or rule.loses_at is None else rule.loses_at
    return range(1, steps + 1) if steps <= MOST_BOXES else range(0)


def _sizes(event: Event) -> list[int]:
    """Return who fights each other if the draft started now, each size once; a usual table while the lobby is empty."""
    draft = event.draft
    if event.night.fights_across == Across.EVENT:
        return [max(event.fighters.filter(bot=False).count(), draft.table_size)]
    return sorted(set(_table_sizes(event)), reverse=True) or [draft.table_size]


def _table_sizes(event: Event) -> list[int]:
    """Return how many would sit at each table if the draft started now."""
    draft, listed = event.draft, event.draft.pack_source == PackSource.UPLOADED
    return draft.procedure.table_sizes(event.fighters.count(), draft.table_size, listed=listed)


def _unseated(event: Event, size: int) -> PaperGroup:
    terms = _terms(event)
    sides = by_seats(((seat, FighterId(seat + 1)) for seat in range(size)), terms.form.fighters)
    tables = tuple(_table_sizes(event)) if terms.form.at_table else ()
    group = Group(0, sides, _mode(event, len(sides)), terms, tables=tables)
    if event.night.fights_across == Across.TABLE:
        return _group(group, {})
    rounds = tuple(PaperRound(number, _blank(group)) for number in range(1, group.round_count + 1))
    return PaperGroup(0, (PaperSide(""),) * len(sides), group.mode, rounds)


def _mode(event: Event, sides: int) -> Mode:
    return mode_of(Fights(event.night.fights), _terms(event).form, sides)


def _terms(event: Event) -> Terms:
    night = event.night
    form = event.draft.procedure.form(None, night.damage_limit, night.own_counter)
    return Terms(form=form, seed="", swiss_rounds=night.swiss_rounds, best_of=night.best_of)


def _group(group: Group, names: Mapping[FighterId, str], commanders: Named = MappingProxyType({})) -> PaperGroup:
    places = {fighter: place for place, fighter in enumerate(group.fighters, 1)}

    def paper(side: Side) -> PaperSide:
        commander = commanders.get(side.fighter, "")
        return PaperSide(side.name(names), commander=commander) if names else PaperSide("", seat=places[side.fighter])

    rounds = tuple(
        PaperRound(number, tuple(tuple(map(paper, pairing)) for pairing in pairings) or _blank(group))
        for number, pairings in enumerate(_known(group), 1)
    )
    return PaperGroup(group.number, tuple(map(paper, group.sides)), group.mode, rounds)


def _known(group: Group) -> Iterator[Sequence[Sequence[Side]]]:
    """Yield the pairings of each round; () where only the results before will tell."""
    planned, of = planned_rounds(group), group.side_by_fighter
    for number in range(group.round_count):
        if number < len(group.rounds):
            yield [fight.sides for fight in group.rounds[number]]
        else:
            yield [[of[name] for name in meeting] for meeting in planned[number]] if number < len(planned) else ()


def _blank(group: Group) -> tuple[tuple[PaperSide, ...], ...]:
    """Return lines to fill in, one for each side of each fight that a round can have, byes left out."""
    names = [side.fighter for side in group.sides]
    fights = pods_of(names, group.tables) if group.tables else pods(names, group.terms.form.sides)
    return tuple((PaperSide(""),) * len(fight) for fight in fights if len(fight) > 1)
