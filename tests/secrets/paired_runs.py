"""Two drafts that differ in their cards alone. Any other difference that somebody sees tells them of cards: a length,
an order, a count, a `seq`, an error, a header. That needs no idea of how a leak might look.

Both have the same people in the same seats, who do the same; the seeds are chosen so. All that differs by right (codes,
moments, keys, and the cards that a fighter holds) is replaced by its name before they are compared, byte for byte.
"""

import json
import re
from collections.abc import Iterator
from itertools import count, zip_longest
from typing import NamedTuple

import orjson

from drafts.rules.night.seating import seat_at_random
from tests.clients.views import phase_is
from tests.secrets.observed_event import ObservedEvent
from tests.secrets.questions import NO_SUCH_CARDS, ask_about
from tests.secrets.transcript import Received
from tests.server import Server

NAMES = ("Aichi", "Kamui", "Misaki")
PAGES = ("", "deck.txt", "table/1/", "host/", "log/log.json")
OWN = ("pack", "pile", "marked", "must_choose", "can_call_judge", "refused", "summary")  # only fighters see these

BY_RIGHT = [
    (re.compile(rf"(?s){start}.*?{end}"), name)
    for name, start, end in (
        ("QR", r"<svg viewBox=\"[ \d]*\"><path stroke=\"#000\"", "</svg>"),
        ("TOKEN", r"/rejoin/", r"(?=[/\"<])"),
        ("CSRF", r"csrfmiddlewaretoken\" value=\"", r"\""),
        ("REQUEST", r"name=\"request\" value=\"", r"\""),
        ("ROW", r"name=\"fighter\" value=\"", r"\""),
        ("ROW", r"\"fighter\":", r"(?=[,}])"),
    )
] + [
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"), "MOMENT"),
    (re.compile(r"\b\d\d:\d\d(:\d\d)?\b"), "TIME"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "REQUEST"),
    (re.compile(r"(data-have=\"[\w-]+\.)[0-9a-f]+"), r"\1VERSION"),  # of what the row shows, with keys and moments
    (re.compile(r"(?im)^(X-Request-ID|Date|Expires|Set-Cookie): .*$"), r"\1"),
]

SEQ = re.compile(r'("seq":)(\d+)')


class Seen(NamedTuple):
    """One thing that somebody was sent, at a step of the observed, with nothing left in it that differs by right."""

    viewer: str
    step: int
    what: str
    told: str


def paired_seeds() -> Iterator[str]:
    """Yield seeds by which all sit in the same seats."""
    for number in count():
        seed = f"{number:064x}"
        if seat_at_random(range(len(NAMES) + 1), [len(NAMES) + 1], seed) == [list(range(len(NAMES) + 1))]:
            yield seed


def play_paired_run(site: Server, seed: str, *, rounds: int) -> list[Seen]:
    """Play so many rounds by this seed and return what everybody was sent, step by step."""
    observed = ObservedEvent.organized(site.url, name="PairedRun", card_set="SMP02", pace="relaxed", review_seconds=600)
    event = f"SELECT id FROM drafts_event WHERE code = '{observed.code}'"
    site.database.execute(f"UPDATE drafts_draft SET seed = '{seed}' WHERE event_id = ({event})")
    for name in NAMES:
        observed.join(name)
    observed.host.act(observed.code, "add-bot")
    observed.open_clients()
    observed.start()
    observed.transcript.received.clear()
    run = PairedRun(observed)
    while observed.watchers[1].state["table"]["round"] <= rounds and not phase_is("building")(
        observed.watchers[1].state
    ):
        if phase_is("review")(observed.watchers[1].state):
            observed.act("end-review", phase_is("drafting"))
        run.play_pass()
    observed.close()
    return run.seen


class PairedRun:
    def __init__(self, observed: ObservedEvent) -> None:
        self.observed = observed
        self.seen: list[Seen] = []
        self._steps = count()
        self._begin = observed.watchers[1].seq
        observed.stranger.clients[0].resync()

    def play_pass(self) -> None:
        self.look()
        for name in self.observed.owing():
            client = self.observed.clients[name]
            client.send({"type": "mark", "cards": [client.state["you"]["pack"][0]["id"]]})
            ask_about(client, NO_SUCH_CARDS[:1])
            self.observed.choose(name)
            self.note()

    def look(self) -> None:
        """Let everybody ask for the event's pages."""
        for observer in (self.observed.host, self.observed.stranger, self.observed.observer(NAMES[0])):
            observer.crawl(f"/events/{self.observed.code}/{page}" for page in PAGES)
        self.note()

    def note(self) -> None:
        """Take down what was received since the last step."""
        received, self.observed.transcript.received = self.observed.transcript.received, []
        step = next(self._steps)
        self.seen += [
            Seen(each.observer, step, self.masked(each.what), self.masked(head_of(each) + body_of(each)))
            for each in sorted(received, key=lambda each: each.observer)
        ]

    def masked(self, text: str) -> str:
        for pattern, name in BY_RIGHT:
            text = pattern.sub(name, text)
        text = SEQ.sub(lambda found: f"{found[1]}{int(found[2]) - self._begin}", text)
        return text.replace(self.observed.code, "CODE!!")


def head_of(received: Received) -> str:
    """Return the headers; how long the body is does not matter if it is as long as that."""
    return received.head.replace(f"Content-Length: {len(received.body)}\n", "Content-Length: right\n")


def body_of(received: Received) -> str:
    """Return what was sent; of a fighter's view the cards, which differ by right, only in what they are about."""
    text = received.body.decode(errors="backslashreplace")
    if not received.is_frame or '"you"' not in text:
        return text
    own = json.loads(text)["you"]
    for name in OWN:
        if name in own:
            text = text.replace(f'"{name}":{orjson.dumps(own[name]).decode()}', f'"{name}":OWN')
    return text


def differences(one: list[Seen], other: list[Seen]) -> list[str]:
    """Return where paired runs differ, which they should not."""
    return [f"{a}\n  but {b}" for a, b in zip_longest(one, other) if a != b]
