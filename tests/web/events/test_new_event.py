import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from drafts.models import CardSet, Draft, Event, NightSettings, OwnPicks, ThrottledAction, Webhook
from drafts.queries.events.lookup import settings_of_night
from drafts.rules.games.magic.cards import MagicCard
from drafts.services.catalog.sets import derive_shapes
from drafts.services.errors import ServiceError
from drafts.services.throttling import LIMITS, record_attempt
from tests.factories import make_cards, make_event

pytestmark = pytest.mark.django_db

PACK_LIST = "\n\n".join(["SMP01/001\nSMP01/002\nSMP01/003\nSMP01/004\nSMP01/005"] * 12)


@pytest.fixture
def post(organizer_client, sample_sets):
    return lambda **fields: organizer_client.post(
        "/events/new/", {"name": "Friday draft", "card_set": "SMP01"} | fields
    )


def faulty_fields(answer):
    assert answer.status_code in (200, 422)
    page = answer.content.decode()
    errors = answer.context["form"].errors
    assert [error for found in errors.values() for error in found if escape(error) not in page] == []
    return list(errors)


def test_only_organizers_make_events(client):
    answers = [client.get("/events/new/"), client.post("/events/new/", {"name": "x"}), client.get("/events/")]
    assert [answer["Location"].partition("?")[0] for answer in answers] == ["/accounts/login/"] * 3


def test_a_name_and_a_set_are_enough(post):
    answer = post()
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.code}/host/")
    draft = event.draft
    made = (draft.format, draft.pack_source, draft.table_size, draft.pace, draft.review_seconds, draft.judge)
    assert made == ("vanguard", "generated", 4, "standard", 120, "organizer")
    assert (event.name, event.log_visibility, event.organizer.username) == ("Friday draft", "fighters", "ann")
    assert list(event.draft.rounds.values_list("round", "card_set__code")) == [(n, "SMP01") for n in range(1, 7)]


def test_the_same_form_sent_twice_makes_one_event(organizer_client, sample_sets):
    page = organizer_client.get("/events/new/").content.decode()
    request = re.search(r'name="request" value="(\w{32})"', page)[1]
    sent = {"name": "Friday draft", "card_set": "SMP01", "request": request}
    answers = [organizer_client.post("/events/new/", sent)["Location"] for _ in range(2)]
    event = Event.objects.get()
    assert answers == [f"/events/{event.code}/host/"] * 2
    organizer_client.post("/events/new/", {**sent, "name": "Saturday draft"})
    assert sorted(Event.objects.values_list("name", flat=True)) == ["Friday draft", "Saturday draft"]


def test_the_same_request_of_two_organizers_makes_two_events(organizer_client, django_user_model, sample_sets):
    other = Client()
    other.force_login(django_user_model.objects.create_user("other"))
    for client in (organizer_client, other):
        client.post("/events/new/", {"name": "Friday draft", "card_set": "SMP01", "request": "r1"})
    assert sorted(Event.objects.values_list("organizer__username", flat=True)) == ["ann", "other"]


def test_a_copy_that_is_sent_twice_takes_the_webhooks_along_once(organizer, organizer_client, sample_sets):
    first = make_event(organizer)
    Webhook.objects.create(event=first, address="https://example.org/", origin="https://here", secret="s")
    sent = {"name": "Again", "card_set": "SMP01", "request": "r1", "webhooks": "on"}
    for _ in range(2):
        organizer_client.post(f"/events/new/?like={first.code}", sent)
    assert Event.objects.get(name="Again").webhooks.count() == 1


def test_a_form_without_a_request_makes_an_event_each_time(post):
    post(), post()
    assert Event.objects.count() == 2


def test_every_setting_is_kept(post):
    post(
        format="vanguard", packs="generated", table_size="9", pace="off", review_seconds="0", judge="automatic",
        log_visibility="public", on_first_page="on",
    )  # fmt: skip
    event = Event.objects.get()
    assert (event.draft.table_size, event.draft.pace, event.draft.review_seconds) == (9, "off", 0)
    assert (event.draft.judge, event.log_visibility, event.on_first_page) == ("automatic", "public", True)


def test_R17_how_one_fights_is_kept(post):
    post(
        fights="swiss", fights_across="event", swiss_rounds="5", best_of="3", fight_minutes="90", damage_limit="6",
        time_up="draw", sharing="random",
    )  # fmt: skip
    assert settings_of_night(Event.objects.get().night) == {
        "fights": "swiss", "fights_across": "event", "swiss_rounds": 5, "best_of": 3, "fight_minutes": 90,
        "damage_limit": 6, "time_up": "draw", "sharing": "random",
        "counter": "", "counter_start": 20, "counter_loses": 0, "build_minutes": 0, "lands": "provided",
        "lists": "off", "constructed_format": "other",
        "avatars": "off", "planes": "off", "avatar_every": "event",
    }  # fmt: skip


@pytest.mark.parametrize(("minutes", "kept"), [(None, 30), ("0", 0), ("5", 5), ("90", 90)])
def test_M20_the_time_to_build_a_deck_is_kept(post, minutes, kept):
    post(
        format="magic-sealed", card_set="MAG01", lands="own", **({} if minutes is None else {"build_minutes": minutes})
    )
    night = Event.objects.get().night
    assert (night.build_minutes, night.lands) == (kept, "own")


@pytest.mark.parametrize("minutes", ["4", "91", "-1"])
def test_M20_another_time_to_build_a_deck_is_the_form_again(post, minutes):
    answer = post(format="magic-sealed", card_set="MAG01", build_minutes=minutes)
    assert "Decks are built for 5 to 90 minutes, or 0: until you go on." in answer.content.decode()
    assert not Event.objects.exists()


def test_an_older_form_makes_a_night_that_fights_as_is_usual(post):
    post()
    post(format="magic-draft", card_set="MAG01")
    nights = [settings_of_night(event.night) for event in Event.objects.order_by("id")]
    assert nights == [settings_of_night(NightSettings()), settings_of_night(NightSettings(best_of=3, build_minutes=25))]


def test_each_source_of_packs_says_what_it_means(organizer_client, sample_sets):
    page = organizer_client.get("/events/new/").content.decode()
    said = dict(re.findall(r'data-choice="(generated|uploaded|paper)">.*?data-part="more">([^<]+)</span>', page, re.S))
    assert said == {
        "generated": "The cards are in your boxes; a pull list says which ones to hand out.",
        "uploaded": "You write down what lies in each pack.",
        "paper": "Fighters open boosters at the table, and their phones say what to do.",
    }


def test_the_page_begins_with_no_sharing_but_a_form_without_the_field_shares_equally(organizer_client, post):
    page = organizer_client.get("/events/new/")
    assert page.context["form"]["sharing"].value() == "keep"
    post()
    event = Event.objects.get()
    assert event.night.sharing == "equal"
    again = organizer_client.get(f"/events/new/?like={event.code}")
    assert again.context["form"]["sharing"].value() == "equal"


def test_a_fault_among_the_fights_opens_them(post, organizer_client):
    closed, opened = organizer_client.get("/events/new/"), post(fight_minutes="3")
    shown = ['<details class="more fights" open>' in answer.content.decode() for answer in (closed, opened)]
    assert shown == [False, True]


def test_only_a_game_with_a_limit_of_damage_asks_for_one(organizer_client, sample_sets):
    pages = [
        organizer_client.get(f"/events/new/?format={slug}").content.decode() for slug in ("vanguard", "magic-draft")
    ]
    assert ['name="damage_limit"' in page for page in pages] == [True, False]


def test_the_settings_are_tried_in_a_practice_against_bots(post, client, organizer_client):
    fields = {"format": "magic-draft", "card_set": "MAG01", "table_size": "5", "pace": "brisk"}
    chosen = {"review_seconds": "60", "own_picks": "open", "one_tap": "on", "guests": "Kourin", "on_first_page": "on"}
    answer = post(practice="on", **fields, **chosen)
    event = Event.objects.get()
    draft = event.draft
    assert (answer["Location"], event.organizer, event.phase) == (f"/events/{event.code}/", None, "drafting")
    assert organizer_client.get(answer["Location"]).status_code == 200
    assert (draft.format, draft.pace, draft.own_picks) == ("magic-draft", "brisk", "open")
    assert (draft.one_tap, draft.review_seconds, draft.judge) == (True, 60, "automatic")
    assert [event.fighters.filter(bot=is_bot).count() for is_bot in (False, True)] == [1, 4]
    assert (event.night.fights, event.night.sharing, event.on_first_page) == ("off", "keep", False)


def test_the_same_settings_tried_twice_are_one_practice_until_it_is_over(organizer_client, organizer, sample_sets):
    sent = {"name": "Friday draft", "card_set": "SMP01", "request": "x" * 32, "practice": "on"}
    first, second = (organizer_client.post("/events/new/", sent)["Location"] for _ in range(2))
    other = Client()
    other.force_login(User.objects.create_user("bea"))
    assert (first == second, other.post("/events/new/", sent)["Location"] != first) == (True, True)
    Event.objects.update(phase="finished")
    assert organizer_client.post("/events/new/", sent)["Location"] != first


@pytest.mark.parametrize(
    ("fields", "faulty"),
    [
        ({"card_set": "NONE"}, "card_set"),
        ({"packs": "paper"}, "packs"),
        ({"packs": "uploaded", "pack_list": "SMP01/001\nSMP01/002"}, "__all__"),
    ],
)
def test_settings_that_cannot_be_tried_bring_the_form_back(post, fields, faulty):
    assert faulty_fields(post(practice="on", **fields)) == [faulty]
    assert Event.objects.count() == 0


def test_settings_are_not_tried_without_end(post):
    for _ in range(LIMITS[ThrottledAction.PRACTICE].most):
        record_attempt(ThrottledAction.PRACTICE, address="127.0.0.1")
    assert (post(practice="on").status_code, post().status_code) == (429, 302)


def test_a_field_with_nothing_to_choose_from_is_not_offered(organizer_client, sample_sets):
    page = organizer_client.get("/events/new/").content.decode()
    assert [f'name="{name}"' in page for name in ("guests", "house_rules")] == [True, False]


@pytest.mark.parametrize("form", ["duel", "two-headed-giant", "commander", "emperor"])
def test_the_page_hides_the_sizes_of_tables_that_a_form_of_fights_cannot_have(organizer_client, form):
    page = organizer_client.get("/events/new/?format=magic-own").content.decode()
    tags = [tag for tag in re.findall(r"<input[^>]*>", page) if 'name="table_size"' in tag]
    sizes = {re.search(r'value="(\d+)"', tag)[1]: re.search(r'data-not-for="([^"]*)"', tag)[1].split() for tag in tags}
    sent = {"name": "Friday", "format": "magic-own", "fight_form": form}
    answers = {size: organizer_client.post("/events/new/", sent | {"table_size": size}).status_code for size in sizes}
    assert answers == {size: 200 if form in forms else 302 for size, forms in sizes.items()}


def test_a_set_may_be_given_for_each_round_in_order(post):
    codes = ["SMP01", "SMP02", "SMP01", "SMP02", "SMP02", "SMP01"]
    post(card_set=codes)
    assert list(Event.objects.get().draft.rounds.order_by("round").values_list("card_set__code", flat=True)) == codes


def test_an_empty_choice_means_the_same_set_as_before(post):
    post(card_set=["SMP01", "", "", "smp02", "", ""])
    codes = list(Event.objects.get().draft.rounds.order_by("round").values_list("card_set__code", flat=True))
    assert codes == ["SMP01"] * 3 + ["SMP02"] * 3


@pytest.mark.parametrize(
    ("fields", "faulty"),
    [
        ({"name": ""}, "name"),
        ({"name": " \t "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "del\x7fbyte"}, "name"),
        ({"name": "turned \u202e round"}, "name"),
        ({"card_set": ""}, "card_set"),
        ({"card_set": "BT99"}, "card_set"),
        ({"card_set": "x" * 5000}, "card_set"),
        ({"card_set": "\x7f"}, "card_set"),
        ({"card_set": ["SMP01", "SMP02", "SMP01"]}, "card_set"),
        ({"card_set": ["SMP01"] * 7}, "card_set"),
        ({"packs": "stolen"}, "packs"),
        ({"packs": "uploaded"}, "pack_list"),
        ({"packs": "uploaded", "pack_list": "\n\n"}, "pack_list"),
        ({"packs": "uploaded", "pack_list": "SMP01/001\n\x7f"}, "pack_list"),
        ({"packs": "uploaded", "pack_list": "A" * 300_000}, "pack_list"),
        ({"format": "poker"}, "format"),
        ({"table_size": "1"}, "table_size"),
        ({"table_size": "10"}, "table_size"),
        ({"table_size": "four"}, "table_size"),
        ({"table_size": "9" * 5000}, "table_size"),
        ({"pace": "hasty"}, "pace"),
        ({"review_seconds": "-1"}, "review_seconds"),
        ({"review_seconds": "3601"}, "review_seconds"),
        ({"review_seconds": "1e3"}, "review_seconds"),
        ({"review_seconds": "9" * 5000}, "review_seconds"),
        ({"judge": "me"}, "judge"),
        ({"log_visibility": "nobody"}, "log_visibility"),
        ({"fights": "duel"}, "fights"),
        ({"fights_across": "town"}, "fights_across"),
        *(({"swiss_rounds": value}, "swiss_rounds") for value in ("0", "10", "-1", "three", "9" * 5000)),
        *(({"best_of": value}, "best_of") for value in ("0", "2", "5")),
        *(({"fight_minutes": value}, "fight_minutes") for value in ("4", "91", "-5", "25.5", "9" * 5000)),
        *(({"damage_limit": value}, "damage_limit") for value in ("2", "10", "four")),
        ({"time_up": "never"}, "time_up"),
    ],
)
def test_a_bad_value_brings_the_form_back_with_a_message_beside_the_field(post, fields, faulty):
    assert faulty_fields(post(**fields)) == [faulty]
    assert not Event.objects.exists()


def test_a_format_is_chosen_first_and_offers_the_sets_of_its_game(organizer_client, sample_sets):
    sets = {}
    for query in ("", "?format=magic-draft", "?format=poker"):
        form = organizer_client.get(f"/events/new/{query}").context["form"]
        sets[query] = [*form.known_sets, form["format"].value()]
    vanguard = ["SMP01", "SMP02", "vanguard"]
    assert sets == {"": vanguard, "?format=magic-draft": ["MAG01", "magic-draft"], "?format=poker": vanguard}


def test_a_new_event_begins_with_the_set_of_the_last_one_of_its_format(organizer_client, post):
    def offered(query=""):
        return organizer_client.get(f"/events/new/{query}").context["form"].sets_by_round[0]

    assert offered() == "SMP01"
    post(card_set="SMP02")
    assert (offered(), offered("?card_set=SMP01"), offered("?format=magic-draft")) == ("SMP02", "SMP01", "MAG01")
    post(format="magic-draft", card_set="MAG01")
    make_event(User.objects.create_user("bo"), card_set="SMP01")
    assert offered() == "SMP02"
    CardSet.objects.filter(code="SMP02").update(partial=True)
    assert offered() == "SMP01"


def test_the_page_reads_no_cards_however_many_sets_there_are(organizer_client, sample_sets):
    queries = []
    for sets in (0, 30):
        for number in range(sets):
            code = f"NEW{number:02}"
            card_set = CardSet.objects.create(game="magic", code=code, name=code)
            make_cards(
                card_set, MagicCard(f"{code}/1", "Wolf", rarity="C", printed_type="Creature", type_line="Creature")
            )
        derive_shapes()
        with CaptureQueriesContext(connection) as asked:
            form = organizer_client.get("/events/new/?format=magic-draft").context["form"]
        queries.append(len(asked))
        assert len(form.known_sets) == 1 + sets
        assert not any('SELECT "drafts_card"' in query["sql"] or "printed_type" in query["sql"] for query in asked)
    assert queries[0] == queries[1]


def test_M1_M2_M8_a_magic_draft_is_made_with_what_is_usual_there(post):
    answer = post(format="magic-draft", card_set="MAG01")
    event = Event.objects.get()
    assert answer["Location"] == f"/events/{event.code}/host/"
    draft = event.draft
    assert (draft.format, draft.table_size, draft.review_seconds, draft.judge) == ("magic-draft", 8, 60, "organizer")
    assert list(event.draft.rounds.values_list("round", "card_set__code")) == [(n, "MAG01") for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("fields", "faulty", "message"),
    [
        ({"card_set": "SMP01"}, "card_set", "There is no set SMP01"),
        ({"card_set": ["MAG01", "MAG01"]}, "card_set", "Give one set for all packs, or 3, one for each pack."),
        ({"table_size": "13"}, "table_size", "Select a valid choice"),
        ({"review_seconds": "29"}, "review_seconds", "The review lasts 0 seconds, until you end it, or 30 and more."),
        ({"packs": "uploaded", "pack_list": "MAG01/001\nSMP01/001"}, "pack_list", "line 2: no loaded set"),
    ],
)
def test_M1_M2_M8_a_setting_that_the_format_does_not_allow_is_refused(post, fields, faulty, message):
    answer = post(**({"format": "magic-draft", "card_set": "MAG01"} | fields))
    assert faulty_fields(answer) == [faulty]
    assert message in str(answer.context["form"].errors[faulty])


def test_M7_own_picks_in_sight_are_kept_for_digital_packs_of_magic(post):
    for fields in ({}, {"own_picks": "open", "one_tap": "on"}, {"own_picks": "open", "packs": "paper"}):
        post(format="magic-draft", card_set="MAG01", **fields)
    made = [(event.draft.own_picks, event.draft.one_tap) for event in Event.objects.order_by("id")]
    assert made == [("closed", False), ("open", True), ("closed", False)]


def test_R8_a_vanguard_event_has_its_own_picks_face_down(post, organizer_client, organizer):
    assert 'name="own_picks"' not in organizer_client.get("/events/new/").content.decode()
    post(own_picks="open")
    assert Event.objects.get().draft.own_picks == "closed"
    with pytest.raises(ServiceError, match="keep own picks face down"):
        make_event(organizer, own_picks=OwnPicks.OPEN)


@pytest.mark.parametrize(("own_picks", "is_said"), [("closed", False), ("open", True)])
def test_the_event_and_its_lobby_say_that_own_picks_are_in_sight(
    client, organizer, organizer_client, sample_sets, own_picks, is_said
):
    event = make_event(organizer, card_set="MAG01", format_="magic-draft", own_picks=OwnPicks(own_picks))
    said = "Your own picks stay in sight while packs are drafted. The others do not see them."
    joins = client.get(f"/join/{event.code}/").content.decode()
    lobby = client.post(f"/join/{event.code}/", {"nickname": "Aichi"}, follow=True).content.decode()
    assert [said in page for page in (joins, lobby)] == [is_said] * 2
    assert ("In sight all the time" in organizer_client.get(f"/events/{event.code}/host/").content.decode()) == is_said


def test_an_event_run_again_keeps_its_format(organizer_client, organizer, sample_sets):
    event = make_event(organizer, card_set="MAG01", format_="magic-draft", review_seconds=90)
    form = organizer_client.get(f"/events/new/?like={event.code}").context["form"]
    assert [form[name].value() for name in ("format", "card_set", "review_seconds")] == ["magic-draft", ["MAG01"], 90]


def test_real_packs_are_offered_and_a_list_that_comes_with_them_is_passed_over(post, organizer_client):
    assert 'value="paper"' in organizer_client.get("/events/new/").content.decode()
    assert post(packs="paper", pack_list="SMP01/001", judge="automatic").status_code == 302
    draft = Event.objects.get().draft
    assert (draft.pack_source, draft.pack_list, draft.judge) == ("paper", "", "organizer")


def test_a_post_of_nothing_at_all_brings_the_form_back(organizer_client, sample_sets):
    assert faulty_fields(organizer_client.post("/events/new/")) == ["name", "card_set"]


def test_listed_packs_need_no_set(organizer_client, sample_sets):
    organizer_client.post("/events/new/", {"name": "Own packs", "packs": "uploaded", "pack_list": PACK_LIST})
    assert list(Draft.objects.values_list("pack_source", "pack_list", "rounds")) == [("uploaded", PACK_LIST, None)]


def test_an_unknown_card_number_is_named_with_its_line(post):
    answer = post(packs="uploaded", pack_list=PACK_LIST + "\n\nSMP01/001\nBT06/999EN")
    assert faulty_fields(answer) == ["pack_list"]
    assert '<a href="#id_pack_list">List of packs</a>' in answer.content.decode()  # at the top of the page
    assert "line 74" in str(answer.context["form"].errors["pack_list"])
    assert "BT06/999EN" in str(answer.context["form"].errors["pack_list"])


def test_bare_numbers_of_listed_packs_are_looked_up_in_the_sets_of_the_list(post):
    listed = PACK_LIST.replace("SMP01/001", "smp01-001").replace("SMP01/002", "002")
    post(packs="uploaded", pack_list=listed)
    assert [draft.pack_list for draft in Draft.objects.all()] == [PACK_LIST]


def test_a_bare_number_that_two_sets_have_is_refused_with_both_named(post):
    answer = post(packs="uploaded", pack_list=PACK_LIST.replace("SMP01/", ""))
    assert faulty_fields(answer) == ["pack_list"]
    assert "line 1: 001 can be SMP01/001, SMP02/001" in str(answer.context["form"].errors["pack_list"])


def test_the_values_that_were_typed_come_back_with_the_message(post):
    page = post(pace="brisk", table_size="7", name="", review_seconds="90").content.decode()
    assert all(
        f"{field} " in page or f"{field}>" in page
        for field in ('value="brisk" id="id_pace_0" checked', 'value="7" id="id_table_size_5" checked')
    )
    assert '<option value="90" selected>90 seconds</option>' in page


def test_the_live_total_of_each_pace_is_worked_out_by_the_server(organizer_client, sample_sets):
    lengths = organizer_client.get("/events/new/").context["lengths"]["5t"]
    assert {pace: lengths[pace]["120"] for pace in lengths} == {
        "off": "as long as it takes",
        "brisk": "about 11 minutes",
        "standard": "about 14½ minutes",
        "relaxed": "about 20 minutes",
    }


@pytest.mark.parametrize("like", ["like", "again"])
def test_run_it_again_copies_the_settings_into_the_form(organizer_client, organizer, sample_sets, like):
    night = NightSettings(fights="swiss", swiss_rounds=5, fight_minutes=35, best_of=3, time_up="draw", damage_limit=5)
    event = make_event(organizer, table_size=6, review_seconds=45, name="Sunday draft", night=night)
    form = organizer_client.get(f"/events/new/?{like}={event.code.lower()}").context["form"]
    asked = {name: value for name, value in settings_of_night(event.night).items() if name in form.fields}
    assert {name: form[name].value() for name in asked} == asked
    copied = {name: form[name].value() for name in ("name", "table_size", "pace", "review_seconds", "card_set")}
    assert copied == {
        "name": "Sunday draft", "table_size": 6, "pace": "off", "review_seconds": 45, "card_set": ["SMP01"]
    }  # fmt: skip


def test_no_organizer_copies_from_the_event_of_another(organizer_client, sample_sets):
    other = User.objects.create_user("bea")
    event = make_event(other, name="Bea's secret draft")
    form = organizer_client.get(f"/events/new/?like={event.code}").context["form"]
    assert form["name"].value() == "Draft night"


@pytest.mark.parametrize("code", ["", "AAAAAA", "\x7f", "é" * 6, "x" * 5000])
def test_an_odd_event_to_repeat_is_passed_over(organizer_client, sample_sets, code):
    assert organizer_client.get("/events/new/", {"like": code}).status_code == 200


def test_the_home_page_shows_what_goes_on_and_what_is_over(organizer_client, organizer, sample_sets):
    running, over = make_event(organizer, "Aichi", name="Now"), make_event(organizer, name="Then")
    over.phase = "finished"
    over.save()
    make_event(User.objects.create_user("bea"), name="Not mine")
    page = organizer_client.get("/events/")
    lists = page.context["events"]
    assert ([event.name for event in lists.tonight], [event.name for event in lists.past]) == (["Now"], ["Then"])
    links = (f"/events/{running.code}/host/", f"/events/{running.code}/display/", f"/events/new/?like={over.code}")
    assert [link in page.content.decode() for link in links] == [True, True, True]


def test_decks_of_another_size_are_announced_before_the_draft(organizer_client, sample_sets):
    pack_list = "\n\n".join(["\n".join(["SMP01/001"] * 7)] * 12)
    fields = {"name": "Seven", "packs": "uploaded", "pack_list": pack_list}
    page = organizer_client.post("/events/new/", fields, follow=True).content.decode()
    assert "each fighter will have 42 cards, not 30" in page


def test_a_form_without_its_csrf_field_is_refused(organizer, sample_sets):
    client = Client(enforce_csrf_checks=True)
    client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post("/events/new/", {"name": "x", "card_set": "SMP01"}).status_code == 403


AVATARS = {"format": "magic-sealed", "card_set": "MAG01", "avatars": "choose", "avatar_every": "round"}


def test_M27_an_event_of_magic_says_how_its_fighters_come_to_avatars(post, organizer_client):
    post(**AVATARS)
    night = Event.objects.get().night
    assert (night.avatars, night.avatar_every) == ("choose", "round")
    fields = [f'name="{name}"' for name in ("avatars", "avatar_every")]
    pages = [
        organizer_client.get(f"/events/new/?format={slug}").content.decode()
        for slug in ("magic-draft", "vanguard", "plain")
    ]
    assert [[field in page for field in fields] for page in pages] == [[True] * 2, [False] * 2, [False] * 2]


def test_M27_without_a_loaded_avatar_the_form_says_so(post):
    CardSet.objects.get(code="MAV01").cards.all().delete()
    assert "No avatar is loaded here." in post(**AVATARS).content.decode()
    assert not Event.objects.exists()
    post(**AVATARS | {"avatars": "off"})
    assert Event.objects.count() == 1


@pytest.mark.parametrize("fields", [{"avatars": "stolen"}, {"avatar_every": "game"}])
def test_M27_another_way_to_avatars_is_the_form_again(post, fields):
    assert post(**AVATARS | fields).status_code == 200
    assert not Event.objects.exists()


def test_M26_a_set_of_avatars_is_none_of_those_that_can_be_drafted(organizer_client, post):
    assert "MAV01" not in organizer_client.get("/events/new/?format=magic-draft").content.decode()
    assert "MAV01" in post(format="magic-draft", card_set="MAV01").content.decode()
    assert not Event.objects.exists()
