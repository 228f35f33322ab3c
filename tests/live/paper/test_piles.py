"""The piles of real cards over sockets: how far they are, and decks once all are there."""

import json

from tests.clients.device import Device
from tests.clients.views import pass_is, phase_is
from tests.sample_piles import FITTING


def drafted(night, fighters=2, **fields):
    """A night with real packs whose draft is over."""
    table = night(fighters, packs="paper", review_seconds=0, **fields)
    table.organizer.lead_real_packs(table.code)
    for phone in table.phones:
        phone.wait_for(phase_is("building"))
    return table


def enter(table, device, numbers, **fields):
    return device.post(f"/events/{table.code}/pile/", numbers="\n".join(numbers), **fields)


def test_a_pile_that_is_entered_reaches_the_own_phone_and_the_panel_and_no_other_phone(night):
    table = drafted(night)
    first, second = table.phones
    host = table.open(table.organizer, "?as=host")
    nobody = table.open(Device(table.organizer.url))
    assert first.state["you"]["pile_entry"] == {"expected": 30, "entered": [], "state": "open"}
    assert enter(table, table.devices[0], ["smp01-001", "2"]).status == 302
    entry = first.wait_for(lambda state: state["you"]["pile_entry"]["entered"])["you"]["pile_entry"]
    assert entry == {"expected": 30, "entered": ["SMP01/001", "SMP01/002"], "state": "open"}
    state = host.wait_for(lambda state: any(pile["entered"] for pile in state["tables"][0]["piles"]))
    assert sorted((pile["name"], pile["entered"], pile["state"]) for pile in state["tables"][0]["piles"]) == [
        ("Fighter 0", 2, "open"),
        ("Fighter 1", 0, "open"),
    ]
    assert nobody.resync()["table"]["piles"] == state["tables"][0]["piles"]
    seen = second.wait_for(lambda state: state["seq"] >= first.state["seq"])
    assert seen["you"]["pile_entry"]["entered"] == []
    assert "SMP01/001" not in json.dumps([seen, nobody.resync(), host.resync()])


def test_with_the_last_word_of_a_fighter_everybody_may_enter_their_pile(night):
    table = night(2, packs="paper", review_seconds=0)
    table.organizer.lead_real_packs(table.code, but_the_last=True)
    host = table.open(table.organizer, "?as=host")
    for phone in table.phones:
        phone.wait_for(pass_is(6, 3))
        assert phone.ask(type="done", round=6, **{"pass": 3})["type"] == "ack"
    for phone in table.phones:
        entry = phone.wait_for(phase_is("building"))["you"]["pile_entry"]
        assert entry == {"expected": 30, "entered": [], "state": "open"}
    state = host.wait_for(phase_is("building"))
    assert [pile["entered"] for pile in state["tables"][0]["piles"]] == [0, 0]


def test_with_the_last_pile_all_see_their_decks_and_log_and_sockets_go_on(night):
    table = drafted(night)
    for device, phone in zip(table.devices, table.phones, strict=True):
        assert (phone.state["log_open"], phone.state["you"]["pile"]) == (False, None)
        enter(table, device, FITTING, submit="check")
    for phone in table.phones:
        state = phone.wait_for(lambda state: state["log_open"])
        assert [card["number"] for card in state["you"]["pile"]] == FITTING
        assert state["you"]["summary"]["count"] == 30
    log = table.devices[0].log(table.code)
    assert {pick["how"] for pick in log["tables"][0]["picks"]} == {"entered"}
    table.act("next-stage", **{"from": "building"})
    state = table.phones[0].wait_for(phase_is("fighting"))
    assert len(state["you"]["pile"]) == 30


def test_piles_may_come_while_one_fights_and_then_one_wishes_and_shares(night):
    table = drafted(night)
    table.act("next-stage", **{"from": "building", "confirm": "next"})
    for phone in table.phones:
        phone.wait_for(phase_is("fighting"))
    for device in table.devices:
        enter(table, device, FITTING, submit="check")
    phone = table.phones[0]
    card = phone.wait_for(lambda state: state["you"]["pile"])["you"]["pile"][0]["id"]
    answer = phone.ask(type="wish", cards=[card])
    assert answer["type"] == "ack", answer
    table.act("next-stage", **{"from": "fighting", "confirm": "next"})
    assert phone.wait_for(phase_is("sharing"))["share"]["order"]
