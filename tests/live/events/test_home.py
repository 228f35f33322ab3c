"""A change that pages make to an event is seen by everybody who looks at it: it is deleted, and a deck is settled."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import Closed


def ending_of(client):
    with pytest.raises(Closed) as closed:
        client.wait_for(lambda state: False)
    return client.frames[-1], closed.value.code


def test_everybody_who_looks_at_an_event_is_told_that_it_is_deleted(night):
    table = night(2, start=False)
    everybody = [*table.phones, table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))]
    answer = table.organizer.post(f"/events/{table.code}/delete/", confirm=table.code)
    assert (answer.status, answer.location) == (302, "/events/")
    assert [ending_of(client) for client in everybody] == [({"type": "ended", "reason": "deleted"}, 4404)] * 4
    with pytest.raises(Closed) as closed:
        table.open(table.organizer, "?as=host")
    assert closed.value.code == 4404


def test_a_fighter_sees_at_once_what_they_begin_with_and_nobody_else_is_told(night):
    table = night(2)
    one, other = table.phones
    table.draft_by_bots()
    first = one.resync()["you"]["summary"]["first_vanguard"]
    seen = len(other.frames)
    card = first["can_be"][-1]
    answer = one.device.post(f"/events/{table.code}/deck/", starter=card)
    assert answer.status == 302
    told = one.wait_for(lambda state: state["you"]["summary"]["first_vanguard"]["chosen"])
    assert told["you"]["summary"]["first_vanguard"]["card"] == card
    other.resync()
    assert {frame["type"] for frame in other.frames[seen:]} <= {"seat", "state"}
    assert all("starter" not in frame for frame in other.frames[seen:])


def names_at(state):
    return [seat["name"] for seat in state["table"]["seats"]]


def test_once_a_night_is_over_strangers_read_no_nickname_on_the_big_screen_where_they_are_hidden(night):
    table = night(2, hide_names="on", log_visibility="public", fights="off", sharing="keep")
    stranger, watching = table.open(Device(table.organizer.url), "?table=1"), table.open(table.organizer, "?table=1")
    table.draft_by_bots()
    assert sorted(names_at(stranger.wait_for(phase_is("building")))) == ["Fighter 0", "Fighter 1"]
    table.organizer.act(table.code, "next-stage", **{"from": "building", "confirm": "next"})
    assert names_at(stranger.wait_for(phase_is("finished"))) == ["Fighter 1", "Fighter 2"]
    for one_of_them in (watching, table.phones[1]):
        assert sorted(names_at(one_of_them.wait_for(phase_is("finished")))) == ["Fighter 0", "Fighter 1"]
    table.organizer.post(f"/events/{table.code}/host/log-access/", log_visibility="public", hide_names="off")
    shown = stranger.wait_for(lambda state: "Fighter 0" in names_at(state))
    assert sorted(names_at(shown)) == ["Fighter 0", "Fighter 1"]
