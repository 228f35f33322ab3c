"""Whole drafts in which every role is there and everything happens once that shows cards or hides them."""

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from drafts.rules.games.registry import FORMATS
from tests.clients.views import phase_is
from tests.secrets import addresses, real_packs
from tests.secrets.after_draft import go_on, play_match, play_night, register_decks
from tests.secrets.observed_event import (
    OF_A_MAGIC_PACK,
    ObservedEvent,
    magic_packs,
    packs_to_share,
    packs_without_doubles,
)
from tests.secrets.observers import Host, ObservedClient, Observer
from tests.secrets.questions import NO_SUCH_CARDS, ask_about, pester
from tests.secrets.transcript import Transcript
from tests.secrets.truth import Entered, Truth
from tests.server import Server

RARES = (("SMP02/L01",), ("SMP02/L02",))  # in the first packs of two seats: one of them is no bot's
TURNED_AWAY, NO_ORGANIZER, NO_SUCH_TABLE = 4001, 4003, 4404
CARDS_EACH = {"magic-draft": 3 * OF_A_MAGIC_PACK}  # 30 in other drafts
ASKED_AT_ONCE = 10
JUDGES_LINK = re.compile(r"/judge/[\w-]{20,}/")
ROUNDS = 6


@dataclass(eq=False)
class Outcome:
    """The outcome of a scenario: all that was received, a log with every pack, opened or not, and whether its fighters
    read the log in the end. `stopped`: the organizer stopped the draft before its end. `closed_while_fought`: the log
    opens when the fights are over.
    """

    transcript: Transcript
    log: dict[str, Any]
    fighters_read: bool = True
    stopped: bool = False
    closed_while_fought: bool = False

    @property
    def truths(self) -> dict[int, Truth]:
        at_end = self.transcript.moments[-1]
        event = self.log["event"]
        format_, shows_picks = FORMATS[event["format"]], event["own_picks"] == "open"
        return {
            table["number"]: Truth(table, at_end[table["number"]].round, format_, shows_picks=shows_picks)
            for table in self.log["tables"]
        }


def one_table(url: str) -> Outcome:
    """Three fighters and a bot draft packs in which no card comes twice, and all happens to them that may."""
    packs = packs_without_doubles(24, RARES)
    listed = "\n\n".join("\n".join(pack) for pack in packs)
    observed = ObservedEvent.organized(url, name="One table", packs="uploaded", pack_list=listed, review_seconds=0)
    for name in ("Aichi", "Kamui", "Misaki", "Taishi"):
        observed.join(name)
    outsiders(observed)
    a_judge(observed)
    observed.open_clients()
    remove(observed, "Taishi")
    observed.host.act(observed.code, "add-bot")
    second_device(observed, "Aichi")
    observed.look_at_the_event(observed.some())
    observed.stranger.crawl(addresses.CATALOG)
    observed.guess("127.0.0.2")
    observed.start()
    closed_doors(observed)
    observed.look_everywhere()
    questions(observed)
    calls_for_a_judge(observed)
    play_pass(observed)
    questions(observed)
    another_phone(observed, "Kamui")
    play_pass(observed)
    a_bot_for_one_pass(observed, "Misaki")
    a_pause(observed)
    play_round(observed, 2)
    play_until(observed, "review", quietly=True)
    observed.look_at_the_event()
    review(observed)
    observed.guess("127.0.0.3")
    questions(observed)
    play_pass(observed)
    remove(observed, "Misaki")
    play_pass(observed)
    play_round(observed, 4, quietly=True)
    play_round(observed, 5, quietly=True)
    play_until(observed, "building")
    observed.look_at_the_event()
    return outcome_of(observed)


def stopped(site: Server) -> Outcome:
    """Two fighters, a guest on the phone of one of them, and a bot draft one pack each.

    In the second pack the organizer stops the event: the log is open.
    """
    packs = packs_without_doubles(24)
    listed = "\n\n".join("\n".join(pack) for pack in packs)
    observed = ObservedEvent.organized(site.url, name="Stopped", packs="uploaded", pack_list=listed)
    for name in ("Aichi", "Kamui"):
        observed.join(name)
    observed.host.act(observed.code, "add-bot")
    guest_of(observed, "Gus", "Aichi")
    observed.host.act(observed.code, "draw-seats")
    observed.open_clients()
    observed.start()
    play_pass(observed)
    play_round(observed, 1, quietly=True)
    observed.look_around()
    questions(observed)
    observed.choose(observed.owing()[0])
    observed.act("stop", phase_is("finished"), confirm=observed.code)
    observed.look_at_the_event()
    observed.close()
    return Outcome(observed.transcript, log_with_every_pack(site, observed), stopped=True)


def log_with_every_pack(site: Server, observed: ObservedEvent) -> dict[str, Any]:
    """Return what the log of a stopped draft would be if its last packs had been opened. No observer hears it."""
    received = len(observed.transcript.received)
    event = f"SELECT id FROM drafts_event WHERE code = '{observed.code}'"
    draft = f"SELECT id FROM drafts_draft WHERE event_id = ({event})"
    site.database.execute(f"UPDATE drafts_table SET round = {ROUNDS} WHERE draft_id = ({draft})")
    site.database.execute(f"UPDATE drafts_event SET stopped = false WHERE code = '{observed.code}'")
    log = observed.host.log(observed.code)
    del observed.transcript.received[received:]
    return log


def two_tables(url: str) -> Outcome:
    """Two tables of two draft packs made by the server; one of them is long done while the other one goes on.

    The organizer drafts too, and is the only one who reads the log.
    """
    made = {"card_set": "SMP02", "table_size": 2, "judge": "automatic", "log_visibility": "organizer"}
    observed = ObservedEvent.organized(url, name="Two tables", pace="relaxed", review_seconds=600, **made)
    for name in ("Aichi", "Kamui", "Misaki"):
        observed.join(name)
    observed.join("Ann", observed.host)
    observed.open_clients(tables=2)
    observed.stranger.crawl(addresses.CATALOG)
    observed.start()
    questions(observed)
    more_time(observed, table=2)
    play_until(observed, "building", table=1, quietly=True)
    observed.stranger.crawl(addresses.CATALOG)
    observed.look_at_the_event()
    play_until(observed, "building", table=2, quietly=True)
    observed.look_around(at_all=True)
    return outcome_of(observed, fighters_read=False)


def night(url: str) -> Outcome:
    """Four fighters draft small packs in a moment, fight, and share the cards; one of them is removed before.

    Only the organizer reads the log, so that fighters see no more than the night shows them.
    """
    packs = "\n\n".join("\n".join(pack) for pack in packs_to_share(24))
    made = {"packs": "uploaded", "pack_list": packs, "review_seconds": 0, "log_visibility": "organizer"}
    observed = ObservedEvent.organized(url, name="A night", judge="automatic", **made)
    for name in ("Aichi", "Kamui", "Misaki", "Taishi"):
        observed.join(name)
    outsiders(observed)
    a_judge(observed)
    observed.open_clients()
    second_device(observed, "Aichi")
    observed.start()
    play_until(observed, "review", quietly=True)
    all_ready(observed)
    play_until(observed, "building", quietly=True)
    remove(observed, "Taishi")
    play_night(observed)
    return outcome_of(observed, fighters_read=False)


def match(url: str) -> Outcome:
    """Three fighters draft Magic, each with their own picks in sight; two of them build decks and play a match, and
    between two games one changes their deck. Until the fights are over nobody reads the log.
    """
    made = magic_packs(9) | {"own_picks": "open", "log_opens": "fought", "best_of": "3", "sharing": "keep"}
    observed = ObservedEvent.organized(url, name="A match", pace="off", review_seconds=0, build_minutes=0, **made)
    for name in ("Aichi", "Kamui", "Misaki"):
        observed.join(name)
    outsiders(observed)
    a_judge(observed)
    observed.open_clients()
    second_device(observed, "Aichi")
    observed.start()
    questions(observed)
    play_pass(observed)
    questions(observed)
    a_bot_for_one_pass(observed, "Misaki")
    a_pause(observed)
    play_until(observed, "review", quietly=True)
    observed.look_around(at_all=True)
    review(observed)
    play_pass(observed)
    play_until(observed, "building", quietly=True)
    remove(observed, "Misaki")
    register_decks(observed)
    observed.look_around(observed.people(), at_all=True)
    go_on(observed, "building", "fighting")
    play_match(observed, "Aichi", "Kamui")
    go_on(observed, "fighting", "finished")
    observed.look_around(observed.people(), at_all=True)
    return replace(outcome_of(observed), closed_while_fought=True)


def with_real_packs(url: str) -> Outcome:
    """Three fighters and a guest draft real packs and enter their piles; only the organizer reads the log.

    The fights begin before the last pile is there.
    """
    made = {"packs": "paper", "card_set": real_packs.SETS, "review_seconds": 600, "log_visibility": "organizer"}
    observed = ObservedEvent.organized(url, name="Real packs", **made)
    observed.entered = Entered()
    for name in ("Aichi", "Kamui", "Misaki"):
        observed.join(name)
    outsiders(observed)
    a_judge(observed)
    guest_of(observed, "Gus", "Aichi")
    observed.host.act(observed.code, "draw-seats")
    second_device(observed, "Misaki")
    observed.open_clients()
    observed.stranger.crawl(addresses.CATALOG)
    observed.start()
    real_packs.draft(observed)
    real_packs.enter_piles(observed)
    real_packs.rest_of_the_night(observed)
    return outcome_of(observed, fighters_read=False)


def practice(url: str) -> Outcome:
    """A trainee practises against bots, whose packs and choices are as secret as a fighter's."""
    trainee = Observer(url, "trainee", Transcript())
    code = trainee.post("/practice/").location.split("/")[2]
    observed = ObservedEvent(trainee, code)
    observed.clients["You"] = trainee.listen(code)
    observed.stranger.listen(code)
    observed.sit_down(before=0)
    questions(observed)
    play_until(observed, "review")
    observed.look_at_the_event()
    play_until(observed, "building", quietly=True)
    return outcome_of(observed)


def outcome_of(observed: ObservedEvent, *, fighters_read: bool = True) -> Outcome:
    observed.close()
    log = observed.host.log(observed.code)
    return Outcome(observed.transcript, log, fighters_read)


# Coming and going -------------------------------------------------------------------------------------------------


def outsiders(observed: ObservedEvent) -> None:
    """Let people of other events come by: an organizer, a fighter, and somebody who practises."""
    other = Host(observed.url, "another host", observed.transcript)
    other.host = False  # not of this event
    fighter = Observer(observed.url, "another fighter", observed.transcript)
    fighter.join(other.create(name="Another event"), "Toshiki")
    trainee = Observer(observed.url, "trainee", observed.transcript)
    assert trainee.post("/practice/").status == 302
    fighter.kind = trainee.kind = "fighter elsewhere"
    for observer in (other, fighter, trainee):
        observed.add(observer).listen(observed.code)


def a_judge(observed: ObservedEvent) -> None:
    """Let somebody judge, by a link that the organizer makes."""
    staff = f"/events/{observed.code}/host/staff/"
    assert observed.host.post(staff, name="Kim").status == 302
    link = JUDGES_LINK.search(observed.host.get(staff).text)
    assert link
    judge = observed.add(Observer(observed.url, "judge", observed.transcript))
    judge.judge = True
    judge.visit(link[0])
    judge.listen(observed.code, "?as=judge")


def guest_of(observed: ObservedEvent, name: str, neighbour: str) -> None:
    """Let a guest take part who has no phone: a neighbour's plays for both, over a socket for each."""
    observed.host.act(observed.code, "add-guest", name=name)
    client = observed.clients[neighbour]
    seats = client.wait_for(lambda state: name in [seat["name"] for seat in state["table"]["seats"]])["table"]["seats"]
    number = next(seat["fighter"] for seat in seats if seat["name"] == name)
    observed.host.act(observed.code, "guest-link", fighter=number)
    link = observed.own_link(observed.host.visit(f"/events/{observed.code}/host/").text)
    guest = observed.add(client.observer.beside(name))
    observed.transcript.keep(link, "host", name, neighbour)
    guest.visit(f"/rejoin/{link}/")
    own = observed.own_link(guest.get(f"/events/{observed.code}/").text)
    for secret in (own, *(str(cookie.value) for cookie in guest.cookies if cookie.name == "sessionid")):
        observed.transcript.keep(secret, name, neighbour)
    observed.clients[name] = guest.listen(observed.code, f"?fighter={number}")


def second_device(observed: ObservedEvent, name: str) -> None:
    """Let a fighter look on with a tablet too, by their own link."""
    observer = observed.observer(name)
    tablet = observed.add(Observer(observed.url, name, observed.transcript))
    tablet.visit(f"/rejoin/{observed.own_link(observer.get(f'/events/{observed.code}/').text)}/")
    observed.keep_keys(tablet)
    tablet.listen(observed.code)


def remove(observed: ObservedEvent, name: str) -> None:
    """Remove a fighter: what they held opens nothing from now on, and they try."""
    observed.host.act(observed.code, "remove", fighter=observed.rows[name])
    turned_away(observed, name)


def another_phone(observed: ObservedEvent, name: str) -> None:
    """Give a fighter a new link: they go on with another phone, and the old one tries what it can."""
    observed.host.act(observed.code, "new-link", fighter=observed.rows[name])
    shown = observed.host.visit(f"/events/{observed.code}/host/").text
    link = observed.own_link(shown)
    seat = turned_away(observed, name)
    phone = observed.add(Observer(observed.url, f"{name}'s other phone", observed.transcript))
    observed.transcript.keep(link, "host", phone.name)
    phone.seat = seat
    phone.visit(f"/rejoin/{link}/")
    observed.keep_keys(phone)
    observed.clients[name] = phone.listen(observed.code)
    observed.settle()


def turned_away(observed: ObservedEvent, name: str) -> int | None:
    """Hear that a fighter's client is closed; they come back as nobody. Return the seat that was theirs."""
    observer = observed.clients[name].observer
    assert observed.expect_closed(observed.clients.pop(name)) == TURNED_AWAY
    seat, observer.seat = observer.seat, None
    observer.listen(observed.code)
    if observed.watchers:
        observed.settle()
    return seat


def closed_doors(observed: ObservedEvent) -> None:
    """Knock where nobody is let in, press the organizer's buttons as somebody else, and wrong ones as the organizer."""
    page = f"/events/{observed.code}/host/"
    for observer in observed.observers:
        if not observer.host:
            assert observer.knock(observed.code, "?as=host") == NO_ORGANIZER
            for action in ("end-review", *(() if observer.judge else ("judge",)), "new-link", "seat-bot", "undo"):
                fields = {"call": 1, "fighter": 1, "table": 1, "seat": 0, "verdict": "verified", "confirm": "undo"}
                assert observer.post(f"{page}{action}/", **fields).status == 404
    assert observed.stranger.knock(observed.code, "?table=9") == NO_SUCH_TABLE
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
        observed.host.act(observed.code, action, **fields)
        observed.host.visit(page)


# Steps of a draft -------------------------------------------------------------------------------------------------


def questions(observed: ObservedEvent) -> None:
    """Let every fighter ask about cards by number, some of which lie elsewhere, in unopened packs, or nowhere."""
    last = sum(
        CARDS_EACH.get(client.state["event"]["format"], 30) * len(client.state["table"]["seats"])
        for client in observed.watchers.values()
    )
    for name, client in observed.clients.items():
        held = {card["id"] for card in client.state["you"]["pack"]}
        others = [card for card in range(1, last + 1) if card not in held]
        guessed = Random(f"{name} {observed.transcript.now}").sample(others, ASKED_AT_ONCE)
        ask_about(client, [*guessed, last + 1, *NO_SUCH_CARDS])
        pester(client)
    pester(observed.stranger.clients[0])
    observed.settle()


def calls_for_a_judge(observed: ObservedEvent) -> None:
    """Let everyone call who opened a Legion Rare; the organizer refuses all but the last."""
    callers = [name for name, client in observed.clients.items() if client.state["you"]["can_call_judge"]]
    for name in callers:
        client = observed.clients[name]
        card = rare_in(client)
        observed.called = frozenset({card})
        observed.ask(name, type="call_judge", reason="legion_rare", card=card)
        call = observed.host.clients[0].state["judge_calls"][0]["id"]
        if name == callers[0]:
            observed.look_around(observed.people(), at_all=True)
        else:
            observed.look_around()
        observed.called = frozenset()
        verdict = "verified" if name == callers[-1] else "refused"
        observed.act("judge", lambda state: not state["table"]["waiting_for_judge"], call=call, verdict=verdict)


def rare_in(client: ObservedClient) -> int:
    return next(int(held["id"]) for held in client.state["you"]["pack"] if held["rarity"] == "LR")


def play_pass(observed: ObservedEvent, table: int = 1, *, quietly: bool = False) -> None:
    """Let everybody of a table choose, one after the other; before that all look around, if not `quietly`.

    The first looks at their pages while others still choose.
    """
    if not quietly:
        observed.look_around()
    names = observed.owing(table)
    for name in names:
        client = observed.clients[name]
        if client.state["you"]["can_call_judge"] and client.state["event"]["judge"] == "automatic":
            observed.ask(name, type="call_judge", reason="legion_rare", card=rare_in(client))
        client.send({"type": "mark", "cards": [card["id"] for card in client.state["you"]["pack"][:2]]})
        observed.choose(name)
        if name != names[-1]:
            client.resync()
        if name == names[0] != names[-1]:
            client.observer.visit(f"/events/{observed.code}/")
            client.observer.visit(f"/events/{observed.code}/deck.txt")


def play_until(observed: ObservedEvent, phase: str, table: int = 1, *, quietly: bool = False) -> None:
    while not phase_is(phase)(observed.watchers[table].state):
        if phase_is("review")(observed.watchers[table].state):
            all_ready(observed, table)
        play_pass(observed, table, quietly=quietly)


def play_round(observed: ObservedEvent, number: int, *, quietly: bool = False) -> None:
    """Play to the end of a round, which may have begun."""
    while phase_is("drafting")(state := observed.watchers[1].state) and state["table"]["round"] == number:
        play_pass(observed, quietly=quietly)


def a_bot_for_one_pass(observed: ObservedEvent, name: str) -> None:
    """Let a bot choose for a fighter who looks on."""
    seat = observed.clients[name].observer.seat
    observed.act("seat-bot", lambda state: state["table"]["seats"][seat]["bot"], seat=seat)
    play_pass(observed)
    observed.act("unseat-bot", lambda state: not state["table"]["seats"][seat]["bot"], seat=seat)


def a_pause(observed: ObservedEvent) -> None:
    observed.act("pause", lambda state: state["clock"]["paused"])
    observed.look_around(at_all=True)
    questions(observed)
    observed.act("resume", lambda state: not state["clock"]["paused"])


def more_time(observed: ObservedEvent, table: int) -> None:
    """Give a table five minutes more for this pass, so that no clock runs out while others play."""
    for _ in range(10):
        seconds = observed.watchers[table].state["clock"]["seconds"]
        observed.act("extend", lambda state, seconds=seconds: state["clock"]["seconds"] > seconds, table=table)


def review(observed: ObservedEvent) -> None:
    """Let everybody ask while they look at their own cards (R13), take a pass back, and play it again."""
    questions(observed)
    observed.act("undo", phase_is("drafting"), confirm="undo")
    play_until(observed, "review")
    all_ready(observed)


def all_ready(observed: ObservedEvent, table: int = 1) -> None:
    """Let everybody say that they have seen their cards, which ends the review."""
    for name, client in observed.clients.items():
        if client.table == table:
            client.resync()
            observed.ask(name, type="ready")
