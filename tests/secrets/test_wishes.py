"""A wish is told to its fighter alone, and an offer to swap to the two whom it is between: no frame, no `seq`."""

import re
from contextlib import ExitStack

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.live.conftest import make_night

NOW = re.compile(r'"now":"[^"]+"')
JUDGES_LINK = re.compile(r"/judge/[\w-]{20,}/")


@pytest.fixture
def night(site):
    """Three fighters in the sharing of their cards, and everybody else who may look on: `others`."""
    with ExitStack() as lines:
        table = make_night(lines, Organizer(site.url), 3, card_set="SMP02", fights="off")
        table.draft_by_bots()
        table.act("next-stage", **{"from": "building"})
        for phone in table.phones:
            phone.wait_for(phase_is("sharing"))
        tv, host = table.open(Device(site.url)), table.open(table.organizer, "?as=host")
        judging = Device(site.url)
        table.organizer.post(f"/events/{table.code}/host/staff/", name="Kim")
        link = JUDGES_LINK.search(table.organizer.get(f"/events/{table.code}/host/staff/").text)
        judging.get(link[0])
        yield table, [tv, host, table.open(judging, "?as=judge")]


def heard_until_pong(client):
    """Return what a client was sent up to the answer of a ping, but for what time it was."""
    before = len(client.frames)
    client.send({"type": "ping"})
    while client.receive()["type"] != "pong":
        pass
    return client.frames[before:]


def whole(client):
    return NOW.sub("", str(client.resync()).replace("'", '"').replace('": "', '":"'))


def drafted(phone):
    return [card["id"] for card in phone.state["you"]["pile"]]


def wish_thrice(phone, cards):
    answers = [phone.ask(type="wish", cards=wished) for wished in ([cards[0]], cards[:2], [])]
    again = [phone.ask(type="wish", id=answer["id"], cards=[]) for answer in answers]
    assert [(answer["type"], answer["seq"]) for answer in again] == [(one["type"], one["seq"]) for one in answers]
    return [answer["seq"] for answer in answers]


def test_wishes_change_nothing_that_anybody_else_is_sent_not_even_a_number(night):
    table, others = night
    wisher, second = table.phones[0], table.open(table.devices[0])
    others = [*table.phones[1:], *others]
    for client in others:
        heard_until_pong(client)
    before = [(client.seq, whole(client)) for client in others]
    seqs = wish_thrice(wisher, drafted(table.phones[1]))
    assert seqs == [seqs[0], seqs[0] + 1, seqs[0] + 2]
    assert second.wait_for(lambda state: state["seq"] >= seqs[-1])["share"]["wishes"] == []
    assert [heard_until_pong(client) for client in others] == [[{"type": "pong", "seq": seq}] for seq, _ in before]
    assert [(client.seq, whole(client)) for client in others] == before


def test_the_acknowledgements_of_one_who_wishes_do_not_count_the_wishes_of_another(night):
    table, _ = night
    one, two, three = table.phones
    cards = drafted(three)
    first = one.ask(type="wish", id="first", cards=cards[:1])["seq"]
    wish_thrice(two, cards)
    assert one.ask(type="wish", id="first", cards=cards[:1])["seq"] == first
    assert one.ask(type="wish", cards=cards[:2])["seq"] == first + 1


def test_an_offer_to_swap_is_told_to_the_two_whom_it_is_between(night):
    table, others = night
    while turn := table.phones[0].state["share"]["turn"]:
        mine = next(phone for phone in table.phones if fighter_of(phone) == turn)
        seq = mine.ask(type="take", card=mine.state["share"]["pool"][0]["id"])["seq"]
        for phone in table.phones:
            phone.wait_for(lambda state, seq=seq: state["seq"] >= seq)
    one, two, three = table.phones
    others = [three, *others]
    for client in others:
        heard_until_pong(client)
    before = [(client.seq, whole(client)) for client in others]
    give, want = (phone.state["share"]["yours"][0]["id"] for phone in (one, two))
    for ender, kind in ((two, "decline"), (one, "withdraw")):
        assert one.ask(type="swap", give=give, want=want)["type"] == "ack"
        (offer,) = two.wait_for(lambda state: state["share"]["swaps"])["share"]["swaps"]
        assert ender.ask(type=kind, swap=offer["swap"])["type"] == "ack"
        for phone in (one, two):  # they may be connected to two processes
            phone.wait_for(
                lambda state, number=offer["swap"]: [swap["swap"] for swap in state["share"]["closed"]] == [number]
            )
    assert [heard_until_pong(client) for client in others] == [[{"type": "pong", "seq": seq}] for seq, _ in before]
    assert [(client.seq, whole(client)) for client in others] == before


def fighter_of(phone):
    return phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"]
