"""A judge's socket: calls, tables and fights, until the link is revoked."""

import re

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import Closed
from tests.live.events.test_host_states import ONLY_THE_ORGANIZERS


def judge_of(table, name="Kim", device=None):
    """Make a judge's link, open it, and return the judge's device."""
    device = device or Device(table.organizer.url)
    staff = f"/events/{table.code}/host/staff/"
    assert table.organizer.post(staff, name=name).status == 302
    link = re.findall(r"/judge/[\w-]+/", table.organizer.get(staff).text)[-1]
    assert device.get(link).location == f"/events/{table.code}/judge/"
    return device


def act(table, judge, action, **fields):
    return judge.post(f"/events/{table.code}/host/{action}/", **fields).status


def taken_in(state):
    return [call["taken"] for call in state["judge_calls"] if call["taken"]]


def closing_of(client):
    with pytest.raises(Closed) as closed:
        client.wait_for(lambda state: False)
    return closed.value.code


def test_a_judge_sees_the_tables_and_nothing_of_the_organizers_besides(night):
    lobby = night(2, start=False)
    judge = lobby.open(judge_of(lobby), "?as=judge")
    assert (judge.state["judge_calls"], judge.state["tables"], "start" in judge.state) == ([], [], False)
    lobby.start()
    state = judge.wait_for(phase_is("drafting"))
    host = lobby.open(lobby.organizer, "?as=host").state
    assert [seat["name"] for seat in state["tables"][0]["seats"]] == [
        seat["name"] for seat in host["tables"][0]["seats"]
    ]
    more = set(host) - set(state)
    assert (more, set(state) - set(host)) == ({"entries"}, set())
    assert (state["event"]["seed"], "you" in state) == (None, False)
    assert more < set(ONLY_THE_ORGANIZERS)


def test_only_a_judge_is_let_in_as_one(night):
    table = night(2)
    for device in (Device(table.organizer.url), table.devices[0], table.organizer):
        with pytest.raises(Closed) as closed:
            table.open(device, "?as=judge")
        assert closed.value.code == 4003
    with pytest.raises(Closed) as closed:
        table.open(judge_of(table), "?as=host")
    assert closed.value.code == 4003


def test_the_judge_on_the_way_is_named_to_the_fighter_who_called_and_to_all_who_judge(night):
    table = night(2)
    kim, caller = judge_of(table), table.at_seat(0)
    judge, host = table.open(kim, "?as=judge"), table.open(table.organizer, "?as=host")
    caller.ask(type="call_judge", reason="rules")
    (call,) = judge.wait_for(lambda state: state["judge_calls"])["judge_calls"]
    assert (call["seat"], call["reason"], call["taken"]) == (0, "rules", None)
    assert act(table, kim, "take", call=call["id"]) == 302
    both = [client.wait_for(taken_in)["judge_calls"] for client in (judge, host)]
    taken = [calls[0]["taken"] for calls in both]
    own = caller.wait_for(lambda state: state["you"]["call"] and state["you"]["call"]["taken"])["you"]["call"]
    taken.append(own["taken"])
    assert [(each["by"], each["name"]) for each in taken] == [("judge", "Kim")] * 3
    assert act(table, kim, "judge", call=call["id"], verdict="verified", note="Read the card.") == 302
    you = caller.wait_for(lambda state: state["you"]["call"] is None)["you"]
    assert (you["note"]["text"], you["note"]["call"]) == ("Read the card.", call["id"])
    assert table.at_seat(1).resync()["you"]["note"] is None


def test_a_judge_counts_and_takes_back_in_any_fight_and_decides_it(night):
    table = night(2)
    table.draft_by_bots()
    table.act("next-stage", **{"from": "building"})
    kim = judge_of(table)
    judge = table.open(kim, "?as=judge")
    (fight,) = judge.state["pairings"]
    assert judge.state["fight"] is None
    number, side = fight["fight"], fight["sides"][0]["fighter"]
    message = {"type": "count", "id": "j1", "fight": number, "fighter": side, "counter": "damage", "by": 1}
    first = judge.ask(**message)
    assert (first["type"], judge.ask(**message)) == ("ack", first)  # the same request again does nothing twice
    counted = judge.wait_for(lambda state: state["pairings"][0]["sides"][0]["counters"]["damage"])
    assert counted["pairings"][0]["sides"][0]["counters"]["damage"] == 1
    assert judge.ask(type="undo", fight=number)["type"] == "ack"
    assert judge.ask(type="result", fight=number, winner=side, score=[1, 0])["code"] == "not_allowed"
    assert act(table, kim, "result", fight=number, winner=side) == 302
    for client in (judge, table.open(Device(table.organizer.url))):
        result = client.wait_for(lambda state: state["pairings"][0]["result"])["pairings"][0]["result"]
        assert (result["winner"], result["by"]) == (side, "judge")


def test_everybody_is_told_who_paused_the_draft_a_round_or_the_sharing(night):
    table = night(2, card_set="SMP02")
    kim = judge_of(table)
    screens = [*table.phones, table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")]

    def told_by(pausing, part_of):
        for pause, who in ((lambda: act(table, kim, "pause"), "judge"), (lambda: table.act("pause"), "organizer")):
            pause()
            for screen in screens:
                part = part_of(screen.wait_for(lambda state: pausing(state) and part_of(state)["paused"]))
                assert part["paused_by"] == who
            table.act("resume")
            for screen in screens:
                part = part_of(screen.wait_for(lambda state: not part_of(state)["paused"]))
                assert part["paused_by"] is None

    told_by(phase_is("drafting"), lambda state: (state.get("tables") or [state])[0]["clock"])
    table.draft_by_bots()
    table.act("next-stage", **{"from": "building"})
    told_by(phase_is("fighting"), lambda state: state["round"])
    table.act("next-stage", **{"from": "fighting", "confirm": "next"})
    told_by(phase_is("sharing"), lambda state: (state.get("shares") or [state["share"]])[0])


def test_a_fighter_who_judges_too_sees_as_a_fighter_only_their_own_cards(night):
    table = night(2)
    device = table.devices[0]
    judge_of(table, device=device)
    phone = table.open(device)
    assert ("you" in phone.state, set(phone.state) & {"judge_calls", "tables"}) == (True, set())
    judge = table.open(device, "?as=judge")
    assert "you" not in judge.state
    assert judge.ask(type="ready")["code"] == "not_a_fighter"


def test_a_revoked_link_closes_its_sockets_and_lets_nobody_in_again(night):
    table = night(2)
    kim, lee = judge_of(table), judge_of(table, "Lee")
    judge, other = table.open(kim, "?as=judge"), table.open(lee, "?as=judge")
    page = table.organizer.get(f"/events/{table.code}/host/staff/").text
    link = re.findall(r'name="revoke" value="(\d+)"', page)[0]
    assert table.organizer.post(f"/events/{table.code}/host/staff/", revoke=link).status == 302
    assert closing_of(judge) == 4001
    with pytest.raises(Closed) as closed:
        table.open(kim, "?as=judge")
    assert closed.value.code == 4003
    assert act(table, kim, "pause") == 404
    assert other.resync()["tables"]
