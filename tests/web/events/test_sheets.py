"""The help for organizers, and the sheets that they print."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from drafts.drawings.qr import qr_svg
from drafts.models import Event, Fighter, NightSettings, PackSource
from drafts.presenters.events.hosting import start_facts
from drafts.presenters.events.sheets import paper_counters, paper_fights, seat_cards
from drafts.rules.avatars import AvatarEvery, AvatarMethod
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.formats import Pace
from drafts.rules.night.fight_moves import CountMove
from drafts.services.commanders import name_commander
from drafts.services.draft.hosting import draw_seats
from drafts.services.events.lifecycle import start_event
from drafts.services.events.nights import go_on
from drafts.store.fights import load_fights
from tests.factories import (
    act_in_fights,
    choose,
    drafted_event,
    fighter,
    fighting_event,
    let_bots_finish,
    make_event,
    match_event,
    play_to_review,
    sit_down,
)
from tests.web.shown import one_line

pytestmark = pytest.mark.django_db
NAMES = ("Aichi", "Kamui", "Misaki", "Ren")


def page_of(client, event):
    return one_line(client.get(f"/events/{event.code}/sheets/").content.decode())


def rounds_of(group):
    """The fights of each round, by the names of their sides or by their seats."""
    return [[tuple(side.name or side.seat for side in fight) for fight in of_round.fights] for of_round in group.rounds]


# Help -----------------------------------------------------------------------------------------------------------------


def test_help_leads_an_organizer_to_the_panel_of_the_event_that_goes_on(organizer, organizer_client, sample_sets):
    assert 'href="/events/"' in organizer_client.get("/help/").content.decode()
    event = make_event(organizer, "Aichi")
    for address in ("/help/", f"/help/?event={event.code.lower()}"):
        assert f'href="/events/{event.code}/host/#calls"' in organizer_client.get(address).content.decode()


@pytest.mark.parametrize("person", ["nobody", "another"])
def test_help_tells_others_nothing_of_an_event(organizer, sample_sets, person):
    event, client = make_event(organizer, "Aichi"), Client()
    if person == "another":
        client.force_login(User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/help/?event={event.code}").content.decode()
    assert (event.code in page, event.name in page) == (False, False)


@pytest.mark.parametrize("code", ["", "ÄÖÜ", "\x00", "x" * 300, "%F0"])
def test_help_knows_what_to_do_with_a_code_that_is_none(organizer_client, code):
    assert organizer_client.get("/help/", {"event": code}).status_code in (200, 400)


def test_every_way_on_the_page_of_help_leads_somewhere(organizer, organizer_client, sample_sets):
    event = make_event(organizer, *NAMES, started=True)
    page = organizer_client.get("/help/").content.decode()
    anchors = set(re.findall(r'href="#([\w-]+)"', page)) - {"content"}
    assert anchors - set(re.findall(r'id="([\w-]+)"', page)) == set()
    panel = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    ways = set(re.findall(rf'href="/events/{event.code}/host/#([\w-]+)"', page))
    assert ways != set()
    assert ways - set(re.findall(r'id="([\w-]+)"', panel)) == set()


def emperor_has_lost(organizer):
    """Return an event of two teams of three in which a fighter stands at the poison that loses."""
    six = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay")
    event = make_event(
        organizer, *six, started=True, format_="magic-own", fight_form="emperor", card_sets=[], table_size=6,
        night=NightSettings(fights="pods", swiss_rounds=1),
    )  # fmt: skip
    lieutenant, emperor, *_ = load_fights(event.id).fighting.fight(1).fighters
    act_in_fights(event, emperor, CountMove(1, lieutenant, "poison", 10))
    return event


def one_commander_is_named(organizer):
    """Return an event of Commander in which one of two has named theirs."""
    event = make_event(
        organizer, "Ann", "Ben", started=True, format_="magic-own", fight_form="commander", card_sets=[], table_size=4,
        night=NightSettings(fights="pods", swiss_rounds=1),
    )  # fmt: skip
    name_commander(fighter=event.fighters.get(nickname="Ann"), name="Toad King")
    return event


def test_every_button_that_help_speaks_of_is_on_the_panel_at_its_time(organizer, organizer_client, sample_sets):
    panels = []

    def look(event):
        panels.append(organizer_client.get(f"/events/{event.code}/host/").content.decode())

    def press(event, action, **fields):
        organizer_client.post(f"/events/{event.code}/host/{action}/", fields)
        look(event)

    look(make_event(organizer, "Aichi", "Kamui"))
    event = make_event(organizer, *NAMES, started=True)
    for seat in range(len(NAMES)):
        choose(event, seat)
    look(event)
    press(event, "pause")
    press(event, "resume")
    play_to_review(event)
    look(event)
    press(event, "seat-bot", table=1, seat=0)
    press(event, "unseat-bot", table=1, seat=0)
    let_bots_finish(event)
    look(event)
    for stage in ("building", "fighting"):
        press(event, "next-stage", confirm="yes", **{"from": stage})
    press(event, "finish", confirm="yes")
    told = re.search(r'<h2 id="buttons">.*', organizer_client.get("/help/").content.decode(), re.DOTALL)[0]
    sealed = make_event(organizer, *NAMES, bots=1, started=True, format_="magic-sealed", card_set="MAG01")
    press(sealed, "next-stage", **{"from": "opening"})
    night = NightSettings(avatars=AvatarMethod.CHOOSE, avatar_every=AvatarEvery.ROUND)
    of_avatars = drafted_event(organizer, *NAMES, format_="magic-draft", card_set="MAG01", night=night)
    press(of_avatars, "next-stage", confirm="next", **{"from": "building"})
    look(emperor_has_lost(organizer))
    look(one_commander_is_named(organizer))
    said = re.sub(r"<[^>]+>", "", "".join(panels))
    named = {name.strip() for part in re.findall(r"<dt>(.*?)</dt>", told) for name in part.split(",")}
    assert "Start the draft" in named
    assert {name for name in named if name not in said} == set()


@pytest.mark.parametrize(("avatars", "is_told"), [(AvatarMethod.OFF, True), (AvatarMethod.DEALT, False)])
def test_M28_sheets_tell_no_life_to_begin_with_where_avatars_move_it(organizer, sample_sets, avatars, is_told):
    event = make_event(
        organizer, *NAMES, format_="magic-sealed", card_set="MAG01", night=NightSettings(avatars=avatars)
    )
    assert [counter.start for counter in paper_counters(event)] == [20 if is_told else 0, 0]


def test_help_says_how_much_time_a_restarted_server_gives(client):
    assert f"each table has {GRACE_SECONDS} seconds at least" in client.get("/help/").content.decode()


# Access ---------------------------------------------------------------------------------------------------------------


def test_only_its_organizer_prints_the_sheets_of_an_event(client, organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi")
    address = f"/events/{event.code}/sheets/"
    assert client.get(address)["Location"] == f"/accounts/login/?next={address}"
    other = Client()
    other.force_login(User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend")
    sit_down(other, fighter(event, "Aichi"))
    assert other.get(address).status_code == 404
    assert organizer_client.get(address).status_code == 200


@pytest.mark.parametrize("stage", ["lobby", "drafting", "building", "fighting"])
def test_no_sheet_holds_the_link_to_a_seat_or_a_card(organizer, organizer_client, sample_sets, stage):
    ways = {
        "lobby": lambda: make_event(organizer, *NAMES),
        "drafting": lambda: make_event(organizer, *NAMES, started=True),
        "building": lambda: drafted_event(organizer, *NAMES),
        "fighting": lambda: fighting_event(organizer, *NAMES),
    }
    event = ways[stage]()
    page = page_of(organizer_client, event)
    assert [token for token in Fighter.objects.values_list("token", flat=True) if token in page] == []
    assert event.draft.seed not in page
    assert "SMP01/" not in page


# Contents -------------------------------------------------------------------------------------------------------------


def test_the_poster_has_the_code_that_leads_to_the_join_page(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi")
    page = page_of(organizer_client, event)
    link = f"http://testserver/join/{event.code}/"
    assert qr_svg(link) in page
    assert link in page
    assert f"Or open <code>http://testserver/</code> and type <b>{event.code}</b>." in page


def test_the_sheet_for_the_table_says_what_holds_tonight(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi", pace=Pace.STANDARD, table_size=5)
    event.night.damage_limit = 6
    event.night.save()
    page = page_of(organizer_client, event)
    assert "At 6 damage you lose." in page
    assert start_facts(event).length in page
    assert page.count('class="passing__seat"') == 5 + 5
    assert re.findall(r'<span class="box">(\d)</span>', page)[:6] == ["1", "2", "3", "4", "5", "6"]


def test_the_sheet_of_another_game_counts_what_that_game_counts(organizer, organizer_client, sample_sets):
    event = make_event(organizer, *NAMES, card_set="MAG01", format_="magic-draft")
    page = page_of(organizer_client, event)
    assert ("Life 20" in page, "Poison" in page, "Damage" in page) == (True, True, False)


def test_M22_M23_M32_sheets_of_magic_say_how_a_match_goes_and_what_happens_by_itself(
    organizer, organizer_client, sample_sets
):
    event = match_event(organizer)
    page = page_of(organizer_client, event)
    slip = page[page.index('class="paper-slip"') :]
    assert re.findall(r"<b>(\d)</b>", slip[slip.index("Played first") : slip.index("Signed")]) == ["1", "2", "3"]
    for words in (
        "Roll dice",
        "After the match put it back",
        'data-sheet="check"',
        'data-sheet="turn"',
        "All of it happens at once",
    ):
        assert words in page
    other = page_of(organizer_client, make_event(organizer, *NAMES))
    assert [
        words for words in ("Played first", "Roll dice", 'data-sheet="check"', 'data-sheet="turn"') if words in other
    ] == []


def test_the_sheets_say_what_the_boxes_are_for_and_lead_the_tv_to_all_tables(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui")
    page = organizer_client.get(f"/events/{event.code}/sheets/").content.decode()
    assert "Cross off a box for each count" in page
    assert f"http://testserver/events/{event.code}/display/" in page


def test_before_seats_are_drawn_the_fights_go_by_seats(organizer, sample_sets):
    event = make_event(organizer, *NAMES)
    (group,) = paper_fights(event)
    assert rounds_of(group) == [[(1, 3), (2, 4)], [(1, 2), (3, 4)], [(1, 4), (2, 3)]]
    assert [card.table for card in seat_cards(event)] == [0, 0, 0, 0]


def test_seats_that_are_drawn_in_the_lobby_are_on_the_cards_and_in_the_fights(organizer, sample_sets):
    event = make_event(organizer, *NAMES, bots=1, table_size=5)
    draw_seats(event=event)
    event.refresh_from_db()
    cards, (group,) = seat_cards(event), paper_fights(event)
    assert [side.name for side in group.people] == [card.name for card in cards]
    start_event(event=event)
    event.refresh_from_db()
    assert seat_cards(event) == cards
    assert [card.table for card in cards] == [1, 1, 1, 1]


def test_after_that_they_go_by_names_and_are_those_that_will_be_paired(organizer, sample_sets):
    event = drafted_event(organizer, *NAMES)
    (planned,) = paper_fights(event)
    assert [card.name for card in seat_cards(event)] == [side.name for side in planned.people]
    go_on(event=event, seen="building", confirmed=False)
    event.refresh_from_db()
    (begun,) = paper_fights(event)
    assert {name for fights in rounds_of(planned) for fight in fights for name in fight} == set(NAMES)
    assert rounds_of(begun) == rounds_of(planned)


def test_the_neighbours_on_a_seat_card_are_those_at_the_table(organizer, sample_sets):
    cards = seat_cards(make_event(organizer, *NAMES, bots=1, table_size=5, started=True))
    by_seat = {card.seat: card for card in cards}
    assert len(cards) == 4
    for seat, card in by_seat.items():
        if (seat + 1) % 5 in by_seat:
            assert card.left == by_seat[(seat + 1) % 5].name
            assert by_seat[(seat + 1) % 5].right == card.name


def test_swiss_rounds_that_are_not_paired_yet_have_lines_to_fill_in(organizer, sample_sets):
    event = fighting_event(organizer, *NAMES, "Emi", table_size=5)
    (group,) = paper_fights(event)
    first, *others = rounds_of(group)
    assert {name for fight in first for name in fight} == {*NAMES, "Emi"}
    assert others == [[(0, 0), (0, 0)]] * 2


def test_the_organizers_list_leads_through_a_night_with_real_packs(organizer, organizer_client, sample_sets):
    digital, paper = make_event(organizer, "Aichi"), make_event(organizer, "Kamui", packs=PackSource.PAPER)
    for event, has_steps in ((digital, False), (paper, True)):
        page = page_of(organizer_client, event)
        listed = page[page.index('class="checklist"') : page.index("What to do when")]
        steps = [
            words in listed for words in ("Open the first packs", "<b>Next</b>", "enters their pile", "can still join")
        ]
        assert (steps, "nobody can join any more" in listed) == ([has_steps] * 4, not has_steps)
        assert ("Add a bot" in listed) is not has_steps


@pytest.mark.parametrize("fights", ["auto", "off"])
@pytest.mark.parametrize("sharing", ["equal", "keep"])
def test_the_organizers_list_names_no_stage_that_the_night_does_not_have(
    organizer, organizer_client, sample_sets, fights, sharing
):
    event = make_event(organizer, *NAMES, night=NightSettings(fights=fights, sharing=sharing))
    page = page_of(organizer_client, event)
    listed = page[page.index('class="checklist"') :]
    assert ["<b>Start the fights</b>" in listed, "<b>Start round 2</b>" in listed] == [fights == "auto"] * 2
    assert ["Hand-over sheet" in listed, "When the cards are shared" in listed] == [sharing == "equal"] * 2
    both = [words in listed for words in ("<b>End the fights and share the cards</b>", "<b>Share the cards</b>")]
    assert both == [sharing == "equal" and fights == "auto", sharing == "equal" and fights == "off"]


def test_the_organizers_list_of_a_night_of_own_decks_names_neither_packs_nor_a_sharing(
    organizer, organizer_client, sample_sets
):
    event = make_event(organizer, *NAMES, format_="magic-own", card_sets=[])
    page = page_of(organizer_client, event)
    listed = page[page.index('id="sheet-list"') :]
    assert [
        words for words in ("<dt>Packs</dt>", "first pack", "what becomes of the cards", "sharing") if words in listed
    ] == []


def test_the_organizers_list_of_a_night_of_battles_leads_through_no_draft(organizer, organizer_client, sample_sets):
    event = make_event(organizer, *NAMES, name="Rome", format_="rome", card_sets=[])
    page = page_of(organizer_client, event)
    listed = page[page.index('id="sheet-list"') :]
    of_drafts = (
        "draft",
        "pack",
        "<b>Pull list</b>",
        "<b>End the review</b>",
        "confirms it",
        "With the decks",
        "becomes of",
    )
    assert [words for words in of_drafts if words in listed[: listed.index("What to do when")]] == []
    assert "do not wait for their deck" not in listed
    assert "Press <b>Start</b>." in listed


def test_without_fights_there_is_no_sheet_for_them(organizer, organizer_client, sample_sets):
    event = make_event(organizer, *NAMES)
    event.night.fights = "off"
    event.night.save()
    assert 'data-sheet="fights"' not in page_of(organizer_client, event)
    assert 'data-sheet="fights"' in page_of(organizer_client, make_event(organizer, *NAMES))


@pytest.mark.parametrize("way", ["bracket", "swiss", "round_robin"])
@pytest.mark.parametrize("across", ["table", "event"])
@pytest.mark.parametrize("people", [0, 1, 7])
def test_the_sheets_can_be_printed_whatever_is_settled_and_however_few_are_there(
    organizer, organizer_client, sample_sets, way, across, people
):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(people)))
    for name, value in (("fights", way), ("fights_across", across)):
        setattr(event.night, name, value)
    event.night.save()
    assert "Round 1" in page_of(organizer_client, Event.objects.get(id=event.id))
