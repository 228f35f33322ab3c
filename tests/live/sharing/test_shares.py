"""The cards are shared out over sockets: turns, wishes, swaps, and what nobody else is told (R19)."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is


@pytest.fixture
def sharing(night):
    """A night that shares its cards; its fights were over quickly."""

    def make(fighters=2, *, wishes=None, **fields):
        table = night(fighters, card_set="SMP02", **fields)
        table.draft_by_bots()
        table.act("next-stage", **{"from": "building"})
        for phone in table.phones:
            phone.wait_for(phase_is("fighting"))
        for phone, wish in zip(table.phones, wishes or [], strict=False):
            assert phone.ask(type="wish", cards=wish(phone))["type"] == "ack"
        table.act("next-stage", **{"from": "fighting", "confirm": "next"})
        for phone in table.phones:
            phone.wait_for(phase_is("sharing"))
        return table

    return make


def share_of(phone):
    return phone.state["share"]


def turn_of(table):
    """Return the phone whose turn it is, and another one."""
    turn = share_of(table.phones[0])["turn"]
    mine = next(phone for phone in table.phones if fighter_of(phone) == turn)
    return mine, next(phone for phone in table.phones if phone is not mine)


def whose_turn(table):
    """Return the same where more than one card of the rarity is left, so that the turn goes to the other one."""
    while share_of(table.phones[0])["left"] == 1:
        mine, _ = turn_of(table)
        before = standing(share_of(mine))
        assert take(mine)["type"] == "ack"
        moved(*table.phones, since=before)
    return turn_of(table)


def fighter_of(phone):
    seat = phone.state["you"]["seat"]
    return next(one["fighter"] for one in phone.state["table"]["seats"] if one["seat"] == seat)


def ids(cards):
    return [card["id"] for card in cards]


def take(phone):
    return phone.ask(type="take", card=share_of(phone)["pool"][0]["id"])


def standing(share):
    """Return what is another when a card has been taken: it may have been the last one of its rarity."""
    return share["rarity"], share["left"]


def moved(*phones, since):
    for phone in phones:
        phone.wait_for(lambda state: standing(state["share"]) != since)


def test_a_card_is_taken_by_the_one_whose_turn_it_is_and_everybody_sees_it(sharing):
    table = sharing()
    mine, other = whose_turn(table)
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    before, card = standing(share_of(mine)), share_of(mine)["pool"][0]["id"]
    assert other.ask(type="take", card=card)["code"] == "not_your_turn"
    assert mine.ask(type="take", card=2**30)["code"] == "not_in_pool"
    assert take(mine)["type"] == "ack"
    moved(*table.phones, tv, since=before)
    host.wait_for(lambda state: standing(state["shares"][0]) != before)
    assert (card in ids(share_of(mine)["yours"]), card in ids(share_of(other)["yours"])) == (True, False)
    assert share_of(other)["turn"] == fighter_of(other)
    assert mine.ask(type="take", card=card)["code"] == "not_your_turn"


@pytest.mark.parametrize(("visibility", "shown"), [("fighters", False), ("organizer", False), ("public", True)])
def test_a_spectator_sees_cards_only_where_everybody_reads_the_log(sharing, visibility, shown):
    table = sharing(log_visibility=visibility)
    mine, other = whose_turn(table)
    tv = table.open(Device(table.organizer.url))
    before = standing(share_of(mine))
    assert take(mine)["type"] == "ack"
    moved(other, tv, since=before)
    assert (bool(share_of(tv)["pool"]), share_of(tv)["last"] is not None) == (shown, shown)
    last = share_of(other)["last"]
    assert last["card"]["id"] not in ids(share_of(other)["pool"])
    assert share_of(other)["taken"][-1] == {"card": last["card"], "by": last["fighter"]}
    assert bool(share_of(tv)["taken"]) == shown


def test_the_same_request_again_takes_one_card(sharing):
    table = sharing()
    mine, _ = whose_turn(table)
    card = share_of(mine)["pool"][0]["id"]
    before = len(share_of(mine)["yours"])
    answers = [mine.ask(type="take", id="once", card=card) for _ in range(2)]
    assert answers[0] == answers[1]
    assert len(mine.wait_for(lambda state: card in ids(state["share"]["yours"]))["share"]["yours"]) == before + 1


def test_wishes_are_told_to_nobody_else_and_move_nothing_on_other_screens(sharing):
    table = sharing(wishes=[lambda phone: ids(phone.state["you"]["pile"])[:2]])
    host, tv = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    wisher, other = table.phones
    assert len(share_of(wisher)["wishes"]) == 2
    assert share_of(other)["wishes"] == []
    assert "wishes" not in tv.state["share"]
    assert "wishes" not in host.wait_for(lambda state: "shares" in state)["shares"][0]
    before = other.seq
    assert wisher.ask(type="wish", cards=[])["type"] == "ack"
    wisher.wait_for(lambda state: state["share"]["wishes"] == [])
    other.send({"type": "ping"})
    while (frame := other.receive())["type"] != "pong":
        assert frame["type"] != "state"
    assert (frame["seq"], other.seq) == (before, before)


def test_a_night_that_is_closed_while_one_fights_shares_nothing(night):
    table = night(2, card_set="SMP02")
    table.draft_by_bots()
    table.act("next-stage", **{"from": "building"})
    host = table.open(table.organizer, "?as=host")
    table.act("finish")
    for screen in (*table.phones, host):
        assert {"share", "shares"} & set(screen.wait_for(phase_is("finished"))) == set()


def test_wishes_of_strange_cards_and_shares_before_their_time_are_refused(night):
    table = night(2, card_set="SMP02")
    table.draft_by_bots()
    phone = table.phones[0]
    assert phone.ask(type="wish", cards=[])["code"] == "not_allowed"
    table.act("next-stage", **{"from": "building"})
    phone.wait_for(phase_is("fighting"))
    assert phone.ask(type="wish", cards=[2**30])["code"] == "not_in_pool"
    assert phone.ask(type="take", card=1)["code"] == "not_allowed"
    tv = table.open(Device(table.organizer.url))
    assert tv.ask(type="wish", cards=[])["code"] == "not_a_fighter"


def take_all(table):
    """Let whose turn it is take a card, until all is shared."""
    while share_of(table.phones[0])["turn"]:
        mine, _ = turn_of(table)
        before = standing(share_of(mine))
        assert take(mine)["type"] == "ack"
        moved(*table.phones, since=before)


def test_all_is_shared_and_two_swap_by_agreement(sharing):
    table = sharing()
    take_all(table)
    one, other = table.phones
    shares = [ids(share_of(phone)["yours"]) for phone in table.phones]
    assert [len(share) for share in shares] == [30, 30]
    assert one.ask(type="swap", give=shares[0][0], want=shares[1][0])["type"] == "ack"
    offer = other.wait_for(lambda state: state["share"]["swaps"])["share"]["swaps"][0]
    assert (offer["give"]["id"], offer["want"]["id"]) == (shares[0][0], shares[1][0])
    assert one.ask(type="accept", swap=offer["swap"])["code"] == "not_allowed"
    assert other.ask(type="accept", swap=offer["swap"])["type"] == "ack"
    one.wait_for(lambda state: shares[1][0] in ids(state["share"]["yours"]))
    table.act("next-stage", **{"from": "sharing"})
    for phone in table.phones:
        phone.wait_for(phase_is("finished"))
        assert len(share_of(phone)["yours"]) == 30


def test_an_offer_is_declined_or_withdrawn_once_and_both_are_told_by_whom(sharing):
    table = sharing()
    take_all(table)
    one, other = table.phones
    give, want = (ids(share_of(phone)["yours"])[0] for phone in table.phones)
    for number, kind, ender, stranger in ((1, "decline", other, one), (2, "withdraw", one, other)):
        assert one.ask(type="swap", give=give, want=want)["type"] == "ack"
        (offer,) = other.wait_for(lambda state: state["share"]["swaps"])["share"]["swaps"]
        assert (offer["swap"], "by" in offer) == (number, False)
        assert stranger.ask(type=kind, swap=number)["code"] == "not_allowed"
        answers = []
        for _ in range(2):
            ender.send({"type": kind, "id": kind, "swap": number})
            answers.append(ender.answer(kind))
        assert [answer["type"] for answer in answers] == ["ack", "ack"]
        for phone in table.phones:
            phone.wait_for(lambda state, number=number: [one["swap"] for one in state["share"]["closed"]] == [number])
            share = share_of(phone)
            assert (share["swaps"], share["closed"][0]["by"]) == ([], fighter_of(ender))
        assert other.ask(type="accept", swap=number)["code"] == "stale"
        assert one.ask(type="withdraw" if kind == "decline" else "decline", swap=number)["type"] == "error"
    assert one.ask(type="decline", swap=3)["code"] == "stale"
    assert [ids(share_of(phone)["yours"])[0] for phone in table.phones] == [give, want]


def test_a_turn_that_nobody_takes_goes_by_wishes_and_a_paused_one_waits(sharing):
    table = sharing()
    mine, other = whose_turn(table)
    table.act("pause")
    mine.wait_for(lambda state: state["share"]["paused"])
    assert take(mine)["code"] == "paused"
    card = share_of(mine)["pool"][-1]["id"]
    table.act("share-for", fighter=fighter_of(mine), card=card)
    mine.wait_for(lambda state: card in ids(state["share"]["yours"]))
    assert mine.state["share"]["paused"]
    table.act("resume")
    other.wait_for(lambda state: state["share"]["turn"] == fighter_of(other) and state["share"]["deadline"])
    assert take(other)["type"] == "ack"
