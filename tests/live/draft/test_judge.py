"""Calls for a judge (R9), with packs that are sure to hold a Legion Rare."""

from datetime import datetime

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import legal_choice, owes, pass_is, phase_is
from tests.clients.ws_client import play_all

RARE = ["SMP02/025", "SMP02/L01", "SMP02/L02", "SMP02/017", "SMP02/018"]
USUAL = ["SMP02/026", "SMP02/011", "SMP02/019", "SMP02/020", "SMP02/021"]


@pytest.fixture
def rare(night):
    """A table whose seat 0 opens the pair in the first round; seat 1 opens none."""

    def make(fighters=2, **fields):
        packs = [RARE, *[USUAL] * (6 * fighters - 1)]
        listed = "\n\n".join("\n".join(pack) for pack in packs)
        return night(fighters, **{"packs": "uploaded", "pack_list": listed, "judge": "organizer"} | fields)

    return make


def leader(phone):
    return next(card["id"] for card in phone.state["you"]["pack"] if card["rarity"] == "LR")


def call(phone, card=None, **more):
    return phone.ask(type="call_judge", reason="legion_rare", card=leader(phone) if card is None else card, **more)


def verdict(table, host, said):
    state = host.wait_for(lambda state: state["judge_calls"])
    table.act("judge", call=state["judge_calls"][0]["id"], verdict=said)


def must_choose(state):
    return state["you"]["must_choose"]


def test_only_who_opened_the_legion_rare_may_call(rare):
    table = rare()
    opener, other = table.at_seat(0), table.at_seat(1)
    assert [phone.state["you"]["can_call_judge"] for phone in (opener, other)] == [True, False]
    strange = [call(other, card=leader(opener)), call(other, card=other.state["you"]["pack"][0]["id"])]
    assert [answer["code"] for answer in strange] == ["not_allowed", "not_allowed"]
    assert call(opener, card=2**31 - 1)["code"] == "not_allowed"
    usual = next(card["id"] for card in opener.state["you"]["pack"] if card["rarity"] != "LR")
    assert call(opener, card=usual)["code"] == "not_allowed"


def test_the_organizer_sees_the_call_with_its_card_and_all_clocks_stand(rare):
    table = rare(pace="standard")
    opener = table.at_seat(0)
    host, watcher = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    card = next(card for card in opener.state["you"]["pack"] if card["rarity"] == "LR")
    ack = call(opener)
    assert ack["type"] == "ack"
    (shown,) = host.wait_for(lambda state: state["judge_calls"])["judge_calls"]
    of_time = {"asked_at": shown["asked_at"], "taken": None}
    assert {**shown, "id": 0} == {"id": 0, "table": 1, "seat": 0, "reason": "legion_rare", "card": card, **of_time}
    for phone in (*table.phones, watcher):
        state = phone.wait_for(lambda state: state["clock"]["deadline"] is None)
        assert state["clock"]["paused"] is False
    assert opener.state["you"]["can_call_judge"] is False


def test_a_call_stands_among_what_happened_as_soon_as_the_organizer_hears_of_it(rare):
    table = rare(pace="standard")
    host = table.open(table.organizer, "?as=host")
    call(table.at_seat(0))
    newest = host.wait_for(lambda state: state["judge_calls"])["entries"][0]
    assert newest["text"].endswith(" called a judge: Legion Rare.")


def test_the_pass_waits_for_the_verdict_and_refused_nothing_changes(rare):
    table = rare(pace="standard")
    host = table.open(table.organizer, "?as=host")
    call(table.at_seat(0))
    for phone in table.phones:
        ack = phone.choose()
        phone.wait_for(lambda state, ack=ack: state["seq"] >= ack["seq"])
    assert pass_is(1, 1)(table.phones[0].resync())
    verdict(table, host, "refused")
    for phone in table.phones:
        state = phone.wait_for(pass_is(1, 2))
        assert (state["table"]["legion_rare"], owes(state)) == (False, 1)
        assert state["clock"]["deadline"] is not None
    assert host.wait_for(lambda state: not state["judge_calls"])["judge_calls"] == []


def test_a_card_that_was_refused_is_not_called_for_again(rare):
    table = rare()
    host, opener = table.open(table.organizer, "?as=host"), table.at_seat(0)
    call(opener)
    verdict(table, host, "refused")
    state = opener.wait_for(lambda state: "refused" in state["you"])
    assert call(opener)["code"] == "not_allowed"
    assert (state["you"]["can_call_judge"], state["you"]["refused"]) == (True, [leader(opener)])
    assert "refused" not in table.at_seat(1).resync()["you"]
    host.wait_for(lambda state: not state["judge_calls"])
    mate = [card["id"] for card in state["you"]["pack"] if card["rarity"] == "LR"][1]
    assert call(opener, card=mate)["type"] == "ack"
    verdict(table, host, "refused")
    opener.wait_for(lambda state: state["you"]["call"] is None and not state["you"]["can_call_judge"])
    assert opener.resync()["you"]["can_call_judge"] is False


def test_once_verified_each_owes_the_trigger_and_two_others_and_who_has_placed_two_owes_one_more(rare):
    table = rare(3, pace="standard")
    host = table.open(table.organizer, "?as=host")
    opener, early, late = (table.at_seat(seat) for seat in range(3))
    call(opener)
    early.choose()
    verdict(table, host, "verified")
    for phone in table.phones:
        phone.wait_for(lambda state: state["table"]["legion_rare"])
    assert must_choose(late.state) == {"trigger": 1, "normal": 0, "any": 2}
    assert must_choose(early.state) == {"trigger": 0, "normal": 0, "any": 1}
    assert len(early.state["you"]["pack"]) == 3
    assert (early.state["you"]["chosen"], early.state["you"]["pile"]) == (False, None)
    left = datetime.fromisoformat(late.state["clock"]["deadline"]) - datetime.fromisoformat(late.state["clock"]["now"])
    assert left.total_seconds() > 15
    assert early.choose([late.state["you"]["pack"][0]["id"]])["code"] == "not_in_pack"
    assert late.choose(legal_choice(late.state)[:2])["code"] == "wrong_count"
    for phone in table.phones:
        assert phone.choose()["type"] == "ack"
    for phone in table.phones:
        state = phone.wait_for(pass_is(1, 2))
        assert [seat["face_down"] for seat in state["table"]["seats"]] == [3, 3, 3]


def test_the_opener_keeps_the_pair_and_the_whole_draft_ends_with_thirty_cards(rare):
    table = rare(judge="automatic")
    opener = table.at_seat(0)
    pair = [card["id"] for card in opener.state["you"]["pack"] if card["rarity"] == "LR"]
    trigger = next(card["id"] for card in opener.state["you"]["pack"] if card["card_type"] == "trigger")
    call(opener)
    for phone in table.phones:
        phone.wait_for(lambda state: owes(state) == 3)
    ack = opener.choose([trigger, *pair])
    opener.wait_for(lambda state: state["seq"] >= ack["seq"])
    ends = play_all(table.phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30, 30]
    assert set(pair) <= {card["id"] for card in opener.state["you"]["pile"]}


def test_the_automatic_judge_verifies_at_once(rare):
    table = rare(judge="automatic", pace="standard")
    host = table.open(table.organizer, "?as=host")
    ack = call(table.at_seat(0))
    for phone in table.phones:
        state = phone.wait_for(lambda state: state["seq"] >= ack["seq"])
        assert (state["table"]["legion_rare"], must_choose(state)) == (True, {"trigger": 1, "normal": 0, "any": 2})
        assert state["clock"]["deadline"] is not None
    assert host.resync()["judge_calls"] == []


def test_after_the_first_pass_it_is_too_late_to_call(rare):
    table = rare()
    opener = table.at_seat(0)
    card = leader(opener)
    for phone in table.phones:
        phone.choose()
    assert opener.wait_for(pass_is(1, 2))["you"]["can_call_judge"] is False
    assert call(opener, card=card)["code"] == "not_allowed"


def test_a_fighter_who_has_placed_the_card_may_still_call_until_the_pass_ends(rare):
    opener = rare().at_seat(0)
    card = leader(opener)
    ack = opener.choose()
    assert opener.wait_for(lambda state: state["seq"] >= ack["seq"])["you"]["can_call_judge"] is True
    assert call(opener, card=card)["type"] == "ack"


def test_the_same_call_again_is_the_same_ack_and_one_call(rare):
    table = rare()
    host, opener = table.open(table.organizer, "?as=host"), table.at_seat(0)
    card = leader(opener)
    first = call(opener, id="same", card=card)
    assert call(opener, id="same", card=card) == first
    assert len(host.wait_for(lambda state: state["judge_calls"])["judge_calls"]) == 1
    assert call(opener, card=card)["code"] == "not_allowed"


@pytest.mark.parametrize("reason", ["wrong_count", "rules", "other"])
def test_a_call_for_another_reason_has_no_card_and_holds_nothing_up(rare, reason):
    table = rare(pace="standard")
    host, caller = table.open(table.organizer, "?as=host"), table.at_seat(1)
    assert caller.ask(type="call_judge", reason=reason)["type"] == "ack"
    (shown,) = host.wait_for(lambda state: state["judge_calls"])["judge_calls"]
    of_time = {"asked_at": shown["asked_at"], "taken": None}
    assert {**shown, "id": 0} == {"id": 0, "table": 1, "seat": 1, "reason": reason, **of_time}
    for phone in table.phones:
        phone.choose()
    assert caller.wait_for(pass_is(1, 2))["clock"]["deadline"] is not None
    verdict(table, host, "verified")
    assert host.wait_for(lambda state: not state["judge_calls"])["table"]["legion_rare"] is False


def test_open_calls_stand_oldest_first(rare):
    table = rare()
    host = table.open(table.organizer, "?as=host")
    table.at_seat(1).ask(type="call_judge", reason="rules")
    call(table.at_seat(0))
    calls = host.wait_for(lambda state: len(state["judge_calls"]) == 2)["judge_calls"]
    assert [(shown["seat"], shown["reason"]) for shown in calls] == [(1, "rules"), (0, "legion_rare")]
    assert calls[0]["id"] < calls[1]["id"]


def test_in_a_pause_no_legion_rare_is_called(rare):
    table = rare()
    table.act("pause")
    opener = table.at_seat(0)
    opener.wait_for(lambda state: state["clock"]["paused"])
    assert call(opener)["code"] == "paused"


def test_another_organizer_cannot_give_the_verdict(rare):
    table = rare()
    host = table.open(table.organizer, "?as=host")
    call(table.at_seat(0))
    (shown,) = host.wait_for(lambda state: state["judge_calls"])["judge_calls"]
    path = f"/events/{table.code}/host/judge/"
    assert Organizer(table.organizer.url).post(path, call=shown["id"], verdict="verified").status == 404
    assert table.devices[0].post(path, call=shown["id"], verdict="verified").status in (302, 403, 404)
    assert len(host.resync()["judge_calls"]) == 1


def test_a_fighter_who_waits_for_an_answer_about_the_rules_may_still_have_a_legion_rare_verified(rare):
    table = rare()
    opener = table.at_seat(0)
    assert opener.ask(type="call_judge", reason="rules")["type"] == "ack"
    assert opener.ask(type="call_judge", reason="other")["code"] == "not_allowed"
    assert call(opener)["type"] == "ack"
    assert call(opener)["code"] == "not_allowed"
