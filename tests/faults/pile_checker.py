"""Compares what clients said, entered and saw of real packs with the history and the picks of the log at the end.

It knows how each pile was drafted. To add a check, write a function that is given all of it and yields what is wrong,
in words, and put it into `CHECKS`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from tests.clients.views import Frame
from tests.faults.real_packs import KEPT, RealPile
from tests.faults.recording import Posted, Recording

Log = dict[str, Any]
Moment = tuple[int, int]
PLACES = ("done", "last_card")
CHECKED = ("checked", "doubted")


class Look(NamedTuple):
    """A pile as a client was shown it, at least as new as `since`: the request for it, or the connection."""

    who: str
    since: float
    numbers: tuple[str, ...]
    state: str


@dataclass(frozen=True)
class Entered:
    """A draft with real packs: its log, what all clients sent and saw, and what lay in each pile, by its fighter."""

    log: Log
    recordings: Sequence[Recording]
    piles: Mapping[str, RealPile]

    @cached_property
    def fighters(self) -> dict[str, tuple[int, int, int]]:
        """The table, the seat and the number of each fighter, by name."""
        return {
            seat["name"]: (table["number"], seat["seat"], seat["fighter"])
            for table in self.log["tables"]
            for seat in table["seats"]
        }

    def acts(self, table: int, *kinds: str) -> list[Frame]:
        return [act for act in self.log["history"] if act["table"] == table and act["kind"] in kinds]

    def of_table(self, table: int) -> list[Recording]:
        return [one for one in self.recordings if one.role != "host" and one.table == table]

    def of_fighter(self, name: str) -> list[Recording]:
        table, seat, _ = self.fighters[name]
        return [one for one in self.of_table(table) if one.role == "fighter" and one.seat == seat]

    def posts(self, name: str) -> list[Posted]:
        """Return what was asked about the pile of a fighter, by their devices and by the organizer."""
        number = self.fighters[name][2]
        own = [post for recording in self.of_fighter(name) for post in recording.posts()]
        hosts = [post for one in self.recordings if one.role == "host" for post in one.posts()]
        return sorted([*own, *(post for post in hosts if post.fields["fighter"] == number)], key=lambda post: post.at)

    def entries(self, name: str) -> list[Posted]:
        """Return what was asked to be kept or checked."""
        return [post for post in self.posts(name) if post.fields["numbers"]]

    def kept(self, name: str) -> list[Posted]:
        """Return what was kept, as far as its device was told."""
        told = [(post, post.answer.frame) for post in self.entries(name) if post.answer]
        return [post for post, answer in told if answer["status"] in KEPT and "seen" in answer]

    def looks(self, name: str) -> Iterator[Look]:
        """Yield whatever was shown of the numbers in a pile, on screens and in answers."""
        for post in self.posts(name):
            if post.answer and "seen" in (body := post.answer.frame):
                numbers = body["stored"] if "stored" in body else body["entered"]
                yield Look("an answer", post.at, tuple(numbers), body["state"])
        for recording in self.of_fighter(name):
            opened = [entry.at for entry in recording.entries if entry.what == "opened"]
            for view in recording.views():
                if shown := view.state.get("you", {}).get("pile_entry"):
                    since = max(at for at in opened if at <= view.at)
                    yield Look(recording.who, since, tuple(shown["entered"]), shown["state"])


Check = Callable[[Entered], Iterable[str]]


def pile_findings(entered: Entered) -> list[str]:
    """Return what is wrong, in words."""
    return [fault for check in CHECKS for fault in check(entered)]


# While the packs are passed -----------------------------------------------------------------------------------------


def said_and_lost(entered: Entered) -> Iterator[str]:
    """A fighter who was told that their word is stored said it once; and no word stands of which nobody was told."""
    for name, (table, seat, number) in entered.fighters.items():
        acts, undos = entered.acts(table, "done"), entered.acts(table, "undo")
        said = Counter((act["version"], *_moment(act["facts"])) for act in acts if act["by"] == number)
        told = {
            (asked.ack["seq"], *_moment(asked.message))
            for recording in entered.of_fighter(name)
            for asked in recording.requests()
            if asked.message["type"] == "done" and asked.ack
        }
        for word in sorted(told | set(said)):
            is_told, (version, *moment) = word in told, word
            is_back = any(undo["version"] > version and _moment(undo["facts"]) <= tuple(moment) for undo in undos)
            if said[word] != is_told and not (is_back and said[word] == 1):
                yield f"{name} at seat {seat}: {word} is in the history {said[word]} times; acknowledged: {is_told}"


def placed_twice(entered: Entered) -> Iterator[str]:
    """In each pass each seat places once, unless that is taken back, and the organizer goes on from it once at most."""
    for table in {table for table, _, _ in entered.fighters.values()}:
        done: set[tuple[str, Moment, int]] = set()
        for act in entered.acts(table, *PLACES, "advance", "undo"):
            moment = _moment(act["facts"])
            if act["kind"] == "undo":
                done = {each for each in done if each[1] < moment}
                continue
            kind = "advance" if act["kind"] == "advance" else "done"
            key = (kind, moment, act["facts"].get("seat", -1))
            if key in done:
                yield f"table {table}: {key} came twice in the history"
            done.add(key)


def strange_tables(entered: Entered) -> Iterator[str]:
    """Whenever a screen shows how many cards lie face down, they are those that the history tells of at that `seq`."""
    for table in {table for table, _, _ in entered.fighters.values()}:
        lay = _lay(entered.acts(table, *PLACES, "undo"))
        last = max(lay)
        for recording in entered.of_table(table):
            for view in recording.views():
                state = view.state
                if state["event"]["phase"] in ("lobby", "opening") or state["seq"] > last:
                    continue
                wanted = lay[max(version for version in lay if version <= state["seq"])]
                shown = {seat["seat"]: seat["face_down"] for seat in state["table"]["seats"]}
                if {seat: count for seat, count in shown.items() if count} != +wanted:
                    yield f"{recording.who} was shown {shown} at {state['seq']}, and {dict(wanted)} lay there"


def _lay(acts: Sequence[Frame]) -> dict[int, Counter[int]]:
    """Return how many cards lie face down at each seat from each version on."""
    standing: list[tuple[Moment, int]] = []
    lay: dict[int, Counter[int]] = {0: Counter()}
    for act in acts:
        moment = _moment(act["facts"])
        if act["kind"] == "undo":
            standing = [placed for placed in standing if placed[0] < moment]
        else:
            standing += [(moment, act["facts"]["seat"])] * len(act["facts"]["cards"])
        lay[act["version"]] = Counter(seat for _, seat in standing)
    return lay


# While the piles are entered ----------------------------------------------------------------------------------------


def kept_and_lost(entered: Entered) -> Iterator[str]:
    """An entry that was kept is there whenever somebody looks later, and a pile that was complete stays so."""
    for name, pile in entered.piles.items():
        looks = list(entered.looks(name))
        for post in entered.kept(name):
            assert post.answer
            known, state = pile.known_of(post.fields["numbers"]), post.answer.frame["state"]
            for look in looks:
                is_less = pile.known_of(look.numbers) < known and tuple(look.numbers) != pile.drafted
                if look.since > post.answer.at and (is_less or (state in CHECKED and look.state == "open")):
                    yield f"{name}: {known} cards were kept ({state}), and later {look} was shown"


def strange_entries(entered: Entered) -> Iterator[str]:
    """A pile is shown only as somebody has entered it; no screen goes back."""
    for name, pile in entered.piles.items():
        posted = {tuple(post.fields["numbers"]) for post in entered.entries(name)} | {(), pile.drafted}
        before: dict[str, int] = {}
        for look in entered.looks(name):
            if look.numbers not in posted:
                yield f"{name}: {look} was shown, which nobody has entered"
            known = len(pile.drafted) if look.numbers == pile.drafted else pile.known_of(look.numbers)
            if look.who != "an answer" and known < before.get(look.who, 0):
                yield f"{look.who} was shown {known} cards of the pile after {before[look.who]}"
            before[look.who] = known


def entered_over_another(entered: Entered) -> Iterator[str]:
    """Of two devices that go on from the same entry, one keeps what it has entered; the other is told.

    An entry that is stored already may be entered again, of whatever it was made.
    """
    for name in entered.piles:
        made_of: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
        for post in entered.kept(name):
            made_of[post.fields["seen"]].add(tuple(post.fields["numbers"]))
        for seen, entries in made_of.items():
            others = set().union(*(made for other, made in made_of.items() if other != seen))
            if len(entries - others) > 1:
                yield f"{name}: {len(entries)} entries were made of the same one, and all were kept"


def strange_counts(entered: Entered) -> Iterator[str]:
    """How many cards of a pile are entered is the same for everybody, and never less than before."""
    for name, (table, seat, _) in entered.fighters.items():
        lengths = {len(post.fields["numbers"]) for post in entered.entries(name)} | {0}
        for recording in entered.of_table(table):
            before = 0
            for view in recording.views():
                if "piles" not in view.state["table"]:
                    continue
                count = view.state["table"]["piles"][seat]["entered"]
                own = view.state.get("you", {}) if view.state.get("you", {}).get("seat") == seat else {}
                is_other = "pile_entry" in own and len(own["pile_entry"]["entered"]) != count
                if count < before or count not in lengths or is_other:
                    yield f"{recording.who} was shown {count} cards of {name}'s pile after {before}"
                before = count


def strange_picks(entered: Entered) -> Iterator[str]:
    """In the end the log tells of each pile what lay in it, from bottom to top, and nothing else of the packs."""
    for table in entered.log["tables"]:
        numbers = {card["id"]: card["number"] for pack in table["packs"] for card in pack["cards"]}
        for seat in table["seats"]:
            picks = [pick for pick in table["picks"] if pick["seat"] == seat["seat"]]
            pile = tuple(numbers[pick["card"]] for pick in picks)
            if pile != entered.piles[seat["name"]].drafted:
                yield f"{seat['name']}: the log tells of {pile}, and {entered.piles[seat['name']].drafted} were drafted"
            yield from (f"{seat['name']}: {pick} is no entry" for pick in picks if pick["how"] != "entered")


CHECKS: tuple[Check, ...] = (
    said_and_lost,
    placed_twice,
    strange_tables,
    kept_and_lost,
    strange_entries,
    entered_over_another,
    strange_counts,
    strange_picks,
)


def _moment(facts: Frame) -> Moment:
    return facts["round"], facts["pass"]
