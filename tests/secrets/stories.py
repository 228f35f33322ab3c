"""Whole evenings, told so that every role is there and everything happens once that shows cards or hides them."""

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.live.phone import phase_is
from tests.secrets import addresses
from tests.secrets.evening import Evening, packs_without_doubles
from tests.secrets.heard import Notebook
from tests.secrets.questions import NO_SUCH_CARDS, ask_about, pester
from tests.secrets.spies import Host, Line, Spy
from tests.secrets.truth import Truth

RARES = (("SMP02/L01",), ("SMP02/L02",))  # in the first packs of two seats: one of them is no bot's
TURNED_AWAY, NO_ORGANIZER, NO_SUCH_TABLE = 4001, 4003, 4404
ASKED_AT_ONCE = 10


@dataclass
class Told:
    """What a story was about: all that was heard in it, its log, and whether its fighters read that in the end."""

    notebook: Notebook
    log: dict[str, Any]
    fighters_read: bool = True

    @property
    def truths(self) -> dict[int, Truth]:
        return {table["number"]: Truth(table) for table in self.log["tables"]}


def one_table(url: str) -> Told:
    """Three fighters and a bot draft packs in which no card comes twice, and all happens to them that may."""
    packs = packs_without_doubles(24, RARES)
    listed = "\n\n".join("\n".join(pack) for pack in packs)
    evening = Evening.organized(url, name="One table", packs="uploaded", pack_list=listed, review_seconds=0)
    for name in ("Aichi", "Kamui", "Misaki", "Taishi"):
        evening.join(name)
    outsiders(evening)
    evening.open_lines()
    remove(evening, "Taishi")
    evening.host.act(evening.code, "add-bot")
    second_device(evening, "Aichi")
    evening.look_at_the_event(evening.some())
    evening.stranger.crawl(addresses.CATALOG)
    evening.guess("127.0.0.2")
    evening.start()
    closed_doors(evening)
    evening.look_everywhere()
    questions(evening)
    calls_for_a_judge(evening)
    play_pass(evening)
    questions(evening)
    another_phone(evening, "Kamui")
    play_pass(evening)
    a_bot_for_one_pass(evening, "Misaki")
    a_pause(evening)
    play_until(evening, "review")
    review(evening)
    questions(evening)
    play_pass(evening)
    remove(evening, "Misaki")
    play_until(evening, "building")
    evening.look_at_the_event()
    return told(evening)


def one_round(url: str) -> Told:
    """Two fighters and a bot draft one pack each; then the organizer stops the event, and the log is open."""
    packs = packs_without_doubles(18)
    listed = "\n\n".join("\n".join(pack) for pack in packs)
    evening = Evening.organized(url, name="One round", packs="uploaded", pack_list=listed)
    for name in ("Aichi", "Kamui"):
        evening.join(name)
    evening.host.act(evening.code, "add-bot")
    evening.open_lines()
    evening.start()
    while evening.watchers[1].state["table"]["round"] == 1:
        play_pass(evening)
    evening.close()
    evening.host.act(evening.code, "stop", confirm=evening.code)
    return told(evening)


def two_tables(url: str) -> Told:
    """Two tables of two draft packs made by the server; one of them is long done while the other one goes on.

    The organizer drafts too, and is the only one who reads the log.
    """
    made = {"card_set": "SMP02", "table_size": 2, "judge": "automatic", "log_visibility": "organizer"}
    evening = Evening.organized(url, name="Two tables", pace="relaxed", review_seconds=600, **made)
    for name in ("Aichi", "Kamui", "Misaki"):
        evening.join(name)
    evening.join("Ann", evening.host)
    evening.open_lines(tables=2)
    evening.stranger.crawl(addresses.CATALOG)
    evening.start()
    questions(evening)
    more_time(evening, table=2)
    play_until(evening, "building", table=1, quietly=True)
    evening.look_at_the_event()
    play_until(evening, "building", table=2, quietly=True)
    evening.look_at_the_event()
    return told(evening, fighters_read=False)


def practice(url: str) -> Told:
    """Somebody practises against bots, whose packs and choices are as secret as a fighter's."""
    trainee = Spy(url, "trainee", Notebook())
    code = trainee.post("/practice/").location.split("/")[2]
    evening = Evening(trainee, code)
    evening.lines["You"] = trainee.listen(code)
    evening.stranger.listen(code)
    evening.sit_down(before=0)
    questions(evening)
    play_until(evening, "review")
    evening.look_at_the_event()
    play_until(evening, "building", quietly=True)
    return told(evening)


def told(evening: Evening, *, fighters_read: bool = True) -> Told:
    evening.close()
    log = evening.host.log(evening.code)
    return Told(evening.notebook, log, fighters_read)


# Who comes and goes -----------------------------------------------------------------------------------------------


def outsiders(evening: Evening) -> None:
    """Let people of other events come by: an organizer, a fighter, and somebody who practises."""
    other = Host(evening.url, "another host", evening.notebook)
    other.host = False  # not of this event
    fighter = Spy(evening.url, "another fighter", evening.notebook)
    fighter.join(other.create(name="Another event"), "Toshiki")
    trainee = Spy(evening.url, "trainee", evening.notebook)
    assert trainee.post("/practice/").status == 302
    for spy in (other, fighter, trainee):
        evening.add(spy).listen(evening.code)


def second_device(evening: Evening, name: str) -> None:
    """Let a fighter look on with a tablet too, by their own link."""
    spy = evening.spy(name)
    tablet = evening.add(Spy(evening.url, name, evening.notebook))
    tablet.visit(f"/rejoin/{evening.own_link(spy.get(f'/events/{evening.code}/').text)}/")
    evening.keep_keys(tablet)
    tablet.listen(evening.code)


def remove(evening: Evening, name: str) -> None:
    """Remove a fighter: what they held opens nothing from now on, and they try."""
    evening.host.act(evening.code, "remove", fighter=evening.rows[name])
    turned_away(evening, name)


def another_phone(evening: Evening, name: str) -> None:
    """Give a fighter a new link: they go on with another phone, and the old one tries what it can."""
    evening.host.act(evening.code, "new-link", fighter=evening.rows[name])
    shown = evening.host.visit(f"/events/{evening.code}/host/").text
    link = evening.own_link(shown)
    seat = turned_away(evening, name)
    phone = evening.add(Spy(evening.url, f"{name}'s other phone", evening.notebook))
    evening.notebook.keep(link, "host", phone.name)
    phone.seat = seat
    phone.visit(f"/rejoin/{link}/")
    evening.keep_keys(phone)
    evening.lines[name] = phone.listen(evening.code)
    evening.settle()


def turned_away(evening: Evening, name: str) -> int | None:
    """Hear that a fighter's line is closed; they come back as nobody. Return the seat that was theirs."""
    spy = evening.lines[name].spy
    assert evening.expect_closed(evening.lines.pop(name)) == TURNED_AWAY
    seat, spy.seat = spy.seat, None
    spy.listen(evening.code)
    if evening.watchers:
        evening.settle()
    return seat


def closed_doors(evening: Evening) -> None:
    """Knock where nobody is let in, press the organizer's buttons as somebody else, and wrong ones as the organizer."""
    page = f"/events/{evening.code}/host/"
    for spy in evening.spies:
        if not spy.host:
            assert spy.knock(evening.code, "?as=host") == NO_ORGANIZER
            for action in ("end-review", "judge", "new-link", "seat-bot", "undo"):
                fields = {"call": 1, "fighter": 1, "table": 1, "seat": 0, "verdict": "verified", "confirm": "undo"}
                assert spy.post(f"{page}{action}/", **fields).status == 404
    assert evening.stranger.knock(evening.code, "?table=9") == NO_SUCH_TABLE
    wrong = {
        "judge": {"call": 99, "verdict": "refused"},
        "seat-bot": {"table": 1, "seat": 9},
        "new-link": {"fighter": 0},
        "undo": {"table": 7, "confirm": "undo"},
        "extend": {"table": 1},
        "end-review": {},
        "start": {},
    }
    for action, fields in wrong.items():
        evening.host.act(evening.code, action, **fields)
        evening.host.visit(page)


# What happens in a draft ------------------------------------------------------------------------------------------


def questions(evening: Evening) -> None:
    """Let every fighter ask about cards by number, some of which lie elsewhere, in unopened packs, or nowhere."""
    last = 30 * sum(len(line.state["table"]["seats"]) for line in evening.watchers.values())
    for name, line in evening.lines.items():
        guessed = Random(f"{name} {evening.notebook.now}").sample(range(1, last + 1), ASKED_AT_ONCE)
        ask_about(line, [*guessed, last + 1, *NO_SUCH_CARDS])
        pester(line)
    pester(evening.stranger.lines[0])
    evening.settle()


def calls_for_a_judge(evening: Evening) -> None:
    """Let everyone call who opened a Legion Rare; the organizer refuses all but the last."""
    callers = [name for name, line in evening.lines.items() if line.state["you"]["can_call_judge"]]
    for name in callers:
        line = evening.lines[name]
        card = rare_in(line)
        evening.called = frozenset({card})
        evening.ask(name, type="call_judge", reason="legion_rare", card=card)
        call = evening.host.lines[0].state["judge_calls"][0]["id"]
        evening.look_around()
        evening.called = frozenset()
        verdict = "verified" if name == callers[-1] else "refused"
        evening.act("judge", lambda state: not state["table"]["waiting_for_judge"], call=call, verdict=verdict)


def rare_in(line: Line) -> int:
    return next(int(held["id"]) for held in line.state["you"]["pack"] if held["rarity"] == "LR")


def play_pass(evening: Evening, table: int = 1, *, quietly: bool = False) -> None:
    """Let everybody of a table choose, one after the other; before that all look around, if not `quietly`."""
    if not quietly:
        evening.look_around()
    names = evening.owing(table)
    for name in names:
        line = evening.lines[name]
        if line.state["you"]["can_call_judge"] and line.state["event"]["judge"] == "automatic":
            evening.ask(name, type="call_judge", reason="legion_rare", card=rare_in(line))
        line.send({"type": "mark", "cards": [card["id"] for card in line.state["you"]["pack"][:2]]})
        evening.choose(name)
        if name != names[-1]:
            line.resync()
            line.spy.visit(f"/events/{evening.code}/")
            line.spy.visit(f"/events/{evening.code}/deck.txt")


def play_until(evening: Evening, phase: str, table: int = 1, *, quietly: bool = False) -> None:
    while not phase_is(phase)(evening.watchers[table].state):
        if phase_is("review")(evening.watchers[table].state):
            all_ready(evening, table)
        play_pass(evening, table, quietly=quietly)


def a_bot_for_one_pass(evening: Evening, name: str) -> None:
    """Let a bot choose for a fighter who looks on."""
    seat = evening.lines[name].spy.seat
    evening.act("seat-bot", lambda state: state["table"]["seats"][seat]["bot"], seat=seat)
    play_pass(evening)
    evening.act("unseat-bot", lambda state: not state["table"]["seats"][seat]["bot"], seat=seat)


def a_pause(evening: Evening) -> None:
    evening.act("pause", lambda state: state["clock"]["paused"])
    evening.look_around()
    questions(evening)
    evening.act("resume", lambda state: not state["clock"]["paused"])


def more_time(evening: Evening, table: int) -> None:
    """Give a table five minutes more for this pass, so that no clock runs out while others play."""
    for _ in range(10):
        seconds = evening.watchers[table].state["clock"]["seconds"]
        evening.act("extend", lambda state, seconds=seconds: state["clock"]["seconds"] > seconds, table=table)


def review(evening: Evening) -> None:
    """Let everybody look at their own cards (R13), take a pass back, play it again, and look once more."""
    evening.look_at_the_event(evening.some())
    questions(evening)
    evening.act("undo", phase_is("drafting"), confirm="undo")
    play_until(evening, "review")
    all_ready(evening)
    evening.guess("127.0.0.3")


def all_ready(evening: Evening, table: int = 1) -> None:
    """Let everybody say that they have seen their cards, which ends the review."""
    for name, line in evening.lines.items():
        if line.table == table:
            line.resync()
            evening.ask(name, type="ready")
