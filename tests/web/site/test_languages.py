"""Everything that people read goes through translation. Each test reads it in a language of brackets."""

import json
import re

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from drafts.importers.time_zones import time_zones
from drafts.languages import script_version
from drafts.models import Card, CardSet, Event, Fighter, NightSettings, ThrottledAction
from drafts.protocol import TableStates
from drafts.protocol.answers import WORDS
from drafts.rules.actors import ORGANIZER
from drafts.rules.games.magic.cards import SYMBOL
from drafts.rules.games.vanguard.card_text import pieces_of
from drafts.rules.night.fight_moves import (
    DecideResult,
    DisputeResultMove,
    Drop,
    EnterResultMove,
    Pause,
    Reinstate,
    Reopen,
    Resume,
)
from drafts.services.catalog.downloads import source_name
from drafts.services.draft.hosting import pause_tables
from drafts.services.events.lifecycle import create_practice
from drafts.services.events.staff import make_link
from drafts.store.fights import load_fights
from drafts.store.shares import load_shares, stages_of_shares
from drafts.store.tables import load_table
from drafts.views.event_access import too_many_attempts
from tests.factories import (
    act_in_fights,
    call_judge,
    drafted_event,
    fighter,
    fighting_event,
    let_bots_finish,
    make_event,
    play_to_review,
    sit_down,
)
from tests.web.addresses import every_address, pages_of
from tests.web.pseudo import in_brackets, untranslated_in, untranslated_in_page, without_messages

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')


@pytest.fixture(autouse=True)
def brackets():
    with in_brackets():
        yield


@pytest.fixture(scope="module")
def data(module_organizer, module_sets):
    """Return words that are not translated: made up by people or card lists, to be typed, and a form's field."""
    cards = Card.objects.values_list(
        "number", "name", "vanguard__clan", "vanguard__nation", "vanguard__race", "rarity", "text"
    )
    pieces = (piece for *_, text in cards for piece in pieces_of(text))
    types = Card.objects.exclude(magic=None).values_list("magic__type_line", flat=True)
    plain = Card.objects.exclude(plain=None).values_list("name", "plain__cost", "plain__kind", "rarity")
    between_symbols = (words.strip() for *_, text in cards for words in SYMBOL.split(text)[::2])
    return {
        *(word for card in cards for word in card),
        *(line.replace(" - ", " – ") for line in types),
        *between_symbols,
        *(word for card in plain for word in card),
        *(", ".join((*filter(None, facts), f" {rarity}")) for *facts, rarity in plain),
        *(line for piece in pieces for text in piece for line in ((text or ""), (text or "").strip())),
        *(word for row in CardSet.objects.values_list("code", "name") for word in row),
        *time_zones(),
        *("Friday draft", "Aichi", "Kamui", "Misaki", module_organizer.username, "undo", "table"),
    }


def made_up(data):
    """The data, with what has been made up since: codes, links, names of bots."""
    codes = Event.objects.values_list("code", flat=True)
    people = Fighter.objects.values_list("nickname", "token")
    links = {f"http://testserver/{way}{code}/" for code in codes for way in ("join/", "")} | {"http://testserver/join"}
    links |= {f"http://testserver/rejoin/{token}" for _, token in people}
    return {*data, *codes, *(name for name, _ in people), *links, source_name()}


def read_all(event, people, data):
    """Return what is not translated on the pages about an event that these people are shown, by address."""
    return read(pages_of(event), people, data)


def read_refusals(event, people, data):
    """Return what is not translated where an event's files cannot be had yet, by address."""
    files = {address for address in every_address(event) if event.code in address}.difference(pages_of(event))
    return read(sorted(files), people, data)


def read(addresses, people, data):
    pages = {}  # many addresses show one page: that there is nothing to see
    for address in addresses:
        for person in people:
            answer = person.get(address)
            if answer.get("Content-Type", "").startswith("text/html"):
                pages[TOKEN.sub("", answer.text)] = address
    known = made_up(data)  # reading makes nothing up
    left = {address: untranslated_in_page(page, known) for page, address in pages.items()}
    return {address: texts for address, texts in left.items() if texts}


def everybody(event, organizer_client):
    seated = Client()
    sit_down(seated, fighter(event, "Aichi"))
    return [Client(), seated, organizer_client]


def test_every_page_that_is_about_no_event_is_translated(organizer, organizer_client, data):
    event = make_event(organizer, "Aichi")
    others = [address for address in every_address(event) if event.code not in address]
    ours = [address for address in others if not address.startswith("/admin/")]
    assert read([*ours, "/sets/SMP02/?grade=3"], [Client(), organizer_client], data) == {}


def test_every_page_of_an_event_is_translated_from_the_lobby_to_the_end(organizer, organizer_client, data):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki")
    people = everybody(event, organizer_client)
    panel = f"/events/{event.code}/host"
    assert read_all(event, people, data) == {}
    assert read_refusals(event, people, data) == {}
    organizer_client.post(f"{panel}/new-link/", {"fighter": fighter(event, "Aichi").id})
    organizer_client.post(f"{panel}/start/")
    people = everybody(event, organizer_client)
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="rules", card=None, request="r1")
    pause_tables(event=event)
    assert read_all(event, people, data) == {}
    assert read_refusals(event, people, data) == {}
    organizer_client.post(f"{panel}/resume/")
    play_to_review(event)
    assert read_all(event, people, data) == {}
    event.refresh_from_db()
    let_bots_finish(event)
    assert read_all(event, people, data) == {}
    organizer_client.post(f"{panel}/next-stage/", {"from": "building"})
    assert read_all(event, people, data) == {}
    organizer_client.post(f"{panel}/drop/", {"fighter": fighter(event, "Aichi").id})
    organizer_client.post(f"{panel}/next-round/", {"round": 2, "confirm": "next"})
    assert read_all(event, people, data) == {}
    organizer_client.post(f"{panel}/finish/")
    assert read_all(event, people, data) == {}


def test_the_panel_is_translated_while_one_fights_and_after(organizer, organizer_client, data):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki", night={"best_of": 3})
    panel = f"/events/{event.code}/host/"
    fights = load_fights(event.id).fighting.groups[0].rounds[0]
    number, fight = next((place, fight) for place, fight in enumerate(fights, 1) if not fight.is_over)
    one, other = fight.fighters
    assert read([panel], [organizer_client], data) == {}
    act_in_fights(event, one, EnterResultMove(number, one, (2, 0)))
    act_in_fights(event, other, DisputeResultMove(number))
    assert read([panel], [organizer_client], data) == {}
    for move in (Drop(one), Reinstate(one), DecideResult(number, one, (2, 0)), Reopen(number), Pause(), Resume()):
        act_in_fights(event, ORGANIZER, move)
    asked = organizer_client.post(f"{panel}next-round/", {"round": 2})
    assert (asked.status_code, untranslated_in_page(asked.content.decode(), made_up(data))) == (409, [])
    acts = [("next-round", {"round": 2, "confirm": "next"}), ("pause", {}), ("extend", {}), ("resume", {})]
    acts += [
        ("round-time", {"seconds": 60}),
        ("round-time", {}),
        ("result", {"fight": 3}),
        ("result", {}),
        ("drop", {}),
    ]
    acts += [
        ("drop", {}),
        ("drop", {"fighter": one}),
        ("reinstate", {"fighter": one}),
        ("next-stage", {"from": "fighting"}),
    ]
    corrected = [{"fight": 1, "winner": winner, "confirm": "correct"} for winner in (other, "none", "draw", "draw")]
    acts += [("result", {"fight": 3, "winner": "none"}), *(("result", fields) for fields in corrected)]
    acts += [
        ("reopen", {"fight": 1}),
        ("next-stage", {"from": "fighting", "confirm": "next"}),
        ("reopen", {"fight": 1}),
    ]
    acts += [("next-stage-back", {"from": "sharing"})] * 2
    acts += [("next-stage", {"from": "fighting", "confirm": "next"}), ("next-stage-back", {"from": "lobby"})]
    for act, fields in acts:
        answer = organizer_client.post(f"{panel}{act}/", fields)
        said = [str(message) for message in get_messages(answer.wsgi_request)]
        assert (act, untranslated_in(said, made_up(data))) == (act, [])
        assert read([panel, f"{panel}fights/"], [organizer_client], data) == {}
    asked = organizer_client.post(f"{panel}result/", {"fight": 1, "winner": one})
    assert (asked.status_code, untranslated_in_page(asked.content.decode(), made_up(data))) == (409, [])


def test_the_pages_of_the_sharing_are_translated(organizer, organizer_client, data):
    event = drafted_event(organizer, "Aichi", "Kamui", "Misaki", night=NightSettings(fights="off"))
    panel, people = f"/events/{event.code}/host", everybody(event, organizer_client)
    organizer_client.post(f"{panel}/next-stage/", {"from": "building"})
    (stage,) = stages_of_shares(event.id)
    cards = list(load_shares(stage.id).cards)[:2]
    for card in cards:
        people[1].post(f"/events/{event.code}/wishes/", {"add": card})
    assert read_all(event, people, data) == {}
    while (turn := (shares := load_shares(stage.id).shares).turn) is not None:
        organizer_client.post(f"{panel}/share-for/", {"fighter": turn, "card": shares.sharing.pool[0]})
    owners = shares.owners()
    own = fighter(event, "Aichi").id
    give, want = (next(card for card, owner in owners.items() if (owner == own) is is_own) for is_own in (True, False))
    people[1].post(f"/events/{event.code}/sharing/", {"give": give, "want": want})
    people[1].post(f"/events/{event.code}/sharing/", {"card": shares.to_hand_over()[0][0], "handed": "on"})
    options = {f"{live_card.card.name} · {live_card.card.number}" for live_card in load_shares(stage.id).cards.values()}
    rare = {f"{one.card.rarity} · {one.card.name} · {one.card.number}" for one in load_shares(stage.id).cards.values()}
    assert read_all(event, people, data | options | rare) == {}


def test_the_pages_of_a_stopped_event_are_translated(organizer, organizer_client, data):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    organizer_client.post(f"/events/{event.code}/host/stop/", {"confirm": event.code})
    assert read_all(event, everybody(event, organizer_client), data) == {}


def test_forms_say_in_every_language_what_is_wrong(client, organizer_client, data):
    event = make_event(None, "Aichi")
    attempts = [
        (client, "/join/", {"code": ""}),
        (client, "/join/", {"code": "AAAAAA"}),
        *((client, f"/join/{event.code}/", {"nickname": name}) for name in ("", "A", "Aichi", "\u200b--", "--")),
        (client, "/accounts/login/", {"username": "ann", "password": "wrong"}),
        (client, "/accounts/signup/", {"username": "no spaces", "password1": "123", "password2": "124"}),
        (client, "/accounts/signup/", {"username": ""}),
        (organizer_client, "/accounts/password_change/", {"old_password": "x", "new_password1": "ann"}),
        (organizer_client, "/events/new/", {"name": "", "packs": "paper", "pace": "no", "card_set": "NONE"}),
        (organizer_client, "/events/new/", {"name": "A", "packs": "uploaded", "pack_list": "X/1\n\nX/2"}),
        (organizer_client, "/events/new/", {"name": "A", "packs": "uploaded", "pack_list": ""}),
        (organizer_client, "/events/new/", {"swiss_rounds": 0, "best_of": 2, "fight_minutes": 1, "damage_limit": 0}),
        (organizer_client, "/sets/upload/", {}),
        (organizer_client, "/sets/upload/", {"cards": file("set_code\n")}),
        (organizer_client, "/sets/upload/", {"cards": a_list(), "images": file("no ZIP")}),
        (organizer_client, "/sets/upload/", {"cards": a_list(), "recipe": file("[AB]\nname = 7\nx = 1\n")}),
        (organizer_client, "/sets/upload/", {"cards": a_list("-")}),
    ]
    typed = {"AAAAAA", "NONE", "X/1", "X/2", *COLUMNS.split(","), "AB", "name", "'x'", "no"}
    for person, address, fields in attempts:
        answer = person.post(address, fields)
        left = untranslated_in_page(answer.content.decode(), made_up(data) | typed)
        assert (address, answer.status_code, left) == (address, 200, [])
        assert "errorlist" in answer.content.decode()


COLUMNS = "set_code,card_number,name,card_type,grade,clan,nation,race,power,shield,critical,trigger,rarity"


def a_list(grade="1"):
    return file(f"{COLUMNS}\nAB,AB/1,One,Normal Unit,{grade},,,,1,1,1,,C\n")


def file(text):
    return SimpleUploadedFile("file", text.encode())


def test_a_refusal_for_now_is_in_every_language(data):
    request = RequestFactory().get("/")
    request.user, request.COOKIES = None, {}
    for action in ThrottledAction:
        assert untranslated_in_page(too_many_attempts(request, action).content.decode(), data) == []
    for name in ("400.html", "403_csrf.html", "404.html", "413.html", "500.html", "accounts/signup_closed.html"):
        assert untranslated_in_page(render_to_string(name), data) == []


def test_the_question_before_another_link_takes_a_place_is_in_every_language(organizer, data):
    event, client = make_event(organizer, "Aichi", "Kamui"), Client()
    sit_down(client, fighter(event, "Aichi"))
    own, other = (make_link(event=event, name=name) for name in ("Ren", "Kourin"))
    client.get(f"/judge/{own.token}/")
    links = (f"/rejoin/{fighter(event, 'Kamui').token}/", f"/judge/{other.token}/")
    assert read(links, [client], {*data, "Ren", "Kourin"}) == {}


def test_every_act_of_the_organizer_is_answered_in_every_language(organizer, organizer_client, data):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", table_size=2)
    aichi, kamui = fighter(event, "Aichi").id, fighter(event, "Kamui").id
    acts = ["undo", "finish", "stop", "cancel", "judge", "seat-bot", "remove", "pause", "resume", "extend", "start"]
    acts += ["end-review", "add-bot", "undo-remove"]
    lobby = [("add-bot", {}), ("remove", {"fighter": kamui}), ("undo-remove", {"fighter": kamui}), ("start", {})]
    draft = [("pause", {}), ("resume", {}), ("pause", {"table": 1}), ("seat-bot", {"fighter": aichi})]
    draft += [("unseat-bot", {"fighter": aichi}), ("new-link", {"fighter": aichi}), ("remove", {"fighter": kamui})]
    draft += [("undo-remove", {"fighter": kamui}), ("undo", {"confirm": "undo", "table": 1}), ("pause", {"table": "x"})]
    for act, fields in [*lobby, *draft, *((act, {}) for act in acts), ("stop", {"confirm": event.code})]:
        answer = organizer_client.post(f"/events/{event.code}/host/{act}/", fields)
        said = [str(message) for message in get_messages(answer.wsgi_request)]
        assert (act, untranslated_in(said, made_up(data))) == (act, [])


def test_frames_say_in_every_language_what_people_read(organizer, data):
    number = Card.objects.filter(card_set__game="vanguard").values_list("number", flat=True)[0]
    packs = "\n\n".join([f"{number}\n{number}"] * 12)
    event = let_bots_finish(
        make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=packs, started=True)
    )  # decks of twelve cards, of which there is something to say
    states = TableStates(load_table(event.draft.tables.get().id), event.draft.started_at)
    summary = json.loads(states.for_seat(0))["you"]["summary"]
    said = [*summary["warnings"], summary["first_vanguard"]["note"], *summary["clans"], *map(str, WORDS.values())]
    assert summary["warnings"] != []
    assert untranslated_in(said, made_up(data)) == []


def test_a_deck_of_another_game_is_told_in_every_language(organizer, data):
    event = let_bots_finish(
        make_event(organizer, "Aichi", "Kamui", card_set="MAG01", format_="magic-draft", started=True)
    )
    states = TableStates(load_table(event.draft.tables.get().id), event.draft.started_at)
    summary = json.loads(states.for_seat(0))["you"]["summary"]
    said = [part["name"] for kind in ("zones", "groups", "tallies") for part in summary[kind]]
    said += [name for tally in summary["tallies"] for name, _ in tally["counts"] if not name.strip("+").isdecimal()]
    assert untranslated_in(said, made_up(data)) == []


def test_texts_to_take_along_are_translated(organizer, organizer_client, data):
    event = let_bots_finish(make_event(organizer, "Aichi", "Kamui", started=True))
    for file, person in (("deck.txt", 1), ("log/t1-s0.txt", 2)):
        text = everybody(event, organizer_client)[person].get(f"/events/{event.code}/{file}").content.decode()
        kinds = {"critical", "draw", "stand", "heal", "front", "over"}
        assert untranslated_in([without_messages(text)], made_up(data) | kinds) == []


def test_a_practice_draft_is_called_in_the_language_of_the_site(module_sets):
    event, own = create_practice()
    assert (event.name, own.nickname) == ("⟦Practice draft⟧", "⟦You⟧")


def test_a_text_that_is_written_out_in_a_template_follows_the_language():
    template = Template('{% translate "Pile" %}')
    said = [template.render(Context())]
    with translation.override("en"):
        said.append(template.render(Context()))
    assert said == ["⟦Pile⟧", "Pile"]


def test_a_page_without_translation_would_be_found():
    page = '<p title="Left">⟦One <b>two</b> ⟦three⟧⟧ four <code>five</code> seven six</p><img alt="⟦Eight⟧">'
    assert untranslated_in_page(page, ["seven"]) == ["Left", "four", "seven six"]


# The words of scripts ------------------------------------------------------------------------------------------------


@pytest.fixture
def catalogue(settings, tmp_path):
    """German, with one word of the scripts."""
    folder = tmp_path / "locale/de/LC_MESSAGES"
    folder.mkdir(parents=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n'
    (folder / "djangojs.po").write_text(f'{head}\nmsgid "Pile is open"\nmsgstr "Stapel liegt offen"\n')
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    compile_messages(folder)
    script_version.cache_clear()
    yield
    script_version.cache_clear()


def compile_messages(folder):
    """Write what GNU's msgfmt would write, which is not everywhere: docs of Python's gettext describe the format."""
    head = b"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"
    pairs = [(b"", head), (b"Pile is open", b"Stapel liegt offen")]
    table, texts, at = [b"", b""], b"", 28 + 16 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            table[column] += len(pair[column]).to_bytes(4, "little") + (at + len(texts)).to_bytes(4, "little")
            texts += pair[column] + b"\0"
    numbers = (0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    (folder / "djangojs.mo").write_bytes(b"".join(n.to_bytes(4, "little") for n in numbers) + b"".join(table) + texts)


def test_in_english_a_page_loads_no_words(client):
    with translation.override("en"):
        assert (script_version("en"), "/words/" in client.get("/").content.decode()) == (None, False)


def test_in_another_language_a_page_loads_its_words_before_its_scripts(client, catalogue):
    with translation.override("de"):
        page = client.get("/").content.decode()
    address = f"/words/de-{script_version('de')}.js"
    assert (page.count(f'<script src="{address}"></script>'), '<html lang="de">' in page) == (1, True)
    words = client.get(address)
    assert (words.status_code, "immutable" in words["Cache-Control"]) == (200, True)
    assert '"Pile is open": "Stapel liegt offen"' in words.content.decode()


def test_words_of_another_version_are_not_to_be_had(client, catalogue):
    assert [client.get(f"/words/{name}.js").status_code for name in ("de-0", "fr-0", "x" * 300 + "-0")] == [*[404] * 3]
    assert script_version.cache_info().currsize <= 2  # a name that is no language costs no memory
