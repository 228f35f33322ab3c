"""Nights with a closed log that differ in what was picked and in nothing else: a stranger is sent the same, byte for
byte, at every address, from the end of the draft to the statistics. Seed and packs are the same.
"""

import re
from collections.abc import Iterable

from tests.clients.views import Frame, legal_choice, phase_is
from tests.programs import wait_until
from tests.secrets import addresses
from tests.secrets.after_draft import fight_round, go_on
from tests.secrets.observed_event import ObservedEvent
from tests.secrets.paired_runs import NAMES, PairedRun, Seen
from tests.server import Server

COUNTING = [address for address in addresses.CATALOG if "statistics" in address]
STAGES = ("building", "fighting", "sharing", "finished")
COUNTED = """
    SELECT COUNT(*) FROM drafts_counteddraft counted JOIN drafts_draft ON drafts_draft.id = counted.draft_id
    JOIN drafts_event ON drafts_event.id = drafts_draft.event_id WHERE drafts_event.code = '{code}'
"""
# They tell of the process, in figures that go on by themselves: of these only the names are compared.
OF_THE_PROCESS = re.compile(r"GET /(metrics|healthz|readyz)")
ETAG = re.compile(r"(?m)^ETag: .*$")
FIGURE = re.compile(r"[\d.]+(e[+-]?\d+)?")


def play_paired_night(site: Server, seed: str, *, last_first: bool = False, log: str = "organizer") -> list[Seen]:
    """Play a night by this seed, and return what a stranger was sent of it since the draft was over.

    Everybody picks the first cards of their hands that are allowed, or the last ones.
    """
    made = {"card_set": "SMP01", "review_seconds": 600, "judge": "automatic", "log_visibility": log}
    observed = ObservedEvent.organized(site.url, name="PairedNight", **made)
    event = f"SELECT id FROM drafts_event WHERE code = '{observed.code}'"
    site.database.execute(f"UPDATE drafts_draft SET seed = '{seed}' WHERE event_id = ({event})")
    for name in NAMES:
        observed.join(name)
    observed.open_clients()
    observed.start()
    draft(observed, last_first=last_first)
    run = PairedNight(observed)
    run.look()
    go_on(observed, "building", "fighting")
    fight_round(observed)
    run.look()
    go_on(observed, "fighting", "sharing")
    run.look()
    go_on(observed, "sharing", "finished")
    wait_until(lambda: site.database.rows(COUNTED.format(code=observed.code)) == [(1,)], "the night is not counted")
    run.look(everywhere=True)
    observed.close()
    return run.seen


def draft(observed: ObservedEvent, *, last_first: bool) -> None:
    """Play to the end of the draft."""
    table = observed.watchers[1]
    while not phase_is("building")(table.state):
        if phase_is("review")(table.state):
            observed.act("end-review", phase_is("drafting"))
        for name in observed.owing():
            state = observed.clients[name].state
            place = {"round": state["table"]["round"], "pass": state["table"]["pass"]}
            cards = legal_choice(turned(state) if last_first else state)
            observed.ask(name, type="choose", cards=cards, **place)


def turned(state: Frame) -> Frame:
    """Return a view with the cards of the hand in the opposite order."""
    return {**state, "you": {**state["you"], "pack": state["you"]["pack"][::-1]}}


class PairedNight(PairedRun):
    """Asks for all addresses as a stranger, and keeps what was received since the step before."""

    def __init__(self, observed: ObservedEvent) -> None:
        super().__init__(observed)
        observed.transcript.received.clear()

    def look(self, *, everywhere: bool = False) -> None:
        """Ask for all that may tell of this stage, or for everything."""
        code = self.observed.code
        pages = [*addresses.of_a_pass(code, 1, 0), *COUNTING]
        if everywhere:
            pages = [*addresses.all_of_an_event(code, 1, len(NAMES)), *addresses.OF_THE_SITE, *addresses.CATALOG]
        self.observed.stranger.crawl(pages)
        received = self.observed.transcript.received
        theirs = [each for each in received if each.observer == "stranger"]
        states = [each for each in theirs if each.is_frame and b'"type":"state"' in each.body]
        # How many frames tell of what happened at once depends on the moment: the last one has all of it.
        received[:] = [each for each in theirs if not each.is_frame] + states[-1:]
        self.note()

    def masked(self, text: str) -> str:
        """Replace the server's address too, and the digest of a page that has it."""
        text = super().masked(text.replace(self.observed.url, "SITE").replace(self.observed.code.lower(), "code!!"))
        return ETAG.sub("ETag:", text) if "SITE" in text else text


def public_differences(one: Iterable[Seen], other: Iterable[Seen]) -> list[str]:
    """Return at what a stranger sees a difference, and where it begins."""
    pairs = zip(map(without_figures, one), map(without_figures, other), strict=True)
    return [f"{a.step} {a.what}: {first_difference(a.told, b.told)}" for a, b in pairs if a != b]


def without_figures(seen: Seen) -> Seen:
    return seen._replace(told=FIGURE.sub("N", seen.told)) if OF_THE_PROCESS.match(seen.what) else seen


def first_difference(one: str, other: str) -> str:
    at = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 40) : at + 40]!r} but {other[max(0, at - 40) : at + 40]!r}"
