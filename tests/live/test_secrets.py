"""Nobody is ever sent a card that they may not see."""

import copy
from contextlib import ExitStack

import pytest

from tests.live.conftest import make_night
from tests.live.device import Device
from tests.live.phone import pass_is, phase_is, play_all
from tests.live.secrets import Truth

PAGES = ("/events/{code}/", "/events/{code}/table/1/", "/events/{code}/log/", "/events/{code}/log/log.json",
         "/events/{code}/log/log.csv", "/events/{code}/log/t1-s0.txt", "/join/{code}/", "/events/{code}/host/",
         "/events/{code}/deck.txt")  # fmt: skip


def test_no_frame_of_a_whole_draft_tells_anybody_a_card_that_they_may_not_see(night):
    table = night(3, bots=1, start=False, review_seconds=60)
    watchers = [table.open(Device(table.organizer.url)), table.open(table.organizer, "?as=host")]
    second = table.open(table.devices[0])
    table.start()
    play_all(table.phones, phase_is("review"))
    for phone in table.phones:
        phone.resync()
        phone.connect()
    play_all(table.phones, phase_is("building"))
    for phone in (second, *watchers):
        phone.wait_for(phase_is("building"))
    truth = Truth(table.devices[0].log(table.code)["tables"][0])
    assert [truth.leaks(frame, None) for phone in watchers for frame in phone.frames if truth.leaks(frame, None)] == []
    for phone in (*table.phones, second):
        seat = phone.state["you"]["seat"]
        assert [truth.leaks(frame, seat) for frame in phone.frames if truth.leaks(frame, seat)] == []
        assert {frame["event"]["phase"] for frame in phone.frames if frame["type"] == "state"} == {
            "lobby", "drafting", "review", "building",
        }  # fmt: skip


def test_no_page_tells_a_card_while_the_draft_goes_on(night):
    table = night(2, bots=1)
    play_all(table.phones, pass_is(2, 2))
    asked = [
        (device, page.format(code=table.code)) for device in (*table.devices, table.organizer) for page in PAGES
    ]  # fmt: skip
    answers = [(page, device.get(page)) for device, page in asked]
    play_all(table.phones, phase_is("building"))
    truth = Truth(table.devices[0].log(table.code)["tables"][0])
    for page, answer in answers:
        told = truth.named_in(answer.text) | truth.named_in(str(answer.headers))
        assert (page, told) == (page, set())
        assert answer.status in ((403, 404) if "/log/" in page else (200, 302, 403, 404))


@pytest.fixture(scope="module")
def finished_draft(organizer):
    with ExitStack() as lines:
        table = make_night(lines, organizer, 2, bots=0, start=True)
        play_all(table.phones, phase_is("building"))
        truth = Truth(table.devices[0].log(table.code)["tables"][0])
        phone = table.at_seat(0)
        hands = [frame for frame in phone.frames if frame["type"] == "state" and frame["you"]["pack"]]
        yield truth, hands[3], table.at_seat(1)


def plant_in_the_hand(frame, card):
    frame["you"]["pack"].append(card)


def plant_in_a_seat(frame, card):
    frame["table"]["seats"][1]["last"] = card["id"]
    frame["table"]["seats"][1]["note"] = f"took {card['name']}"


def plant_in_the_marks(frame, card):
    frame["you"]["marked"] = [card["id"]]


def plant_in_the_pile(frame, card):
    frame["you"]["pile"] = [card]


@pytest.mark.parametrize("plant", [plant_in_the_hand, plant_in_a_seat, plant_in_the_marks, plant_in_the_pile])
def test_a_planted_leak_is_found(finished_draft, plant):
    truth, frame, other = finished_draft
    leaky = copy.deepcopy(frame)
    plant(leaky, other.state["you"]["pile"][-1])
    assert (truth.leaks(frame, 0), bool(truth.leaks(leaky, 0))) == (set(), True)


def test_a_card_of_ones_own_pile_is_a_leak_while_one_drafts(finished_draft):
    truth, frame, _ = finished_draft
    own = next(pick["card"] for pick in truth.picks if pick["seat"] == 0)
    leaky = frame | {"you": frame["you"] | {"pile": [{"id": own, "number": truth.numbers[own]}]}}
    assert own in truth.leaks(leaky, 0)


def test_a_small_message_that_names_a_card_is_a_leak(finished_draft):
    truth, _, other = finished_draft
    card = other.state["you"]["pile"][0]
    assert truth.leaks({"type": "seat", "seq": 9, "seat": 1, "chosen": True, "card": card["id"]}, 0) == {card["id"]}
