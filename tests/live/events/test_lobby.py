"""The lobby: places fill, people come and go, say that they are ready, and are led to their table."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import Closed, play_all

STAGES = ("drafting", "building", "fighting", "sharing")


def names(state):
    return [seat["name"] for seat in state["table"]["seats"]]


def test_places_fill_in_the_order_of_joining(night):
    lobby = night(1, start=False)
    phone, late = lobby.phones[0], Device(lobby.organizer.url)
    late.join(lobby.code, "Late")
    lobby.act("add-bot")
    state = phone.wait_for(lambda state: len(names(state)) == 3)
    assert names(state)[:2] == ["Fighter 0", "Late"]
    assert [seat["bot"] for seat in state["table"]["seats"]] == [False, False, True]
    assert (state["event"]["phase"], state["you"]["seat"], state["you"]["pack"]) == ("lobby", 0, [])


def test_everybody_sees_who_is_connected_and_who_has_gone(night):
    lobby = night(2, start=False)
    one, two = lobby.phones
    one.wait_for(lambda state: state["table"]["seats"][1]["connected"])
    two.close()
    one.wait_for(lambda state: not state["table"]["seats"][1]["connected"])
    two.connect()
    one.wait_for(lambda state: state["table"]["seats"][1]["connected"])


def test_one_of_two_devices_may_go_without_the_fighter_being_away(night):
    lobby = night(2, start=False)
    one, two = lobby.phones
    second = lobby.open(two.device)
    one.wait_for(lambda state: state["table"]["seats"][1]["connected"])
    second.close()
    two.ready()
    assert one.wait_for(lambda state: state["table"]["seats"][1]["ready"])["table"]["seats"][1]["connected"] is True


def test_a_fighter_who_says_ready_is_shown_as_ready_to_all(night):
    lobby = night(2, start=False)
    ack = lobby.phones[1].ready()
    assert ack["type"] == "ack"
    state = lobby.phones[0].wait_for(lambda state: state["seq"] >= ack["seq"])
    assert [seat["ready"] for seat in state["table"]["seats"]] == [False, True]


def test_a_fighter_who_is_removed_is_turned_away_and_the_place_is_free(night):
    lobby = night(2, start=False)
    host = lobby.open(lobby.organizer, "?as=host")
    fighter = host.state["fighters"][1]["id"]
    lobby.act("remove", fighter=fighter)
    with pytest.raises(Closed) as closed:
        lobby.phones[1].wait_for(lambda state: False)
    assert closed.value.code == 4001
    assert names(lobby.phones[0].wait_for(lambda state: len(names(state)) == 1)) == ["Fighter 0"]
    lobby.phones[1].connect()
    assert "you" not in lobby.phones[1].state


def test_a_fighter_who_leaves_is_turned_away_and_the_place_is_free(night):
    lobby = night(2, start=False)
    lobby.devices[1].post(f"/events/{lobby.code}/leave/")
    with pytest.raises(Closed) as closed:
        lobby.phones[1].wait_for(lambda state: False)
    assert closed.value.code == 4001
    assert names(lobby.phones[0].wait_for(lambda state: len(names(state)) == 1)) == ["Fighter 0"]


def test_settings_that_the_organizer_changes_are_seen_by_everybody_at_once(night):
    lobby = night(3, start=False)
    host, tv = lobby.open(lobby.organizer, "?as=host"), lobby.open(Device(lobby.organizer.url))
    before = host.state
    form = {"name": "Saturday", "card_set": "SMP02", "table_size": "2", "judge": "automatic", "fights": "off"}
    answer = lobby.organizer.post(f"/events/{lobby.code}/edit/", **form)
    assert (answer.status, answer.location) == (302, f"/events/{lobby.code}/host/")
    for screen in (*lobby.phones, host, tv):
        state = screen.wait_for(lambda state: state["event"]["name"] == "Saturday")
        event = state["event"]
        assert (event["table_size"], event["judge"], {one["code"] for one in event["sets"]}) == (
            2,
            "automatic",
            {"SMP02"},
        )
        assert [one["stage"] for one in event["stages"]] == ["drafting", "building", "sharing"]
        assert len(names(state)) == 3
    assert before["start"]["table_sizes"] == host.state["start"]["table_sizes"] == [3]
    assert host.state["entries"][0]["text"] == "The organizer changed the settings."
    assert host.state["seq"] > before["seq"]
    assert lobby.phones[0].ready()["type"] == "ack"


def test_all_are_led_from_the_lobby_to_the_table_on_the_same_socket(night):
    lobby = night(2, bots=1, start=False)
    watchers = [lobby.open(Device(lobby.organizer.url)), lobby.open(lobby.organizer, "?as=host")]
    second = lobby.open(lobby.devices[0])
    lobby.start()
    for phone in (*lobby.phones, second):
        state = phone.wait_for(phase_is("drafting"))
        assert (len(state["you"]["pack"]), state["table"]["round"], state["table"]["pass"]) == (5, 1, 1)
    for phone in watchers:
        assert len(phone.wait_for(phase_is("drafting"))["table"]["seats"]) == 3
    assert lobby.phones[0].state["you"]["pack"] == second.state["you"]["pack"]


def test_a_started_event_lets_nobody_join(night):
    table = night(2)
    answer = Device(table.organizer.url).post(f"/join/{table.code}/", nickname="Late")
    assert answer.status == 200
    assert "started" in answer.text


def test_a_phone_that_asks_for_everything_in_the_instant_of_the_start_sees_the_lobby_or_its_table(night):
    lobby = night(2, start=False)
    phone = lobby.phones[0]
    with ThreadPoolExecutor() as threads:
        started = threads.submit(lobby.act, "start")
        while phone.resync()["event"]["phase"] != "drafting":
            pass
        started.result()
    states = [frame for frame in phone.frames if frame["type"] == "state"]
    assert {(state["event"]["phase"], state["table"]["round"]) for state in states} == {
        ("lobby", 0),
        ("drafting", 1),
    }


def test_an_event_that_is_cancelled_is_finished_for_all(night):
    lobby = night(2, start=False)
    lobby.act("cancel")
    for phone in lobby.phones:
        assert phone.wait_for(phase_is("finished"))["you"]["pack"] == []
        assert phone.resync()["event"]["phase"] == "finished"
    assert lobby.phones[0].ready()["code"] in ("not_allowed", "not_drafting")


def test_phones_and_the_log_are_told_how_far_the_night_is(night):
    table = night(1, bots=1, start=False)
    phone, told = table.phones[0], []
    for act, phase in (("", "lobby"), ("start", "drafting"), ("", "building"), ("finish", "finished")):
        if act:
            table.act(act)
        state = play_all([phone], phase_is("building"))[0] if phase == "building" else phone.wait_for(phase_is(phase))
        told.append([(each["stage"], each["state"]) for each in state["event"]["stages"]])
    assert told == [
        [(stage, "next") for stage in STAGES],
        [("drafting", "now"), *((stage, "next") for stage in STAGES[1:])],
        [("drafting", "done"), ("building", "now"), *((stage, "next") for stage in STAGES[2:])],
        [(stage, "done") for stage in STAGES],
    ]
    assert phone.device.log(table.code)["event"]["stages"] == state["event"]["stages"]


def test_the_lobby_never_says_what_the_seed_is(night):
    lobby = night(1, start=False)
    event = lobby.phones[0].state["event"]
    assert (event["seed"], event["seed_hash"]) == (None, None)


def test_the_seeds_hash_is_shown_from_the_start_and_the_seed_when_the_draft_is_over(night):
    table = night(2)
    event = table.phones[0].state["event"]
    assert event["seed"] is None
    play_all(table.phones, lambda state: state["event"]["seed"] is not None)
    assert sha256(table.phones[0].state["event"]["seed"].encode()).hexdigest() == event["seed_hash"]


def test_the_seed_of_a_stopped_draft_is_shown_to_nobody_though_its_log_is_open(night):
    table = night(2, log_visibility="public")
    viewers = [
        *table.phones,
        table.open(Device(table.organizer.url), "?table=1"),
        table.open(table.organizer, "?as=host"),
    ]
    table.act("stop", confirm=table.code)
    for viewer in viewers:
        state = viewer.wait_for(phase_is("finished"))
        assert (state["log_open"], state["event"]["seed"], len(state["event"]["seed_hash"])) == (True, None, 64)


@pytest.mark.parametrize(("visibility", "fighters", "watchers"), [("public", True, True), ("organizer", False, False)])
def test_the_seed_which_tells_the_whole_log_goes_to_nobody_to_whom_the_log_is_closed(
    night, visibility, fighters, watchers
):
    table = night(1, bots=1, log_visibility=visibility)
    watcher, host = table.open(Device(table.organizer.url), "?table=1"), table.open(table.organizer, "?as=host")
    table.draft_by_bots()
    for viewer, is_told in ((table.phones[0], fighters), (watcher, watchers), (host, True)):
        state = viewer.wait_for(phase_is("building"))
        assert (state["event"]["seed"] is not None, state["log_open"]) == (is_told, is_told)
