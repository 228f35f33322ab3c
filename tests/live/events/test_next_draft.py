"""Everybody who looks at a draft is told of the next one of the night, and takes its lobby with what they hold."""

import pytest

from tests.clients.ws_client import Closed, WebSocketClient
from tests.live.draft.test_judges import judge_of


def is_followed(state):
    return state["event"]["next"] is not None


def press(table):
    assert table.organizer.post(f"/events/{table.code}/host/next-draft/").status == 302


def code_after(answer):
    return answer.location.split("/")[2]


@pytest.fixture
def stopped(night):
    """A draft of two that was stopped, with all who look at it: two phones, a TV, a judge and the organizer."""
    table = night(2)
    judge = judge_of(table)
    lookers = [
        *table.phones,
        table.open(judge, "?table=1"),
        table.open(judge, "?as=judge"),
        table.open(table.organizer, "?as=host"),
    ]
    table.act("stop", confirm=table.code)
    for each in lookers:
        each.wait_for(lambda state: state["event"]["stopped"])
    return table, lookers


def test_all_who_look_are_told_at_once_and_on_coming_back(stopped):
    table, lookers = stopped
    assert [each.state["event"]["next"] for each in lookers] == [None] * 5
    before = [each.seq for each in lookers]
    press(table)
    states = [each.wait_for(is_followed) for each in lookers]
    (code,) = {state["event"]["next"] for state in states}
    assert all(each.seq > seq for each, seq in zip(lookers, before, strict=True))
    again = table.open(table.devices[0])
    assert again.state["event"]["next"] == code
    assert table.organizer.get(f"/events/{code}/host/").status == 200


def test_phones_stand_in_the_next_lobby_under_their_names_and_its_draft_begins(stopped):
    table, lookers = stopped
    press(table)
    code = lookers[0].wait_for(is_followed)["event"]["next"]
    for device in table.devices:
        assert code_after(device.post(f"/events/{table.code}/next/")) == code
    first, second = (WebSocketClient(device, code) for device in table.devices)
    with first, second:
        lobby = first.wait_for(lambda state: all(seat["connected"] for seat in state["table"]["seats"]))
        seats = lobby["table"]["seats"]
        assert [(seat["name"], seat["ready"]) for seat in seats] == [("Fighter 0", False), ("Fighter 1", False)]
        assert [each.state["you"]["name"] for each in (first, second)] == ["Fighter 0", "Fighter 1"]
        first.ready()
        table.organizer.act(code, "start")
        for each in (first, second):
            each.wait_for(lambda state: state["event"]["phase"] == "drafting")
        assert first.choose()["type"] == "ack"


def test_a_cancelled_one_is_taken_back_on_all_screens_and_another_is_told(stopped):
    table, lookers = stopped
    press(table)
    cancelled = lookers[0].wait_for(is_followed)["event"]["next"]
    table.organizer.act(cancelled, "cancel")
    for each in lookers:
        each.wait_for(lambda state: not is_followed(state))
    press(table)
    assert lookers[0].wait_for(is_followed)["event"]["next"] != cancelled


def test_a_socket_of_the_next_lobby_is_a_spectators_for_who_has_not_come_along(stopped):
    table, lookers = stopped
    press(table)
    code = lookers[0].wait_for(is_followed)["event"]["next"]
    with WebSocketClient(table.devices[0], code) as watching:
        assert "you" not in watching.state
        number = watching.state["table"]["seats"][0]["fighter"]
    with pytest.raises(Closed) as closed, WebSocketClient(table.devices[1], code, f"?fighter={number}"):
        pass
    assert closed.value.code == 4003
