"""One device that plays for two: its sockets are each of one seat, and no card of the one comes over the other's."""

import json

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import Closed, play_all


def own_link(table, fighter):
    """Return the address of a seat, as the panel shows it when it is asked for."""
    table.act("guest-link", fighter=fighter)
    page = table.organizer.get(f"/events/{table.code}/host/").text
    return "/rejoin/" + page.split("/rejoin/")[1].split("/")[0] + "/"


def number_of(phone, name):
    return next(seat["fighter"] for seat in phone.state["table"]["seats"] if seat["name"] == name)


@pytest.fixture
def shared_phone(night):
    """A draft of two fighters, the second of whom is a guest; with the two sockets of the phone that plays for both."""
    table = night(1, start=False)
    table.act("add-guest", name="Gus")
    (ann,) = table.phones
    ann.wait_for(lambda state: len(state["table"]["seats"]) == 2)
    gus = number_of(ann, "Gus")
    answer = table.devices[0].get(own_link(table, gus))
    assert (answer.status, answer.location) == (302, f"/events/{table.code}/?fighter={gus}")
    table.act("start")
    ann.wait_for(phase_is("drafting"))
    return table, ann, table.open(table.devices[0], f"?fighter={gus}")


def test_a_phone_plays_a_whole_draft_for_two_and_neither_page_is_sent_the_others_hand(shared_phone):
    _, ann, gus = shared_phone
    play_all([ann, gus], phase_is("building"))
    assert [phone.state["you"]["name"] for phone in (ann, gus)] == ["Fighter 0", "Gus"]
    hands = [hands_of(phone) for phone in (ann, gus)]
    assert len(hands[0].keys() & hands[1].keys()) > 15
    for phone, others in ((ann, hands[1]), (gus, hands[0])):
        for moment, frames in frames_by_pass(phone).items():
            assert not ids_in(frames) & others.get(moment, set()), moment


def frames_by_pass(phone):
    """Return the states that a phone was sent while the table drafted, by round and pass."""
    found = {}
    for frame in phone.frames:
        if frame["type"] == "state" and frame["event"]["phase"] == "drafting":
            found.setdefault((frame["table"]["round"], frame["table"]["pass"]), []).append(frame)
    return found


def hands_of(phone):
    """Return the ids of the cards that a phone's fighter held, by round and pass."""
    moments = frames_by_pass(phone).items()
    return {moment: {card["id"] for frame in frames for card in frame["you"]["pack"]} for moment, frames in moments}


def test_in_a_pass_the_one_socket_never_names_a_card_of_the_others_hand(shared_phone):
    table, ann, gus = shared_phone
    hands = [{card["id"] for card in phone.state["you"]["pack"]} for phone in (ann, gus)]
    spectator = table.open(Device(table.organizer.url))
    assert gus.choose()["type"] == "ack"
    ann.wait_for(lambda state: state["table"]["seats"][gus.state["you"]["seat"]]["chosen"])
    for phone, others in ((ann, hands[1]), (gus, hands[0]), (spectator, hands[0] | hands[1])):
        assert not ids_in(phone.frames) & others
    pages = [table.devices[0].get(f"/events/{table.code}/{query}").text for query in ("", gus.path.split("/")[-1])]
    assert all("data-ws" in page for page in pages)
    assert not any(f'"id":{card}' in page.replace(" ", "") for page in pages for card in hands[0] | hands[1])


def ids_in(frames):
    """Return the ids of all cards that frames of one table have shown."""
    found = set()

    def look(part):
        if isinstance(part, dict):
            if "rarity" in part and "id" in part:
                found.add(part["id"])
            for value in part.values():
                look(value)
        elif isinstance(part, list):
            for value in part:
                look(value)

    look(json.loads(json.dumps(frames)))
    return found


def test_a_guest_is_never_away_though_no_device_of_theirs_is_open(shared_phone):
    _, ann, gus = shared_phone
    seat = gus.state["you"]["seat"]
    gus.close()
    chosen = ann.choose()
    state = ann.wait_for(lambda state: state["seq"] >= chosen["seq"])
    assert (state["table"]["seats"][seat]["presence"], state["table"]["seats"][seat]["guest"]) == ("here", True)
    gus.connect()
    gus.choose()
    ann.wait_for(lambda state: state["table"]["pass"] == 2)


def test_a_neighbour_who_looks_at_the_guests_page_is_not_away(night):
    table = night(3, start=False)
    table.act("add-guest", name="Gus")
    ann, ben, cem = table.phones
    ann.wait_for(lambda state: len(state["table"]["seats"]) == 4)
    gus = number_of(ann, "Gus")
    table.devices[0].get(own_link(table, gus))
    table.start()
    shared = table.open(table.devices[0], f"?fighter={gus}")
    seats = {seat["name"]: seat["seat"] for seat in cem.state["table"]["seats"]}

    def presence(state, name):
        return state["table"]["seats"][seats[name]]["presence"]

    ann.close()
    ben.close()
    state = cem.wait_for(lambda state: presence(state, "Fighter 1") == "away")
    assert presence(state, "Fighter 0") == "here"
    shared.close()
    cem.wait_for(lambda state: presence(state, "Fighter 0") == "away")
    shared.connect()
    cem.wait_for(lambda state: presence(state, "Fighter 0") == "here")


def test_a_socket_of_a_seat_that_the_device_does_not_hold_is_refused(shared_phone):
    table, ann, gus = shared_phone
    stranger = Device(table.organizer.url)
    for device, query in (
        (stranger, gus.path.split("/")[-1]),
        (table.devices[0], "?fighter=999999"),
        (table.devices[0], "?fighter=x"),
    ):
        with pytest.raises(Closed) as closed:
            table.open(device, query)
        assert closed.value.code == 4003
    assert ann.choose()["type"] == "ack"


def test_a_new_link_closes_the_guests_socket_and_leaves_the_neighbours(shared_phone):
    table, ann, gus = shared_phone
    table.act("new-link", fighter=number_of(ann, "Gus"))
    with pytest.raises(Closed) as closed:
        gus.wait_for(lambda state: False)
    assert closed.value.code == 4001
    assert ann.choose()["type"] == "ack"


def test_a_late_guest_is_given_a_bots_seat_and_takes_it_when_they_say_that_they_are_there(night):
    table = night(1, bots=1)
    (ann,) = table.phones
    bot = next(seat for seat in ann.state["table"]["seats"] if seat["bot"])
    table.act("offer-seat", fighter=bot["fighter"], name="Cleo")
    page = table.organizer.get(f"/events/{table.code}/host/").text
    device = Device(table.organizer.url)
    device.get("/rejoin/" + page.split("/rejoin/")[1].split("/")[0] + "/")
    cleo = table.open(device)
    assert (cleo.state["you"]["name"], cleo.state["you"]["bot"], cleo.state["you"]["pile"]) == ("Cleo", True, None)
    seat = ann.wait_for(lambda state: state["table"]["seats"][bot["seat"]]["name"] == "Cleo")["table"]["seats"][
        bot["seat"]
    ]
    assert seat["bot"] is True
    assert cleo.ask(type="return")["type"] == "ack"
    cleo.wait_for(lambda state: not state["you"]["bot"])
    ann.choose()
    cleo.wait_for(lambda state: state["table"]["pass"] == 2 and state["you"]["pack"])
    assert cleo.choose()["type"] == "ack"
    play_all([ann, cleo], phase_is("building"))


def newer_state(phone, action):
    """Return the state that a action leads to."""
    before = phone.seq
    action()
    return phone.wait_for(lambda state: state["seq"] > before)


def test_everybody_in_the_lobby_sees_the_seats_that_were_drawn(night):
    table = night(3, start=False)
    table.act("add-guest", name="Gus")
    phone, host = table.phones[0], table.open(table.organizer, "?as=host")
    assert phone.wait_for(lambda state: len(state["table"]["seats"]) == 4)["seating"] is None
    drawn = []
    for _ in range(6):
        drawn.append(newer_state(phone, lambda: table.act("draw-seats"))["seating"])
    assert len({json.dumps(one) for one in drawn}) > 1
    assert host.wait_for(lambda state: state["seating"] == drawn[-1])["start"]["table_sizes"] == [4]
    table.start()
    sat = [seat["fighter"] for seat in phone.state["table"]["seats"]]
    assert [sat] == drawn[-1]
