"""One event, and the observers at it and around it. One thing happens at a time; all are sent it before the next."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, Self

import drafts
from tests.clients.views import Frame, Until, legal_choice, owes, phase_is
from tests.clients.ws_client import Closed
from tests.secrets import addresses
from tests.secrets.observers import Host, ObservedClient, Observer
from tests.secrets.transcript import Transcript
from tests.secrets.truth import NOTHING_SHARED, Entered, Moment, Shared

AT_ONCE = 4
OTHERS_AT_ONCE = 2
OWN_LINK = re.compile(r"/rejoin/([\w-]{20,})/")
AFTER_DRAFT, OK = ("building", "fighting", "sharing", "finished"), 200
OF_A_MAGIC_PACK = 9  # so many that a deck of 23 cards is left to choose from
DATA = Path(drafts.__file__).parent / "data"


class ObservedEvent:
    """An event. `observers` are all who listen; `clients` holds the main client of each fighter, by name, and
    `watchers` those of the big screens, by table.
    """

    def __init__(self, host: Observer, code: str) -> None:
        self.host, self.code = host, code
        self.url, self.transcript = host.url, host.transcript
        self.stranger = Observer(self.url, "stranger", self.transcript)
        self.observers: list[Observer] = [host, self.stranger]
        self.clients: dict[str, ObservedClient] = {}
        self.rows: dict[str, int] = {}
        self.watchers: dict[int, ObservedClient] = {}
        self.called: frozenset[int] = frozenset()
        self.shared: dict[int, Shared] = {}
        self.entered: Entered | None = None
        self._others = count()
        self._looks = count()

    @classmethod
    def organized(cls, url: str, **fields: Any) -> Self:
        """Make an event with these settings, and an organizer for it."""
        host = Host(url, "host", Transcript())
        return cls(host, host.create(**fields))

    # Observers --------------------------------------------------------------------------------------------------

    def add(self, observer: Observer) -> Observer:
        self.observers.append(observer)
        return observer

    def join(self, name: str, observer: Observer | None = None) -> Observer:
        """Let a fighter join and open their client: somebody new, or one who is here already."""
        observer = observer or self.add(Observer(self.url, name, self.transcript))
        observer.join(self.code, name)
        self.clients[name] = observer.listen(self.code)
        self.keep_keys(observer)
        return observer

    def keep_keys(self, observer: Observer) -> None:
        """Note the secrets by which an observer is let in: no other connection may be sent one."""
        self.transcript.keep(self.own_link(observer.get(f"/events/{self.code}/").text), observer.name)
        for cookie in observer.cookies:
            if cookie.name == "sessionid":
                self.transcript.keep(str(cookie.value), observer.name)

    @staticmethod
    def own_link(page: str) -> str:
        """Return the token of the link on a page."""
        found = OWN_LINK.search(page)
        assert found, page
        return found[1]

    def open_clients(self, tables: int = 1) -> None:
        """Let the organizer and a stranger look on; the organizer learns by which numbers the fighters are known."""
        for table in range(1, tables + 1):
            self.stranger.listen(self.code, f"?table={table}")
        state = self.host.listen(self.code, "?as=host").state
        self.rows = {fighter["name"]: fighter["id"] for fighter in state["fighters"]}

    def start(self) -> None:
        """Start the draft; everybody finds their seat."""
        before = len(self.transcript.received)
        self.host.act(self.code, "start")
        self.sit_down(before)

    def sit_down(self, before: int) -> None:
        """Note who sits where, also in what was received since the draft began (`before` that, so much was)."""
        for client in self.all_clients():
            client.wait_for(lambda state: state["event"]["phase"] != "lobby")
            if "you" in client.state:
                client.observer.table, client.observer.seat = (
                    client.state["table"]["number"],
                    client.state["you"]["seat"],
                )
        seats = {observer.name: {"table": observer.table, "seat": observer.seat} for observer in self.observers}
        self.transcript.received[before:] = [
            received._replace(**seats[received.observer]) for received in self.transcript.received[before:]
        ]
        self.watchers = {client.table: client for client in self.stranger.clients}
        self.settle()

    def all_clients(self) -> list[ObservedClient]:
        return [client for observer in self.observers for client in observer.clients]

    @property
    def seats(self) -> int:
        return len(self.stranger.clients[0].state["table"]["seats"])

    def observer(self, name: str) -> Observer:
        return next(observer for observer in self.observers if observer.name == name)

    # Steps of the event -----------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Return when everybody has received of what happened, and note where the tables stand now."""
        if self.watchers[1].state["event"]["phase"] in AFTER_DRAFT:
            self._settle_night()
        else:
            self._settle_draft()
        self.transcript.turn(
            {
                table: Moment.of(client.state, self.called, self.shared.get(table, NOTHING_SHARED), self.entered)
                for table, client in self.watchers.items()
            }
        )

    def _settle_night(self) -> None:
        """Let everybody look again: not all of what happens is meant for all. Note what is shared so far.

        The organizer's view is held back while a stage begins, also from those who ask for it: it is waited for.
        """
        for client in self.all_clients():
            client.look_again()
        phases = {watcher.state["event"]["phase"] for watcher in self.watchers.values()}
        if len(phases) == 1:  # of a table that is done while another one drafts the organizer's view says nothing
            self._host_client().wait_for(phase_is(*phases))
        sheets = self.host.get(f"/events/{self.code}/sharing/shares.json")
        for sheet in json.loads(sheets.text)["tables"] if sheets.status == OK else ():
            people = [(person["fighter"], card["id"]) for person in sheet["people"] for card in person["cards"]]
            self._note_shared(sheet["table"], owners=frozenset((card, fighter) for fighter, card in people))
        for share in self.hosts_view().get("shares", ()):
            last = {gone["card"]["id"] for gone in (*share["taken"], *filter(None, [share["last"]]))}
            pool = frozenset(card["id"] for card in share["pool"])
            self._note_shared(share["table"], pool=pool, last=frozenset(last))

    def _note_shared(self, table: int, **parts: Any) -> None:
        self.shared[table] = self.shared.get(table, NOTHING_SHARED)._replace(**parts)

    def hosts_view(self) -> Frame:
        return self._host_client().state

    def _host_client(self) -> ObservedClient:
        return next(client for client in self.host.clients if client.sees_all)

    def _settle_draft(self) -> None:
        newest = {table: max(client.seq for client in self._at(table)) for table in self.watchers}
        for client in self.all_clients():
            seq = sum(newest.values()) if client.sees_all else newest[client.table]
            client.wait_for(lambda state, seq=seq: state["seq"] >= seq)

    def _at(self, table: int) -> list[ObservedClient]:
        return [client for client in self.all_clients() if client.table == table and not client.sees_all]

    def act(self, action: str, until: Until, table: int = 1, **fields: Any) -> None:
        """Let the organizer act on a table, and wait until it shows there."""
        self.host.act(self.code, action, table=table, **fields)
        self.watchers[table].wait_for(until)
        self.settle()

    def ask(self, name: str, **message: Any) -> None:
        """Let a fighter ask for what they will get."""
        answer = self.clients[name].ask(**message)
        assert answer["type"] == "ack", answer
        self.clients[name].wait_for(lambda state: state["seq"] >= answer["seq"])
        self.settle()

    def choose(self, name: str) -> None:
        """Let a fighter choose the first cards that the pass allows."""
        state = self.clients[name].state
        place = {"round": state["table"]["round"], "pass": state["table"]["pass"]}
        self.ask(name, type="choose", cards=legal_choice(state), **place)

    def owing(self, table: int = 1) -> list[str]:
        """Return who has not chosen yet, in order of seats."""
        clients = [
            (client.observer.seat, name) for name, client in self.clients.items() if client.observer.table == table
        ]
        return [name for _, name in sorted(clients) if owes(self.clients[name].state)]

    def expect_closed(self, client: ObservedClient) -> int:
        """Hear a client out until the server closes it, and return the code."""
        client.observer.clients.remove(client)
        with suppress(AssertionError):
            while True:
                try:
                    client.receive()
                except Closed as closed:
                    return closed.code
        raise AssertionError("a client is open that should be closed")

    # Acts of the observers ------------------------------------------------------------------------------------------

    def look_around(self, observers: Sequence[Observer] = (), *, at_all: bool = False) -> None:
        """Let these, or everybody of the event and two of the others in turn, ask for what could tell of this pass.

        They ask for a part of it only, and for the next one when they look again, unless they are to look `at_all`.
        """
        look = next(self._looks)
        turn = None if at_all else look
        self._crawl(
            lambda observer: addresses.of_a_pass(self.code, observer.table, observer.seat or 0, turn),
            observers or self.some(),
            look,
        )
        self.stranger.visit(f"/events/{self.code}/table/1/")
        self.stranger.visit(f"/events/{self.code}/log/log.json", "HEAD")

    def look_at_the_event(self, observers: Sequence[Observer] = ()) -> None:
        """Let these, or everybody with one device, ask for all pages of the event."""
        pages = addresses.all_of_an_event(self.code, len(self.watchers) or 1, self.seats)
        self._crawl(lambda observer: pages, observers or self.people(), next(self._looks))

    def look_everywhere(self) -> None:
        """Let everybody ask for everything."""
        self.look_at_the_event()
        site = (*addresses.OF_THE_SITE, *addresses.CATALOG)
        self._crawl(lambda observer: site, self.some(), next(self._looks))

    def _crawl(self, pages: Callable[[Observer], Sequence[str]], observers: Sequence[Observer], look: int) -> None:
        """Let observers ask for pages. People who are alike to the event share them, but for the pages of each fighter;
        in the next look each asks for other ones.
        """
        kinds = {observer: self._kind(observer) for observer in observers}

        def crawl(observer: Observer) -> None:
            alike = [each for each in observers if kinds[each] == kinds[observer]]
            first = (alike.index(observer) + look + look // addresses.PARTS) % len(alike)
            own = addresses.of_each_fighter(self.code, observer.table) if observer.seat is not None else ()
            asked = enumerate(pages(observer))
            observer.crawl(page for number, page in asked if number % len(alike) == first or page in own)

        self.each(crawl, observers)

    def _kind(self, observer: Observer) -> object:
        """Return what an observer is to the event."""
        if observer.host or observer.judge or observer.seat is None:
            return "known here, without a seat" if observer.name in self.rows else observer.kind
        return observer.table

    def guess(self, address: str) -> None:
        """Let a stranger from an address of their own try codes and links."""
        Observer(self.url, "guesser", self.transcript, address).crawl(addresses.guesses())

    def each(self, action: Callable[[Observer], object], observers: Iterable[Observer] = ()) -> None:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            list(threads.map(action, observers or self.observers))

    def people(self) -> list[Observer]:
        """Return everybody, each with one device. A guest's device is that of a neighbour, who asks with it."""
        return list({observer.name: observer for observer in self.observers if not observer.is_guest}.values())

    def some(self) -> list[Observer]:
        """Return all who belong to the event, each with one device, and some of the others, other ones every time."""
        people = self.people()
        here = [each for each in people if each.host or each.judge or each.seat is not None]
        others = [each for each in people if each not in here]
        first = OTHERS_AT_ONCE * next(self._others) % len(others)
        return [*here, *islice([*others, *others], first, first + min(OTHERS_AT_ONCE, len(others)))]

    def close(self) -> None:
        for client in self.all_clients():
            client.close()


def sample_cards() -> list[dict[str, str]]:
    """Return every card of the sample sets."""
    files = sorted(DATA.glob("*.csv"))
    return list(chain.from_iterable(csv.DictReader(file.open(encoding="utf-8")) for file in files))


def packs_without_doubles(packs: int, first: Sequence[Iterable[str]] = ()) -> list[list[str]]:
    """Return packs of a trigger unit and four other cards in which no card comes twice; `first` are put in front."""
    put = [list(cards) for cards in first]
    rest = [card for card in sample_cards() if "card_type" in card and card["card_number"] not in chain(*put)]
    triggers = [card["card_number"] for card in rest if card["card_type"] == "Trigger Unit"]
    others = [card["card_number"] for card in rest if card["card_type"] != "Trigger Unit"]
    made = []
    for number in range(packs):
        pack = put[number] if number < len(put) else []
        pack = [*pack, triggers.pop(0)]
        made.append([*pack, *(others.pop() for _ in range(5 - len(pack)))])
    return made


def packs_to_share(packs: int) -> list[list[str]]:
    """Return packs of a trigger unit and a card that one chooses when all is shared; no card comes twice."""
    cards = [card for card in sample_cards() if "card_type" in card and card["card_type"] != "G Unit"]
    triggers = [card["card_number"] for card in cards if card["card_type"] == "Trigger Unit"]
    rare = [card["card_number"] for card in cards if card["card_type"] != "Trigger Unit" and card["rarity"] != "C"]
    others = [card["card_number"] for card in cards if card["card_type"] != "Trigger Unit" and card["rarity"] == "C"]
    return [list(pack) for pack in zip(triggers, [*rare, *others][:packs], strict=False)][:packs]


def magic_packs(packs: int) -> dict[str, str]:
    """Return the fields of an event that drafts so many small packs, in which no card comes twice."""
    cards = [card["card_number"] for card in sample_cards() if card["set_code"] == "MAG01" and card["rarity"] in "CUR"]
    made = [cards[number::packs][:OF_A_MAGIC_PACK] for number in range(packs)]
    listed = "\n\n".join("\n".join(pack) for pack in made)
    return {"format": "magic-draft", "card_set": "MAG01", "packs": "uploaded", "pack_list": listed}
