"""The server's messages have the shapes that the protocol documents."""

from datetime import datetime

from tests.clients.device import Device
from tests.clients.views import owes, phase_is
from tests.clients.ws_client import play_all
from tests.live.shapes import FIGHTER, HOST, SPECTATOR, fits, fits_its_type


def test_every_frame_of_a_whole_draft_has_its_documented_shape(night):
    table = night(2, start=False, pace="standard", review_seconds=60)
    host, spectator = table.open(table.organizer, "?as=host"), table.open(Device(table.organizer.url))
    table.start()
    for phone in table.phones:
        phone.ask(type="choose", round=9, **{"pass": 9}, cards=[])
        phone.send({"type": "ping"})
    for phone in table.phones * 3:
        ack = phone.choose()
        for one in table.phones:  # small changes are told by themselves where nothing else has changed meanwhile
            one.wait_for(lambda state, seq=ack["seq"]: state["seq"] >= seq)
    play_all(table.phones, phase_is("building"))
    host.wait_for(lambda state: state["log_open"])
    spectator.wait_for(phase_is("building"))
    assert all(fits_its_type(frame, FIGHTER) for phone in table.phones for frame in phone.frames)
    assert all(fits_its_type(frame, HOST) for frame in host.frames)
    assert all(fits_its_type(frame, SPECTATOR) for frame in spectator.frames)
    heard = {frame["type"] for phone in table.phones for frame in phone.frames}
    assert heard == {"state", "seat", "ack", "error", "pong"}


def test_the_first_state_of_a_draft_says_all_that_the_protocol_promises(night):
    table = night(2, name="Friday draft", pace="standard")
    state = table.at_seat(0).state
    assert state["event"].items() >= {
        "code": table.code, "name": "Friday draft", "format": "vanguard", "phase": "drafting",
    }.items()  # fmt: skip
    public = {key: state["table"][key] for key in ("number", "round", "rounds", "pass", "direction", "legion_rare")}
    assert public == {"number": 1, "round": 1, "rounds": 6, "pass": 1, "direction": "left", "legion_rare": False}
    seats = [(seat["seat"], seat["in_hand"], seat["face_down"], seat["chosen"]) for seat in state["table"]["seats"]]
    assert seats == [(0, 5, 0, False), (1, 5, 0, False)]
    you = state["you"]
    assert you["must_choose"] == {"trigger": 1, "normal": 1, "any": 0}
    assert (you["seat"], len(you["pack"]), you["chosen"], you["pile"], you["can_call_judge"]) == (
        0,
        5,
        False,
        None,
        False,
    )


def test_the_hand_is_an_empty_list_once_chosen_and_the_pile_stays_hidden(night):
    phone = night(2).at_seat(0)
    ack = phone.choose()
    you = phone.wait_for(lambda state: state["seq"] >= ack["seq"])["you"]
    assert (you["pack"], you["chosen"], you["pile"], owes(phone.state)) == ([], True, None, 0)


def test_the_others_see_in_a_small_message_that_one_has_chosen(night):
    table = night(2)
    ack = table.at_seat(0).choose()
    frame = table.at_seat(1).receive()
    expected = {"type": "seat", "seq": ack["seq"], "seat": 0, "chosen": True, "connected": True}
    assert {key: frame[key] for key in expected} == expected


def test_a_spectator_sees_the_table_and_nobodys_cards(night):
    table = night(2)
    state = table.open(Device(table.organizer.url)).state
    assert "you" not in state
    assert fits(state, SPECTATOR)
    assert state["table"] == table.phones[0].state["table"]


def test_the_organizer_sees_open_calls_and_nobodys_cards(night):
    table = night(2)
    state = table.open(table.organizer, "?as=host").state
    assert ("you" in state, state["judge_calls"]) == (False, [])


def test_a_fighter_who_asks_for_a_table_by_number_watches_it_like_anybody(night):
    table = night(2)
    assert "you" not in table.open(table.devices[0], "?table=1").state


def test_the_clocks_moments_are_of_the_server_and_the_deadline_is_the_pace(night):
    clock = night(2, pace="standard").phones[0].state["clock"]
    seconds = (datetime.fromisoformat(clock["deadline"]) - datetime.fromisoformat(clock["now"])).total_seconds()
    assert 40 < seconds <= 45
    assert clock["paused"] is False


def test_where_nothing_is_timed_there_is_no_deadline(night):
    assert night(2, pace="off").phones[0].state["clock"]["deadline"] is None


def test_a_ping_is_answered_and_a_resync_brings_the_whole_view_again(night):
    phone = night(2).phones[0]
    before = phone.state
    phone.send({"type": "ping"})
    assert phone.receive()["type"] == "pong"
    after = phone.resync()
    assert {**after, "clock": None} == {**before, "clock": None}


def test_a_code_is_matched_without_regard_to_case(night):
    table = night(2)
    table.phones[0].path = table.phones[0].path.lower()
    table.phones[0].connect()
    assert table.phones[0].state["you"]["seat"] in (0, 1)


def test_card_ids_tell_nothing_no_two_are_alike_and_they_are_not_in_the_order_of_the_packs(night):
    table = night(4)
    play_all(table.phones, phase_is("building"))
    packs = [pack["cards"] for pack in table.devices[0].log(table.code)["tables"][0]["packs"]]
    ids = [card["id"] for pack in packs for card in pack]
    assert sorted(ids) == list(range(1, 121))
    assert ids != sorted(ids)
    triggers = {number for pack in packs for number, card in enumerate(pack) if card["card_type"] == "trigger"}
    assert len(triggers) > 2
