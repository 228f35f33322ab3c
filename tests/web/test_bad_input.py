"""Whatever is sent, no page breaks."""

import pytest
from django.test import Client

from tests.nights import fighter, make_event, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi")


ODD_CODES = [
    "A",
    "AAAAAAA",
    "A" * 5000,
    "%00%00%00%00%00%00",
    "%FF%FE%FD%FC%FB%FA",
    "ÄÖÜÄÖÜ",
    "../../",
    "'OR1=1",
    "AAAAAA",
]
PAGES = [
    "/join/{}/",
    "/events/{}/",
    "/events/{}/host/",
    "/events/{}/table/1/",
    "/events/{}/log/",
    "/events/{}/log/log.json",
    "/events/{}/deck.txt",
]
ODD_ACTIONS = ["START", "start%00", "..", "x" * 3000, "ärger"]
ODD_TABLES = ["0", "00", "2", "-1", "99999999999999999999", "9" * 5000, "1.5", "x", "%00", "%31%00", "１", "²"]


@pytest.mark.parametrize("page", PAGES)
def test_odd_codes_are_not_found(organizer_client, page):
    assert {code: organizer_client.get(page.format(code)).status_code for code in ODD_CODES} == dict.fromkeys(
        ODD_CODES, 404
    )


def test_odd_tables_are_not_found(client, event):
    answers = {number: client.get(f"/events/{event.code}/table/{number}/").status_code for number in ODD_TABLES}
    assert answers == dict.fromkeys(ODD_TABLES, 404)


def test_odd_actions_are_not_found(organizer_client, event):
    answers = {
        action: organizer_client.post(f"/events/{event.code}/host/{action}/").status_code for action in ODD_ACTIONS
    }
    assert answers == dict.fromkeys(ODD_ACTIONS, 404)


BODIES = [
    (b"", "application/x-www-form-urlencoded"),
    (b"\xff\xfe\x00nickname=\xff", "application/x-www-form-urlencoded"),
    (b"nickname=%FF&code=%FF&name=%FF&card_set=%FF&table_size=%FF&confirm=%FF", "application/x-www-form-urlencoded"),
    (
        b"nickname=%00&code=%00&name=%00&card_set=%00&pack_list=%00&fighter=%00&table=%00",
        "application/x-www-form-urlencoded",
    ),
    (b'{"nickname": ["x"], "code": {}}', "application/json"),
    (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
    (b"--x", "multipart/form-data"),
    (b"x" * 100_000, "text/plain"),
    (b"a=1&" * 2000, "application/x-www-form-urlencoded"),
    (b"nickname=x", "application/x-www-form-urlencoded; charset=klingon"),
]
FORMS = [
    "/join/",
    "/join/{}/",
    "/events/new/",
    "/events/{}/leave/",
    *(f"/events/{{}}/host/{action}/" for action in ("remove", "judge", "seat-bot", "undo", "stop", "pause")),
]


@pytest.mark.parametrize("form", FORMS)
def test_odd_bodies_break_no_form(organizer_client, event, form):
    for body, kind in BODIES:
        answer = organizer_client.generic("POST", form.format(event.code), body, content_type=kind)
        assert (answer.status_code in (200, 302, 400), event.fighters.count()) == (True, 1)


def test_a_file_where_text_is_expected_breaks_no_form(organizer_client, sample_sets, tmp_path):
    file = tmp_path / "name.txt"
    file.write_bytes(b"\xff\x00" * 100)
    with file.open("rb") as opened:
        assert organizer_client.post("/events/new/", {"name": opened, "pack_list": opened}).status_code == 200


def test_a_dead_session_is_led_to_the_door(client, event):
    sit_down(client, fighter(event, "Aichi"))
    client.session.flush()
    assert client.get(f"/events/{event.code}/")["Location"] == f"/join/{event.code}/"


@pytest.mark.parametrize("page", [*PAGES, "/", "/practice/", "/join/", "/events/", "/events/new/", "/events/{}/leave/"])
def test_other_methods_are_not_allowed(organizer_client, event, page):
    methods = ("put", "patch", "delete", "options", "trace")
    answers = {method: getattr(organizer_client, method)(page.format(event.code)).status_code for method in methods}
    assert answers == dict.fromkeys(methods, 405)


def test_a_head_request_is_answered_like_a_get_without_its_body(client, event):
    pages = ("/", f"/join/{event.code}/", f"/events/{event.code}/table/1/")
    assert [(client.head(page).status_code, client.head(page).content) for page in pages] == [(200, b"")] * 3


def test_no_page_runs_scripts_or_styles_of_its_own_text(organizer_client, event):
    for page in ("/", "/events/", "/events/new/", f"/events/{event.code}/host/", f"/join/{event.code}/"):
        answer = organizer_client.get(page)
        text = answer.content.decode()
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert [sign for sign in (" style=", "<style", " onclick=", "javascript:") if sign in text] == []


def test_another_sites_pages_get_no_address_with_a_token(client, event):
    answer = client.get(f"/rejoin/{fighter(event, 'Aichi').token}/")
    assert (answer["Referrer-Policy"], Client().get("/")["Referrer-Policy"]) == ("same-origin", "same-origin")
