"""Guests without a phone, late guests in the seats of bots, and seats that are drawn in the lobby."""

import pytest

from drafts.log.json_file import log_as_data
from drafts.models import Event, Fighter, Seat
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.rules.draft.timed_table import come_back
from drafts.rules.night.seating import MOST_FIGHTERS
from drafts.services.draft.hosting import draw_seats
from drafts.services.draft.tables import change_table
from drafts.services.errors import ServiceError
from drafts.services.events.guests import add_guest, guests_listed
from drafts.services.events.late_guests import give_bot_seat
from drafts.services.events.lifecycle import edit_event, start_event
from drafts.services.events.lobby import add_bot, join_event
from drafts.services.events.nights import go_on
from drafts.services.events.removals import remove_fighter, undo_removal
from drafts.store.fights import load_fights
from drafts.store.lobbies import load_lobby
from tests.factories import choose, fighter, let_bots_finish, make_event

pytestmark = pytest.mark.django_db


def refused(action, **arguments):
    with pytest.raises(ServiceError) as caught:
        action(**arguments)
    return caught.value.message.translate({0x2068: None, 0x2069: None}), caught.value.field


def said(event):
    return [entry.text.translate({0x2068: None, 0x2069: None}) for entry in load_log(event).entries]


def ring(event):
    seats = Seat.objects.filter(draft=event.draft).order_by("table__number", "position")
    tables = {}
    for table, name in seats.values_list("table__number", "fighter__nickname"):
        tables.setdefault(table, []).append(name)
    return list(tables.values())


def who_fights(event):
    live = load_fights(event.id)
    return {live.names[one] for group in live.fighting.groups for one in group.fighters}


def log_of(event):
    event.refresh_from_db()
    return log_as_data(load_log(event))


# ── guests without a phone ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_guest_is_ready_and_here_and_no_bot(organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    add_guest(event=event, nickname="Gus")
    guest = load_lobby(event.id).members[1]
    assert (guest.name, guest.guest, guest.bot, guest.ready, guest.connected) == ("Gus", True, False, True, True)
    assert said(event)[-1] == "The organizer added Gus, a guest without a phone."


def test_a_list_of_guests_names_every_line_that_cannot_be():
    assert guests_listed(" Gus \n\nHal\r\n") == ["Gus", "Hal"]
    said, field = refused(guests_listed, text="Gus\nX\ngus\n")
    assert (field, said.splitlines()) == (
        "guests",
        ["Line 2: A nickname has 2 to 24 characters.", "Line 3: gus is in the list twice."],
    )


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        (5, "Line 5: A nickname has 2 to 24 characters."),
        (6, "One more line cannot be used."),
        (8, "3 more lines cannot be used."),
    ],
)
def test_of_many_lines_that_cannot_be_five_are_named_and_the_others_counted(lines, last):
    said, _ = refused(guests_listed, text="X\n" * lines)
    assert (len(said.splitlines()), said.splitlines()[-1]) == (min(lines, 6), last)


def test_an_edited_list_of_guests_adds_and_removes_and_leaves_all_others(organizer, sample_sets):
    event = make_event(organizer, "Aichi", guests=["Gus", "Hal"])
    hal = fighter(event, "Hal")
    settings = {"name": event.name, "card_sets": [event.draft.rounds.first().card_set]}
    edit_event(event=event, guests=["Hal", "Ida"], **settings)
    assert set(event.fighters.values_list("nickname", flat=True)) == {"Aichi", "Hal", "Ida"}
    assert fighter(event, "Hal").token == hal.token
    edit_event(event=event, **settings)
    assert event.fighters.filter(guest=True).count() == 2
    assert refused(edit_event, event=event, guests=["Aichi"], **settings) == (
        "Aichi: That nickname is taken here.",
        "guests",
    )
    assert event.fighters.filter(guest=True).count() == 2


def test_a_removed_guest_who_is_taken_in_again_is_a_guest_as_before(organizer, sample_sets):
    event = make_event(organizer, "Aichi", guests=["Gus"])
    gus = fighter(event, "Gus")
    remove_fighter(event=event, fighter_id=gus.id)
    undo_removal(event=event, fighter_id=gus.id)
    again = fighter(event, "Gus")
    assert (again.guest, again.ready, again.connected, again.away_since) == (True, True, True, None)


def test_guests_fight_as_people_do(organizer, sample_sets):
    event = let_bots_finish(make_event(organizer, "Aichi", guests=["Gus"], started=True))
    go_on(event=Event.objects.get(id=event.id), seen="building", confirmed=False)
    assert who_fights(event) == {"Aichi", "Gus"}
    assert load_fights(event.id).guests == {fighter(event, "Gus").id}


# ── late guests ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def draft(organizer, sample_sets):
    return make_event(organizer, "Aichi", bots=1, started=True)


def bot_of(event):
    return event.fighters.get(bot=True)


def test_a_late_guest_gets_the_seat_and_the_pile_of_a_bot_which_chooses_until_they_are_there(draft):
    bot = bot_of(draft)
    seat = Seat.objects.get(fighter=bot)
    late = give_bot_seat(event=draft, fighter_id=bot.id, nickname="Cleo")
    assert (late.id, late.nickname, late.bot, late.token == bot.token) == (bot.id, "Cleo", False, False)
    seat.refresh_from_db()
    assert seat.bot is True
    change_table(table_id=seat.table_id, verb=lambda timed, now: come_back(timed, seat.position, now))
    choose(draft, 1 - seat.position)
    choose(draft, seat.position)
    assert Seat.objects.get(id=seat.id).picks.values_list("how", flat=True).distinct().count() == 2
    assert "The organizer gave Cleo, who came late, the seat of Brass Finch, a bot." in said(draft)


def test_a_late_guest_fights_and_the_log_is_recomputed(draft):
    give_bot_seat(event=draft, fighter_id=bot_of(draft).id, nickname="Cleo", guest=True)
    event = let_bots_finish(draft)
    log = log_of(event)
    assert differences(log) == []
    assert [act["facts"]["was"] for act in log["history"] if act["kind"] == "join"] == ["Brass Finch"]
    go_on(event=Event.objects.get(id=event.id), seen="building", confirmed=False)
    assert who_fights(event) == {"Aichi", "Cleo"}


def test_only_the_seat_of_a_bot_in_a_draft_that_goes_on_can_be_given(organizer, sample_sets, draft):
    nothing = ("There is no such seat of a bot in a draft that goes on.", None)
    aichi, bot = fighter(draft, "Aichi"), bot_of(draft)
    assert refused(give_bot_seat, event=draft, fighter_id=aichi.id, nickname="Cleo") == nothing
    lobby, early = (
        make_event(organizer, "Kamui", bots=1),
        "No pack is opened yet: whoever comes still joins with the code.",
    )
    assert refused(give_bot_seat, event=lobby, fighter_id=bot_of(lobby).id, nickname="Cleo") == (early, None)
    assert refused(give_bot_seat, event=lobby, fighter_id=bot.id, nickname="Cleo") == (early, None)
    assert refused(give_bot_seat, event=draft, fighter_id=bot.id, nickname="aichi") == (
        "That nickname is taken here.",
        "name",
    )
    assert refused(give_bot_seat, event=draft, fighter_id=bot.id, nickname="x")[1] == "name"
    give_bot_seat(event=draft, fighter_id=bot.id, nickname="Cleo")
    assert refused(give_bot_seat, event=draft, fighter_id=bot.id, nickname="Dora") == (
        "No bot sits here, and only the seat of a bot can be given away.",
        None,
    )
    assert Fighter.objects.get(id=bot.id).nickname == "Cleo"


# ── seats drawn in the lobby ────────────────────────────────────────────────────────────────────────────────────────


def test_R4_the_start_uses_the_seats_that_were_drawn_and_the_log_is_recomputed(organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(7)), table_size=4)
    assert load_lobby(event.id).seating is None
    assert (draw_seats(event=event), draw_seats(event=event)) == (1, 2)
    remove_fighter(event=event, fighter_id=fighter(event, "Fighter 3").id)
    join_event(event=event, nickname="Late")
    lobby = load_lobby(event.id)
    names = {member.id: member.name for member in lobby.members}
    drawn = [[names[one] for one in table] for table in lobby.seating]
    start_event(event=event)
    event.refresh_from_db()
    assert ring(event) == drawn
    let_bots_finish(event)
    log = log_of(event)
    assert log["event"]["draws"] == 2
    assert differences(log) == []
    log["event"]["draws"] = 1
    assert "the seed seats" in differences(log)[0]


def test_seats_are_drawn_only_in_a_lobby_of_two_or_more(organizer, sample_sets, draft):
    assert refused(draw_seats, event=draft)[0] == "The draft has started: everybody sits already."
    alone = make_event(organizer, "Aichi")
    assert refused(draw_seats, event=alone)[0].startswith("A table needs two fighters")


def test_R1_a_whole_store_of_128_starts(organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(126)), guests=["Gus"], bots=1)
    assert event.fighters.count() == MOST_FIGHTERS
    assert refused(add_bot, event=event)[0] == "This event is full. Remove somebody first."
    draw_seats(event=event)
    start_event(event=event)
    event.refresh_from_db()
    assert [len(table) for table in ring(event)] == [4] * 32


def test_the_rest_of_a_list_after_more_names_than_can_take_part_is_not_read():
    names = [f"Guest {number}" for number in range(MOST_FIGHTERS + 1)]
    with pytest.raises(ServiceError, match="At most 128 fighters"):
        guests_listed("\n".join([*names, "\u200b--"]))
