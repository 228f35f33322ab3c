"""One event, and all who are at it or around it. One thing happens at a time; all hear of it before the next."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, Self

import drafts
from tests.live.phone import Closed, Until, legal_choice, owes
from tests.secrets import addresses
from tests.secrets.heard import Notebook
from tests.secrets.spies import AS_REFRESH, Host, Line, Spy
from tests.secrets.truth import Moment

AT_ONCE = 4
OTHERS_AT_ONCE = 2
OWN_LINK = re.compile(r"/rejoin/([\w-]{20,})/")
DATA = Path(drafts.__file__).parent / "data"


class Evening:
    """An event. `spies` are all who listen; `lines` holds the main line of each fighter, by name, and `watchers` those
    of the big screens, by table.
    """

    def __init__(self, host: Spy, code: str) -> None:
        self.host, self.code = host, code
        self.url, self.notebook = host.url, host.notebook
        self.stranger = Spy(self.url, "stranger", self.notebook)
        self.spies: list[Spy] = [host, self.stranger]
        self.lines: dict[str, Line] = {}
        self.rows: dict[str, int] = {}
        self.watchers: dict[int, Line] = {}
        self.called: frozenset[int] = frozenset()
        self._others = self.strangers()

    @classmethod
    def organized(cls, url: str, **fields: Any) -> Self:
        """Make an event with these settings, and an organizer for it."""
        host = Host(url, "host", Notebook())
        return cls(host, host.create(**fields))

    # Who is there -----------------------------------------------------------------------------------------------

    def add(self, spy: Spy) -> Spy:
        self.spies.append(spy)
        return spy

    def join(self, name: str, spy: Spy | None = None) -> Spy:
        """Let a fighter join and open their line: somebody new, or one who is here already."""
        spy = spy or self.add(Spy(self.url, name, self.notebook))
        spy.join(self.code, name)
        self.lines[name] = spy.listen(self.code)
        self.keep_keys(spy)
        return spy

    def keep_keys(self, spy: Spy) -> None:
        """Note what would open a spy's doors: nobody else may hear it."""
        self.notebook.keep(self.own_link(spy.get(f"/events/{self.code}/").text), spy.name)
        for cookie in spy.cookies:
            if cookie.name == "sessionid":
                self.notebook.keep(str(cookie.value), spy.name)

    @staticmethod
    def own_link(page: str) -> str:
        """Return the token of the link on a page."""
        found = OWN_LINK.search(page)
        assert found, page
        return found[1]

    def open_lines(self, tables: int = 1) -> None:
        """Let the organizer and a stranger look on; the organizer learns by which numbers the fighters are known."""
        for table in range(1, tables + 1):
            self.stranger.listen(self.code, f"?table={table}")
        state = self.host.listen(self.code, "?as=host").state
        self.rows = {fighter["name"]: fighter["id"] for fighter in state["fighters"]}

    def start(self) -> None:
        """Start the draft; everybody finds their seat."""
        before = len(self.notebook.heard)
        self.host.act(self.code, "start")
        self.sit_down(before)

    def sit_down(self, before: int) -> None:
        """Note who sits where, also in what was heard since the draft began (`before` that, so much was heard)."""
        for line in self.all_lines():
            line.wait_for(lambda state: state["event"]["phase"] != "lobby")
            if "you" in line.state:
                line.spy.table, line.spy.seat = line.state["table"]["number"], line.state["you"]["seat"]
        seats = {spy.name: {"table": spy.table, "seat": spy.seat} for spy in self.spies}
        self.notebook.heard[before:] = [heard._replace(**seats[heard.spy]) for heard in self.notebook.heard[before:]]
        self.watchers = {line.table: line for line in self.stranger.lines}
        self.settle()

    def all_lines(self) -> list[Line]:
        return [line for spy in self.spies for line in spy.lines]

    @property
    def seats(self) -> int:
        return len(self.stranger.lines[0].state["table"]["seats"])

    def spy(self, name: str) -> Spy:
        return next(spy for spy in self.spies if spy.name == name)

    # What happens -----------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Return when everybody has heard of what happened, and note where the tables stand now."""
        newest = {table: max(line.seq for line in self._at(table)) for table in self.watchers}
        for line in self.all_lines():
            seq = sum(newest.values()) if line.sees_all else newest[line.table]
            line.wait_for(lambda state, seq=seq: state["seq"] >= seq)
        self.notebook.turn({table: Moment.of(line.state, self.called) for table, line in self.watchers.items()})

    def _at(self, table: int) -> list[Line]:
        return [line for line in self.all_lines() if line.table == table and not line.sees_all]

    def act(self, action: str, until: Until, *, table: int = 1, **fields: Any) -> None:
        """Let the organizer act on a table, and wait until it shows there."""
        self.host.act(self.code, action, table=table, **fields)
        self.watchers[table].wait_for(until)
        self.settle()

    def ask(self, name: str, **message: Any) -> None:
        """Let a fighter ask for what they will get."""
        answer = self.lines[name].ask(**message)
        assert answer["type"] == "ack", answer
        self.lines[name].wait_for(lambda state: state["seq"] >= answer["seq"])
        self.settle()

    def choose(self, name: str) -> None:
        """Let a fighter choose the first cards that the pass allows."""
        state = self.lines[name].state
        place = {"round": state["table"]["round"], "pass": state["table"]["pass"]}
        self.ask(name, type="choose", cards=legal_choice(state), **place)

    def owing(self, table: int = 1) -> list[str]:
        """Return who has not chosen yet, in order of seats."""
        lines = [(line.spy.seat, name) for name, line in self.lines.items() if line.spy.table == table]
        return [name for _, name in sorted(lines) if owes(self.lines[name].state)]

    def expect_closed(self, line: Line) -> int:
        """Hear a line out until the server closes it, and return the code."""
        line.spy.lines.remove(line)
        with suppress(AssertionError):
            while True:
                try:
                    line.receive()
                except Closed as closed:
                    return closed.code
        raise AssertionError("a line is open that should be closed")

    # What the spies do ------------------------------------------------------------------------------------------

    def look_around(self) -> None:
        """Let everybody of the event ask for all that could tell of this pass. Of the others two do so in turn."""
        self.each(lambda spy: spy.crawl(addresses.of_a_pass(self.code, spy.table, spy.seat or 0)), self.some())
        self.host.visit(f"/events/{self.code}/host/", **AS_REFRESH)
        self.stranger.visit(f"/events/{self.code}/log/log.json", "HEAD")

    def look_at_the_event(self, spies: Iterable[Spy] = ()) -> None:
        """Let these, or everybody, ask for all pages of the event."""
        pages = addresses.all_of_an_event(self.code, len(self.watchers) or 1, self.seats)
        self.each(lambda spy: spy.crawl(pages), spies)

    def look_everywhere(self) -> None:
        """Let everybody ask for everything."""
        self.look_at_the_event()
        self.each(lambda spy: spy.crawl((*addresses.OF_THE_SITE, *addresses.CATALOG)), self.some())

    def guess(self, address: str) -> None:
        """Let a stranger from an address of their own try codes and links."""
        Spy(self.url, "guesser", self.notebook, address).crawl(addresses.guesses())

    def each(self, deed: Callable[[Spy], object], spies: Iterable[Spy] = ()) -> None:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            list(threads.map(deed, spies or self.spies))

    def some(self) -> list[Spy]:
        """Return all who belong to the event, each with one device, and some of the others, other ones every time."""
        present = {spy.name: spy for spy in self.spies if spy.host or spy.seat is not None}
        return [*present.values(), *islice(self._others, OTHERS_AT_ONCE)]

    def strangers(self) -> Iterator[Spy]:
        """Yield those who have no seat here, one after the other, for ever."""
        while True:
            yield from [spy for spy in self.spies if spy.seat is None and not spy.host]

    def close(self) -> None:
        for line in self.all_lines():
            line.close()


def sample_cards() -> list[dict[str, str]]:
    """Return every card of the sample sets."""
    files = sorted(DATA.glob("*.csv"))
    return list(chain.from_iterable(csv.DictReader(file.open(encoding="utf-8")) for file in files))


def packs_without_doubles(packs: int, first: Sequence[Iterable[str]] = ()) -> list[list[str]]:
    """Return packs of a trigger unit and four other cards in which no card comes twice; `first` are put in front."""
    put = [list(cards) for cards in first]
    rest = [card for card in sample_cards() if card["card_number"] not in chain(*put)]
    triggers = [card["card_number"] for card in rest if card["card_type"] == "Trigger Unit"]
    others = [card["card_number"] for card in rest if card["card_type"] != "Trigger Unit"]
    made = []
    for number in range(packs):
        pack = put[number] if number < len(put) else []
        pack = [*pack, triggers.pop(0)]
        made.append([*pack, *(others.pop() for _ in range(5 - len(pack)))])
    return made
