"""Guests without a phone and late ones: what the organizer's forms, the links and the pages of their seats do."""

import json
import re

import pytest
from django.test import Client

from drafts.models import Event, NightSettings, Seat
from drafts.rules.night.fight_moves import EnterResultMove
from drafts.services.draft.hosting import draw_seats
from drafts.services.events.guests import add_guest
from drafts.sessions import GUEST_SEATS, SEATS
from drafts.store.fights import load_fights
from tests.factories import (
    act_in_fights,
    choose,
    drafted_event,
    fighter,
    fighting_event,
    make_event,
    messages_of,
    say_ready,
    sit_down,
)

pytestmark = pytest.mark.django_db
FORM = {"name": "Friday draft", "card_set": "SMP01"}


def plain(text):
    return text.translate({0x2068: None, 0x2069: None})


@pytest.fixture
def act(organizer_client):
    def post(event, action, **fields):
        return organizer_client.post(f"/events/{event.code}/host/{action}/", fields)

    return post


@pytest.fixture
def lobby(organizer, sample_sets):
    return make_event(organizer, "Aichi", guests=["Gus"])


@pytest.fixture
def drafting(organizer, sample_sets):
    return make_event(organizer, "Aichi", guests=["Gus"], bots=1, started=True)


@pytest.fixture
def neighbour(drafting):
    """Aichi's phone, which plays for Gus too."""
    client = Client()
    sit_down(client, fighter(drafting, "Aichi"))
    sit_down(client, fighter(drafting, "Gus"))
    return client


def seats_told(client, event):
    told = json.loads(client.get(f"/events/{event.code}/seats.json").content)["seats"]
    return {seat["name"]: seat["todo"] for seat in told}


def page_of(client, event, name=""):
    asked = f"?fighter={fighter(event, name).id}" if name else ""
    return client.get(f"/events/{event.code}/{asked}")


# ── the forms of the event ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_event_has_the_guests_of_its_form(organizer_client, sample_sets):
    answer = organizer_client.post("/events/new/", FORM | {"guests": "Gus\r\n  Hal \r\n"})
    event = Event.objects.get(code=answer["Location"].split("/")[2])
    assert list(event.fighters.values_list("nickname", "guest", "ready")) == [("Gus", True, True), ("Hal", True, True)]


@pytest.mark.parametrize(
    ("guests", "said"),
    [
        ("Gus\nX", "Line 2: A nickname has 2 to 24 characters."),
        ("Gus\nHal\nGUS", "Line 3: GUS is in the list twice."),
        ("a\u202eb", "Line 1: A nickname can have letters, digits, signs and spaces, and no invisible characters."),
        ("\n".join(f"Guest {number}" for number in range(129)), "At most 128 fighters take part in an event."),
    ],
)
def test_a_guest_who_cannot_be_is_named_beside_the_field(organizer_client, sample_sets, guests, said):
    answer = organizer_client.post("/events/new/", FORM | {"guests": guests})
    assert [plain(fault) for fault in answer.context["form"].errors["guests"]] == [said]
    assert not Event.objects.exists()


def test_the_settings_show_the_guests_and_a_copy_has_none(organizer_client, lobby):
    assert organizer_client.get(f"/events/{lobby.code}/edit/").context["form"]["guests"].value() == "Gus"
    assert organizer_client.get(f"/events/new/?like={lobby.code}").context["form"]["guests"].value() == ""
    organizer_client.post(f"/events/{lobby.code}/edit/", {"name": "Saturday"})
    assert lobby.fighters.filter(guest=True).count() == 1
    answer = organizer_client.post(f"/events/{lobby.code}/edit/", {"guests": "Hal\nAichi"})
    faults = answer.context["form"].errors["guests"]
    assert [plain(fault) for fault in faults] == ["Aichi: That nickname is taken here."]
    assert [guest.nickname for guest in lobby.fighters.filter(guest=True)] == ["Gus"]


def test_a_guest_who_came_or_went_while_the_settings_were_open_stays_so(act, organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", guests=["Gus", "Hal", "Ida"])
    edit = f"/events/{event.code}/edit/"
    shown = organizer_client.get(edit).context["form"]["guests_shown"].value()
    assert shown.split() == ["Gus", "Hal", "Ida"]
    act(event, "add-guest", name="Jan")
    act(event, "remove", fighter=fighter(event, "Ida").id)

    def guests():
        return list(event.fighters.filter(guest=True).order_by("id").values_list("nickname", flat=True))

    organizer_client.post(edit, {"guests": "Gus\r\nIda\r\nKim", "guests_shown": shown})
    assert guests() == ["Gus", "Jan", "Kim"]
    organizer_client.post(edit, {"guests": "Gus\r\nLea"})
    assert guests() == ["Gus", "Lea"]


# ── the panel ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_guest_is_added_by_name_and_removed_as_any_fighter(act, lobby):
    assert plain(messages_of(act(lobby, "add-guest", name=" Hal "))[0]) == "Hal joins, a guest without a phone."
    assert fighter(lobby, "Hal").guest is True
    for name, said in (("", "Say the name of the guest."), ("gus", "That nickname is taken here.")):
        assert messages_of(act(lobby, "add-guest", name=name))[-1] == said
    act(lobby, "remove", fighter=fighter(lobby, "Hal").id)
    assert not lobby.fighters.filter(nickname="Hal").exists()


def test_the_panel_shows_the_link_of_a_guest_as_often_as_it_is_wanted(act, organizer_client, lobby):
    gus = fighter(lobby, "Gus")
    for _ in range(2):
        assert act(lobby, "guest-link", fighter=gus.id).status_code == 302
        page = organizer_client.get(f"/events/{lobby.code}/host/").content.decode()
        assert f"/rejoin/{gus.token}/" in page
        assert "Play here" in page
    assert messages_of(act(lobby, "guest-link", fighter=fighter(lobby, "Aichi").id))[-1] == "There is no such guest."


def test_start_names_who_is_not_ready_and_asks_once_more_where_the_panel_asks(act, organizer_client, lobby):
    asked = act(lobby, "start", ask="start")
    assert asked.status_code == 409
    assert plain(asked.context["said"]) == "Not ready: Aichi."
    assert 'name="confirm" value="start"' in asked.content.decode()
    scripted = organizer_client.post(
        f"/events/{lobby.code}/host/start/", {"ask": "start"}, headers={"X-Requested-With": "fetch"}
    )
    assert (scripted.status_code, scripted.json()["confirm"]) == (409, "start")
    lobby.refresh_from_db()
    assert lobby.phase == "lobby"
    assert act(lobby, "start", ask="start", confirm="start").status_code == 302
    lobby.refresh_from_db()
    assert lobby.phase == "drafting"


def test_start_asks_nothing_where_everybody_is_ready_or_the_form_does_not_ask(act, organizer, lobby):
    say_ready(lobby, "Aichi")
    plain_form = make_event(organizer, "Kamui", "Misaki")
    for event, fields in ((lobby, {"ask": "start"}), (plain_form, {})):
        assert act(event, "start", **fields).status_code == 302
        event.refresh_from_db()
        assert event.phase == "drafting"


def test_seats_are_drawn_and_drawn_again_and_the_panel_shows_them(act, organizer_client, lobby):
    panel = f"/events/{lobby.code}/host/"
    assert organizer_client.get(panel).context["view"].seating == []
    assert messages_of(act(lobby, "draw-seats"))[-1] == "The seats are drawn."
    assert messages_of(act(lobby, "draw-seats"))[-1] == "The seats are drawn again."
    page = organizer_client.get(panel)
    assert [sorted(table) for table in page.context["view"].seating] == [["Aichi", "Gus"]]
    assert "Draw again" in page.content.decode()


def test_several_tables_can_be_paused_one_by_one_and_all_at_once(act, organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(4)), table_size=2, started=True)

    def paused():
        return list(event.draft.tables.order_by("number").values_list("paused", flat=True))

    act(event, "pause")
    act(event, "resume", table=2)
    assert paused() == [True, False]
    act(event, "pause", table=2)
    act(event, "resume")
    assert paused() == [False, False]


# ── the seats of one device ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_link_of_a_guest_adds_their_seat_to_that_of_a_neighbour(drafting, neighbour):
    aichi, gus = fighter(drafting, "Aichi"), fighter(drafting, "Gus")
    assert (neighbour.session[SEATS], neighbour.session[GUEST_SEATS]) == (
        {drafting.code: aichi.token},
        {drafting.code: [gus.token]},
    )
    own, other = page_of(neighbour, drafting), page_of(neighbour, drafting, "Gus")
    assert [page.context["fighter"] for page in (own, other)] == [aichi, gus]
    sockets = [re.search('data-ws="([^"]*)"', page.content.decode())[1] for page in (own, other)]
    assert sockets == [f"/ws/events/{drafting.code}/", f"/ws/events/{drafting.code}/?fighter={gus.id}"]
    names = [re.search('data-seat="([^"]*)"', page.content.decode())[1] for page in (own, other)]
    assert len(set(names)) == 2, "what waits to be sent for one seat is never sent for the other"


def test_a_cover_comes_before_the_cards_where_a_device_has_several_seats(drafting, neighbour):
    alone = Client()
    sit_down(alone, fighter(drafting, "Gus"))
    pages = [page_of(client, drafting, "Gus").content.decode() for client in (neighbour, alone)]
    shown = '<section class="cover" data-part="cover" aria-labelledby="cover-title">'
    assert [shown in page for page in pages] == [True, False]


def test_in_the_lobby_there_are_no_cards_to_cover(lobby):
    client = Client()
    for name in ("Aichi", "Gus"):
        sit_down(client, fighter(lobby, name))
    [cover] = re.findall("<section [^>]*cover[^>]*>", page_of(client, lobby, "Gus").content.decode())
    assert cover.endswith(" hidden>")


@pytest.mark.parametrize(
    ("settings", "covered"),
    [({}, False), ({"planes": "shared"}, False), ({"lists": "asked"}, True), ({"planes": "own"}, True)],
)
def test_own_decks_are_covered_only_where_a_seat_has_something_to_hide(organizer, sample_sets, settings, covered):
    night = NightSettings(swiss_rounds=1, **settings)
    event = make_event(
        organizer, "Aichi", "Ben", format_="magic-own", card_sets=[], guests=["Gus"], started=True, night=night
    )
    client = Client()
    for name in ("Aichi", "Gus"):
        sit_down(client, fighter(event, name))
    for name in ("", "Gus"):
        page = page_of(client, event, name).content.decode()
        assert ('data-part="cover"' in page, 'data-part="switch"' in page) == (covered, True)


def test_the_organizer_plays_for_a_guest_and_may_still_join(organizer_client, lobby):
    gus = fighter(lobby, "Gus")
    answer = organizer_client.get(f"/rejoin/{gus.token}/")
    assert answer["Location"] == f"/events/{lobby.code}/?fighter={gus.id}"
    assert page_of(organizer_client, lobby).context["fighter"] == gus
    assert "plays for" in organizer_client.get(f"/join/{lobby.code}/").content.decode()
    organizer_client.post(f"/join/{lobby.code}/", {"nickname": "Ann"})
    assert [held.nickname for held in page_of(organizer_client, lobby).context["held"]] == ["Ann", "Gus"]


def test_no_visitor_gets_the_page_of_a_seat_that_they_do_not_hold(drafting, neighbour):
    stranger, bot = Client(), drafting.fighters.get(bot=True)
    for number in (bot.id, 10**9, "x", "²"):
        answer = neighbour.get(f"/events/{drafting.code}/?fighter={number}")
        assert (answer.status_code, answer["Location"]) == (302, f"/events/{drafting.code}/")
    gus = fighter(drafting, "Gus")
    answer = stranger.get(f"/events/{drafting.code}/?fighter={gus.id}")
    assert answer["Location"] == f"/join/{drafting.code}/"
    assert stranger.get(f"/events/{drafting.code}/seats.json").json() == {"seats": []}


def test_a_list_of_guests_lets_nobody_act_as_a_fighter_who_is_none(drafting, neighbour):
    alone, aichi, gus = Client(), fighter(drafting, "Aichi"), fighter(drafting, "Gus")
    sit_down(alone, gus)
    session = alone.session
    session[GUEST_SEATS] = {drafting.code: [aichi.token, gus.token]}
    session.save()
    assert set(seats_told(alone, drafting)) == {"Gus"}
    assert page_of(alone, drafting, "Aichi")["Location"] == f"/events/{drafting.code}/"


def test_a_fighter_who_names_a_seat_of_others_does_not_act_as_the_organizer(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    client = Client()
    sit_down(client, fighter(event, "Aichi"))
    answer = client.post(f"/events/{event.code}/sharing/?fighter=999999", {"card": "1", "handed": "on"})
    assert answer.status_code == 403


def test_deck_and_wishes_are_those_of_the_seat_that_is_named(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", guests=["Gus"])
    client = Client()
    for name in ("Aichi", "Gus"):
        sit_down(client, fighter(event, name))
    of_gus = f"?fighter={fighter(event, 'Gus').id}"
    decks = [client.get(f"/events/{event.code}/deck.txt{asked}").content.decode() for asked in ("", of_gus)]
    assert ["Gus" in deck for deck in decks] == [False, True]
    page = client.get(f"/events/{event.code}/wishes/{of_gus}")
    assert page.context["fighter"].nickname == "Gus"
    answer = client.post(f"/events/{event.code}/wishes/{of_gus}", {"cards": ""})
    assert answer["Location"] == f"/events/{event.code}/wishes/{of_gus}#wishes"


def test_a_neighbour_who_plays_for_a_guest_no_more_keeps_their_own_seat_and_the_guest_theirs(drafting, neighbour):
    gus = fighter(drafting, "Gus")
    for _ in range(2):
        answer = neighbour.post(f"/events/{drafting.code}/leave/", {"guest": gus.id})
    assert answer["Location"] == f"/events/{drafting.code}/"
    assert [held.nickname for held in page_of(neighbour, drafting).context["held"]] == ["Aichi"]
    assert Seat.objects.get(fighter=gus).bot is False


def test_a_new_link_ends_the_neighbours_right_to_play_for_a_guest(act, drafting, neighbour):
    act(drafting, "new-link", fighter=fighter(drafting, "Gus").id)
    assert [held.nickname for held in page_of(neighbour, drafting).context["held"]] == ["Aichi"]


def test_a_device_is_told_which_of_its_seats_have_something_to_do(drafting, neighbour):
    assert seats_told(neighbour, drafting) == {"Aichi": True, "Gus": True}
    choose(drafting, Seat.objects.get(fighter__nickname="Gus").position)
    assert seats_told(neighbour, drafting) == {"Aichi": True, "Gus": False}


def test_a_result_that_waits_for_a_guest_is_marked_on_the_neighbours_phone_and_on_the_panel(
    organizer, organizer_client, sample_sets
):
    event = fighting_event(organizer, "Aichi", guests=["Gus"])
    client = Client()
    for name in ("Aichi", "Gus"):
        sit_down(client, fighter(event, name))
    assert seats_told(client, event) == {"Aichi": False, "Gus": False}
    aichi = fighter(event, "Aichi").id
    (side,) = [fight.fighters for *_, fight in load_fights(event.id).fighting.fights()]
    act_in_fights(event, aichi, EnterResultMove(1, aichi, tuple(int(one == aichi) for one in side)))
    assert seats_told(client, event) == {"Aichi": False, "Gus": True}
    fight = organizer_client.get(f"/events/{event.code}/host/").context["night"].fights[0]
    assert (plain(fight.waits_for), fight.waits_for_guest) == ("Gus", True)


def test_no_result_waits_for_a_guest_before_one_is_entered(organizer, organizer_client, sample_sets):
    event = fighting_event(organizer, guests=["Gus", "Han"])
    night = organizer_client.get(f"/events/{event.code}/host/").context["night"]
    assert ([len(fight.sides) for fight in night.fights], night.for_guests) == ([2], [])


def test_seats_of_guests_outlive_a_sign_out_as_own_ones_do(organizer_client, lobby):
    sit_down(organizer_client, fighter(lobby, "Gus"))
    organizer_client.post("/accounts/logout/")
    assert page_of(organizer_client, lobby).context["fighter"].nickname == "Gus"


# ── late guests ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_seat_of_a_bot_is_given_to_a_late_guest_by_the_organizer_alone(act, organizer_client, drafting):
    bot, late = drafting.fighters.get(bot=True), Client()
    page = late.get(f"/join/{drafting.code}/").content.decode()
    assert "ask the organizer, who can give it to you" in page
    late.post(f"/join/{drafting.code}/", {"nickname": "Cleo"})
    late.post(f"/events/{drafting.code}/host/offer-seat/", {"fighter": bot.id, "name": "Cleo"})
    assert not drafting.fighters.filter(nickname="Cleo").exists()
    assert late.get(f"/rejoin/{bot.token}/").status_code == 404

    said = messages_of(act(drafting, "offer-seat", fighter=bot.id, name="Cleo"))[-1]
    assert plain(said) == "Cleo has the seat. The bot chooses until they are there."
    cleo = fighter(drafting, "Cleo")
    assert f"/rejoin/{cleo.token}/" in organizer_client.get(f"/events/{drafting.code}/host/").content.decode()
    sit_down(late, cleo)
    assert page_of(late, drafting).context["fighter"] == cleo


def test_a_seat_that_cannot_be_given_is_refused_in_words(act, drafting):
    bot, aichi = drafting.fighters.get(bot=True), fighter(drafting, "Aichi")
    for fields, said in (
        ({"fighter": bot.id}, "Say the name of the guest."),
        ({"name": "Cleo"}, "Say which fighter."),
        ({"fighter": bot.id, "name": "aichi"}, "That nickname is taken here."),
        ({"fighter": aichi.id, "name": "Cleo"}, "There is no such seat of a bot in a draft that goes on."),
    ):
        assert messages_of(act(drafting, "offer-seat", **fields))[-1] == said


def test_guests_need_no_line_and_are_not_missed_on_the_page_of_connections(organizer_client, lobby):
    add_guest(event=lobby, nickname="Hal")
    draw_seats(event=lobby)
    page = organizer_client.get(f"/events/{lobby.code}/host/connections/").content.decode()
    said = re.sub(r"<[^>]+>", "", page)  # a form's token may have any letters
    assert ("Aichi" in said, "Hal" in said) == (True, False)
