"""The fighters who need the organizer, on a panel without scripts."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Seat
from drafts.presenters.events.host_queue import needs_of
from drafts.presenters.events.hosting import host_view
from drafts.rules.formats import Pace
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import EnterResultMove
from drafts.services.events.removals import UNDO_SECONDS
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, fighter, fighting_event, make_event, say_ready
from tests.web.shown import shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def look(organizer_client):
    """Return the queue as it is shown."""

    def read(event):
        html = shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())
        return html[html.index('class="queue"') : html.index('class="cockpit__main')]

    return read


def keys(event):
    event.refresh_from_db()
    return [need.key for need in needs_of(host_view(event))]


def actions(html):
    return re.findall(r'/host/([a-z-]+)/" name="(\w+)" value="(\d+)"', html)


def connect(event, *names, hurried=()):
    """Let these be connected, and nobody else; who is not went away in the order of their names, the last first."""
    for seat in Seat.objects.filter(table__draft__event=event).select_related("fighter").order_by("fighter__nickname"):
        seat.connected = seat.fighter.nickname in names
        seat.away_since = None if seat.connected else timezone.now() - timedelta(seconds=60 + seat.fighter.id)
        seat.hurried = seat.fighter.nickname in hurried
        seat.save()


def test_no_fighter_needs_the_organizer_of_a_quiet_night(organizer, sample_sets, look):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    connect(event, "Aichi", "Kamui")
    assert "All quiet." in look(event)
    assert actions(look(event)) == []


def test_the_fighter_who_is_away_the_longest_comes_first_with_a_new_phone_and_a_bot(organizer, sample_sets, look):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", started=True, pace=Pace.RELAXED)
    connect(event, "Aichi", hurried=("Aichi",))
    aichi, kamui, misaki = (fighter(event, name).id for name in ("Aichi", "Kamui", "Misaki"))
    assert keys(event) == [f"away-{misaki}", f"away-{kamui}", f"late-{aichi}"]
    html = look(event)
    assert re.findall(r">(\w+)</bdi> is away", html) == ["Misaki", "Kamui"]
    assert actions(html) == [
        *(("new-link", "fighter", str(misaki)), ("seat-bot", "fighter", str(misaki))),
        *(("new-link", "fighter", str(kamui)), ("seat-bot", "fighter", str(kamui))),
        *(("extend", "table", "1"), ("seat-bot", "fighter", str(aichi))),
    ]
    assert "All quiet." not in html


def test_no_fighter_is_missed_for_whom_a_bot_chooses(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    connect(event, "Kamui")
    aichi = fighter(event, "Aichi").id
    assert keys(event) == [f"away-{aichi}"]
    organizer_client.post(f"/events/{event.code}/host/seat-bot/", {"fighter": aichi})
    assert keys(event) == []


def test_a_fighter_who_is_not_ready_is_named_once_beside_the_start(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", bots=1)
    say_ready(event, "Aichi")
    say_ready(event, "Misaki")
    assert keys(event) == []
    html = shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())
    bar = html[html.index("Not ready:") : html.index('data-key="start"')]
    assert re.findall(r"<bdi[^>]*>(\w+)</bdi>", bar) == ["Kamui"]
    assert (html.count("Not ready:"), html.count("is not ready")) == (1, 0)


def test_a_seat_that_was_given_to_a_bot_can_be_given_back_by_the_message(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    aichi = str(fighter(event, "Aichi").id)
    path, fields = f"/events/{event.code}/host/seat-bot/", {"fighter": aichi}
    said = organizer_client.post(path, fields, headers={"X-Requested-With": "fetch"}).json()
    assert (said["undo"], said["undo_by"], said["undo_of"]) == ("", "unseat-bot", ["fighter", aichi])
    organizer_client.post(path.replace("seat-bot", "unseat-bot"), fields)
    html = shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())
    toast = html[html.index("toasts") : html.index('id="host"')]
    assert actions(toast) == [("seat-bot", "fighter", aichi)]


def test_panel_and_help_say_for_how_many_seconds_an_undo_is_offered(organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui")
    fields = {"fighter": fighter(event, "Aichi").id}
    page = organizer_client.post(f"/events/{event.code}/host/remove/", fields, follow=True).content.decode()
    toasts = re.findall(r'<div class="alert toast [^>]*data-undo-seconds="(\d+)"', page)
    assert toasts == 2 * [str(UNDO_SECONDS)]  # the message, and the template of those that the script adds
    assert f"For {UNDO_SECONDS} seconds you can undo it." in organizer_client.get("/help/").content.decode()


def test_for_a_guest_one_is_shown_how_to_play_and_not_a_new_phone(organizer, sample_sets, look):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    connect(event, "Aichi")
    kamui = fighter(event, "Kamui")
    kamui.guest = True
    kamui.save()
    assert actions(look(event)) == [("guest-link", "fighter", str(kamui.id)), ("seat-bot", "fighter", str(kamui.id))]


def test_a_result_waits_for_a_guest_until_the_organizer_taps_who_won(organizer, organizer_client, sample_sets, look):
    event = fighting_event(organizer, "Aichi", "Kamui")
    ((number, *_, fight),) = load_fights(event.id).fighting.fights()
    aichi, kamui = (fighter(event, name) for name in ("Aichi", "Kamui"))
    score = tuple(int(side == aichi.id) for side in fight.fighters)
    act_in_fights(event, FighterId(aichi.id), EnterResultMove(number, FighterId(aichi.id), score))
    assert "A result waits for" not in look(event)
    kamui.guest = True
    kamui.save()
    html = look(event)
    assert re.findall(r"A result waits for <bdi[^>]*>(\w+)</bdi>", html) == ["Kamui"]
    assert re.findall(r"<bdi[^>]*>(\w+)</bdi> entered “\W*(\w+)\W+won”", html) == [("Aichi", "Aichi")]
    assert re.findall(r'name="winner" value="(\w+)"', html) == [*map(str, fight.fighters), "draw"]
    organizer_client.post(f"/events/{event.code}/host/result/", {"fight": number, "winner": aichi.id})
    assert "All quiet." in look(event)
