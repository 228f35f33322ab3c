import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from drafts.models import Event, Fighter, JudgeCall, Pick, Table
from drafts.presenters.log.logs import load_log
from drafts.rules.draft.timed_table import expire
from drafts.rules.formats import Pace
from drafts.services.draft.hosting import hand_over_seat
from drafts.services.draft.tables import change_table, seat_bot
from drafts.services.events.lobby import join_event
from drafts.store.tables import load_table
from tests.factories import (
    call_judge,
    choose,
    drafted_event,
    fighter,
    fighting_event,
    let_bots_finish,
    make_event,
    messages_of,
    play_to_review,
    say_ready,
    sit_down,
)
from tests.web.shown import one_line, shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def act(organizer_client):
    """Post an action and return what the panel says then."""

    def post(event, action, **fields):
        answer = organizer_client.post(f"/events/{event.code}/host/{action}/", fields)
        assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.code}/host/")
        said = plain(messages_of(answer)[-1])
        event.refresh_from_db()
        return said

    return post


@pytest.fixture(scope="module")
def made_lobby(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def lobby(made_lobby, db):
    return Event.objects.get(id=made_lobby.id)


@pytest.fixture(scope="module")
def made_drafting(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui", started=True)


@pytest.fixture
def drafting(made_drafting, db):
    return Event.objects.get(id=made_drafting.id)


def plain(text):
    """Return a text without the signs that isolate the names in it."""
    return text.translate({0x2068: None, 0x2069: None})


def panel(client, event):
    """Return the HTML of what the panel shows."""
    return shown(client.get(f"/events/{event.code}/host/").content.decode())


def entries(event):
    return [entry.text for entry in load_log(event).entries]


# Access ----------------------------------------------------------------------------------------------------------


def test_a_visitor_who_is_not_signed_in_is_asked_to_sign_in(client, lobby):
    answer = client.get(f"/events/{lobby.code}/host/")
    assert answer["Location"] == f"/accounts/login/?next=/events/{lobby.code}/host/"


def test_no_other_visitor_sees_the_panel_or_does_anything_not_even_the_fighters(client, lobby):
    stranger = Client()
    stranger.force_login(User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend")
    sit_down(client, fighter(lobby, "Aichi"))
    assert stranger.get(f"/events/{lobby.code}/host/").status_code == 404
    for somebody in (stranger, client):
        assert somebody.post(f"/events/{lobby.code}/host/start/").status_code == 404
    lobby.refresh_from_db()
    assert lobby.phase == "lobby"


def test_a_practice_draft_has_no_panel(organizer_client, sample_sets):
    organizer_client.post("/practice/")
    code = Event.objects.get(organizer=None).code
    assert organizer_client.get(f"/events/{code}/host/").status_code == 404


def test_an_unknown_action_is_not_found_and_none_is_done_by_following_a_link(organizer_client, lobby):
    assert organizer_client.post(f"/events/{lobby.code}/host/explode/").status_code == 404
    assert organizer_client.get(f"/events/{lobby.code}/host/start/").status_code == 405


def test_an_action_without_its_csrf_field_is_refused(organizer, lobby):
    client = Client(enforce_csrf_checks=True)
    client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(f"/events/{lobby.code}/host/start/").status_code == 403


# The lobby -------------------------------------------------------------------------------------------------------


def test_the_lobby_shows_code_fighters_and_tables_to_be(organizer_client, lobby):
    page = organizer_client.get(f"/events/{lobby.code}/host/")
    view = page.context["view"]
    assert ([row.name for row in view.fighters], view.sizes, view.can_start) == (["Aichi", "Kamui"], [2], True)
    assert (lobby.code in page.content.decode(), "<svg viewBox" in page.content.decode()) == (True, True)


def test_bots_are_added_and_fighters_removed(act, lobby):
    assert act(lobby, "add-bot") == "Brass Finch joins, a bot."
    assert act(lobby, "remove", fighter=fighter(lobby, "Kamui").id) == "Kamui was removed."
    assert list(lobby.fighters.values_list("nickname", "bot")) == [("Aichi", False), ("Brass Finch", True)]


def test_a_fighter_who_is_not_ready_is_named_beside_the_start_and_bots_are_not(
    organizer_client, organizer, sample_sets
):
    event = make_event(organizer, "Aichi", "دن", bots=1)
    say_ready(event, "Aichi")
    page = organizer_client.get(f"/events/{event.code}/host/")
    view = page.context["view"]
    assert ([row.name for row in view.not_ready], view.ready, view.can_start) == (["دن"], 2, True)
    assert re.search('<b>Not ready:</b> <bdi dir="auto">دن</bdi></p>', shown(page.content.decode()))


def test_a_removal_is_undone_by_the_button_of_its_message(act, organizer_client, lobby):
    kamui = fighter(lobby, "Kamui").id
    assert act(lobby, "remove", fighter=kamui) == "Kamui was removed."
    button = re.search(r"<button[^>]*/undo-remove/.*?</button>", panel(organizer_client, lobby), re.DOTALL)[0]
    assert (f'name="fighter" value="{kamui}"' in button, "Undo" in button) == (True, True)
    assert "undo-remove" not in panel(organizer_client, lobby)
    assert [act(lobby, "undo-remove", fighter=kamui) for _ in range(2)] == ["Kamui takes part again."] * 2
    assert [row.nickname for row in lobby.fighters.order_by("id")] == ["Aichi", "Kamui"]


def test_a_removal_that_cannot_be_undone_any_more_is_refused_kindly(act, lobby):
    kamui = fighter(lobby, "Kamui").id
    assert act(lobby, "undo-remove", fighter=kamui) == "No fighter of that name was removed."
    act(lobby, "remove", fighter=kamui)
    join_event(event=lobby, nickname="kamui")
    assert act(lobby, "undo-remove", fighter=kamui) == "Another Kamui has joined meanwhile."


@pytest.mark.parametrize("action", ["remove", "undo-remove"])
@pytest.mark.parametrize("value", ["", "x", "9" * 50])
def test_a_fighter_has_to_be_named(act, lobby, action, value):
    act(lobby, action, fighter=value)
    assert (lobby.fighters.count(), lobby.removals.count()) == (2, 0)


@pytest.mark.parametrize("value", ["", "0", "-1", "x", "9" * 50, "\x7f", "1.5", "²"])
def test_removing_nobody_changes_nothing(act, lobby, value):
    act(lobby, "remove", fighter=value)
    assert lobby.fighters.count() == 2


def test_a_fighter_of_another_event_is_not_removed(act, lobby, organizer):
    other = make_event(organizer, "Misaki")
    assert act(lobby, "remove", fighter=fighter(other, "Misaki").id) == "No fighter has that name."
    assert other.fighters.count() == 1


def test_start_seats_everyone_and_shows_the_hash_of_the_seed_but_not_the_seed(organizer_client, act, lobby):
    assert act(lobby, "start") == "The draft has started. Everyone sees their first pack."
    page = organizer_client.get(f"/events/{lobby.code}/host/")
    assert (lobby.phase, lobby.draft.tables.count(), len(page.context["view"].tables[0].seats)) == ("drafting", 1, 2)
    assert (page.context["seed_hash"] in page.content.decode(), lobby.draft.seed in page.content.decode()) == (
        True,
        False,
    )


def test_start_is_refused_kindly_for_one_fighter(act, organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    assert act(event, "start") == "A table needs two fighters or more. Add a bot, or wait for somebody to join."
    assert event.phase == "lobby"


def test_start_twice_is_refused_kindly(act, drafting):
    assert act(drafting, "start") == "This draft has started already."


def test_start_names_both_numbers_when_the_listed_packs_do_not_fit(act, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list="\n\n".join(["SMP01/001"] * 13))
    assert act(event, "start") == "2 fighters need 12 packs, 6 each, and the list has 13."
    assert (event.phase, event.draft.tables.count()) == ("lobby", 0)


def test_a_cancelled_event_is_over(act, lobby):
    assert act(lobby, "cancel") == "The event is cancelled."
    assert (lobby.phase, lobby.stopped) == ("finished", True)


# The draft -------------------------------------------------------------------------------------------------------


def test_pause_and_resume_act_on_all_tables_or_on_the_named_one(act, organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(8)), started=True)

    def paused():
        return list(event.draft.tables.order_by("number").values_list("paused", flat=True))

    assert (act(event, "pause"), paused()) == ("2 tables are paused.", [True, True])
    assert (act(event, "resume", table=2), paused()) == ("Table 2 has resumed.", [True, False])
    assert (act(event, "resume"), paused()) == ("One table has resumed.", [False, False])


@pytest.mark.parametrize("action", ["pause", "resume", "extend", "end-review"])
@pytest.mark.parametrize("table", ["7", "0", "-1", "x", "9" * 50, "\x7f"])
def test_a_table_that_is_not_there_is_refused_kindly(act, drafting, action, table):
    act(drafting, action, table=table)
    assert list(drafting.draft.tables.values_list("version", "paused")) == [
        (load_table(drafting.draft.tables.get().id).version, False)
    ]


@pytest.mark.parametrize("action", ["pause", "resume", "extend", "end-review", "undo", "finish", "seat-bot", "judge"])
def test_an_action_that_cannot_be_done_in_the_lobby_is_refused_kindly(act, lobby, action):
    act(lobby, action, confirm="undo", table="1", seat="0", call="1", verdict="verified")
    assert lobby.phase == "lobby"


def test_thirty_seconds_more_are_given_where_something_is_timed(act, organizer, drafting):
    timed = make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.STANDARD)
    before = timed.draft.tables.get().deadline
    assert act(timed, "extend", table=1) == "The table has 30 seconds more."
    assert timed.draft.tables.get().deadline - before == timedelta(seconds=30)
    assert act(drafting, "extend") == "Nothing is timed now."


def test_a_bot_is_put_in_a_seat_and_the_seat_given_back(act, drafting):
    table = drafting.draft.tables.get()
    seat = table.seats.get(fighter__nickname="Aichi")
    assert act(drafting, "seat-bot", table=1, seat=seat.position) == "A bot chooses for Aichi now."
    assert table.seats.get(fighter__nickname="Aichi").bot is True
    assert act(drafting, "unseat-bot", table=1, seat=seat.position) == "Aichi chooses again."
    assert table.seats.get(fighter__nickname="Aichi").bot is False


@pytest.mark.parametrize(("table", "seat"), [("", ""), ("1", ""), ("", "0"), ("1", "9"), ("2", "0"), ("x", "y")])
def test_a_seat_that_is_not_there_gets_no_bot(act, drafting, table, seat):
    act(drafting, "seat-bot", table=table, seat=seat)
    assert not drafting.draft.tables.get().seats.filter(bot=True).exists()


def test_removing_a_fighter_in_the_draft_seats_a_bot_and_turns_their_phone_away(act, client, drafting):
    sit_down(client, fighter(drafting, "Aichi"))
    act(drafting, "remove", fighter=fighter(drafting, "Aichi").id)
    assert drafting.draft.tables.get().seats.get(fighter__nickname="Aichi").bot is True
    assert client.get(f"/events/{drafting.code}/")["Location"] == f"/join/{drafting.code}/"


def test_a_new_link_is_shown_once_and_turns_the_old_phone_away(act, client, organizer_client, drafting):
    sit_down(client, fighter(drafting, "Aichi"))
    assert (
        act(drafting, "new-link", fighter=fighter(drafting, "Aichi").id)
        == "Aichi has a new link. The old phone is out."
    )
    token = fighter(drafting, "Aichi").token
    pages = [organizer_client.get(f"/events/{drafting.code}/host/").content.decode() for _ in range(2)]
    assert [token in page for page in pages] == [True, False]
    assert client.get(f"/events/{drafting.code}/")["Location"] == f"/join/{drafting.code}/"
    assert client.get(f"/rejoin/{token}/")["Location"] == f"/events/{drafting.code}/"


@pytest.mark.parametrize("value", ["", "0", "x", "9" * 50])
def test_a_new_link_for_nobody_is_refused_kindly(act, organizer_client, drafting, value):
    act(drafting, "new-link", fighter=value)
    assert "new_link" not in organizer_client.get(f"/events/{drafting.code}/host/").context


def test_undo_asks_for_the_typed_word(act, drafting):
    let_one_choose(drafting)
    placed = Pick.objects.standing().count()
    assert act(drafting, "undo", table=1) == "Nothing was done. To take it back, type undo."
    assert act(drafting, "undo", table=1, confirm="UNDO ") == "The pass is taken back. Everyone chooses again."
    assert (placed > 0, Pick.objects.standing().count()) == (True, 0)


def let_one_choose(event):
    seat = event.draft.tables.get().seats.get(fighter__nickname="Aichi")
    seat_bot(table_id=seat.table_id, seat=seat.position, bot=True)
    seat_bot(table_id=seat.table_id, seat=seat.position, bot=False)


def test_taking_a_pass_back_is_offered_where_it_can_be_done(organizer_client, drafting):

    def offers():
        return "Undo the last pass" in panel(organizer_client, drafting)

    assert offers() is False
    let_one_choose(drafting)
    assert offers() is True
    for seat in drafting.draft.tables.get().seats.filter(fighter__nickname="Aichi"):
        hand_over_seat(event=drafting, number=1, seat=seat.position, bot=True)
    assert offers() is True


def test_a_table_of_bots_has_nothing_to_take_back(organizer_client, organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(4)), started=True, table_size=2)
    for seat in event.draft.tables.get(number=1).seats.all():
        hand_over_seat(event=event, number=1, seat=seat.position, bot=True)
    choose(event, 0, table=2)
    tables = organizer_client.get(f"/events/{event.code}/host/").context["view"].tables
    assert [(table.phase, table.can_undo) for table in tables] == [("building", False), ("drafting", True)]


def test_undo_with_nothing_placed_is_refused_kindly(act, drafting):
    assert act(drafting, "undo", table=1, confirm="undo") == "Nothing has been placed yet."


def test_stop_asks_for_the_events_code(act, drafting):
    assert act(drafting, "stop", confirm="yes") == f"Nothing was done. To stop the event, type {drafting.code}."
    assert drafting.phase == "drafting"
    assert act(drafting, "stop", confirm=drafting.code.lower()) == "The event is stopped."
    assert (drafting.phase, drafting.stopped) == ("finished", True)


def test_a_decided_draft_is_finished_by_its_organizer(act, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    assert (act(event, "finish"), event.phase) == ("The event is over.", "finished")
    assert act(event, "finish") == "That cannot be done now."


def test_everything_that_the_organizer_does_is_in_the_log(act, drafting):
    seat = drafting.draft.tables.get().seats.get(fighter__nickname="Aichi")
    act(drafting, "pause")
    act(drafting, "resume")
    act(drafting, "seat-bot", table=1, seat=seat.position)
    act(drafting, "unseat-bot", table=1, seat=seat.position)
    act(drafting, "new-link", fighter=fighter(drafting, "Kamui").id)
    act(drafting, "undo", table=1, confirm="undo")
    act(drafting, "stop", confirm=drafting.code)
    assert entries(drafting) == [
        "The draft started.",
        "The organizer paused the table.",
        "The organizer let the table go on.",
        "The organizer put a bot in Aichi's seat.",
        "The organizer gave Aichi the seat back.",
        "The organizer made a new link for Kamui's seat.",
        "Taken back: pack 1, pass 1, and everything after it.",
        "The organizer stopped the event.",
    ]


# By script -------------------------------------------------------------------------------------------------------


@pytest.fixture
def ask(organizer_client):
    """Post an action as the panel's script does, and return what it is told."""

    def post(event, action, **fields):
        headers = {"X-Requested-With": "fetch"}
        answer = organizer_client.post(f"/events/{event.code}/host/{action}/", fields, headers=headers)
        assert answer.status_code == 200
        return {name: plain(value) if name == "said" else value for name, value in answer.json().items()}

    return post


def test_a_script_is_told_what_was_done_or_why_it_was_not(ask, lobby):
    assert ask(lobby, "add-bot") == {"done": True, "said": "Brass Finch joins, a bot.", "undo": ""}
    assert ask(lobby, "pause") == {"done": False, "said": "Nothing is running that could be paused.", "undo": ""}


def test_a_script_is_told_whose_removal_can_be_undone(ask, lobby):
    kamui = str(fighter(lobby, "Kamui").id)
    assert ask(lobby, "remove", fighter=kamui) == {"done": True, "said": "Kamui was removed.", "undo": kamui}
    assert ask(lobby, "remove", fighter="") == {"done": False, "said": "Say which fighter.", "undo": ""}


def test_a_message_that_a_script_has_shown_is_not_shown_again_by_the_next_page(ask, organizer_client, lobby):
    ask(lobby, "add-bot")
    assert "joins, a bot" not in panel(organizer_client, lobby).partition("Activity")[0]


def test_a_script_is_led_to_the_page_that_shows_a_new_link(ask, organizer_client, drafting):
    path = f"/events/{drafting.code}/host/"
    assert ask(drafting, "new-link", fighter=fighter(drafting, "Aichi").id) == {"done": True, "leads_to": path}
    page = organizer_client.get(path)
    assert page.context["new_link_for"] == fighter(drafting, "Aichi")
    assert "Aichi has a new link." in plain(
        shown(page.content.decode()).replace('<bdi dir="auto">', "").replace("</bdi>", "")
    )


def test_a_seat_is_handed_to_a_bot_by_the_name_of_its_fighter(act, drafting):
    aichi = fighter(drafting, "Aichi")
    assert act(drafting, "seat-bot", fighter=aichi.id) == "A bot chooses for Aichi now."
    assert drafting.draft.tables.get().seats.get(fighter=aichi).bot is True
    assert act(drafting, "unseat-bot", fighter=aichi.id) == "Aichi chooses again."


@pytest.mark.parametrize("value", ["0", "x", "9" * 50])
def test_a_bot_for_nobody_is_refused_kindly(act, drafting, value):
    act(drafting, "seat-bot", fighter=value)
    assert not drafting.draft.tables.get().seats.filter(bot=True).exists()


def test_a_fighter_of_another_event_gets_no_bot(act, drafting, organizer):
    other = make_event(organizer, "Misaki", "Ren", started=True)
    said = act(drafting, "seat-bot", fighter=fighter(other, "Misaki").id)
    assert said == "There is no such seat in a draft that goes on."


# Seats ----------------------------------------------------------------------------------------------------------


def statuses(client, event):
    """Return what the panel says of each fighter: presence, turn, whether they are missed."""
    seats = client.get(f"/events/{event.code}/host/").context["view"].tables[0].seats
    return {seat.name: (seat.status.presence.value, seat.status.turn.value, seat.is_away) for seat in seats}


def row_of(client, event, name):
    rows = re.findall(r'<li class="host-seat.*?</li>', panel(client, event), re.DOTALL)
    return next(row for row in rows if name in row)


def note(event, name, **presence):
    event.draft.tables.get().seats.filter(fighter__nickname=name).update(**presence)


def test_presence_and_turn_are_two_marks_of_a_seat(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", bots=1, started=True)
    note(event, "Aichi", connected=True)
    note(event, "Kamui", connected=False, away_since=timezone.now() - timedelta(minutes=5))
    assert statuses(organizer_client, event) == {
        "Aichi": ("here", "choosing", False),
        "Kamui": ("away", "choosing", True),
        "Brass Finch": ("here", "bot", False),
    }
    assert re.search(r"away for 5:\d\d", row_of(organizer_client, event, "Kamui"))


def test_a_fighter_who_is_away_stays_away_when_the_clock_has_chosen(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", started=True, pace=Pace.BRISK)
    note(event, "Kamui", connected=True, hurried=True)
    change_table(
        table_id=event.draft.tables.get().id, verb=lambda timed, now: expire(timed, now + timedelta(seconds=6))
    )
    note(event, "Kamui", connected=False)
    assert statuses(organizer_client, event)["Kamui"] == ("away", "done_by_time", True)


def test_the_row_of_a_fighter_who_is_away_is_marked_and_so_unfolds_what_helps(organizer_client, drafting):
    note(drafting, "Aichi", connected=True)
    for name, look in (("Aichi", "host-seat"), ("Kamui", "host-seat is-away")):
        row = row_of(organizer_client, drafting, name)
        assert [f'<li class="{look}"' in row, "New phone" in row, "Let a bot choose" in row] == [True, True, True]


def test_a_hurried_fighter_is_said_to_have_five_seconds(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.BRISK)
    note(event, "Kamui", connected=True, hurried=True)
    hurried = ["5 s until they act" in row_of(organizer_client, event, name) for name in ("Aichi", "Kamui")]
    assert hurried == [False, True]


def test_seats_are_listed_as_they_sit_and_counted_from_one(organizer_client, drafting):
    rows = re.findall(r'<li class="host-seat.*?</li>', panel(organizer_client, drafting), re.DOTALL)
    words = [re.sub(r"<[^>]+>", " ", row).split() for row in rows]
    sits = drafting.draft.tables.get().seats.order_by("position").values_list("position", "fighter__nickname")
    assert [row[:3] for row in words] == [["Seat", str(position + 1), name] for position, name in sits]


def test_a_table_that_paused_itself_calls_the_organizer(act, organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.BRISK)
    change_table(
        table_id=event.draft.tables.get().id, verb=lambda timed, now: expire(timed, now + timedelta(minutes=5))
    )
    words = " ".join(re.sub(r"<[^>]+>", "", panel(organizer_client, event)).split())
    assert "At table 1 time ran out before anyone chose in pass 1 of pack 1, so it is paused." in words
    assert act(event, "resume", table=1) == "The table has resumed."
    act(event, "pause")
    assert "has paused itself" not in panel(organizer_client, event)


def test_the_seats_of_a_stopped_event_are_not_said_to_be_choosing(act, organizer_client, drafting):
    assert 'data-part="turn"' in panel(organizer_client, drafting)
    act(drafting, "stop", confirm=drafting.code)
    page = panel(organizer_client, drafting)
    assert ('data-seat="0"' in page, 'data-part="turn"' in page, "choosing" in page) == (True, False, False)


def test_a_stopped_event_calls_nobody(act, organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.BRISK)
    change_table(
        table_id=event.draft.tables.get().id, verb=lambda timed, now: expire(timed, now + timedelta(minutes=5))
    )
    act(event, "stop", confirm=event.code)
    page = panel(organizer_client, event)
    assert ("has paused itself" in page, "The event was stopped" in page) == (False, True)


# The judge -------------------------------------------------------------------------------------------------------


@pytest.fixture
def called(drafting):
    call_judge(table_id=drafting.draft.tables.get().id, seat=0, reason="rules", card=None, request="r1")
    return drafting


def test_an_open_call_is_shown_until_it_is_answered(act, organizer_client, called):
    page = f"/events/{called.code}/host/"
    assert [call.reason for call in organizer_client.get(page).context["view"].calls] == ["A question about the rules"]
    assert act(called, "judge", call=JudgeCall.objects.get().id, verdict="verified") == "The call is answered."
    assert organizer_client.get(page).context["view"].calls == []


@pytest.mark.parametrize("verdict", ["", "maybe", "VERIFIED", "\x7f"])
def test_a_verdict_is_verified_or_refused_and_nothing_else(act, called, verdict):
    said = act(called, "judge", call=JudgeCall.objects.get().id, verdict=verdict)
    assert (said, JudgeCall.objects.get().verdict) == ("A call is answered with verified or refused.", "open")


@pytest.mark.parametrize("call", ["", "0", "x", "9" * 50])
def test_a_call_that_is_not_there_is_refused_kindly(act, called, call):
    act(called, "judge", call=call, verdict="verified")
    assert JudgeCall.objects.get().verdict == "open"


def test_a_call_of_another_event_is_not_answered(act, called, organizer):
    other = make_event(organizer, "Misaki", "Ren", started=True)
    assert act(other, "judge", call=JudgeCall.objects.get().id, verdict="verified") == "There is no such call."
    assert JudgeCall.objects.get().verdict == "open"


def test_the_panel_names_no_card_of_the_draft(organizer_client, drafting):
    page = organizer_client.get(f"/events/{drafting.code}/host/").content.decode()
    numbers = {
        held.card.number for pack in load_table(Table.objects.get().id).timed.table.packs[0] for held in pack.cards
    }
    assert {number for number in numbers if number in page} == set()


def test_the_panel_of_a_decided_draft_shows_the_seed(organizer_client, drafting):
    let_bots_finish(drafting)
    assert drafting.draft.seed in panel(organizer_client, drafting)


@pytest.mark.parametrize("ready", [False, True])
def test_each_of_a_hundred_in_the_lobby_is_a_small_row_without_a_button(
    organizer_client, organizer, sample_sets, ready
):
    pages = []
    for many in (30, 100):
        event = make_event(organizer, *(f"Fighter {number}" for number in range(many)))
        Fighter.objects.filter(event=event, nickname__endswith="0" if ready else "x").update(ready=True)
        pages.append(organizer_client.get(f"/events/{event.code}/host/").content.decode())
        assert pages[-1].count("Fighter 7</") >= 1
    small, large = pages
    assert large.count("formaction") == small.count("formaction")
    assert (len(large) - len(small)) / 70 < 1000


def test_without_scripts_one_of_many_in_the_lobby_is_opened_by_a_link_and_removed(
    organizer_client, organizer, sample_sets, act
):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(30)))
    address = f"/events/{event.code}/host/"
    page = one_line(organizer_client.get(address).content.decode())
    [link] = re.findall(r'href="([^"]*)" [^>]*aria-label="More about Fighter 7"', page)
    page = one_line(organizer_client.get(address + link.partition("#")[0]).content.decode())
    [number] = re.findall(r'remove/" name="fighter" value="(\d+)"', page)
    act(event, "remove", fighter=number)
    assert (event.fighters.count(), event.fighters.filter(nickname="Fighter 7").exists()) == (29, False)


@pytest.mark.parametrize(
    ("pace", "seconds", "is_gold"), [(Pace.STANDARD, 120, False), (Pace.STANDARD, 0, True), (Pace.OFF, 0, True)]
)
def test_the_end_of_the_review_is_gold_only_where_no_clock_runs(
    organizer, organizer_client, sample_sets, pace, seconds, is_gold
):
    event = make_event(organizer, "Aichi", "Kamui", started=True, pace=pace, review_seconds=seconds)
    play_to_review(event)
    html = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    kinds = re.search('<button class="([^"]*)"[^>]*end-review/"', html)[1].split()
    assert ("button--primary" in kinds) == is_gold


def test_each_fighter_can_get_a_new_phone_and_be_taken_out_from_the_lobby_to_the_fights(
    organizer, organizer_client, sample_sets
):
    events = {
        "remove": [make_event(organizer, "Aichi", "Kamui", started=started) for started in (False, True)],
        "drop": [fighting_event(organizer, "Aichi", "Kamui")],
    }
    for way_out, which in events.items():
        for event in which:
            page = panel(organizer_client, event)
            for one in event.fighters.all():
                ways = [
                    f'/{act}/"\\s+name="fighter" value="{one.id}" data-key="{act}"' for act in ("new-link", way_out)
                ]
                assert [way for way in ways if not re.search(way, page)] == []
