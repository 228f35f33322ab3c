"""No page breaks, whatever is sent to any address, and nothing is stored that a move to PostgreSQL cannot take."""

import io
import random
import re
from itertools import cycle
from urllib.parse import quote, urlencode
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from drafts.models import Event, Fights, NightSettings, PileEntry
from drafts.services.events.nights import go_on
from drafts.views.events.host_actions import ACTIONS
from drafts.views.fights.own_fight import FIELDS
from tests.factories import building_event, drafted_event, fighter, fighting_event, match_event, sit_down
from tests.paper import paper_event, play_paper_draft
from tests.programs import ROOT
from tests.stack import STACK
from tests.web.addresses import every_address

pytestmark = pytest.mark.django_db

FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
UNSTORABLE = ["\0", "\x01", "\x08", "\x0e", "\x1b", "\x1f", "\ufffe", "\uffff"]

READ = re.compile(r"""(?:_in\(post|_in\(request\.POST|(?:POST|post)(?:\.get\(|\[))(?:, )?["'](\w+)["']""")
FIELD = re.compile(r"^    (\w+) = [\w.]*(?:Field|Text)\(", re.MULTILINE)


def every_field():
    """Return the names of all fields that views and forms read, so that a new one cannot be forgotten."""
    views, forms = (
        "".join(path.read_text() for path in sorted((ROOT / "drafts" / folder).rglob("*.py")))
        for folder in ("views", "forms")
    )
    names = {*READ.findall(views), *FIELD.findall(forms), "username", "password1", "password2", "old_password"}
    assert {"numbers", "note", "like", "pack_list", "house_rules", "nickname", "text", "fighter"} <= names
    return sorted(names)


FORM_VALUES = re.compile(r"\b(?:POST|post)(?:\.get(?:list)?\(|\[)")


def test_views_read_each_value_of_a_form_with_a_length():
    views = ROOT / "drafts/views"
    found = {path.relative_to(views).as_posix() for path in views.rglob("*.py") if FORM_VALUES.search(path.read_text())}
    assert found == {"form_values.py"}


@pytest.fixture(scope="module")
def played(module_organizer, module_sets):
    event = paper_event(module_organizer, "Aichi", "Kamui")
    play_paper_draft(event)
    return event


@pytest.fixture
def event(played, db):
    """An event with paper packs whose piles are entered: most of what can be posted is looked at there."""
    return Event.objects.get(id=played.id)


@pytest.fixture
def clients(event, organizer_client):
    """The organizer, a fighter, and one of the staff of the site."""
    playing, staff = Client(), Client()
    sit_down(playing, fighter(event, "Aichi"))
    staff.force_login(User.objects.create_superuser("root"), backend="django.contrib.auth.backends.ModelBackend")
    clients = [organizer_client, playing, staff]
    for client in clients:
        client.raise_request_exception = False
    return clients


def posted_to(event):
    """Return every address, that of each action of the organizer among them."""
    actions = [f"/events/{event.code}/host/{action}/" for action in ACTIONS]
    return [*dict.fromkeys([*every_address(event), *actions, f"/events/{event.code}/host/pile/"])]


def post(client, address, body, kind):
    """Return the status of the answer; what was changed is taken back, also that the client has signed out or left."""
    cookies = client.cookies.copy()
    with transaction.atomic():
        status = client.generic("POST", address, body, content_type=kind).status_code
        transaction.set_rollback(True)
    client.cookies = cookies
    return status


def broken(answers):
    return {address: status for address, status in answers.items() if status >= 500}


SHORT_VALUES = [
    *("", "²", "-1", "0", "1", "9" * 30, "1 1 1 1", "1,0", "1:1", "x" * 3000, "on", "check", "a\x0bb\x0cc\td\r\ne"),
    "\u202e\u2028\U0001f600\u0301\U000e0041",
]
LONG_VALUES = ["number,a\n" + "x" * 200_000, '"' + "y" * 200_000, "5 " * 100_000]


def odd_values(chance, fields, *, long=2):
    """Return these fields with an odd value each, two of them long at most: more are refused before any view."""
    said = {name: chance.choice(SHORT_VALUES) for name in fields}
    return said | {name: chance.choice(LONG_VALUES) for name in chance.sample(fields, long)}


@pytest.mark.parametrize("seed", {"sqlite": (0, 1), "postgres": (3,)}[STACK])
def test_no_address_breaks_on_odd_values(event, clients, seed):
    """Staff post where they may do more than an organizer, the others everywhere but to the admin."""
    chance, addresses = random.Random(seed), posted_to(event)
    others = [address for address in addresses if not address.startswith("/admin/")]
    of_staff = [address for address in addresses if address.startswith(("/admin/", "/sets/"))]
    for client, mine in zip(clients, (others, others, of_staff), strict=True):
        fields = odd_values(chance, every_field(), long=2 * (seed % 2))
        body = urlencode(fields)
        assert broken({address: post(client, address, body, FORM) for address in mine}) == {}, fields


# Where cards are shared, decks built and fights fought ---------------------------------------------------------------


def sharing(organizer):
    settings = NightSettings(fights=Fights.OFF)
    event = drafted_event(organizer, "Ann", "Ben", card_set="SMP02", night=settings)
    go_on(event=event, seen="building", confirmed=False)
    event.refresh_from_db()
    return event


STAGES = {
    "a draft is over": (lambda organizer: drafted_event(organizer, "Ann", "Ben"), ("avatars", "deck", "deck/build")),
    "decks are built": (lambda organizer: building_event(organizer, "Ann", "Ben"), ("avatars", "deck", "deck/build")),
    "a match is fought": (match_event, ("fight", "deck/build", "host/fights")),
    "fights": (lambda organizer: fighting_event(organizer, "Ann", "Ben"), ("avatars", "fight", "host/fights")),
    "cards are shared": (sharing, ("sharing", "wishes", "host/fights")),
}
"""How an event comes to a stage, and which of its pages take forms then."""

CHOICES = {"act": [*FIELDS, "x"], "confirm": ["sure", "again", "go-on", "x"], "seen": ["0", "1", "2", "building"]}
NUMBERS = (
    "card",
    "fight",
    "number",
    "fighter",
    "fighters",
    "game",
    "winner",
    "copies",
    "add",
    "remove",
    "give",
    "want",
)


def odd_fields(chance, fields, fighter_id):
    """Return some of the fields, each with an odd value or with one that an act may take; now and then a long one."""
    said = odd_values(chance, chance.sample(fields, len(fields) // 2), long=2 * (chance.random() < 0.25))
    said |= {name: chance.choice(values) for name, values in CHOICES.items()}
    said |= {name: chance.choice(["1", "2", str(fighter_id)]) for name in NUMBERS if chance.random() < 0.6}
    return said


@pytest.mark.parametrize("stage", STAGES)
def test_no_form_of_a_stage_breaks_on_odd_values_while_it_acts(organizer, organizer_client, module_sets, stage):
    make, pages = STAGES[stage]
    event, chance, fields = make(organizer), random.Random(stage), every_field()
    ann, playing = fighter(event, "Ann"), Client()
    sit_down(playing, ann)
    own = f"/events/{event.code}/"
    addresses = [f"{own}{name}/" for name in pages]
    assert {*addresses} <= {*every_address(event)}
    found = []
    for client in (organizer_client, playing):
        client.raise_request_exception = False
        for address in addresses * 12 + [f"{own}host/{action}/" for action in ACTIONS]:
            said = odd_fields(chance, fields, ann.id)
            with transaction.atomic():
                status = client.post(address, said).status_code
                transaction.set_rollback(True)
            if status >= 500:
                found.append((address, urlencode(said)[:2000], status))
    assert found == []


def part(name, value):
    return b"--x\r\nContent-Disposition: form-data; " + name + b"\r\n\r\n" + value + b"\r\n--x--\r\n"


ODD_BODIES = [
    (part(b'name="name"', b"+2AA-"), f"{MULTIPART}; charset=utf-7"),
    (part(b'name="name"', rb"\ud800"), f"{MULTIPART}; charset=unicode_escape"),
    (part(b'name="name"', b"abc"), f"{MULTIPART}; charset=hex"),
    (part(b'name="name"', b"a"), f"{MULTIPART}; charset=klingon"),
    (part(b"name*=klingon''name", b"a"), MULTIPART),
    (part(b"name*=utf-7''%2B2AA-", b"+2AA-"), MULTIPART),
    (part(b"name*=broken", b"a"), MULTIPART),
    (part(b"name=\"logo\"; filename*=hex''%00", b"a"), MULTIPART),
    (part(b'name="name"; filename="\x00\xff"', b"\x00\xff"), MULTIPART),
    (part(b"nothing", b"a"), MULTIPART),
    (b"--x\r\n\r\n", MULTIPART),
    (b"--x--", "multipart/form-data; boundary=\xff"),
    (b"a=1&" * 2000, FORM),
    (b"%" * 1000 + b"=%u1234&%=%ff%fe%00", FORM),
    (b"\xff\xfe\x00n\x00a\x00m\x00e", f"{FORM}; charset=utf-16"),
    (b'{"name": "\\ud800"}', "application/json; charset=utf-7"),
]


@pytest.mark.parametrize("place", range(len(ODD_BODIES)))
def test_no_address_breaks_on_odd_bodies(event, clients, place):
    """Each address has four of the bodies, which are read before its view; those that take files have all."""
    addresses = posted_to(event)
    with_files = {"/sets/upload/", "/sets/open/", "/store/", f"/events/{event.code}/deck/build/"}
    assert with_files <= {*addresses}
    mine = {*addresses[place % 4 :: 4], *with_files}
    client, odd = clients[place % len(clients)], ODD_BODIES[place]
    assert broken({address: post(client, address, *odd) for address in sorted(mine)}) == {}


def test_a_character_that_cannot_be_stored_reaches_no_view(event, clients):
    """Each address has one of the characters, which one and the same middleware looks for; /events/ has all."""
    fields, answers = every_field(), {}
    turns = zip(posted_to(event), cycle(UNSTORABLE), cycle(clients), strict=False)
    for address, char, client in turns:
        answers[address] = post(client, address, urlencode(dict.fromkeys(fields, f"a{char}b")), FORM)
    read_only = {address: status for address, status in answers.items() if address.startswith("/api/")}
    assert set(read_only.values()) <= {404, 405}, read_only
    assert {status for address, status in answers.items() if address not in read_only} <= {400, 404}, answers
    for char in UNSTORABLE:
        queries = (f"q={quote(char)}", f"{quote(char)}=1", f"q={'x' * 9000}")
        asked = [clients[0].get(f"/events/?{query}").status_code for query in queries]
        assert [*asked, post(clients[0], "/events/", f"q={quote(char)}", FORM)] == [400] * 4


def test_a_line_break_of_word_processors_is_taken_for_one(organizer_client, event):
    answer = organizer_client.post("/store/", {"time_zone": "UTC", "house_rules": "One\x0bTwo\x0cThree"})
    assert answer.status_code == 302
    assert "One\nTwo\nThree" in organizer_client.get("/store/").text.replace("\r\n", "\n")


@pytest.mark.parametrize("numbers", ["a\0b", "a\x01b", "a\ufffeb"], ids=ascii)
def test_a_pile_that_cannot_be_written_to_a_file_of_xml_is_not_kept(event, clients, numbers):
    aichi = fighter(event, "Aichi")
    answer = clients[1].post(f"/events/{event.code}/pile/", {"fighter": aichi.id, "numbers": numbers})
    assert (answer.status_code, PileEntry.objects.count()) == (400, 0)
    assert clients[1].post(f"/events/{event.code}/pile/", {"fighter": aichi.id, "numbers": "a b"}).status_code < 400
    assert PileEntry.objects.count() == 1
    ElementTree.fromstring(dumped())


def dumped():
    out = io.StringIO()
    call_command("dumpdata", "drafts", format="xml", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    "numbers", ["number,a\n" + "x" * 200_000, '"' + "y" * 200_000, "5 " * 1_000_000], ids=["line", "quote", "words"]
)
def test_a_text_that_is_too_long_for_a_pile_is_refused_and_not_shown_again(event, clients, numbers):
    answer = clients[1].post(f"/events/{event.code}/pile/", {"fighter": fighter(event, "Aichi").id, "numbers": numbers})
    assert (answer.status_code, "too long for a pile" in answer.text, len(answer.content) < 100_000) == (
        422,
        True,
        True,
    )
    assert not PileEntry.objects.exists()
