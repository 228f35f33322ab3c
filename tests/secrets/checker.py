"""Looks through all that was received for what its receiver might not know yet."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product

import ahocorasick

from tests.secrets.addresses import CATALOG
from tests.secrets.card_ids import ids_in
from tests.secrets.readings import readings, squeezed
from tests.secrets.scenarios import Outcome
from tests.secrets.transcript import Received
from tests.secrets.truth import Frame, Moment

LOBBY = Moment("lobby", 0, 0)
OVER = ("building", "fighting", "sharing", "finished")
WISHING = ("fighting", "sharing", "finished")
# A form's token is another one in every answer. It is read by itself, so that a page is read once only.
# The pad on which a pile is entered knows all cards of the drafted sets, and before the start the panel and the big
# screen show the best of them: always the same ones.
PAD = re.compile(rb'(<script id="pile-data"[^>]*>\{.*?"cards": )(\[.*?\])(\}</script>)')
BEST = re.compile(rb'(<ul [^>]*aria-label="Cards of the set">)(.*?)(</ul>)', re.DOTALL)
FIXED = {"the list of a pad": PAD, "the best cards of the sets": BEST}
PILES = re.compile(r"^(GET|HEAD|POST) /events/\w+/piles?/")
FORM_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")([^"]*)')
Found = tuple[frozenset[str], frozenset[str]]  # numbers of cards, and keys


@cache
def checker_of(outcome: Outcome) -> "Checker":
    """Return the checker of an outcome, which all tests share: it has read all that was received once."""
    return Checker(outcome)


class Checker:
    """Checks an event's transcript against its log."""

    def __init__(self, outcome: Outcome) -> None:
        transcript, log = outcome.transcript, outcome.log
        self.transcript, self.truths, self.fighters_read = transcript, outcome.truths, outcome.fighters_read
        self.stopped = outcome.stopped
        closed = ("building", "fighting") if outcome.closed_while_fought else ()
        self.over = [phase for phase in OVER if phase not in closed]
        self.wishing = [phase for phase in WISHING if phase not in closed]
        self.opened = set().union(*(truth.opened for truth in self.truths.values()))
        self.numbers = {card: facts["number"] for truth in self.truths.values() for card, facts in truth.cards.items()}
        cards = [facts for truth in self.truths.values() for facts in truth.cards.values()]
        self.words = {
            word[::way]: facts["number"]
            for facts in cards
            for word in (squeezed(facts["number"]), squeezed(facts["name"]))
            for way in (1, -1)
        }
        self.seeds = {squeezed(word) for word in words_of_seed(log["event"]["seed"])}
        self.keys = {squeezed(word): observers for word, observers in transcript.secrets.items()}
        self._searched = searching(self.words, {word: word for word in (*self.keys, *self.seeds)})
        self.read = lru_cache(maxsize=None)(self._read)
        self.found = lru_cache(maxsize=4)(self._found)  # of one answer: it is asked for cards, and then for keys
        self._catalog = {
            received.what: self.named(received.body)
            for received in reversed(transcript.received)
            if is_catalog(received) and not received.since
        }
        self._fixed = {
            what: next((found[2] for each in transcript.received if (found := part.search(each.body))), b"")
            for what, part in FIXED.items()
        }

    def findings(self) -> list[str]:
        """Return what somebody received too early."""
        return [f"{one}: {too_much}" for one in self.transcript.received for too_much in self.too_much(one)]

    def too_much(self, received: Received) -> Iterator[str]:
        """Yield what one answer or message tells that its hearer might not know."""
        body = received.body
        for what, part in FIXED.items():
            if any(found != self._fixed[what] for _, found, _ in part.findall(body)):
                yield f"{what}, which changes with the draft"
            body = part.sub(rb"\1\3", body)
        named, keys = self.named(body) | self.named(received.head.encode()), self.keys_in(received)
        if is_catalog(received):
            if named != self._catalog[received.what]:
                yield f"a page of the sets that changes with the draft: {named}"
        else:
            cards = self.opened if self.is_open_to(received) else self.known(received)
            known = {self.numbers[card] for card in cards}
            yield from (f"card {number}" for number in sorted(named - known))
        if received.is_frame:
            yield from self._in_frame(received)
        yield from keys

    # Contents of messages ---------------------------------------------------------------------------------------

    def named(self, data: bytes) -> frozenset[str]:
        """Return the numbers of the cards whose name or number stands in bytes, in whatever way."""
        return self.found(data)[0]

    def keys_in(self, received: Received) -> list[str]:
        found = self.found(received.body)[1] | self.found(received.head.encode())[1]
        told = [
            f"the secret {word[:6]}… of {sorted(self.keys[word])}"
            for word in found & self.keys.keys()
            if received.observer not in self.keys[word]
        ]
        seed_is_open = self._is_over(received) and not self.stopped
        return told + (["the seed"] if found & self.seeds and not seed_is_open else [])

    def _found(self, data: bytes) -> Found:
        tokens = [self.read(token) for _, token in FORM_TOKEN.findall(data)]
        cards, keys = zip(self.read(FORM_TOKEN.sub(rb"\1", data)), *tokens, strict=True)
        return frozenset().union(*cards), frozenset().union(*keys)

    def _read(self, data: bytes) -> Found:
        found: tuple[set[str], set[str]] = (set(), set())
        for _, meanings in self._searched.iter(readings(data)):
            for kind, meaning in meanings:
                found[kind].add(meaning)
        return frozenset(found[0]), frozenset(found[1])

    # Cards that observers may know ------------------------------------------------------------------------------

    def known(self, received: Received) -> set[int]:
        """Return the cards that an answer or a message may show."""
        known = (
            self._known_by(json.loads(received.body), received)
            if received.is_frame
            else self._known_on_a_page(received)
        )
        moments = self._moments(received) if received.host or received.judge else ()
        return known | {card for moment in moments for card in (*moment.called, *moment.shared.on_the_table)}

    def _known_by(self, frame: Frame, received: Received) -> set[int]:
        if frame["type"] == "marked":  # of the cards that the seat holds, on each of its devices
            held = (
                self.truths[received.table].known(received.seat, each)
                for each in self._moments(received, received.table)
            )
            return set().union(*held)
        if frame["type"] != "state":
            return set()
        seat, number = received.seat if "you" in frame else None, frame["table"]["number"]
        moments = [
            Moment.of(frame, shared=each.shared, entered=each.entered) for each in self._moments(received, number)
        ]
        return set().union(*(self.truths[number].known(seat, moment) for moment in moments))

    def _known_on_a_page(self, received: Received) -> set[int]:
        """No page shows a hand; one's own cards may stand there in their time.

        Once the log has opened a fighter may wish for any card of their table, and then sees whose each card is.
        """
        truth, moments = self.truths[received.table], self._moments(received, received.table)
        own = {card for moment in moments if moment.phase != "drafting" for card in truth.known(received.seat, moment)}
        if received.host and PILES.search(received.what):
            return own | self._entered(moments)
        if received.seat is None:
            return own
        wishing = any(moment.phase in self.wishing and moment.knows_cards for moment in moments)
        here = {*truth.cards} if wishing else set()
        return own | here | {card for moment in self._moments(received) for card, _ in moment.shared.owners}

    def _entered(self, moments: Iterable[Moment]) -> set[int]:
        """Return the cards that anybody has entered: the organizer may look at the pages of all piles."""
        numbers = {number for moment in moments if moment.entered for number, _ in moment.entered.cards}
        return {card for card, number in self.numbers.items() if number in numbers}

    def is_open_to(self, received: Received) -> bool:
        """Whether the log is open to somebody, and with it every opened pack. A message shows no more than before."""
        reads = received.host or (self.fighters_read and received.seat is not None)
        return self._is_over(received) and reads and not received.is_frame

    def _is_over(self, received: Received) -> bool:
        tables = self.transcript.moments[min(received.until, self.transcript.now)]
        return bool(tables) and all(moment.phase in self.over and moment.knows_cards for moment in tables.values())

    def _moments(self, received: Received, table: int | None = None) -> list[Moment]:
        span = self.transcript.moments[received.since : received.until + 1]
        return [tables.get(number, LOBBY) for tables in span for number in ([table] if table else tables)]

    # Messages ---------------------------------------------------------------------------------------------------

    def _in_frame(self, received: Received) -> Iterator[str]:
        frame = json.loads(received.body)
        strange = set(ids_in(frame)) - self.known(received)
        yield from (f"the id {card}" for card in sorted(strange))
        if frame["type"] != "state":
            return
        number, moment = frame["table"]["number"], Moment.of(frame)
        if not self.truths[number].has(moment):
            yield f"{moment}, which never was"
        told = [now[:3] for now in self._moments(received, number)]
        if moment[:3] not in told:
            yield f"{moment[:3]}, when it was {told}"
        if "you" in frame and frame["you"]["seat"] != received.seat and moment.phase != "lobby":
            yield "what another seat sees"


def searching(*kinds: Mapping[str, str]) -> ahocorasick.Automaton:
    """Return what finds every word in a text in one pass, each with its kinds (by place) and what it means there."""
    meanings: dict[str, list[tuple[int, str]]] = {}
    for kind, words in enumerate(kinds):
        for word, meaning in words.items():
            meanings.setdefault(word, []).append((kind, meaning))
    automaton = ahocorasick.Automaton()
    for word, of_word in meanings.items():
        automaton.add_word(word, of_word)
    automaton.make_automaton()
    return automaton


def is_catalog(received: Received) -> bool:
    return any(received.what == f"GET {path}" for path in CATALOG)


def words_of_seed(seed: str) -> Iterable[str]:
    """Return the seed, a good part of it, and what of it is enough to recompute packs and seats."""
    yield from (seed, seed[:16], seed[16:32], seed[-16:], str(int(seed, 16)))
    packs = product(("pack", "order"), (1, 2), range(1, 7), range(9))
    for stream in ("seats", "handles", *("/".join(map(str, pack)) for pack in packs)):
        yield hashlib.sha256(f"{seed}\0{stream}".encode()).hexdigest()
