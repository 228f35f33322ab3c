import pytest
from django.contrib.auth.models import User
from django.test import Client

from drafts.models import Event, NightSettings
from drafts.queries.events.lookup import settings_of_night
from tests.factories import drafted_event, make_event, messages_of, sit_down

pytestmark = pytest.mark.django_db

PACK_LIST = "\n\n".join(["SMP01/001\nSMP01/002\nSMP01/003\nSMP01/004\nSMP01/005"] * 12)


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", table_size=6, review_seconds=45, night=NightSettings(fight_minutes=35))


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def address(event):
    return f"/events/{event.code}/edit/"


def again(event):
    return Event.objects.select_related("draft", "night").get(id=event.id)


def test_the_form_shows_the_event_as_it_is_settled(organizer_client, event):
    page = organizer_client.get(address(event))
    form = page.context["form"]
    shown = ("name", "card_set", "table_size", "pace", "review_seconds", "fights", "fight_minutes")
    assert [form[name].value() for name in shown] == ["Friday draft", ["SMP01"], 6, "off", 45, "auto", 35]
    assert ('name="format"' in page.content.decode(), page.context.get("formats")) == (False, None)


def test_the_panel_leads_to_the_settings_in_the_lobby_only(organizer_client, organizer, event):
    started = make_event(organizer, "Kamui", "Misaki", started=True)
    pages = [organizer_client.get(f"/events/{one.code}/host/").content.decode() for one in (event, started)]
    assert [address(one) in page for one, page in zip((event, started), pages, strict=True)] == [True, False]


def test_the_saved_settings_are_on_the_panel_at_once(organizer_client, event):
    form = {"name": "Saturday", "card_set": "SMP02", "table_size": "3", "fights": "bracket", "fight_minutes": "0"}
    answer = organizer_client.post(address(event), form)
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.code}/host/")
    assert messages_of(answer) == ["The settings are changed."]
    page = organizer_client.get(answer["Location"])
    start = page.context["view"].start
    assert (start.sets, start.fights) == (
        "SMP02",
        "Then a bracket. Afterwards the cards are shared.",
    )
    assert all(words in page.content.decode() for words in ("Saturday", "The organizer changed the settings."))


def test_a_field_that_a_client_leaves_out_stays_as_it_is(organizer_client, event):
    organizer_client.post(address(event), {"name": "Saturday"})
    after = again(event)
    assert (after.name, after.draft.table_size, after.draft.pace, after.draft.review_seconds) == (
        "Saturday",
        6,
        "off",
        45,
    )
    assert settings_of_night(after.night) == settings_of_night(NightSettings(fight_minutes=35))


def test_neither_format_nor_seed_nor_code_is_changed(organizer_client, event):
    organizer_client.post(address(event), {"format": "magic-draft", "seed": "x", "code": "AAAAAA"})
    after = again(event)
    assert (after.code, after.draft.format, after.draft.seed) == (event.code, "vanguard", event.draft.seed)


@pytest.mark.parametrize(
    ("fields", "faulty"),
    [
        ({"name": ""}, "name"),
        ({"card_set": ""}, "card_set"),
        ({"card_set": "MAG01"}, "card_set"),
        ({"packs": "stolen"}, "packs"),
        ({"packs": "uploaded"}, "pack_list"),
        ({"table_size": "10"}, "table_size"),
        ({"review_seconds": "-1"}, "review_seconds"),
        ({"fights": "duel"}, "fights"),
        ({"swiss_rounds": "10"}, "swiss_rounds"),
        ({"fight_minutes": "4"}, "fight_minutes"),
    ],
)
def test_a_bad_value_brings_the_form_back_and_nothing_is_changed(organizer_client, event, fields, faulty):
    version = again(event).version
    answer = organizer_client.post(address(event), fields)
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, [faulty])
    assert (again(event).version, again(event).name) == (version, "Friday draft")


def test_a_list_of_packs_is_kept_without_being_shown(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", card_sets=[], packs="uploaded", pack_list=PACK_LIST)
    page = organizer_client.get(address(event)).content.decode()
    assert ("SMP01/001" in page, "Leave this empty to keep the list as it is." in page) == (False, True)
    organizer_client.post(address(event), {"name": "Saturday", "pack_list": ""})
    assert (again(event).name, again(event).draft.pack_list) == ("Saturday", PACK_LIST)
    organizer_client.post(address(event), {"pack_list": "SMP01/007"})
    assert again(event).draft.pack_list == "SMP01/007"


def test_after_the_start_the_settings_stay_and_the_page_says_so(organizer_client, organizer, sample_sets):
    drafting, drafted = make_event(organizer, "Aichi", "Kamui", started=True), drafted_event(organizer, "Misaki", "Ren")
    for event in (drafting, drafted):
        for ask in (organizer_client.get, organizer_client.post):
            page = ask(address(event), {"name": "Other"}, follow=True)
            assert page.redirect_chain == [(f"/events/{event.code}/host/", 302)]
            assert "The event has started: its settings stay as they are." in page.content.decode()
        assert again(event).name == "Friday draft"


def test_the_settings_are_nobody_elses(event):
    fighter, other = Client(), Client()
    sit_down(fighter, event.fighters.get())
    other.force_login(User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend")
    for client, status in ((Client(), 302), (fighter, 302), (other, 404)):
        answers = [client.get(address(event)), client.post(address(event), {"name": "Mine"})]
        assert [answer.status_code for answer in answers] == [status] * 2
    assert again(event).name == "Friday draft"


def test_fighters_are_told_how_one_fights_before_they_join(event):
    page = Client().get(f"/join/{event.code}/").content.decode()
    assert "Then 3 fights of 35 minutes. Afterwards the cards are shared." in page


@pytest.mark.parametrize(("policy", "words"), [("equal", "shared equally"), ("random", "at random"), ("keep", "keeps")])
def test_R19_a_fighter_who_takes_a_place_agrees_to_what_becomes_of_the_cards(event, policy, words):
    event.night.sharing = policy
    event.night.save()
    page = Client().get(f"/join/{event.code}/").content.decode()
    assert words in page.partition("By joining you agree that")[2].partition("</p>")[0]
