"""No page breaks, whatever is sent."""

import re
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from django.test import Client

from drafts.models import Event
from tests.factories import fighter, make_event, sit_down
from tests.web.addresses import every_address

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


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
    "/events/{}/display/",
    "/events/{}/log/",
    "/events/{}/log/log.json",
    "/events/{}/deck.txt",
    "/events/{}/deck.cod",
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
    "/events/{}/edit/",
    "/events/{}/leave/",
    *(f"/events/{{}}/host/{action}/" for action in ("remove", "judge", "seat-bot", "undo", "stop", "pause")),
]


@pytest.mark.parametrize("form", FORMS)
def test_odd_bodies_break_no_form(organizer_client, event, form):
    for body, kind in BODIES:
        answer = organizer_client.generic("POST", form.format(event.code), body, content_type=kind)
        assert (answer.status_code in (200, 302, 400), event.fighters.count()) == (True, 1)


def test_a_file_where_text_is_expected_breaks_no_form(organizer_client, module_sets, tmp_path):
    file = tmp_path / "name.txt"
    file.write_bytes(b"\xff\x00" * 100)
    with file.open("rb") as opened:
        assert organizer_client.post("/events/new/", {"name": opened, "pack_list": opened}).status_code == 200


@pytest.mark.parametrize(
    "pack_list",
    [
        "\n" * 200_000,
        "x" * 2_000_000,
        "a\u0315\u0301\u0316" * 49_000,
        "\n\n".join(f"A{number}" for number in range(20_000)),
    ],
    ids=["nothing", "one long line", "one tall line", "many packs"],
)
def test_a_list_of_packs_that_is_none_brings_the_form_back(organizer_client, organizer, event, pack_list):
    form = {"name": "Friday", "packs": "uploaded", "pack_list": pack_list}
    answer = organizer_client.post("/events/new/", form)
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, ["pack_list"])
    assert [*organizer.events.all()] == [event]


def test_a_dead_session_is_led_to_the_page_to_join(client, event):
    sit_down(client, fighter(event, "Aichi"))
    client.session.flush()
    assert client.get(f"/events/{event.code}/")["Location"] == f"/join/{event.code}/"


@pytest.mark.parametrize("page", ["/", "/events/", "/accounts/login/"])
@pytest.mark.parametrize(
    "header",
    [
        {"cookie": r'sessionid="\000\000\000\000\000\000\000\000"'},
        {"cookie": "sessionid=\0" + 31 * "x"},
        {"user-agent": "\0"},
    ],
)
def test_a_header_with_a_zero_byte_is_a_bad_request(page, header):
    assert Client(headers=header).get(page).status_code == 400


@pytest.mark.parametrize("page", [*PAGES, "/", "/practice/", "/join/", "/events/", "/events/new/", "/events/{}/leave/"])
def test_other_methods_are_not_allowed(organizer_client, event, page):
    methods = ("put", "patch", "delete", "options", "trace")
    answers = {method: getattr(organizer_client, method)(page.format(event.code)).status_code for method in methods}
    assert answers == dict.fromkeys(methods, 405)


def test_a_head_request_is_answered_like_a_get_without_its_body(client, event):
    pages = ("/", f"/join/{event.code}/", f"/events/{event.code}/table/1/")
    assert [(client.head(page).status_code, client.head(page).content) for page in pages] == [(200, b"")] * 3


ODD_QUERIES = [
    "?page=0&table=0&seat=0&like=&again=&next=",
    "?page=" + "9" * 400 + "&table=" + "9" * 400 + "&seat=" + "9" * 400,
    "?page=-1&table=-1&seat=-1&rarity=%00&grade=%FF&clan=" + "x" * 3000,
    "?page=%00&table=%00&seat=%00&like=%00&next=%00",
    "?page=1e9&table=1e9&seat=\u00b2&like=%ED%A0%80",
    "?table[]=1&table=1&table=2&;;&&=&%ZZ&" + "&".join(f"a{number}=1" for number in range(900)),
]


@pytest.mark.parametrize("query", ODD_QUERIES)
def test_odd_queries_break_no_page(organizer_client, event, query):
    for page in every_address(event):
        assert organizer_client.get(page + query).status_code < 500, page


DIGITS = "9" * 4400  # Python makes no number of more than 4300


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "plain", "packs_each": DIGITS, "picks": DIGITS},
        {"format": "magic-own", "fight_form": "two-headed-giant", "team_poison": DIGITS},
        {"format": "magic-own", "fight_form": "two-headed-giant", "table_size": DIGITS},
    ],
    ids=["packs", "poison", "size"],
)
def test_a_number_of_thousands_of_digits_breaks_no_form(organizer_client, module_sets, fields):
    answers = [
        send("/events/new/", {"name": "Friday", **fields}) for send in (organizer_client.get, organizer_client.post)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]


ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "http:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
    "/\t/evil.example/",
    "/%0d%0aLocation:%20https://evil.example/",
    "/\r\nLocation: https://evil.example/",
    "\x7f//evil.example/",
    "",
]


@pytest.mark.parametrize("there", ELSEWHERE)
def test_no_visitor_is_led_to_another_site(organizer, organizer_client, there):
    right = {"username": "ann", "password": "five of each clan", "next": there}
    answers = [
        Client().post("/accounts/login/", right),
        Client().post(f"/accounts/login/?{urlencode({'next': there})}", right | {"next": ""}),
        organizer_client.get("/accounts/login/", {"next": there}),
        Client().get("/admin/login/", {"next": there}),
        organizer_client.post("/accounts/logout/", {"next": there}),
        organizer_client.post(f"/accounts/logout/?{urlencode({'next': there})}"),
    ]
    for answer in answers:
        led = urlsplit(urljoin("http://testserver/", answer["Location"].replace("\\", "/")))
        assert (answer.status_code, led.scheme, led.netloc) == (302, "http", "testserver")
        assert not re.search(r"[\r\n\x00]", answer["Location"])


def test_links_for_phones_name_the_host_that_was_asked_for_and_no_other(organizer_client, event):
    forged = {"host": "testserver:8000", "x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
    for page in (f"/events/{event.code}/host/", f"/events/{event.code}/table/1/"):
        answer = organizer_client.get(page, headers=forged)
        assert answer.context["join_url"] == f"http://testserver:8000/join/{event.code}/"
        assert "evil.example" not in answer.content.decode()


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "testserver@evil.example", "testserver:x", "", "a b", "[::2]"]
)
def test_a_host_that_is_not_ours_is_refused(client, event, host):
    assert client.get(f"/events/{event.code}/table/1/", headers={"host": host}).status_code == 400


def test_a_rejoin_link_is_named_to_no_other_page(client, event):
    answers = [client.get(f"/rejoin/{token}/") for token in (fighter(event, "Aichi").token, "x" * 43)]
    assert [answer["Referrer-Policy"] for answer in answers] == ["no-referrer", "strict-origin"]
    assert all("no-store" in answer["Cache-Control"] for answer in answers)
    assert client.get("/")["Referrer-Policy"] == "same-origin"
