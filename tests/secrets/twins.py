"""Two evenings that differ in their cards alone. Whatever else differs for somebody tells them of cards: a length, an
order, a count, a `seq`, an error, a header. That needs no idea of how a leak might look.

Both have the same people in the same seats, who do the same; the seeds are chosen so. What differs by right (codes,
moments, keys, and the cards that a fighter holds) is replaced by its name before they are compared, byte for byte.
"""

import json
import re
from collections.abc import Iterator
from itertools import count, zip_longest
from typing import NamedTuple

import orjson

from drafts.rules.seating import seat_at_random
from tests.live.phone import phase_is
from tests.secrets.evening import Evening
from tests.secrets.heard import Heard
from tests.secrets.questions import NO_SUCH_CARDS, ask_about
from tests.secrets.spies import AS_REFRESH
from tests.server import Server

NAMES = ("Aichi", "Kamui", "Misaki")
PAGES = ("", "deck.txt", "table/1/", "host/", "log/log.json")
OWN = ("pack", "pile", "marked", "must_choose", "can_call_judge", "summary")  # what only a fighter sees of their cards

BY_RIGHT = [
    (re.compile(rf"(?s){start}.*?{end}"), name)
    for name, start, end in (
        ("QR", r"<svg viewBox=\"[ \d]*\"><path stroke=\"#000\"", "</svg>"),
        ("TOKEN", r"/rejoin/", r"(?=[/\"<])"),
        ("CSRF", r"csrfmiddlewaretoken\" value=\"", r"\""),
        ("ROW", r"name=\"fighter\" value=\"", r"\""),
    )
] + [
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"), "MOMENT"),
    (re.compile(r"\b\d\d:\d\d(:\d\d)?\b"), "TIME"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "REQUEST"),
    (re.compile(r"(?im)^(X-Request-ID|Date|Expires|Set-Cookie): .*$"), r"\1"),
]

SEQ = re.compile(r'("seq":)(\d+)')


class Seen(NamedTuple):
    """One thing that somebody was sent, at a step of the evening, with nothing left in it that differs by right."""

    viewer: str
    step: int
    what: str
    told: str


def seeds_of_twins() -> Iterator[str]:
    """Yield seeds by which all sit in the same seats."""
    for number in count():
        seed = f"{number:064x}"
        if seat_at_random(range(len(NAMES) + 1), len(NAMES) + 1, seed) == [list(range(len(NAMES) + 1))]:
            yield seed


def play_twin(site: Server, seed: str, *, rounds: int) -> list[Seen]:
    """Play so many rounds by this seed and return what everybody was sent, step by step."""
    evening = Evening.organized(site.url, name="Twin", card_set="SMP02", pace="relaxed", review_seconds=600)
    site.database.execute(f"UPDATE drafts_event SET seed = '{seed}' WHERE code = '{evening.code}'")
    for name in NAMES:
        evening.join(name)
    evening.host.act(evening.code, "add-bot")
    evening.open_lines()
    evening.start()
    evening.notebook.heard.clear()
    twin = Twin(evening)
    while evening.watchers[1].state["table"]["round"] <= rounds and not phase_is("building")(evening.watchers[1].state):
        if phase_is("review")(evening.watchers[1].state):
            evening.act("end-review", phase_is("drafting"))
        twin.play_pass()
    evening.close()
    return twin.seen


class Twin:
    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.seen: list[Seen] = []
        self._steps = count()
        self._begin = evening.watchers[1].seq
        evening.stranger.lines[0].resync()

    def play_pass(self) -> None:
        self.look()
        for name in self.evening.owing():
            line = self.evening.lines[name]
            line.send({"type": "mark", "cards": [line.state["you"]["pack"][0]["id"]]})
            ask_about(line, NO_SUCH_CARDS[:1])
            self.evening.choose(name)
            self.note()

    def look(self) -> None:
        """Let everybody ask for the event's pages."""
        for spy in (self.evening.host, self.evening.stranger, self.evening.spy(NAMES[0])):
            spy.crawl(f"/events/{self.evening.code}/{page}" for page in PAGES)
        self.evening.host.visit(f"/events/{self.evening.code}/host/", **AS_REFRESH)
        self.note()

    def note(self) -> None:
        """Take down what was heard since the last step."""
        heard, self.evening.notebook.heard = self.evening.notebook.heard, []
        step = next(self._steps)
        self.seen += [
            Seen(each.spy, step, self.masked(each.what), self.masked(head_of(each) + body_of(each)))
            for each in sorted(heard, key=lambda each: each.spy)
        ]

    def masked(self, text: str) -> str:
        for pattern, name in BY_RIGHT:
            text = pattern.sub(name, text)
        text = SEQ.sub(lambda found: f"{found[1]}{int(found[2]) - self._begin}", text)
        return text.replace(self.evening.code, "CODE!!")


def head_of(heard: Heard) -> str:
    """Return the headers; how long the body is does not matter if it is as long as that."""
    return heard.head.replace(f"Content-Length: {len(heard.body)}\n", "Content-Length: right\n")


def body_of(heard: Heard) -> str:
    """Return what was sent; of a fighter's view the cards, which differ by right, only in what they are about."""
    text = heard.body.decode()
    if not heard.is_frame or '"you"' not in text:
        return text
    own = json.loads(text)["you"]
    for name in OWN:
        if name in own:
            text = text.replace(f'"{name}":{orjson.dumps(own[name]).decode()}', f'"{name}":OWN')
    return text


def differences(one: list[Seen], other: list[Seen]) -> list[str]:
    """Return where twins differ, which they should not."""
    return [f"{a}\n  but {b}" for a, b in zip_longest(one, other) if a != b]
