"""Packs that the organizer typed in: they lie where the list says."""

import pytest

from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import play_all


def pack_of(number):
    """A trigger unit, a card of its own that no other pack holds, and three more."""
    return [f"SMP01/{50 + number % 4:03d}", f"SMP01/{number + 1:03d}", "SMP01/020", "SMP01/021", "SMP01/022"]


def listed(packs):
    return "\r\n\r\n".join("\r\n".join(pack) for pack in packs)


def test_the_first_packs_of_the_list_are_the_seats_first_packs_and_so_on(night):
    packs = [pack_of(number) for number in range(12)]
    table = night(2, packs="uploaded", pack_list=listed(packs))
    for seat in (0, 1):
        hand = [card["number"] for card in table.at_seat(seat).state["you"]["pack"]]
        assert sorted(hand) == sorted(packs[seat])
    play_all(table.phones, phase_is("building"))
    logged = table.devices[0].log(table.code)["tables"][0]["packs"]
    lying = {(pack["round"], pack["opened_by"]): sorted(card["number"] for card in pack["cards"]) for pack in logged}
    assert lying == {(number // 2 + 1, number % 2): sorted(pack) for number, pack in enumerate(packs)}


@pytest.mark.parametrize("count", [13, 18])
def test_start_is_refused_with_both_numbers_unless_there_are_six_packs_for_each_fighter(night, count):
    lobby = night(2, start=False, packs="uploaded", pack_list=listed(pack_of(number) for number in range(count)))
    lobby.act("start")
    page = lobby.organizer.get(f"/events/{lobby.code}/host/").text
    assert "12 packs" in page
    assert f"the list has {count}" in page
    assert phase_is("lobby")(lobby.phones[0].resync())


def test_a_card_that_no_set_has_brings_the_form_again_naming_the_line(organizer):
    text = listed([pack_of(0), ["SMP01/001", "XX99/999"]])
    answer = organizer.new_event(packs="uploaded", pack_list=text)
    assert answer.status in (200, 422)
    assert "line 8" in answer.text
    assert "XX99/999" in answer.text


def test_more_fighters_than_the_list_has_packs_for_are_not_let_in(night):
    lobby = night(2, start=False, packs="uploaded", pack_list=listed(pack_of(number) for number in range(12)))
    assert "full" in Device(lobby.organizer.url).post(f"/join/{lobby.code}/", nickname="Third").text


def test_a_last_card_is_placed_by_itself(night):
    table = night(2, packs="uploaded", pack_list=listed([["SMP01/001"]] * 12), review_seconds=60)
    state = table.phones[0].wait_for(phase_is("review"))
    assert (len(state["you"]["pile"]), state["table"]["round"]) == (3, 3)
