"""The look at one's own cards between the third and the fourth pack (R13)."""

from datetime import datetime

import pytest

from tests.clients.views import is_ready, legal_choice, phase_is
from tests.clients.ws_client import play_all


@pytest.fixture
def review(night):
    def begin(fighters=2, **fields):
        table = night(fighters, **{"review_seconds": 60} | fields)
        play_all(table.phones, phase_is("review"))
        return table

    return begin


def test_the_review_shows_the_own_cards_in_the_order_taken(night):
    table = night(2)
    phone, taken = table.at_seat(0), []
    while not phase_is("review")(phone.state):
        for each in table.phones:
            each.wait_for(lambda state: state["you"]["pack"] or phase_is("review")(state))
            if each.state["you"]["pack"]:
                taken += legal_choice(each.state) if each is phone else []
                last = legal_choice(each.state)
                ack = each.choose(last)
                each.wait_for(lambda state, ack=ack: state["seq"] >= ack["seq"])
        phone.wait_for(lambda state: state["you"]["pack"] or phase_is("review")(state))
    you = phone.state["you"]
    assert (len(you["pile"]), you["pack"], you["must_choose"]) == (15, [], {"trigger": 0, "normal": 0, "any": 0})
    chosen = [card["id"] for card in you["pile"] if card["id"] in taken]
    assert chosen == taken


def test_the_review_ends_when_every_fighter_who_is_no_bot_is_ready(review):
    table = review(2, bots=2)
    ack = table.phones[0].ready()
    state = table.phones[0].wait_for(lambda state: state["seq"] >= ack["seq"])
    assert (state["event"]["phase"], is_ready(state)) == ("review", True)
    table.phones[1].ready()
    for phone in table.phones:
        state = phone.wait_for(phase_is("drafting"))
        assert (state["table"]["round"], state["table"]["pass"], state["table"]["direction"]) == (4, 1, "right")
        assert (state["you"]["pile"], len(state["you"]["pack"])) == (None, 5)


def test_the_review_has_its_deadline_and_ends_there(review):
    table = review(review_seconds=1)
    clock = table.phones[0].state["clock"]
    left = datetime.fromisoformat(clock["deadline"]) - datetime.fromisoformat(clock["now"])
    assert left.total_seconds() <= 1
    for phone in table.phones:
        assert phone.wait_for(phase_is("drafting"))["table"]["round"] == 4


def test_a_review_of_no_length_lasts_until_the_organizer_ends_it(review):
    table = review(review_seconds=0, pace="standard")
    assert table.phones[0].state["clock"]["deadline"] is None
    table.act("end-review")
    for phone in table.phones:
        assert phone.wait_for(phase_is("drafting"))["table"]["round"] == 4


def test_in_the_review_nothing_is_chosen(review):
    phone = review().phones[0]
    assert phone.choose([phone.state["you"]["pile"][0]["id"]])["code"] == "not_drafting"


def test_no_viewer_sees_the_others_cards_in_the_review(review):
    table = review()
    own, others = ({card["id"] for card in phone.state["you"]["pile"]} for phone in table.phones)
    assert own.isdisjoint(others)
    assert "pile" not in str(table.open(table.organizer, "?as=host").state)
