import re

import pytest
from django.test import Client

from drafts.browsers import MOST_EVENTS
from drafts.models import Attempt, Event, Fighter, ThrottledAction
from drafts.services.events.guests import add_guest
from drafts.services.events.lobby import join_event, renew_token
from drafts.services.events.removals import leave_event, remove_fighter, undo_removal
from drafts.services.throttling import LIMITS
from tests.factories import drafted_event, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db
MOST_WRONG_CODES = LIMITS[ThrottledAction.CODE].most_of_browser
MOST_OF_ADDRESS = LIMITS[ThrottledAction.CODE].most
TAKEN_OFF = "The organizer took you off the list."


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def test_a_code_leads_to_its_event(client, event):
    assert client.post("/join/", {"code": event.code})["Location"] == f"/join/{event.code}/"


def test_a_code_may_be_typed_in_any_case_and_with_spaces(client, event):
    typed = f" {event.code[:3].lower()} {event.code[3:].lower()} "
    assert client.post("/join/", {"code": typed})["Location"] == f"/join/{event.code}/"


@pytest.mark.parametrize("code", ["", "ABC", "AAAAAA", "\x7f\x7f\x7f\x7f\x7f\x7f", "x" * 1000, "ÄÖÜßÉÑ", "١٢٣٤٥٦"])
def test_a_wrong_code_brings_the_form_back_with_a_message_beside_it(client, event, code):
    answer = client.post("/join/", {"code": code})
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, ["code"])
    assert 'class="errorlist"' in answer.content.decode()


def test_the_join_page_knows_the_code_in_any_case(client, event):
    assert client.get(f"/join/{event.code.lower()}/").status_code == 200


def test_the_join_page_says_what_is_played(client, organizer, sample_sets):
    magic, vanguard = ("magic-draft", "MAG01", "Magic booster draft"), ("vanguard", "SMP01", "Vanguard Booster Draft")
    for format_, card_set, words in (magic, vanguard):
        event = make_event(organizer, card_set=card_set, format_=format_)
        head = client.get(f"/join/{event.code}/").content.decode().split('<form class="form')[0]
        assert f"<b>{words}</b>" in head


def test_a_nickname_takes_a_place_and_leads_to_the_play_page(client, event):
    answer = client.post(f"/join/{event.code}/", {"nickname": "  Kamui  Katsuragi "})
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.code}/")
    assert list(event.fighters.values_list("nickname", flat=True)) == ["Aichi", "Kamui Katsuragi"]
    assert client.get(answer["Location"]).context["fighter"].nickname == "Kamui Katsuragi"


@pytest.mark.parametrize(
    "nickname",
    [
        "",
        " ",
        "A",
        "x" * 25,
        "x" * 5000,
        "aichi",
        "ＡＩＣＨＩ",
        "Ai\u202echi",
        "Ai\x7fchi",
        "Ai\nchi\x7f",
        "\u200b\u200b\u200b",
        "\u3164\u3164",
        "\u2800\u2800",
        "Aichi\u3164",
        "Aichi\u034f",
        "Aichi\ufe00",
    ],
)
def test_a_bad_or_taken_nickname_brings_the_form_back_with_a_message_beside_it(client, event, nickname):
    answer = client.post(f"/join/{event.code}/", {"nickname": nickname})
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, ["nickname"])
    assert event.fighters.count() == 1


@pytest.mark.parametrize(
    "nickname", ["<script>alert(1)</script>"[:24], '"onload=x"', "'; DROP TABLE x; --", "{{ 7*7 }}", "=cmd()"]
)
def test_a_nickname_is_shown_as_it_is_and_never_as_markup(client, event, nickname):
    client.post(f"/join/{event.code}/", {"nickname": nickname})
    page = client.get(f"/events/{event.code}/").content.decode()
    assert ("<script>alert" in page, 'onload=x"' in page.replace("&quot;", "'")) == (False, False)
    assert event.fighters.filter(nickname=nickname).count() == 1


def test_a_name_of_another_alphabet_that_looks_like_a_taken_one_is_taken(client, event):
    answer = client.post(f"/join/{event.code}/", {"nickname": "\u0410i\u0441hi"})  # its A and c are Cyrillic
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, ["nickname"])
    assert event.fighters.count() == 1
    assert client.post(f"/join/{event.code}/", {"nickname": "\u041a\u0430\u0442\u044f"}).status_code == 302


def test_an_event_s_page_is_no_larger_for_a_hundred_than_for_ten_but_for_the_names(organizer, sample_sets):
    sizes = []
    for many in (10, 100):
        event = make_event(organizer, *(f"Fighter {number:02}" for number in range(many)))
        client = Client()
        sit_down(client, fighter(event, "Fighter 00"))
        sizes.append(len(client.get(f"/events/{event.code}/").content))
    assert sizes[1] - sizes[0] < 90 * len("Fighter 00")


def request_of(page):
    return re.search(r'name="request" value="([^"]+)"', page.content.decode())[1]


def test_a_second_tap_on_join_gets_the_place_of_the_first(client, event):
    request = request_of(client.get(f"/join/{event.code}/"))
    taps = [Client(), Client()]  # the second tap does not know yet what the first was given
    for tap in taps:
        answer = tap.post(f"/join/{event.code}/", {"nickname": "Kamui", "request": request})
        assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.code}/")
    pages = [tap.get(f"/events/{event.code}/").context["fighter"].nickname for tap in taps]
    assert (pages, event.fighters.count()) == (["Kamui", "Kamui"], 2)


@pytest.mark.parametrize("request_", ["", "x", "x:y", "a" * 199, "\0"])
def test_a_request_that_no_page_of_ours_named_gets_a_place_of_its_own(event, request_):
    for name in ("Kamui", "Misaki"):
        Client().post(f"/join/{event.code}/", {"nickname": name, "request": request_})
    tokens = set(event.fighters.values_list("token", flat=True))
    assert len(tokens) == (3 if request_ != "\0" else 1)


def test_a_request_is_for_one_event_and_every_page_has_another(client, event, organizer):
    other = make_event(organizer)
    pages = [client.get(f"/join/{event.code}/") for _ in range(2)]
    assert request_of(pages[0]) != request_of(pages[1])
    for one in (event, other):
        Client().post(f"/join/{one.code}/", {"nickname": "Kamui", "request": request_of(pages[0])})
    assert fighter(event, "Kamui").token != fighter(other, "Kamui").token


def test_a_fighter_who_was_given_a_new_link_is_not_let_in_by_the_old_request(client, event):
    request = request_of(client.get(f"/join/{event.code}/"))
    client.post(f"/join/{event.code}/", {"nickname": "Kamui", "request": request})
    renew_token(fighter=fighter(event, "Kamui"))
    answer = client.post(f"/join/{event.code}/", {"nickname": "Kamui", "request": request})
    assert list(answer.context["form"].errors) == ["nickname"]


def test_a_fighter_who_is_seated_already_is_led_to_their_seat(client, event):
    sit_down(client, fighter(event, "Aichi"))
    answers = [client.get(f"/join/{event.code}/"), client.post(f"/join/{event.code}/", {"nickname": "Twin"})]
    assert [answer["Location"] for answer in answers] == [f"/events/{event.code}/"] * 2
    assert event.fighters.count() == 1


def test_a_started_event_says_kindly_that_it_has_started_and_where_to_watch(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for answer in (client.get(f"/join/{event.code}/"), client.post(f"/join/{event.code}/", {"nickname": "Misaki"})):
        page = answer.content.decode()
        assert (answer.status_code, "has started" in page, f"/events/{event.code}/display/" in page) == (
            200,
            True,
            True,
        )
    assert event.fighters.count() == 2


def test_a_finished_event_says_kindly_that_it_is_over(client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    event.phase = "finished"
    event.save()
    page = client.get(f"/join/{event.code}/").content.decode()
    assert ("is over" in page, f"/events/{event.code}/display/" in page) == (True, True)


def test_a_fighter_who_was_removed_reads_so_until_they_join_again(client, event):
    sit_down(client, fighter(event, "Aichi"))
    remove_fighter(event=event, fighter_id=fighter(event, "Aichi").id)
    page = f"/join/{event.code}/"
    assert [who.get(page).context["was_removed"] for who in (client, Client())] == [True, False]
    assert TAKEN_OFF in client.get(page).content.decode()
    client.post(page, {"nickname": "Aichi"})
    remove_fighter(event=event, fighter_id=fighter(event, "Aichi").id)
    assert client.get(page).context["was_removed"] is True
    undo_removal(event=event, fighter_id=event.removals.last().fighter)
    assert client.get(page)["Location"] == f"/events/{event.code}/"


def test_a_fighter_who_was_removed_from_a_draft_reads_so(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    sit_down(client, fighter(event, "Aichi"))
    remove_fighter(event=event, fighter_id=fighter(event, "Aichi").id)
    pages = [who.get(f"/join/{event.code}/").content.decode() for who in (client, Client())]
    assert ["The organizer removed you." in page for page in pages] == [True, False]


def test_a_fighter_who_left_is_not_said_to_be_removed(client, event):
    sit_down(client, fighter(event, "Aichi"))
    leave_event(fighter=fighter(event, "Aichi"))
    assert client.get(f"/join/{event.code}/").context["was_removed"] is False


def test_a_full_event_says_kindly_that_it_is_full(client, organizer, sample_sets):
    packs = "\n\n".join(["SMP01/001"] * 12)
    event = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=packs)
    answers = [client.get(f"/join/{event.code}/"), client.post(f"/join/{event.code}/", {"nickname": "Misaki"})]
    assert [(answer.status_code, "is full" in answer.content.decode()) for answer in answers] == [(200, True)] * 2
    assert event.fighters.count() == 2


def test_a_rejoin_link_takes_the_seat_over_on_this_device(client, event):
    answer = client.get(f"/rejoin/{fighter(event, 'Aichi').token}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.code}/")
    assert client.get(answer["Location"]).context["fighter"].nickname == "Aichi"


@pytest.fixture
def bens(event):
    """A device that plays as Ben, whose name has to keep its direction to itself, and the link of Aichi."""
    client, ben = Client(), join_event(event=event, nickname="\u0628\u0646 <b>")
    sit_down(client, ben)
    return client, f"/rejoin/{fighter(event, 'Aichi').token}/"


def seat_on(client, event):
    return client.get(f"/events/{event.code}/").context["fighter"].nickname


@pytest.mark.parametrize("sent", [None, {}, {"replace": ""}, {"replace": "no"}, {"replace": ["yes", "no"]}])
def test_the_link_of_another_fighter_asks_before_it_takes_ones_own_seat_away(event, bens, sent):
    client, link = bens
    page = client.get(link) if sent is None else client.post(link, sent)
    assert (page.status_code, page["Referrer-Policy"], "no-store" in page["Cache-Control"]) == (
        200,
        "strict-origin",
        True,
    )
    own = '<bdi dir="auto">\u0628\u0646 &lt;b&gt;</bdi>'
    for words in (f"Stay as {own}", 'Play as <bdi dir="auto">Aichi</bdi>', f'href="/events/{event.code}/"'):
        assert words in page.text
    assert seat_on(client, event) == "\u0628\u0646 <b>"


def test_the_link_of_another_fighter_takes_the_place_of_ones_own_seat_where_that_is_wanted(event, bens):
    client, link = bens
    key = client.cookies["sessionid"].value
    assert client.post(link, {"replace": "yes"})["Location"] == f"/events/{event.code}/"
    assert (seat_on(client, event), client.cookies["sessionid"].value != key) == ("Aichi", True)


def test_a_link_that_takes_nothing_away_asks_nothing(event, organizer, bens):
    client, link = bens
    other = make_event(organizer, "Kourin")
    own = f"/rejoin/{event.fighters.exclude(nickname='Aichi').get().token}/"
    links = [
        own,
        f"/rejoin/{fighter(other, 'Kourin').token}/",
        f"/rejoin/{add_guest(event=event, nickname='Gus').token}/",
    ]
    assert [client.get(address).status_code for address in links] == [302] * 3
    assert seat_on(client, event) == "\u0628\u0646 <b>"
    renew_token(fighter=event.fighters.exclude(nickname="Aichi").get(guest=False))
    assert client.get(link).status_code == 302


def test_a_form_that_takes_a_seat_needs_its_token(event, bens):
    client, link = bens
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    assert strict.post(link, {"replace": "yes"}).status_code == 403
    assert seat_on(client, event) == "\u0628\u0646 <b>"


def test_two_devices_may_hold_one_seat(client, event):
    other = Client()
    for device in (client, other):
        sit_down(device, fighter(event, "Aichi"))
    assert [device.get(f"/events/{event.code}/").status_code for device in (client, other)] == [200, 200]


def test_a_replaced_link_leads_to_no_seat_and_says_whom_to_ask(client, event):
    old = fighter(event, "Aichi").token
    sit_down(client, fighter(event, "Aichi"))
    renew_token(fighter=fighter(event, "Aichi"))
    answer = Client().get(f"/rejoin/{old}/")
    assert (answer.status_code, "Ask your organizer" in answer.content.decode()) == (404, True)
    assert client.get(f"/events/{event.code}/")["Location"] == f"/join/{event.code}/"


def test_a_bots_seat_cannot_be_taken_by_its_token(client, organizer, sample_sets):
    event = make_event(organizer, bots=1)
    assert client.get(f"/rejoin/{Fighter.objects.get(event=event).token}/").status_code == 404


@pytest.mark.parametrize("token", ["x", "x" * 43, "x" * 5000, "%00" * 43, "..%2f..%2f", "é" * 43])
def test_an_odd_rejoin_link_is_just_not_found(client, db, token):
    assert client.get(f"/rejoin/{token}/").status_code == 404


def try_wrong_codes(client, times):
    return [client.post("/join/", {"code": "AAAAAA"}).status_code for _ in range(times)]


def test_codes_cannot_be_found_by_trying(client, event):
    assert try_wrong_codes(client, MOST_WRONG_CODES) == [200] * MOST_WRONG_CODES
    answer = client.post("/join/", {"code": event.code})
    assert (answer.status_code, int(answer["Retry-After"])) == (429, 600)
    assert "in 10 minutes at the latest" in answer.content.decode()


@pytest.mark.parametrize(
    "page", ["/join/{}/", "/events/{}/", "/events/{}/table/1/", "/events/{}/log/", "/events/{}/deck.txt"]
)
def test_every_page_with_a_code_counts_wrong_ones(client, event, page):
    wrong = [client.get(page.format("AAAAAA")).status_code for _ in range(MOST_WRONG_CODES)]
    assert (wrong, client.get(page.format("AAAAAA")).status_code) == ([404] * MOST_WRONG_CODES, 429)
    assert client.get(page.format(event.code)).status_code == 429


def test_a_browser_is_counted_from_its_first_wrong_code_on(client, event):
    answers = [client.get("/join/AAAAAA/"), client.post("/join/", {"code": "AAAAAA"})]
    names = set(Attempt.objects.values_list("browser", flat=True))
    assert ([answer.status_code for answer in answers], len(names), names & {""}) == ([404, 200], 1, set())


def test_a_bored_phone_stops_only_itself(client, event):
    try_wrong_codes(client, MOST_WRONG_CODES)
    display, join = f"/events/{event.code}/table/1/", f"/join/{event.code}/"
    assert [client.get(page).status_code for page in (display, join)] == [429, 429]
    assert [Client().get(page).status_code for page in (display, join)] == [200, 200]
    assert Client().post("/join/", {"code": event.code})["Location"] == join


def use_up_the_address(browser=""):
    """Have as many wrong codes counted as one address may bring, as if some minutes had gone by with them."""
    tried = {"action": ThrottledAction.CODE, "address": "127.0.0.1", "browser": browser}
    Attempt.objects.bulk_create(Attempt(**tried) for _ in range(MOST_OF_ADDRESS - Attempt.objects.count()))


def test_a_client_that_throws_the_cookies_away_meets_the_limit_of_the_address(event):
    tries = [Client().post("/join/", {"code": "AAAAAA"}).status_code for _ in range(MOST_WRONG_CODES + 5)]
    assert tries == [200] * (MOST_WRONG_CODES + 5)
    use_up_the_address()
    answers = [Client().post("/join/", {"code": code}) for code in ("AAAAAA", event.code)]
    assert [answer.status_code for answer in answers] == [429, 429]
    assert Client().get(f"/join/{event.code}/").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get(f"/join/{event.code}/").status_code == 200


def test_a_forged_cookie_is_none(event):
    stranger = Client()
    stranger.get(f"/join/{event.code}/")
    known = stranger.cookies["browser"].value
    use_up_the_address()
    forged = [known[:-1], known.replace(":", ""), f'["x","{event.code}"]', "x", ""]
    answers = []
    for value in forged:
        client = Client()
        client.cookies["browser"] = value
        answers.append(client.get(f"/join/{event.code}/").status_code)
    assert (answers, stranger.get(f"/join/{event.code}/").status_code) == ([429] * len(forged), 200)


@pytest.mark.parametrize("page", ["/join/{}/", "/events/{}/table/1/", "/events/{}/", "/events/{}/log/"])
def test_a_browser_that_has_opened_an_event_is_let_in_whatever_its_address_tried(client, event, page):
    client.get(page.format(event.code))
    use_up_the_address()
    display, join = f"/events/{event.code}/table/1/", f"/join/{event.code}/"
    assert [client.get(address).status_code for address in (display, display, join)] == [200, 200, 200]
    assert client.post("/join/", {"code": event.code.lower()})["Location"] == join


def test_a_browser_that_has_opened_one_event_may_try_no_others_for_it(client, event, organizer):
    client.get(f"/join/{event.code}/")
    use_up_the_address()
    other = make_event(organizer)
    assert [client.get(f"/join/{code}/").status_code for code in (other.code, "AAAAAA")] == [429, 429]


def test_a_phone_with_the_join_page_open_joins_whatever_it_and_its_address_tried(client, event):
    client.get(f"/join/{event.code}/")
    try_wrong_codes(client, MOST_WRONG_CODES)
    use_up_the_address()
    answer = client.post(f"/join/{event.code}/", {"nickname": "Kamui"})
    assert (answer["Location"], client.get(answer["Location"]).status_code) == (f"/events/{event.code}/", 200)


def test_a_phone_that_a_link_led_to_its_seat_is_let_in_after_the_seat_is_gone(client, event):
    sit_down(client, fighter(event, "Aichi"))
    client.get(f"/events/{event.code}/")
    use_up_the_address()
    renew_token(fighter=fighter(event, "Aichi"))
    assert client.get(f"/events/{event.code}/", follow=True).redirect_chain == [(f"/join/{event.code}/", 302)]
    assert client.get(f"/events/{event.code}/table/1/").status_code == 200


def test_a_visitor_who_belongs_to_an_event_is_let_in_whatever_others_of_the_same_address_tried(
    client, organizer_client, event
):
    client.cookies["sessionid"] = session_with_seat(fighter(event, "Aichi"))
    use_up_the_address()
    assert client.get(f"/events/{event.code}/").status_code == 200
    assert organizer_client.get(f"/events/{event.code}/table/1/").status_code == 200


def session_with_seat(seat):
    """Return the key of a session that holds a seat, of a browser whose other cookies are gone."""
    other = Client()
    sit_down(other, seat)
    return other.cookies["sessionid"].value


def test_a_browser_remembers_its_latest_events_and_no_more(client, organizer, sample_sets):
    events = [make_event(organizer) for _ in range(MOST_EVENTS + 1)]
    for event in [*events, events[1]]:
        client.get(f"/join/{event.code}/")
    use_up_the_address()
    answers = {event.code: client.get(f"/join/{event.code}/").status_code for event in events}
    assert answers == {event.code: 200 for event in events} | {events[0].code: 429}
    assert len(client.cookies["browser"].value) < 500


def test_another_address_is_not_held_to_it(client, event):
    use_up_the_address()
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post("/join/", {"code": event.code}).status_code == 302


def test_some_wrong_codes_of_the_same_phone_do_not_keep_it_out(client, event):
    try_wrong_codes(client, MOST_WRONG_CODES - 1)
    assert client.post("/join/", {"code": event.code}).status_code == 302


@pytest.mark.parametrize(
    ("phase", "gold"),
    [
        ("drafting", "Watch on the big screen"),
        ("building", "Watch on the big screen"),
        ("fighting", "Watch on the big screen"),
        ("sharing", "Watch on the big screen"),
        ("finished", "Home"),
    ],
)
def test_a_visitor_who_comes_too_late_is_led_to_the_big_screen_as_long_as_there_is_something_to_see(
    client, event, phase, gold
):
    event.phase = phase
    event.save()
    page = client.get(f"/join/{event.code}/").content.decode()
    (button,) = re.findall(r'<a class="button button--primary"[^>]*>(.*?)</a>', page, re.DOTALL)
    assert re.sub(r"<[^>]*>", "", button).strip() == gold


@pytest.mark.parametrize("phase", ["lobby", "drafting"])
def test_an_events_name_keeps_its_direction_to_itself(client, organizer, sample_sets, phase):
    event = make_event(organizer, "Aichi", name="سهرة الجمعة")
    event.phase = phase
    event.save()
    page = client.get(f"/join/{event.code}/").content.decode()
    assert ("\u2068سهرة الجمعة\u2069" in page, '<bdi dir="auto">سهرة الجمعة</bdi>' in page) == (True, True)
