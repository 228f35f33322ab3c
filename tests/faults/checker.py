"""Compares what clients saw with what the log says at the end: the judge of every fault test.

It knows nothing of the server but its messages and its log. To add a check, write a function that is given the record
of a table and yields what is wrong, in words, and put it into `CHECKS`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from tests.clients.views import Frame, owes, position
from tests.faults.recording import Asked, Recording, View

Pick = dict[str, Any]
Log = dict[str, Any]
Check = Callable[["Record"], Iterable[str]]

TOLERANCE = 1.0  # seconds that a busy machine may lay between a frame and its reader
AT_THE_LAST_MOMENT = 0.2  # seconds; the server waits half a second for what is on its way
EXPECTED_REFUSALS = {"stale", "already_chosen", "paused", "not_drafting"}
AFTER_THE_DRAFT = {"paused", "not_allowed"}  # the clock stands, or the night has gone on
REFUSALS_OF = {
    "count": AFTER_THE_DRAFT | {"fight_over", "bad_amount"},
    "undo": AFTER_THE_DRAFT | {"fight_over"},
    "game": AFTER_THE_DRAFT | {"fight_over", "stale"},
    "result": AFTER_THE_DRAFT | {"fight_over"},
    "confirm": AFTER_THE_DRAFT | {"fight_over", "not_confirmed"},
    "dispute": AFTER_THE_DRAFT | {"fight_over", "not_confirmed"},
    "wish": AFTER_THE_DRAFT,
    "take": AFTER_THE_DRAFT | {"not_your_turn", "not_in_pool"},
    "swap": AFTER_THE_DRAFT | {"not_in_pool"},
    "accept": AFTER_THE_DRAFT | {"stale"},
    "decline": AFTER_THE_DRAFT | {"stale"},
    "withdraw": AFTER_THE_DRAFT | {"stale"},
}
FIRST_PASS, LATER_PASS = 2, 1
PUBLIC = ("seat", "name", "bot", "chosen", "in_hand", "face_down")


@dataclass(frozen=True)
class Undo:
    """The organizer took passes back: the history has it. From `seq` on the table is back at `to`."""

    seq: int
    to: tuple[int, int]


@dataclass(frozen=True)
class Record:
    """One table: its part of the log, and the recordings of all clients. A draft that was stopped is not `whole`.

    `night`: they went on to fight and to share the cards.
    `unread`: one of several processes stood still. Messages that it had received did not stop a countdown elsewhere,
    and its own phones were told late of a shorter one; nobody is promised more (docs/reliability.md).
    """

    log: Log
    recordings: Sequence[Recording]
    undos: Sequence[Undo] = ()
    whole: bool = True
    timed: bool = False
    unread: bool = False
    night: bool = False

    @property
    def number(self) -> int:
        return int(self.log["number"])

    @property
    def picks(self) -> list[Pick]:
        return list(self.log["picks"])

    @cached_property
    def fighters(self) -> list[Recording]:
        return [
            recording for recording in self.recordings if recording.role == "fighter" and recording.table == self.number
        ]

    @cached_property
    def watchers(self) -> list[Recording]:
        """The viewers of this table alone: its fighters and its spectators."""
        others = [
            recording
            for recording in self.recordings
            if recording.role == "spectator" and recording.table == self.number
        ]
        return [*self.fighters, *others]

    @cached_property
    def hosts(self) -> list[Recording]:
        return [recording for recording in self.recordings if recording.role == "host"]

    @cached_property
    def seats(self) -> dict[int, list[Recording]]:
        of_seat: dict[int, list[Recording]] = defaultdict(list)
        for recording in self.fighters:
            of_seat[recording.seat].append(recording)
        return of_seat

    @cached_property
    def rare_rounds(self) -> set[int]:
        """In which rounds a Legion Rare was verified, so that one card more is due in the first pass (R9)."""
        return {call["round"] for call in self.log["calls"] if call["verdict"] == "verified" and call["card"]}

    @cached_property
    def rounds_that_grew(self) -> set[int]:
        """In which rounds somebody saw a Legion Rare verified, also where that was taken back later."""
        views = [view.state["table"] for recording in self.fighters for view in recording.views()]
        return {table["round"] for table in views if table.get("legion_rare")}

    def taken_back(self, seq: int, moment: tuple[int, int]) -> bool:
        """Whether what was stored at `seq` in this pass was undone later."""
        return any(undo.seq > seq and undo.to <= moment for undo in self.undos)

    def acknowledged_in(self, seat: int, moment: tuple[int, int]) -> set[int]:
        """Return the cards whose choice was acknowledged in a pass, also where it was taken back later."""
        asked = [one for recording in self.seats[seat] for one in recording.requests()]
        choices = [one.message for one in asked if one.message["type"] == "choose" and one.ack]
        return {card for message in choices if _moment_of(message) == moment for card in message["cards"]}

    def chosen_at(self, seat: int) -> list[tuple[Asked, Frame]]:
        """Return the choices of a seat that were acknowledged and not taken back, with their acks."""
        asked = [one for recording in self.seats.get(seat, ()) for one in recording.requests()]
        acked = [(one, one.ack) for one in asked if one.message["type"] == "choose" and one.ack is not None]
        return [(one, ack) for one, ack in acked if not self.taken_back(ack["seq"], _moment_of(one.message))]


def findings(log: Log, recordings: Sequence[Recording], *, unread: bool = False, night: bool = False) -> list[str]:
    """Return what is wrong, in words. `unread`, `night`: see `Record`."""
    silent = [recording.who for recording in recordings if not list(recording.views())]
    if silent:
        return [f"{who} never saw a table" for who in silent]
    whole = not log["event"].get("stopped")
    timed = log["event"].get("pace", "off") != "off"
    records = [Record(table, recordings, _undos_in(log, table), whole, timed, unread, night) for table in log["tables"]]
    found = [f"table {record.number}: {fault}" for record in records for check in CHECKS for fault in check(record)]
    return found + [
        f"{recording.who}: {fault}"
        for recording in recordings
        for fault in [*went_back(recording), *told_otherwise(recording), *unanswered(recording)]
    ]


# Checks of every table ----------------------------------------------------------------------------------------------


def acknowledged_and_lost(record: Record) -> Iterator[str]:
    """No acknowledged choice is missing, changed, or called automatic."""
    taken = {(*_moment_of(pick), pick["seat"], pick["card"]): pick["auto"] for pick in record.picks}
    for seat in record.seats:
        for asked, ack in record.chosen_at(seat):
            for card in asked.message["cards"]:
                auto = taken.get((*_moment_of(asked.message), seat, card))
                if auto is not False:
                    now = "automatic" if auto else "lost"
                    yield f"seat {seat}: {asked.message} was acknowledged with {ack} and is {now}"


def stored_and_not_acknowledged(record: Record) -> Iterator[str]:
    """One of a fighter's devices has an ack for each choice that the log says they made."""
    for seat in record.seats:
        acked = {(*_moment_of(one.message), card) for one, _ in record.chosen_at(seat) for card in one.message["cards"]}
        for pick in record.picks:
            if pick["seat"] == seat and pick["how"] == "chosen" and (*_moment_of(pick), pick["card"]) not in acked:
                yield f"seat {seat}: nobody was told that {pick} is theirs"


def doubled_or_left(record: Record) -> Iterator[str]:
    """No card is taken twice, and at the end of a draft none is left in its pack."""
    lying = {card["id"] for pack in record.log["packs"] for card in pack["cards"]}
    times = Counter(pick["card"] for pick in record.picks)
    yield from (f"card {card} was taken {count} times" for card, count in times.items() if count > 1)
    left = lying ^ set(times) if record.whole else set(times) - lying
    if left:
        yield f"the cards taken are not those of the packs: {sorted(left)}"


def unfair_shares(record: Record) -> Iterator[str]:
    """In each pass each seat takes as many as its rules say, from the pack that has come to it."""
    packs = {(pack["round"], pack["opened_by"]): pack for pack in record.log["packs"]}
    here = {card["id"]: key for key, pack in packs.items() for card in pack["cards"]}
    shares = Counter((*_moment_of(pick), pick["seat"]) for pick in record.picks)
    left = {key: len(pack["cards"]) for key, pack in packs.items()}
    for (number, pass_, seat), share in sorted(shares.items()):
        holds = (number, (seat - _step(number) * (pass_ - 1)) % len(record.log["seats"]))
        first = FIRST_PASS if packs[holds]["guaranteed"] else FIRST_PASS - 1
        due = min(left[holds], LATER_PASS if pass_ > 1 else first + (number in record.rare_rounds))
        left[holds] -= share
        if share != due and (record.whole or share > due):
            yield f"seat {seat} took {share} cards instead of {due} in round {number}, pass {pass_}"
    for pick in record.picks:
        number, pass_ = _moment_of(pick)
        holds = (number, (pick["seat"] - _step(number) * (pass_ - 1)) % len(record.log["seats"]))
        if here.get(pick["card"]) != holds or tuple(pick["pack"]) != holds:
            yield f"seat {pick['seat']} did not hold the pack of {pick}"


def strange_hands(record: Record) -> Iterator[str]:
    """Every hand that a fighter was ever shown was that pack as the log tells it."""
    gone: dict[tuple[int, int], set[int]] = defaultdict(set)
    for pick in record.picks:
        gone[_moment_of(pick)].add(pick["card"])
    for recording in record.fighters:
        for view in recording.views():
            if view.state["event"]["phase"] == "drafting" and view.state["you"].get("pack"):
                yield from _strange_hand(record, recording, view.state, gone)


def strange_ends(record: Record) -> Iterator[str]:
    """At the end everyone sees the same, and it is what the log says."""
    expected = _end_of(record)
    for recording in record.watchers:
        yield from _differences(
            recording.who, expected, _table_in(recording.last["table"], recording.last["event"]["phase"])
        )
    for recording in record.hosts:
        tables = {table["number"]: table for table in recording.last.get("tables", ())}
        if record.number in tables:
            yield from _differences(
                recording.who, expected, _table_in(tables[record.number], tables[record.number]["phase"])
            )
        else:
            yield f"{recording.who} does not see this table"
    for recording in record.fighters:
        pile = [card["id"] for card in recording.last["you"]["pile"] or ()]
        logged = [pick["card"] for pick in record.picks if pick["seat"] == recording.seat]
        if pile != logged:
            yield f"{recording.who} sees the pile {pile}, the log says {logged}"


def strange_refusals(record: Record) -> Iterator[str]:
    """Fighters who keep the rules are refused only for being late or second, or while the table is stopped."""
    for recording in record.fighters:
        for asked in recording.requests():
            codes = {answer["code"] for _, answer in asked.answers if answer["type"] == "error"}
            strange = codes - REFUSALS_OF.get(asked.message["type"], EXPECTED_REFUSALS)
            if asked.message["type"] == "call_judge":
                strange -= {"not_allowed"}  # another device called before
            elif asked.message.get("pass") == 1 and asked.message["round"] in record.rounds_that_grew:
                strange -= {"wrong_count", "not_in_pack"}  # one card more was due since then (R9)
            yield from (f"{recording.who}: {asked.message} was refused as {code}" for code in strange)


def taken_back_unsaid(record: Record) -> Iterator[str]:
    """The history has an undo for all that a viewer saw taken back, as fewer cards on the table than before."""
    for recording in record.watchers:
        before: Frame = {}
        for view in recording.views():
            state = view.state
            if state["event"]["phase"] == "lobby":
                continue
            pairs = zip(_on_table(state), _on_table(before), strict=False) if before else ()
            fewer = state["seq"] > before.get("seq", 0) and any(now < then for now, then in pairs)
            if fewer and not any(before["seq"] < undo.seq <= state["seq"] for undo in record.undos):
                yield f"{recording.who} saw cards taken back at {state['seq']}, of which the history says nothing"
            before = state


def robbed(record: Record) -> Iterator[str]:
    """The server chooses for nobody before the time that their own screen showed them was over."""
    if not record.timed:
        yield from (f"{pick} was automatic, and nothing was timed" for pick in record.picks if pick["how"] == "time")
        return
    if record.unread:
        return
    times_up = {(*_moment_of(pick), pick["seat"]) for pick in record.picks if pick["how"] == "time"}
    for number, pass_, seat in sorted(times_up):
        for recording in record.seats.get(seat, ()):
            yield from _hurried(recording, (number, pass_), record)
            yield from _in_time(recording, (number, pass_), record)


CHECKS: tuple[Check, ...] = (
    acknowledged_and_lost,
    stored_and_not_acknowledged,
    doubled_or_left,
    unfair_shares,
    strange_hands,
    strange_ends,
    strange_refusals,
    taken_back_unsaid,
    robbed,
)

# Checks of every client ---------------------------------------------------------------------------------------------


def went_back(recording: Recording) -> Iterator[str]:
    """`seq` never falls, on whatever connection and from whatever process it comes."""
    seq = -1
    for entry in recording.entries:
        if entry.what == "got" and entry.frame["type"] in ("state", "seat", "pong"):
            new = entry.frame["seq"]
            if new < seq:
                yield f"seq {seq} and then {new} ({entry.frame['type']})"
            if entry.frame["type"] != "pong":
                seq = max(seq, new)


def told_otherwise(recording: Recording) -> Iterator[str]:
    """Under one `seq` a client sees one thing: whole views say what small changes have made of the one before."""
    before, had_gap = View(0, {}, 0), False
    for view in recording.views():
        state, seq = view.state, before.state.get("seq", -1)
        is_whole = view.clock_at == view.at
        has_gap = not is_whole and (had_gap or state["seq"] > seq + 1)
        if state["seq"] == seq and not has_gap and not had_gap and _timeless(state) != _timeless(before.state):
            yield f"seq {seq} said {_timeless(before.state)}, and then {_timeless(state)}"
        before, had_gap = view, has_gap


def unanswered(recording: Recording) -> Iterator[str]:
    """Every request was answered, and always in the same way."""
    for asked in recording.requests():
        said = {(answer["type"], answer.get("seq"), answer.get("code")) for _, answer in asked.answers}
        if len(said) != 1:
            yield f"{asked.message} was answered with {sorted(said, key=str) or 'nothing'}"


# How it is found out ------------------------------------------------------------------------------------------------


def _moment_of(message: Frame) -> tuple[int, int]:
    return message["round"], message["pass"]


def _step(number: int) -> int:
    """Return which way the packs of a round go: clockwise in the first three (R11), then the other way (R14)."""
    return 1 if number <= 3 else -1


def _timeless(state: Frame) -> Frame:
    """Return a view without what changes unnumbered.

    That is the moment it was made, what its own fighter has marked, and what the organizer reads of what happened.
    """
    you = _but("marked", state.get("you", {}))
    tables = [table | {"clock": _but("now", table["clock"])} for table in state.get("tables", ())]
    return state | {"clock": _but("now", state["clock"]), "tables": tables, "you": you, "entries": [], "type": ""}


def _but(unwanted: str, facts: Frame) -> Frame:
    return {name: value for name, value in facts.items() if name != unwanted}


def _on_table(state: Frame) -> list[int]:
    return [seat.get("face_down", 0) for seat in state["table"]["seats"]]


def _undos_in(log: Log, table: Log) -> list[Undo]:
    acts = [act for act in log["history"] if act["table"] == table["number"] and act["kind"] == "undo"]
    return [Undo(act["version"], (act["facts"]["round"], act["facts"]["pass"])) for act in acts]


def _strange_hand(
    record: Record, recording: Recording, state: Frame, gone: dict[tuple[int, int], set[int]]
) -> Iterator[str]:
    number, pass_ = position(state)
    if any(undo.seq > state["seq"] and undo.to < (number, pass_) for undo in record.undos):
        return  # earlier choices, which were made otherwise afterwards
    opener = (recording.seat - _step(number) * (pass_ - 1)) % len(record.log["seats"])
    opened = next(pack for pack in record.log["packs"] if (pack["round"], pack["opened_by"]) == (number, opener))
    earlier = {card for moment, cards in gone.items() if moment < (number, pass_) for card in cards}
    wanted = {card["id"] for card in opened["cards"]} - earlier
    shown = {card["id"] for card in state["you"]["pack"]}
    more_is_due = state["table"]["legion_rare"]  # by those who have placed what was due before (R9)
    placed = gone[number, pass_] | record.acknowledged_in(recording.seat, (number, pass_)) if more_is_due else set()
    if not wanted - placed <= shown <= wanted:
        where = f"in round {number}, pass {pass_}"
        yield f"{recording.who} was shown {sorted(shown)} {where}; the log says {sorted(wanted)}"


def _end_of(record: Record) -> Frame:
    counts = Counter(pick["seat"] for pick in record.picks)
    seats = {
        seat["seat"]: {"name": seat["name"], "bot": seat["bot"], "face_down": counts[seat["seat"]]}
        | ({"chosen": True, "in_hand": 0} if record.whole else {})
        for seat in record.log["seats"]
    }
    return {"phase": "building" if record.whole and not record.night else "finished", "seats": seats}


def _table_in(table: Frame, phase: str) -> Frame:
    seats = {seat["seat"]: {name: seat[name] for name in PUBLIC if name in seat} for seat in table["seats"]}
    return {"phase": phase, "seats": seats}


def _differences(who: str, expected: Frame, seen: Frame) -> Iterator[str]:
    if seen["phase"] != expected["phase"]:
        yield f"{who} ends in {seen['phase']}, the log in {expected['phase']}"
    for number, facts in expected["seats"].items():
        shown = {name: seen["seats"].get(number, {}).get(name) for name in facts}
        if shown != facts:
            yield f"{who} ends with {shown} at seat {number}, the log says {facts}"


def _hurried(recording: Recording, moment: tuple[int, int], record: Record) -> Iterator[str]:
    """Compare the countdown that a device showed last in a pass with the moment when it saw that it was over."""
    ends: float | None = None
    for view in recording.views():
        if position(view.state) == moment and view.state["event"]["phase"] == "drafting" and owes(view.state):
            ends = _countdown(view, ends)
        elif ends is not None and position(view.state) >= moment:
            if view.at < ends - TOLERANCE and not record.taken_back(view.state["seq"] - 1, moment):
                yield f"{recording.who}: the server chose in pass {moment}, {ends - view.at:.1f} s before time was up"
            return


def _in_time(recording: Recording, moment: tuple[int, int], record: Record) -> Iterator[str]:
    """Look for a choice sent before the countdown was over, on a connection that held, and refused as late."""
    for asked in recording.requests():
        if asked.message["type"] != "choose" or _moment_of(asked.message) != moment or not asked.answers:
            continue
        answered, answer = asked.answers[0]
        ends: float | None = None
        for view in recording.views():
            if view.at <= asked.at and position(view.state) == moment and owes(view.state):
                ends = _countdown(view, ends)
        in_time = ends is not None and asked.at < ends - AT_THE_LAST_MOMENT and not record.undos
        if answer.get("code") == "stale" and in_time and recording.held(asked.at, answered):
            yield f"{recording.who}: {asked.message} went out in time and was refused as stale"


def _countdown(view: View, before: float | None) -> float | None:
    clock = view.state["clock"]
    if clock["deadline"] is None:
        return before
    left = datetime.fromisoformat(clock["deadline"]) - datetime.fromisoformat(clock["now"])
    return view.clock_at + left.total_seconds()


def with_log(log: Log, number: int, **parts: Any) -> Log:
    """Return a log with something else in one of its tables."""
    tables = [table | parts if table["number"] == number else table for table in log["tables"]]
    return log | {"tables": tables}


def without(recording: Recording, unwanted: Callable[[Frame], bool]) -> Recording:
    """Return a recording in which some frames were never seen."""
    return replace(
        recording, entries=[entry for entry in recording.entries if entry.what != "got" or not unwanted(entry.frame)]
    )
