"""The picture beside a link to a log: who may see it, what is on it, and how the page names it."""

import re
import struct

import pytest
import resvg_py
from django.test import Client

from drafts.exporters.preview import MOST_CARDS, TOP, PreviewCard, png_of, preview_svg
from drafts.limits import Buckets, Rate
from drafts.log.step_address import read_step
from drafts.models import Event
from drafts.presenters.log.logs import load_log
from drafts.rules.night.rights import LogVisibility
from drafts.views.log import logs
from drafts.views.log.previews import cards_taken_first, preview_of
from tests.factories import drafted_event, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db
DESCENT, EDGE = 8, 5
"""How far letters reach below their line, and the frame of a card beyond it."""


@pytest.fixture(scope="module")
def drafted(module_organizer, module_sets):
    return drafted_event(module_organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)


@pytest.fixture
def event(drafted, db):
    """An event whose log anybody may read."""
    return Event.objects.get(id=drafted.id)


@pytest.fixture
def whole_pictures(small_link_pictures, monkeypatch):
    """Draw each picture in the size that visitors see."""
    monkeypatch.setattr(resvg_py, "svg_to_bytes", resvg_py.svg_to_bytes.func)
    png_of.cache_clear()


def preview(event):
    return Client().get(f"/events/{event.code}/log/preview.png")


def test_it_is_a_picture_of_the_size_that_the_page_says(event, whole_pictures):
    answer = preview(event)
    assert (answer.status_code, answer["Content-Type"], answer.content[:8]) == (200, "image/png", b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    page = Client().get(f"/events/{event.code}/log/").content.decode()
    assert f'property="og:image" content="http://testserver/events/{event.code}/log/preview.png"' in page
    assert 'property="og:title" content="The log of Friday draft"' in page
    assert 'property="og:description" content="A draft of 2 fighters · ' in page


def test_it_is_closed_as_the_log_is_and_names_nobody_when_it_opens(organizer, event, whole_pictures):
    going = make_event(organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC)
    assert preview(going).status_code == 403
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.FIGHTERS)
    assert (preview(event).status_code, preview(event)["Content-Type"]) == (403, "text/html; charset=utf-8")
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.PUBLIC)
    pictures = [preview(event).content]
    Event.objects.filter(id=event.id).update(hide_names=True)
    assert pictures == [preview(event).content]


def test_strangers_have_so_many_pictures_made_and_those_who_took_part_any_number(event, monkeypatch):
    monkeypatch.setattr(logs, "pictures", Buckets(Rate(2, 0.1)))
    assert [preview(event).status_code for _ in range(3)] == [200, 200, 429]
    assert preview(event)["Retry-After"] == "10"
    seated = Client()
    sit_down(seated, fighter(event, "Aichi"))
    assert seated.get(f"/events/{event.code}/log/preview.png").status_code == 200


def test_a_picture_that_is_known_is_not_made_again_unless_the_log_was_closed(event, monkeypatch):
    monkeypatch.setattr(logs, "pictures", Buckets(Rate(1, 0.1)))
    made = preview(event)
    assert (made.status_code, made["Cache-Control"]) == (200, "private, no-cache")
    address, known = f"/events/{event.code}/log/preview.png", {"HTTP_IF_NONE_MATCH": made["ETag"]}
    again = Client().get(address, **known)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", made["ETag"])
    assert Client().get(f"{address}?step=r2p1s0", **known).status_code == 429
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.FIGHTERS)
    closed = Client().get(address, **known)
    assert (closed.status_code, "no-store" in closed["Cache-Control"]) == (403, True)


def test_its_cards_were_taken_first_one_at_each_seat(organizer, module_sets):
    log = load_log(drafted_event(organizer, "Aichi", "Kamui", "Misaki"))
    table = log.tables[0]
    held = {one.id: one.card.name for pack in table.packs for one in pack.cards}
    first = [{held[p.card] for p in table.picks if (p.round, p.pass_number, p.seat) == (1, 1, s)} for s in range(3)]
    shown = [card.name for card in cards_taken_first(log)]
    assert [name in names for name, names in zip(shown, first, strict=True)] == [True] * 3


@pytest.mark.parametrize("name", ["草稿之夜", "مساء الجمعة", "🐙", "Fri\u200bday"])
def test_letters_that_its_font_does_not_have_are_left_out(name):
    svg = preview_svg(name=name, words=["A draft of 2 fighters"], cards=[PreviewCard(name, "<svg ></svg>")])
    assert (name in svg, "A draft of 2 fighters" in svg) == (False, True)
    assert png_of(svg).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["Friday", "Friday draft at the Lantern"])
def test_no_card_covers_a_line_of_words(name):
    cards = [PreviewCard(name, "<svg ></svg>")] * MOST_CARDS
    svg = preview_svg(name=name, words=["Pack 1, pass 1", "A draft of 4 fighters"], cards=cards)
    moved = int(re.search(r'<g transform="translate\(0 (\d+)\)">', svg)[1])
    lowest = moved + max(
        int(y) for y in re.findall(r'y="(\d+)" font-family="Manrope" font-weight="700" font-size="27"', svg)
    )
    assert lowest + DESCENT < TOP - EDGE


def test_a_name_is_words_and_never_markup():
    svg = preview_svg(name='<image href="/etc/passwd"/>', words=["&"], cards=[])
    assert ("<image" in svg, "&lt;image" in svg, ">&amp;<" in svg) == (False, True, True)


def test_a_link_to_a_step_has_a_picture_of_that_step(event, whole_pictures):
    shown = preview_of(load_log(event), read_step("r2p3s1"))
    replay = Client().get(f"/events/{event.code}/log/t1.json").json()
    step = next(one for one in replay["steps"] if (one["round"], one["number"]) == (2, 3))
    turn = step["turns"][1]
    name = {place: replay["prints"][card["print"]]["card"]["name"] for place, card in enumerate(replay["cards"])}
    taken = [place for pick in turn["picks"] for place in pick["cards"]]
    left = [place for place in turn["hand"] if place not in taken]
    assert (shown.title, shown.whose) == ("Pack 2, pass 3", "As seat 2 saw it")
    assert [(card.name, card.is_taken) for card in shown.cards] == [
        *((name[place], True) for place in taken),
        *((name[place], False) for place in left),
    ]
    page = Client().get(f"/events/{event.code}/log/?step=r2p3s1").content.decode()
    assert f'og:image" content="http://testserver/events/{event.code}/log/preview.png?step=r2p3s1"' in page
    assert 'og:title" content="Pack 2, pass 3 · The log of Friday draft"' in page
    pictures = {Client().get(f"/events/{event.code}/log/preview.png{query}").content for query in ("", "?step=r2p3s1")}
    assert len(pictures) == 2


@pytest.mark.parametrize("step", ["r9p1s0", "r1p1s77", "t7r1p1", "f3", "e", "r0p1", "<b>", "r٢p1"])
def test_a_step_that_there_is_not_is_shown_as_the_draft(event, step):
    for address in ("", "preview.png"):
        answer = Client().get(f"/events/{event.code}/log/{address}", {"step": step})
        assert answer.status_code == 200


def test_the_picture_of_a_step_is_closed_as_the_log_is(organizer, module_sets):
    going = make_event(organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC)
    assert Client().get(f"/events/{going.code}/log/preview.png?step=r1p1s0").status_code == 403
