"""The organizer's home: tonight, coming, past; settings kept under a name; the profile of the store."""

import io
import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from drafts.models import Attempt, Event, EventTemplate, Store, ThrottledAction
from drafts.presenters.fights.standings import winners_of
from drafts.protocol import NightStates, TableStates
from drafts.protocol.activities import load_stages
from drafts.queries.events.lookup import PAST_ON_A_PAGE, events_of, settings_of
from drafts.services.events.nights import finish_event
from drafts.services.fights.changes import set_result
from drafts.services.throttling import LIMITS
from drafts.store.fights import load_fights
from drafts.store.tables import load_table
from draftsite import __version__
from tests.factories import drafted_event, fighter, fighting_event, make_event, messages_of, sit_down
from tests.pictures import png, stored
from tests.services.log.test_log_import import whole_night

pytestmark = pytest.mark.django_db
KEPT = {"name": "Harbour Games", "house_rules": "No food\non cards.", "time_zone": "Asia/Tokyo"}


def names(events):
    return [event.name for event in events]


def test_an_event_that_begins_tomorrow_or_later_is_coming_and_the_rest_is_tonight(organizer, sample_sets):
    now = timezone.now()
    for name, starts_at in (("Far", timedelta(days=9)), ("Soon", timedelta(days=3)), ("Late", -timedelta(days=1))):
        make_event(organizer, name=name, starts_at=now + starts_at)
    make_event(organizer, name="Any")
    lists = events_of(organizer)
    assert (names(lists.tonight), names(lists.coming)) == (["Any", "Late"], ["Soon", "Far"])
    Event.objects.filter(name="Far").update(phase="drafting")
    assert "Far" in names(events_of(organizer).tonight)


def test_where_today_ends_the_stores_time_zone_says(organizer, sample_sets):
    noon = datetime(2026, 11, 27, 12, tzinfo=ZoneInfo("UTC"))
    make_event(organizer, starts_at=noon + timedelta(hours=8))
    coming = []
    for zone in ("Asia/Tokyo", "Europe/Berlin"):
        Store.objects.update_or_create(owner=organizer, defaults={"time_zone": zone})
        coming.append(len(events_of(organizer, now=noon).coming))
    assert coming == [1, 0]


def test_past_events_are_paged_and_found_by_name_or_code(organizer_client, organizer, sample_sets):
    made = [make_event(organizer, name=f"Night {number}") for number in range(PAST_ON_A_PAGE + 2)]
    Event.objects.update(phase="finished")
    pages = [organizer_client.get(f"/events/?page={page}").context["events"].past for page in (1, 2, 99, "x")]
    assert [len(page.object_list) for page in pages] == [PAST_ON_A_PAGE, 2, 2, PAST_ON_A_PAGE]
    for search, found in (("night 7", ["Night 7"]), (made[3].code.lower(), ["Night 3"]), ("nothing", [])):
        assert names(organizer_client.get("/events/", {"q": search}).context["events"].past) == found


def test_the_tv_of_an_event_with_several_tables_shows_them_all(organizer_client, organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(8)), started=True)
    assert f'href="/events/{event.code}/display/"' in organizer_client.get("/events/").content.decode()


def test_a_past_event_says_who_won(organizer_client, organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    number = next(number for number, *_ in load_fights(event.id).fighting.fights())
    set_result(event=event, fight=number, winner=fighter(event, "Kamui").id, score=None)
    finish_event(event=event)
    assert winners_of(event) == ["Kamui"]
    assert "Kamui" in organizer_client.get("/events/").content.decode()


def test_a_past_event_has_no_winner_whose_fights_were_ended_before_the_last_result(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki", "Miwa")
    number = next(number for number, *_ in load_fights(event.id).fighting.fights())
    set_result(event=event, fight=number, winner=None, score=None)
    finish_event(event=event)
    assert winners_of(Event.objects.get(id=event.id)) == []


def test_an_event_is_planned_in_the_time_of_the_store(organizer_client, organizer, sample_sets):
    Store.objects.create(owner=organizer, time_zone="Asia/Tokyo")
    organizer_client.post("/events/new/", {"name": "Later", "card_set": "SMP01", "starts_at": "2040-05-01T19:00"})
    event = Event.objects.get()
    assert event.starts_at == datetime(2040, 5, 1, 10, tzinfo=ZoneInfo("UTC"))
    assert 'value="2040-05-01T19:00"' in organizer_client.get(f"/events/{event.code}/edit/").content.decode()
    organizer_client.post(f"/events/{event.code}/edit/", {"name": "Later on"})
    assert Event.objects.get().starts_at == event.starts_at
    organizer_client.post(f"/events/{event.code}/edit/", {"starts_at": ""})
    assert Event.objects.get().starts_at is None
    for wrong in ("soon", "2020-05-01T19:00"):
        answer = organizer_client.post("/events/new/", {"name": "x", "card_set": "SMP01", "starts_at": wrong})
        assert list(answer.context["form"].errors) == ["starts_at"]


@pytest.mark.parametrize(
    ("zone", "hour"), [("America/New_York", 23), ("Asia/Calcutta", 13), ("Mars/Olympus", 10), ("../etc/passwd", 10)]
)
def test_an_event_is_planned_in_the_time_of_the_browser_where_its_zone_is_known(
    organizer_client, organizer, sample_sets, zone, hour
):
    Store.objects.create(owner=organizer, time_zone="Asia/Tokyo")
    sent = {"name": "Later", "card_set": "SMP01", "starts_at": "2040-05-01T19:00", "time_zone": zone}
    organizer_client.post("/events/new/", sent)
    event = Event.objects.get()
    assert event.starts_at.astimezone(ZoneInfo("UTC")).hour == hour
    organizer_client.post(f"/events/{event.code}/edit/", {"starts_at": "2040-05-01T19:00", "time_zone": zone})
    event.refresh_from_db()
    assert event.starts_at.astimezone(ZoneInfo("UTC")).hour == hour
    assert 'Time zone: <b data-part="zone">Asia/Tokyo</b>' in organizer_client.get("/events/new/").content.decode()


def test_settings_are_kept_under_a_name_and_a_new_event_is_made_of_them(organizer_client, organizer, sample_sets):
    event = make_event(organizer, table_size=3, hide_names=True, on_first_page=True)
    for name, said in (("Fridays", "The settings are saved"), ("Fridays", "under that name already"), ("", "required")):
        answer = organizer_client.post("/events/templates/", {"like": event.code, "name": name})
        assert said in " ".join(messages_of(answer))
    kept = EventTemplate.objects.get()
    form = organizer_client.get(f"/events/new/?template={kept.id}").context["form"]
    settings = {name: said for name, said in settings_of(event).items() if name in form.fields}
    of_magic = {"own_picks", "lands", "build_minutes", "lists", "constructed_format", "avatars", "avatar_every"}
    of_magic |= {"fight_form", "team_poison", "planes"}
    of_plain = {"packs_each", "picks", "counter", "counter_start", "counter_loses"}
    assert settings_of(event).keys() - settings.keys() == of_magic | of_plain
    assert {name: form[name].value() for name in settings} == settings
    organizer_client.post("/events/templates/", {"delete": kept.id})
    assert EventTemplate.objects.count() == 0


def test_a_new_event_is_like_the_usual_one_of_the_store(organizer_client, organizer, sample_sets):
    event = make_event(organizer, table_size=3)
    organizer_client.post("/events/templates/", {"like": event.code, "name": "Fridays"})
    organizer_client.post("/store/", {**KEPT, "usual": EventTemplate.objects.get().id})
    pages = [organizer_client.get(f"/events/new/{query}") for query in ("", "?format=magic-draft")]
    sizes = [page.context["form"]["table_size"].value() for page in pages]
    assert sizes == [3, 8]


def test_no_organizer_keeps_uses_or_forgets_what_is_anothers(organizer_client, organizer, sample_sets):
    bea = User.objects.create_user("bea")
    event = make_event(bea)
    theirs = EventTemplate.objects.create(owner=bea, name="Theirs", settings={"name": "Secret night"})
    assert organizer_client.post("/events/templates/", {"like": event.code, "name": "Mine"}).status_code == 404
    organizer_client.post("/events/templates/", {"delete": theirs.id})
    assert "Secret night" not in organizer_client.get(f"/events/new/?template={theirs.id}").content.decode()
    answer = organizer_client.post("/store/", {**KEPT, "usual": theirs.id})
    assert list(answer.context["form"].errors) == ["usual"]
    assert list(EventTemplate.objects.all()) == [theirs]


def test_fighters_read_the_house_rules_when_they_join_and_in_the_lobby(organizer_client, organizer, sample_sets):
    organizer_client.post("/store/", KEPT)
    event = make_event(organizer, "Aichi")
    seated = Client()
    sit_down(seated, fighter(event, "Aichi"))
    pages = [Client().get(f"/join/{event.code}/"), seated.get(f"/events/{event.code}/")]
    assert ["No food\non cards." in page.content.decode() for page in pages] == [True, True]


def test_a_logo_is_an_image_by_its_bytes_and_has_an_address_of_its_own(organizer_client, organizer, sample_sets):
    wrong = SimpleUploadedFile("logo.png", b"<svg onload=alert(1)>")
    answer = organizer_client.post("/store/", {**KEPT, "logo": wrong})
    assert (list(answer.context["form"].errors), Store.objects.count()) == (["logo"], 0)
    organizer_client.post("/store/", {**KEPT, "logo": SimpleUploadedFile("a.svg", png())})
    store = Store.objects.get()
    picture = Client().get(f"/logos/{store.logo_name}")
    assert (picture.status_code, picture["Content-Type"], picture.content) == (200, "image/png", stored(png()).data)
    organizer_client.post("/store/", KEPT)
    assert Store.objects.get().logo_name == store.logo_name
    organizer_client.post("/store/", {**KEPT, "forget_logo": "on"})
    assert (Store.objects.get().logo, Client().get(f"/logos/{store.logo_name}").status_code) == (None, 404)


def test_a_logo_tells_nothing_but_what_is_seen_on_it(organizer_client, organizer):
    photo, where = io.BytesIO(), Image.Exif()
    where[0x010E] = "SECRETPLACE"
    Image.new("RGB", (40, 30), "red").save(photo, "JPEG", exif=where)
    sent = photo.getvalue() + b"<script>alert(1)</script>"
    organizer_client.post("/store/", {**KEPT, "logo": SimpleUploadedFile("a.jpg", sent)})
    picture = Client().get(f"/logos/{Store.objects.get().logo_name}").content
    assert [part in picture for part in (b"SECRETPLACE", b"Exif", b"script")] == [False] * 3
    assert Image.open(io.BytesIO(picture)).size == (40, 30)


def test_one_address_sends_no_more_than_so_many_logos(organizer_client, organizer):
    logo = SimpleUploadedFile("a.png", png())
    Attempt.objects.bulk_create(
        Attempt(action=ThrottledAction.UPLOAD, address="127.0.0.1")
        for _ in range(LIMITS[ThrottledAction.UPLOAD].most - 1)
    )
    assert organizer_client.post("/store/", {**KEPT, "logo": logo}).status_code == 302
    refused = organizer_client.post("/store/", {**KEPT, "logo": SimpleUploadedFile("a.png", png())})
    assert (refused.status_code, refused["Retry-After"]) == (429, "3600")
    assert "Too many files were sent from here" in refused.content.decode()
    assert organizer_client.post("/store/", KEPT).status_code == 302


# Hidden nicknames -----------------------------------------------------------------------------------------------------


def test_strangers_read_no_nickname_where_they_are_hidden_and_those_who_took_part_do(
    organizer_client, organizer, sample_sets
):
    event = fighting_event(organizer, "Aichi", "Kamui")
    Event.objects.filter(id=event.id).update(hide_names=True, log_visibility="public")
    seated = Client()
    sit_down(seated, fighter(event, "Aichi"))
    pages = ["log/", "log/log.json", "log/log.csv", "log/t1-s0.txt", "standings/", "standings/standings.json"]
    pages += ["deck/?fighter=all", f"deck.txt?fighter={fighter(event, 'Kamui').id}"]
    for page in pages:
        stranger, fights, organizes = (
            somebody.get(f"/events/{event.code}/{page}").content.decode()
            for somebody in (Client(), seated, organizer_client)
        )
        assert (page, [name in stranger for name in ("Aichi", "Kamui")]) == (page, [False, False])
        assert (page, "Fighter 1" in stranger or "Fighter 2" in stranger) == (page, True)
        assert (page, "Kamui" in fights, "Kamui" in organizes) == (page, True, True)


def test_screens_of_strangers_are_told_no_nickname_of_fights_and_shares_once_the_night_is_over(organizer, sample_sets):
    event = whole_night(organizer)
    Event.objects.filter(id=event.id).update(hide_names=True)
    nicknames = set(event.fighters.values_list("nickname", flat=True))
    night = NightStates(load_stages(event.id))
    states = TableStates(load_table(event.draft.tables.get().id), timezone.now(), night)
    own, strange = json.loads(states.for_spectator()), json.loads(states.for_stranger())
    said = {name for part in (own["table"]["seats"], own["standings"], own["share"]["people"]) for name in named(part)}
    assert said == nicknames
    assert not [name for name in nicknames if name in json.dumps(strange, ensure_ascii=False)]
    assert named(strange["table"]["seats"]) == [f"Fighter {number}" for number in range(1, len(nicknames) + 1)]


def named(parts):
    return [part["name"] for part in parts]


def test_names_are_shown_to_everybody_where_nothing_else_is_settled(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    Event.objects.filter(id=event.id).update(log_visibility="public")
    assert "Kamui" in Client().get(f"/events/{event.code}/log/").content.decode()


def test_the_organizers_page_says_which_version_runs(organizer):
    client = Client()
    client.force_login(organizer)
    assert f"Pass Left {__version__}" in client.get("/events/").content.decode()
