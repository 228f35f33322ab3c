"""More than one table in an event."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import play_all


@pytest.fixture
def two_tables(night):
    table = night(9, table_size=4)
    by_table = {1: [], 2: []}
    for phone in table.phones:
        by_table[phone.state["table"]["number"]].append(phone)
    return table, by_table


def test_nine_fighters_at_tables_of_four_sit_five_and_four_each_at_their_own(two_tables):
    table, by_table = two_tables
    assert {number: len(phones) for number, phones in by_table.items()} == {1: 5, 2: 4}
    for number, phones in by_table.items():
        assert sorted(phone.state["you"]["seat"] for phone in phones) == list(range(len(phones)))
        for phone in phones:
            seat = phone.state["table"]["seats"][phone.state["you"]["seat"]]
            assert (seat["name"], phone.state["table"]["number"]) == (phone.state["you"]["name"], number)
    ids = [card["id"] for phone in table.phones for card in phone.state["you"]["pack"]]
    assert len(set(ids)) == 45


def test_a_choice_at_one_table_is_not_told_at_the_other(two_tables):
    _, by_table = two_tables
    for phone in by_table[1]:
        phone.choose()
    quiet = by_table[2][0]
    seen = len(quiet.frames)
    quiet.resync()
    assert [frame["type"] for frame in quiet.frames[seen:]] == ["state"]


def test_spectators_and_the_big_screen_ask_for_a_table_by_number(two_tables):
    table, _ = two_tables
    for number, seats in ((1, 5), (2, 4)):
        state = table.open(Device(table.organizer.url), f"?table={number}").state
        assert (state["table"]["number"], len(state["table"]["seats"])) == (number, seats)


def test_decks_are_seen_table_by_table_and_the_log_once_all_have_drafted(two_tables):
    table, by_table = two_tables
    host = table.open(table.organizer, "?as=host")
    assert [len(each["seats"]) for each in host.state["tables"]] == [5, 4]
    for state in play_all(by_table[1], phase_is("building")):
        assert (len(state["you"]["pile"]), state["log_open"], state["event"]["seed"]) == (30, False, None)
        assert [each["state"] for each in state["event"]["stages"]] == ["now", "next", "next", "next"]
    devices = (table.organizer, by_table[1][0].device)
    assert {device.get(f"/events/{table.code}/log/log.json").status for device in devices} <= {403, 404}
    assert phase_is("drafting")(by_table[2][0].resync())
    play_all(by_table[2], phase_is("building"))
    for phone in (*table.phones, host):
        state = phone.wait_for(lambda state: state["log_open"])
        assert state["event"]["phase"] == "building"
        assert [each["state"] for each in state["event"]["stages"]] == ["done", "now", "next", "next"]
    assert [each["phase"] for each in host.state["tables"]] == ["building", "building"]
    log = by_table[1][0].device.log(table.code)
    assert [len(each["picks"]) for each in log["tables"]] == [150, 120]


def test_one_table_can_be_paused_alone(two_tables):
    table, by_table = two_tables
    table.act("pause", table=2)
    by_table[2][0].wait_for(lambda state: state["clock"]["paused"])
    assert by_table[2][0].choose()["code"] == "paused"
    assert by_table[1][0].choose()["type"] == "ack"
