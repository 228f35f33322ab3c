"""Looks through all that was heard for what its hearer might not know yet."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from tests.secrets.addresses import CATALOG
from tests.secrets.heard import Heard
from tests.secrets.readings import readings, squeezed
from tests.secrets.stories import Told
from tests.secrets.truth import Frame, Moment

LOBBY = Moment("lobby", 0, 0)
OVER = ("building", "finished")
# A form's token is another one in every answer. It is read by itself, so that a page is read once only.
FORM_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")([^"]*)')
# Whole numbers in messages that are no card's; every other one counts as the id of a card.
NO_CARD = {
    *("seq", "number", "seat", "round", "rounds", "pass", "passes", "table", "table_size", "seconds", "left"),
    *("in_hand", "face_down", "must_choose", "grade", "power", "shield", "critical"),
    *("count", "main", "g_zone", "g_units", "grades", "triggers", "clans", "fighters", "call"),
}


class Checker:
    """What an evening's log makes of its notebook."""

    def __init__(self, told: Told) -> None:
        notebook, log = told.notebook, told.log
        self.notebook, self.truths, self.fighters_read = notebook, told.truths, told.fighters_read
        self.numbers = {card: facts["number"] for truth in self.truths.values() for card, facts in truth.cards.items()}
        cards = [facts for truth in self.truths.values() for facts in truth.cards.values()]
        self.words = {
            word[::way]: facts["number"]
            for facts in cards
            for word in (squeezed(facts["number"]), squeezed(facts["name"]))
            for way in (1, -1)
        }
        self.seeds = {squeezed(word) for word in words_of_seed(log["event"]["seed"])}
        self.keys = {squeezed(word): spies for word, spies in notebook.secrets.items()}
        self.read = lru_cache(maxsize=None)(self._read)
        self._catalog = {
            heard.what: self.named(heard.body)
            for heard in reversed(notebook.heard)
            if is_catalog(heard) and not heard.since
        }

    def findings(self) -> list[str]:
        """Return what somebody heard too early."""
        return [f"{heard}: {too_much}" for heard in self.notebook.heard for too_much in self.too_much(heard)]

    def too_much(self, heard: Heard) -> Iterator[str]:
        """Yield what one answer or message tells that its hearer might not know."""
        named, keys = self.named(heard.body) | self.named(heard.head.encode()), self.keys_in(heard)
        if is_catalog(heard):
            if named != self._catalog[heard.what]:
                yield f"a page of the sets that changes with the draft: {named}"
        elif not self.is_open_to(heard):
            known = {self.numbers[card] for card in self.known(heard)}
            yield from (f"card {number}" for number in sorted(named - known))
        if heard.is_frame:
            yield from self._in_frame(heard)
        yield from keys

    # What it says -----------------------------------------------------------------------------------------------

    def named(self, data: bytes) -> frozenset[str]:
        """Return the numbers of the cards whose name or number stands in bytes, in whatever way."""
        return self._parts(data, 0)

    def keys_in(self, heard: Heard) -> list[str]:
        found = self._parts(heard.body, 1) | self._parts(heard.head.encode(), 1)
        told = [
            f"the secret {word[:6]}… of {sorted(self.keys[word])}"
            for word in found & self.keys.keys()
            if heard.spy not in self.keys[word]
        ]
        return told + (["the seed"] if found & self.seeds and not self._is_over(heard) else [])

    def _parts(self, data: bytes, kind: int) -> frozenset[str]:
        found = self.read(FORM_TOKEN.sub(rb"\1", data))[kind]
        for token in FORM_TOKEN.findall(data):
            found |= self.read(token[1])[kind]
        return found

    def _read(self, data: bytes) -> tuple[frozenset[str], frozenset[str]]:
        text = readings(data)
        return (
            frozenset(number for word, number in self.words.items() if word in text),
            frozenset(word for word in (*self.keys, *self.seeds) if word in text),
        )

    # What they might know ---------------------------------------------------------------------------------------

    def known(self, heard: Heard) -> set[int]:
        """Return the cards that an answer or a message may show."""
        known = self._known_by(json.loads(heard.body), heard) if heard.is_frame else self._known_on_a_page(heard)
        return known | {card for moment in self._moments(heard) for card in moment.called if heard.host}

    def _known_by(self, frame: Frame, heard: Heard) -> set[int]:
        if frame["type"] != "state":
            return set()
        seat = heard.seat if "you" in frame else None
        return self.truths[frame["table"]["number"]].known(seat, Moment.of(frame))

    def _known_on_a_page(self, heard: Heard) -> set[int]:
        """No page shows a hand; one's own cards may stand there in their time."""
        truth, moments = self.truths[heard.table], self._moments(heard, heard.table)
        return {card for moment in moments if moment.phase != "drafting" for card in truth.known(heard.seat, moment)}

    def is_open_to(self, heard: Heard) -> bool:
        """Whether the log is open to somebody, and with it everything. A message shows no more than before."""
        reads = heard.host or (self.fighters_read and heard.seat is not None)
        return self._is_over(heard) and reads and not heard.is_frame

    def _is_over(self, heard: Heard) -> bool:
        tables = self.notebook.moments[min(heard.until, self.notebook.now)]
        return bool(tables) and all(moment.phase in OVER for moment in tables.values())

    def _moments(self, heard: Heard, table: int | None = None) -> list[Moment]:
        span = self.notebook.moments[heard.since : heard.until + 1]
        return [tables.get(number, LOBBY) for tables in span for number in ([table] if table else tables)]

    # Messages ---------------------------------------------------------------------------------------------------

    def _in_frame(self, heard: Heard) -> Iterator[str]:
        frame = json.loads(heard.body)
        strange = set(ids_in(frame)) - self.known(heard)
        yield from (f"the id {card}" for card in sorted(strange))
        if frame["type"] != "state":
            return
        number, moment = frame["table"]["number"], Moment.of(frame)
        if not self.truths[number].has(moment):
            yield f"{moment}, which never was"
        told = [now[:3] for now in self._moments(heard, number)]
        if moment[:3] not in told:
            yield f"{moment[:3]}, when it was {told}"
        if "you" in frame and frame["you"]["seat"] != heard.seat and moment.phase != "lobby":
            yield "what another seat sees"


def is_catalog(heard: Heard) -> bool:
    return any(heard.what == f"GET {path}" for path in CATALOG)


def ids_in(part: object) -> Iterator[int]:
    """Yield every whole number of a message that may be the id of a card, however deep, also one put as text."""
    match part:
        case dict():
            for key, value in part.items():
                if key not in NO_CARD and not (key == "id" and "reason" in part):  # a call's own id
                    yield from ids_in(value)
        case list():
            for value in part:
                yield from ids_in(value)
        case bool():
            pass
        case int():
            yield part
        case str() if part.isdecimal():
            yield int(part)


def words_of_seed(seed: str) -> Iterable[str]:
    """Return the seed, a good part of it, and what of it is enough to recompute packs and seats."""
    yield from (seed, seed[:16], seed[16:32], seed[-16:], str(int(seed, 16)))
    packs = product(("pack", "order"), (1, 2), range(1, 7), range(9))
    for stream in ("seats", "handles", *("/".join(map(str, pack)) for pack in packs)):
        yield hashlib.sha256(f"{seed}\0{stream}".encode()).hexdigest()
