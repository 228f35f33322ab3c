"""Choosing: acknowledged once stored, once under one name, and refused with a code that says why."""

import pytest

from tests.clients.device import Device
from tests.clients.views import legal_choice, owes, phase_is
from tests.clients.ws_client import play_all

CHOOSE = {"type": "choose", "id": "a", "round": 1, "pass": 1, "cards": []}


def test_a_choice_is_acknowledged_before_anything_else_is_sent_about_it(night):
    table = night(2)
    phone, other = table.at_seat(0), table.at_seat(1)
    seen = len(phone.frames)
    ack = phone.choose()
    assert phone.frames[seen:] == [ack]
    assert phone.receive()["seq"] == ack["seq"]
    assert other.receive()["seq"] == ack["seq"]


def test_the_last_choice_of_a_pass_is_acknowledged_before_the_new_pass_is_shown(night):
    table = night(2)
    table.phones[0].choose()
    last = table.phones[1]
    last.wait_for(lambda state: any(seat["chosen"] for seat in state["table"]["seats"]))
    seen = len(last.frames)
    ack = last.choose()
    assert last.frames[seen:] == [ack]
    state = last.receive()
    assert (state["type"], state["seq"], state["table"]["pass"]) == ("state", ack["seq"], 2)


def test_the_same_id_again_is_the_same_ack_and_nothing_twice(night):
    phone = night(2).at_seat(0)
    cards = legal_choice(phone.state)
    first = phone.choose(cards, id="same")
    assert [phone.choose(cards, id="same"), phone.choose(cards, id="same")] == [first, first]
    assert phone.resync()["table"]["seats"][0]["face_down"] == 2


def test_the_same_choice_twice_before_it_is_stored_is_one_choice(night):
    phone = night(2).at_seat(0)
    message = CHOOSE | {"cards": legal_choice(phone.state)}
    phone.send(message)
    phone.send(message)
    assert phone.answer("a") == phone.answer("a")
    assert phone.resync()["table"]["seats"][0]["face_down"] == 2


def test_the_same_id_in_a_later_pass_is_still_the_first_choices_ack(night):
    table = night(2)
    phone = table.phones[0]
    first = phone.choose(id="same")
    table.phones[1].choose()
    phone.wait_for(lambda state: state["table"]["pass"] == 2)
    assert phone.choose(id="same") == first
    assert owes(phone.resync()) == 1


def test_a_second_device_that_sends_the_same_id_gets_the_same_ack(night):
    table = night(2)
    one = table.at_seat(0)
    two = table.open(one.device)
    cards = legal_choice(one.state)
    assert one.choose(cards, id="same") == two.choose(cards, id="same")


def test_the_same_id_of_another_fighter_is_a_choice_of_its_own(night):
    table = night(2)
    assert [phone.choose(id="same")["type"] for phone in table.phones] == ["ack", "ack"]


def test_both_devices_of_a_seat_see_what_one_of_them_chose(night):
    table = night(2)
    one = table.at_seat(0)
    two = table.open(one.device)
    ack = one.choose()
    assert two.wait_for(lambda state: state["seq"] >= ack["seq"])["you"]["chosen"] is True
    assert [frame["type"] for frame in two.frames].count("ack") == 0


def test_two_devices_that_choose_different_cards_at_once_make_one_choice(night):
    table = night(2)
    one = table.at_seat(0)
    two = table.open(one.device)
    trigger, *normals = sorted(one.state["you"]["pack"], key=lambda card: card["card_type"] != "trigger")
    one.send(CHOOSE | {"id": "one", "cards": [trigger["id"], normals[0]["id"]]})
    two.send(CHOOSE | {"id": "two", "cards": [trigger["id"], normals[1]["id"]]})
    answers = [one.answer("one"), two.answer("two")]
    assert sorted(answer.get("code", "ack") for answer in answers) == ["ack", "already_chosen"]
    assert one.resync()["table"]["seats"][0]["face_down"] == 2


def test_a_fighter_who_has_chosen_may_not_choose_again_under_another_id(night):
    phone = night(2).at_seat(0)
    cards = legal_choice(phone.state)
    phone.choose(cards)
    assert phone.choose(cards)["code"] == "already_chosen"


def test_a_pass_that_is_over_or_not_yet_there_is_stale(night):
    table = night(2)
    for phone in table.phones:
        phone.choose()
    phone = table.phones[0]
    phone.wait_for(lambda state: state["table"]["pass"] == 2)
    refused = [phone.choose(round=round_, **{"pass": number})["code"] for round_, number in [(1, 1), (1, 3), (2, 2)]]
    assert refused == ["stale"] * 3


def triggers_first(phone):
    return [card["id"] for card in sorted(phone.state["you"]["pack"], key=lambda card: card["card_type"] != "trigger")]


@pytest.mark.parametrize(
    ("pick", "code"),
    [
        (lambda cards: [], "wrong_count"),
        (lambda cards: cards[:1], "wrong_count"),
        (lambda cards: cards[:3], "wrong_count"),
        (lambda cards: [cards[0], cards[0]], "duplicate_card"),
        (lambda cards: [cards[0], 2**31 - 1], "not_in_pack"),
        (lambda cards: [cards[0], 0], "not_in_pack"),
        (lambda cards: cards[1:3], "trigger_required"),
    ],
)
def test_cards_that_the_pass_does_not_allow_are_refused_with_their_code_and_change_nothing(night, pick, code):
    phone = night(2).at_seat(0)
    before = phone.state
    answer = phone.choose(pick(triggers_first(phone)), id="x")
    assert (answer["type"], answer["id"], answer["code"]) == ("error", "x", code)
    assert {**phone.resync(), "clock": None} == {**before, "clock": None}


def test_a_card_of_another_fighters_hand_is_not_in_the_pack(night):
    table = night(2)
    own, others = triggers_first(table.at_seat(0)), triggers_first(table.at_seat(1))
    assert table.at_seat(0).choose([own[0], others[1]])["code"] == "not_in_pack"


def test_only_one_trigger_unit_may_be_taken_where_the_pack_holds_two(night):
    packs = [["SMP01/101", "SMP01/102", "SMP01/001", "SMP01/002", "SMP01/003"]] * 12
    listed = "\n\n".join("\n".join(pack) for pack in packs)
    phone = night(2, packs="uploaded", pack_list=listed).at_seat(0)
    assert phone.choose(triggers_first(phone)[:2])["code"] == "too_many_triggers"


def test_spectators_and_the_organizer_are_no_fighters(night):
    table = night(2)
    for viewer in (table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")):
        asked = [CHOOSE, {"type": "ready"}, {"type": "call_judge", "reason": "other"}]
        assert [viewer.ask(**message | {"id": "x"})["code"] for message in asked] == ["not_a_fighter"] * 3
        viewer.send({"type": "mark", "cards": [1]})
        viewer.send({"type": "ping"})
        assert viewer.receive()["type"] == "pong"


def test_a_fighter_of_one_event_is_a_spectator_of_another(night):
    here, there = night(2), night(2)
    guest = there.open(here.devices[0])
    assert "you" not in guest.state
    assert guest.ask(**CHOOSE)["code"] == "not_a_fighter"


def test_another_events_cards_are_not_in_the_pack(night):
    here, there = night(2).at_seat(0), night(4).at_seat(0)
    strange = [card["id"] for card in there.state["you"]["pack"] if card["id"] > 60] or [2000]
    assert here.choose([strange[0], here.state["you"]["pack"][0]["id"]])["code"] == "not_in_pack"


def test_outside_a_draft_nothing_is_chosen(night):
    table = night(2, start=False)
    assert table.phones[0].ask(**CHOOSE)["code"] == "not_drafting"
    assert table.phones[0].ask(type="call_judge", reason="other")["code"] == "not_drafting"
    table.start()
    assert table.phones[0].ready()["code"] == "not_drafting"
    play_all(table.phones, phase_is("building"))
    assert table.phones[0].ask(**CHOOSE)["code"] == "not_drafting"
    assert table.phones[0].ready()["code"] == "not_drafting"
    assert table.phones[0].ask(type="call_judge", reason="other")["type"] == "ack"  # a judge is needed afterwards too
