"""A draft with paper packs by forms alone, as an organizer leads it and a fighter without scripts takes part."""

import pytest

from drafts.models import JudgeCall, LogEntry, PackSource
from drafts.rules.night.stages import Stage
from drafts.services.events.lifecycle import start_event
from tests.factories import call_judge, fighter, make_event, messages_of, sit_down
from tests.paper import all_pass, open_packs, paper_event, play_paper_draft

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return paper_event(organizer, "Aichi", "Kamui")


def panel(client, event):
    return client.get(f"/events/{event.code}/host/").content.decode()


def act(client, event, action, **fields):
    answer = client.post(f"/events/{event.code}/host/{action}/", fields)
    return messages_of(answer)[-1]


def at(event):
    table = event.draft.tables.get()
    return table.round, table.pass_number


def test_the_packs_wait_for_the_word_of_the_organizer_on_panel_and_phone(
    organizer_client, client, organizer, sample_sets
):
    event = make_event(organizer, "Aichi", "Kamui", packs=PackSource.PAPER)
    assert "add-bot" not in panel(organizer_client, event)
    start_event(event=event)
    page = panel(organizer_client, event)
    assert 'data-scene="opening"' in page
    assert 'name="from" value="opening"' in page
    sit_down(client, fighter(event, "Aichi"))
    assert "Open your first pack when the organizer says so." in client.get(f"/events/{event.code}/").content.decode()
    assert act(organizer_client, event, "next-stage", **{"from": "opening"}) == "Everyone opens their first pack."
    assert act(organizer_client, event, "next-stage", **{"from": "opening"}) == "The night has already moved on."
    event.refresh_from_db()
    assert event.phase == Stage.DRAFTING


def test_until_the_first_pack_is_opened_one_joins_with_the_code_or_as_a_guest(
    organizer_client, client, organizer, sample_sets
):
    event = make_event(organizer, "Aichi", "Kamui", packs=PackSource.PAPER, started=True)
    assert f'action="/events/{event.code}/host/add-guest/"' in panel(organizer_client, event)
    client.post(f"/join/{event.code}/", {"nickname": "Ren"})
    assert "Open your first pack when the organizer says so." in client.get(f"/events/{event.code}/").content.decode()
    act(organizer_client, event, "add-guest", name="Asaka")
    seated = {seat.fighter.nickname for seat in event.draft.seats.all()}
    assert seated == {"Aichi", "Kamui", "Ren", "Asaka"}
    open_packs(event)
    said = act(organizer_client, event, "add-guest", name="Late")
    assert (event.fighters.count(), "has started already" in said) == (4, True)


def test_where_no_bot_sits_no_seat_is_given_away_and_it_is_said_what_is_possible(
    organizer_client, organizer, sample_sets
):
    event = make_event(organizer, "Aichi", "Kamui", packs=PackSource.PAPER, started=True)
    aichi = fighter(event, "Aichi").id
    said = act(organizer_client, event, "offer-seat", fighter=aichi, name="Ren")
    assert said == "No pack is opened yet: whoever comes still joins with the code."
    open_packs(event)
    said = act(organizer_client, event, "offer-seat", fighter=aichi, name="Ren")
    assert said == "No bot sits here, and only the seat of a bot can be given away."


def test_a_device_without_scripts_says_what_to_hold_and_takes_the_word_that_it_is_placed(client, event):
    sit_down(client, fighter(event, "Aichi"))
    address = f"/events/{event.code}/"
    page = client.get(address).content.decode()
    assert "You should hold 5 cards." in page
    assert "Choose 2 cards and place them face down." in page
    said = [messages_of(client.post(f"{address}done/", {"round": "1", "pass": "1"}))[-1] for _ in range(2)]
    assert said == ["Placed face down", "You have chosen already."]
    page = client.get(address).content.decode()
    assert "Wait until everybody has placed" in page
    assert "You should hold" not in page  # two cards fewer now
    assert "You have chosen already." in page
    stale = messages_of(client.post(f"{address}done/", {"round": "2", "pass": "1"}))[-1]
    bad = messages_of(client.post(f"{address}done/", {"round": "x"}))[-1]
    assert (stale, bad) == ("The packs have gone on.", "The round must be a number.")


def test_the_seat_of_one_who_was_removed_is_marked_and_can_be_given_back(organizer_client, event):
    aichi = fighter(event, "Aichi").id
    assert f'host/remove/" name="fighter" value="{aichi}"' in " ".join(panel(organizer_client, event).split())
    act(organizer_client, event, "remove", fighter=aichi)
    page = " ".join(panel(organizer_client, event).split())
    assert page.count("not in the event any more") == page.count("Take in again") == 1
    assert f'host/remove/" name="fighter" value="{aichi}"' not in page


def test_only_a_fighter_says_that_they_have_placed(client, event):
    assert client.post(f"/events/{event.code}/done/", {"round": "1", "pass": "1"}).status_code == 302
    assert not event.draft.seats.filter(picks__isnull=False).exists()


def test_a_word_for_a_guest_leads_back_to_the_guests_seat(client, event):
    guest = fighter(event, "Aichi")
    event.fighters.filter(id=guest.id).update(guest=True)
    guest.refresh_from_db()
    sit_down(client, guest)
    answer = client.post(f"/events/{event.code}/done/?fighter={guest.id}", {"round": "1", "pass": "1"})
    assert answer.url == f"/events/{event.code}/?fighter={guest.id}"


def test_the_panel_says_who_has_not_placed_and_goes_on_once(organizer_client, event):
    page = panel(organizer_client, event)
    assert 'data-part="hold">5</b>' in page
    assert "/seat-bot/" not in page  # no fighter needs a phone
    fields = {"table": "1", "round": "1", "pass": "1"}
    said = [act(organizer_client, event, "advance", **fields) for _ in range(2)]
    assert said == ["The table goes on.", "The table has gone on from there already."]
    assert (at(event), 'data-part="hold">3</b>' in panel(organizer_client, event)) == ((1, 2), True)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"table": "1"}, "Say where the table stands that is to go on."),
        ({"table": "1", "round": "1", "pass": "-1"}, "The pass must be a number."),
        ({"table": "9", "round": "1", "pass": "1"}, "There is no such table."),
        ({"table": "1", "round": "4", "pass": "1"}, "The packs have gone on."),
    ],
)
def test_a_bad_word_to_go_on_is_refused_and_nothing_moves(organizer_client, event, fields, said):
    assert (act(organizer_client, event, "advance", **fields), at(event)) == (said, (1, 1))


def test_one_step_back_needs_no_word_to_be_typed(organizer_client, event):
    assert act(organizer_client, event, "back", table="1") == "Nothing has been placed yet."
    all_pass(event)
    all_pass(event)
    fields = {"table": "1", "round": "1", "pass": "3"}
    said = [act(organizer_client, event, "back", **fields) for _ in range(2)]
    assert said == [
        "One step back: packs go back the way they came, and everyone places again.",
        "The table stands elsewhere already.",
    ]
    assert at(event) == (1, 2)
    assert (
        act(organizer_client, event, "back", table="1")
        == "One step back: packs go back the way they came, and everyone places again."
    )
    assert at(event) == (1, 1)


def test_help_leads_to_a_pause_a_step_back_and_a_note_in_the_log(organizer_client, event):
    page = panel(organizer_client, event)
    assert all(f"/host/{action}/" in page for action in ("pause", "back", "note"))
    assert act(organizer_client, event, "note", table="1", text=" Kamui looked ") == "It is written down."
    assert LogEntry.objects.filter(event=event, table=1, text="The organizer noted: Kamui looked").exists()
    for text in ("", "x" * 201, "two\nlines"):
        assert "A note is one line" in act(organizer_client, event, "note", table="1", text=text)


def test_no_log_is_shown_while_nobody_knows_the_cards(organizer_client, event):
    play_paper_draft(event)
    assert organizer_client.get(f"/events/{event.code}/log/log.json").status_code in (403, 404)
    closed = organizer_client.get(f"/events/{event.code}/log/")
    assert closed.status_code == 403
    assert "it opens when all piles are entered" in closed.content.decode()
    assert panel(organizer_client, event)


def test_practice_and_other_drafts_have_no_buttons_of_real_packs(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert 'data-part="conduct"' not in panel(organizer_client, event)
    assert act(organizer_client, event, "advance", table="1", round="1", **{"pass": "1"}) == "That is not possible now."


def test_R9_the_judge_looks_at_the_real_card_and_verifies_it(organizer_client, event):
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="legion_rare", card=None, request="call")
    page = panel(organizer_client, event)
    drawn = page[page.index('data-call="') : page.index('data-part="tables"')]
    assert "Look at the real card." in drawn
    assert "Verify" in drawn
    assert "call__card" not in drawn
    call = JudgeCall.objects.get()
    assert act(organizer_client, event, "judge", call=call.id, verdict="verified") == "The call is answered."
    assert event.draft.tables.get().called


def test_every_page_of_a_night_whose_cards_nobody_knows_yet_can_be_asked_for(organizer_client, client, event):
    play_paper_draft(event)
    sit_down(client, fighter(event, "Aichi"))
    pages = (
        "",
        "deck/",
        "deck.txt",
        "deck.csv",
        "deck.json",
        "deck.pdf",
        "log/",
        "sharing/",
        "wishes/",
        "table/1/",
        "display/",
        "host/",
    )
    asked = [
        who.get(f"/events/{event.code}/{page}").status_code for who in (client, organizer_client) for page in pages
    ]
    assert set(asked) <= {200, 302, 403, 404}
