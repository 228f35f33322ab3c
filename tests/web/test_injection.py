"""Texts that people make up are shown as they are, wherever they appear, and are never anything else."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from drafts.access.rights import rights_of
from drafts.models import CardSet, Fighter
from drafts.protocol import TableStates
from drafts.rules.night.rights import Rights
from drafts.store.tables import load_table
from tests.factories import VANGUARD_COLUMNS as COLUMNS
from tests.factories import call_judge, drafted_event, fighter, let_bots_finish, make_event, play_to_review, sit_down
from tests.web.addresses import every_address, pages_of

pytestmark = pytest.mark.django_db

NICKNAMES = ["<zq onzq=1>", "'\"/><zq onzq=1>", "--></title><zq>", "=zq(1);=zq(2)"]
EVENT_NAME = "</title></script>]]>'\"><zq onzq='1'>{{ zq }}{% zq %}&lt;zq&gt;"
CARD_NAME = "</script><zq onzq=1>'\" onzq=1 x='\"`${zq}"
SET_NAME = "<!--<script>'\"><zq onzq=1>"
CLAN = '" style="zq:1" onzq=\'1'


class Reader(HTMLParser):
    """Reads a page as a browser does, and keeps what a text of ours must never become."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if tag == "zq" or (tag == "script" and not {"src", "type"} & set(names)) or tag == "style":
            self.faults.append(f"<{tag}>")
        self.faults += [name for name in names if name.startswith("on") or name in ("style", "srcdoc")]
        self.faults += [value for _, value in attrs if (value or "").strip().lower().startswith("javascript:")]
        self.text += [value for _, value in attrs if value]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture
def card_set(tmp_path):
    """A set whose every text is hostile, as somebody who writes a list of cards could make it."""
    file, recipe = tmp_path / "cards.csv", tmp_path / "recipe.toml"
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        for number in range(40):
            kind = "Trigger Unit" if number < 10 else "Normal Unit"
            trigger = "heal" if number < 10 else ""
            writer.writerow(
                ["ZQ", f"ZQ/{number}<zq>", CARD_NAME, kind, 1, CLAN, CLAN, CLAN, 7000, 5000, 1, trigger, "C<ZQ>"]
            )
    recipe.write_text(f"[ZQ]\nname = {json.dumps(SET_NAME)}\n")
    call_command("loadset", file, recipe=recipe, stdout=io.StringIO())
    return CardSet.objects.get(code="ZQ")


def everybody(event, organizer):
    seated, hosting, admin = Client(), Client(), Client()
    sit_down(seated, Fighter.objects.filter(event=event, bot=False).order_by("id")[0])
    hosting.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    root = User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("root")
    admin.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    return [Client(), seated, hosting, admin]


def read_event(event, organizer):
    """Let everybody read each page that names an event, and return all texts; no page may take one for markup."""
    token = event.fighters.first().token
    addresses = [*pages_of(event), *(address for address in every_address(event) if token in address)]
    return read(["/", "/events/", *addresses], everybody(event, organizer)[:3])


def read_site(event, organizer):
    """Let the organizer read everything else, and staff the pages where they may do more."""
    hosting, admin = everybody(event, organizer)[2:]
    addresses = [*every_address(event), "/sets/ZQ/", f"/sets/ZQ/?clan={CLAN}", f"/events/new/?like={event.code}"]
    of_admin = [address for address in addresses if address.startswith("/admin/")]
    others = [address for address in addresses if address not in {*pages_of(event), *of_admin}]
    of_sets = [address for address in others if address.startswith("/sets/")]
    return read(others, [hosting]) + read([*of_admin, *of_sets], [admin])


def read(addresses, people):
    texts = []
    for person in people:
        for address in addresses:
            answer = person.get(address)
            if answer["Content-Type"].startswith("text/html"):
                reader = Reader(answer.content.decode())
                assert (address, reader.faults) == (address, [])
                texts += reader.text
    return texts


def test_no_text_becomes_markup_on_any_page_at_any_time(organizer, card_set):
    event = make_event(organizer, *NICKNAMES, name=EVENT_NAME, card_sets=[card_set])
    seen = read_event(event, organizer)
    let_them_draft(event, organizer)
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="rules", card=None, request="r1")
    seen += read_event(event, organizer)
    play_to_review(event)
    seen += read_event(event, organizer)
    let_bots_finish(event)
    seen += read_event(event, organizer) + read_site(event, organizer)
    for text in (*NICKNAMES, EVENT_NAME, CARD_NAME, SET_NAME):
        assert any(text in one for one in seen), text


def let_them_draft(event, organizer):
    client = everybody(event, organizer)[2]
    client.post(f"/events/{event.code}/host/start/")
    client.post(f"/events/{event.code}/host/pause/")
    client.post(f"/events/{event.code}/host/new-link/", {"fighter": fighter(event, NICKNAMES[0]).id})
    client.post(f"/events/{event.code}/host/resume/")
    event.refresh_from_db()
    assert event.phase == "drafting"


def test_markup_would_be_found():
    found = Reader('<p title="x" onzq=1 style="a:b"><zq><script>zq()</script><a href=" JavaScript:zq()">').faults
    assert found == ["onzq", "style", "<zq>", "<script>", " JavaScript:zq()"]


@pytest.mark.parametrize("text", NICKNAMES)
def test_a_refused_text_is_shown_in_its_form_as_it_is(client, organizer, sample_sets, text):
    event = make_event(organizer, text)
    page = client.post(f"/join/{event.code}/", {"nickname": text})
    reader = Reader(page.content.decode())
    assert (page.status_code, reader.faults, text in reader.text) == (200, [], True)


def test_frames_hold_texts_as_texts(organizer, card_set):
    event = make_event(organizer, *NICKNAMES, name=EVENT_NAME, card_sets=[card_set], started=True)
    frame = TableStates(load_table(event.draft.tables.get().id), event.draft.started_at).for_seat(0)
    state = json.loads(frame)
    assert sorted(seat["name"] for seat in state["table"]["seats"]) == sorted(NICKNAMES)
    assert (state["event"]["name"], state["you"]["pack"][0]["name"]) == (EVENT_NAME, CARD_NAME)


def test_a_file_that_can_be_taken_along_is_no_page(organizer, card_set):
    event = drafted_event(organizer, *NICKNAMES, name=EVENT_NAME, card_sets=[card_set])
    client = everybody(event, organizer)[1]
    kinds = {"log/log.json": "application/json", "log/log.csv": "text/csv; charset=utf-8"}
    kinds |= dict.fromkeys(("log/t1-s0.txt", "deck.txt"), "text/plain; charset=utf-8")
    for page, kind in kinds.items():
        answer = client.get(f"/events/{event.code}/{page}")
        assert (answer.status_code, answer["Content-Type"], answer["X-Content-Type-Options"]) == (200, kind, "nosniff")


def test_no_cell_of_the_log_is_a_formula_wherever_cells_are_parted(organizer, card_set):
    event = drafted_event(organizer, *NICKNAMES, name=EVENT_NAME, card_sets=[card_set])
    text = everybody(event, organizer)[1].get(f"/events/{event.code}/log/log.csv").content.decode("utf-8-sig")
    assert "zq(1)" in text
    for separator in ",;\t|":
        cells = [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]
        assert [cell for cell in cells if re.match(r"[=+\-@\t\r]", cell)] == []


def test_the_text_of_a_seat_has_no_line_that_a_name_has_made(organizer, card_set):
    event = drafted_event(organizer, *NICKNAMES, name=EVENT_NAME, card_sets=[card_set])
    lines = everybody(event, organizer)[1].get(f"/events/{event.code}/log/t1-s0.txt").content.decode().splitlines()
    shape = re.compile(
        r"(-->|   ) ZQ/.* \[.*\]|Pack \d, pass \d \(.*\).*|Table 1, Seat 1: .*|Fighters: .*|.*\(\w{6}\)|"
    )
    assert [line for line in lines if not shape.fullmatch(line)] == []


HIDDEN = ["\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\x00", "\x1b", "\n", "\u2028", "\ud800", "\U000e0041"]


@pytest.mark.parametrize("sign", HIDDEN)
def test_no_text_that_others_see_hides_or_turns_anything(organizer_client, organizer, sample_sets, sign):
    event = make_event(organizer, "Aichi")
    name = f"Ka{sign}mui".encode("utf-8", "surrogatepass")
    for page, field in ((f"/join/{event.code}/", b"nickname"), ("/events/new/", b"card_set=SMP01&name")):
        body = field + b"=" + b"".join(b"%%%02X" % byte for byte in name)
        organizer_client.post(page, body, content_type="application/x-www-form-urlencoded")
    shown = [*Fighter.objects.values_list("nickname", flat=True), *organizer.events.values_list("name", flat=True)]
    assert [text for text in shown if sign in text] == []


def test_a_role_is_never_read_from_what_a_browser_sends(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    request = client.get(f"/events/{event.code}/table/1/?as=host&role=organizer").wsgi_request
    assert rights_of(request, event) == Rights()
