"""A battle that is over is told move by move: to its fighters at once, to others with the log."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertRedirects

from drafts.log.battle_replay import replayed
from drafts.models import EventStage
from drafts.presenters.games.rome.replay import moves_text, replay_page
from drafts.presenters.log.battles import battle_told, battles_told, statistics_of_battles
from drafts.presenters.log.logs import load_log
from drafts.rules.actors import fighter_by
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.formats import Pace
from drafts.rules.games.rome.notation import encode
from drafts.rules.ids import FighterId, StageId
from drafts.rules.night.battles import ResignMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import record_acts
from drafts.services.battles import lead_back
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event
from drafts.services.fights.changes import reopen_fight, set_result
from drafts.store.battles import BATTLES
from tests.factories import fighter, sit_down
from tests.web.battles.test_pages import play_on

pytestmark = pytest.mark.django_db

TURN = 4


@pytest.fixture
def event(organizer):
    made = create_event(
        organizer=organizer,
        format_="rome",
        name="Rome",
        card_sets=[],
        pace=Pace.OFF,
        log_visibility=LogVisibility.PUBLIC,
    )
    for name in ("Aichi", "Kamui"):
        join_event(event=made, nickname=name)
    start_event(event=made)
    made.refresh_from_db()
    return made


def battle_of(event):
    return BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id))


def play_to(event, turn):
    while (live := battle_of(event)).battle.position.turn < turn:
        play_on(live, 1)


@pytest.fixture
def decided(event):
    """A battle in which a fighter gave up after some moves, one of which was led back."""
    play_to(event, TURN)
    lead_back(event=event, fight=1, to=TURN - 1)
    live = battle_of(event)
    move = ResignMove()
    loser = fighter_by(FighterId(fighter(event, "Kamui").id))
    assert record_acts(chains=[[BATTLES.change(live, loser, move, timezone.now())]]) == [True]
    event.refresh_from_db()
    return event


def seated(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def told(event):
    return battle_told(event, battle_of(event), None)


def test_while_a_battle_is_played_its_page_tells_no_move_of_before(event):
    play_to(event, TURN)
    address = f"/events/{event.code}/battle/1/"
    for client in (Client(), seated(event, "Aichi")):
        page = client.get(address, {"move": "1"}, follow=True).content.decode()
        assert "battle-replay" not in page
        assert "deploy f" not in page
        assert client.get(f"{address}moves.txt").status_code == 404


def test_once_it_is_over_its_fighters_see_all_moves_and_others_with_the_log(decided, client):
    address = f"/events/{decided.code}/battle/1/"
    assert 'data-key="b1m1"' in seated(decided, "Aichi").get(address).content.decode()
    assert "battle-replay" not in client.get(address).content.decode()
    assert client.get(f"{address}moves.txt").status_code == 404
    finish_event(event=decided)
    page = client.get(address).content.decode()
    rows = [f"b1m{number}" for number in range(1, len(told(decided).battle.moves) + 1)]
    assert re.findall(r'data-key="(b1m\d+)"', page) == rows
    assert "Kamui\u2069 gave up" in page
    log = client.get(f"/events/{decided.code}/log/").content.decode()
    assert f'href="{address}?move=1"' in log


def test_the_address_of_a_replay_leads_its_fighters_to_their_battle_when_it_goes_on(event):
    play_to(event, TURN)
    event.fighters.filter(nickname="Kamui").update(guest=True)
    set_result(event=event, fight=1, winner=fighter(event, "Aichi").id, score=None)
    address = f"/events/{event.code}/battle/1/"
    assert "battle-replay" in seated(event, "Kamui").get(address).content.decode()
    reopen_fight(event=event, fight=1)
    own = f"/events/{event.code}/battle/"
    for name, leads_to in {"Aichi": own, "Kamui": f"{own}?fighter={fighter(event, 'Kamui').id}"}.items():
        assertRedirects(seated(event, name).get(address, {"move": "1"}), leads_to)
    assert Client().get(address).status_code == 200


def links_of(client, at):
    """Return where a page leads, as it is sent, after it was found."""
    answer = client.get(at)
    assert answer.status_code == 200
    return {unescape(href) for href in re.findall(r'href="([^"]*)"', answer.content.decode())}


def test_links_from_the_board_of_a_guest_to_the_moves_and_back_are_for_that_guest_of_the_device(decided):
    decided.fighters.filter(nickname="Kamui").update(guest=True)
    client = seated(decided, "Aichi")
    sit_down(client, fighter(decided, "Kamui"))
    event = f"/events/{decided.code}/"
    guest, moves = f"fighter={fighter(decided, 'Kamui').id}", f"{event}battle/1/"
    assert f"{moves}?{guest}" in links_of(client, f"{event}battle/?{guest}")
    replay = links_of(client, f"{moves}?{guest}")
    assert {f"{event}?{guest}", f"{moves}?{guest}&move=1", f"{moves}moves.txt?{guest}"} <= replay
    assert {link for link in replay if link.startswith(moves) and guest not in link} == set()
    finish_event(event=decided)
    assert f"{event}log/?{guest}&battle=1" in links_of(client, f"{moves}?{guest}&move=1&eyes=0")
    log = links_of(client, f"{event}log/?{guest}&battle=1")
    assert {f"{moves}?{guest}", f"{moves}?{guest}&move=1", f"{moves}moves.txt?{guest}"} <= log


def test_the_board_is_as_it_was_after_the_move_for_the_eyes_that_look(decided):
    shown = told(decided)
    positions = replayed(shown.battle, shown.rules, shown.seed)
    for number, position in enumerate(positions):
        for eyes in ("all", 0, 1):
            assert replay_page(shown, "/", number, eyes).board.line == encode(position, eyes)
    with pytest.raises(IndexError):
        replay_page(shown, "/", len(positions))
    with pytest.raises(IndexError):
        replay_page(shown, "/", 0, 2)


def test_the_eyes_of_a_seat_see_no_plan_of_another(decided):
    for eyes in (0, 1):
        rows = [row for turn in replay_page(told(decided), "/", None, eyes).turns for row in turn.moves]
        moves = told(decided).battle.moves
        plans = [(move.seat, row.line) for row, move in zip(rows, moves, strict=True) if move.move.startswith("deploy")]
        assert {(seat == eyes, bool(line)) for seat, line in plans} == {(True, True), (False, False)}


def test_moves_that_were_taken_back_are_told_as_such(decided):
    page = replay_page(told(decided), "/", None)
    undone = [row.number for turn in page.turns for row in turn.moves if row.is_undone]
    assert undone == [move.number for move in told(decided).battle.moves if move.undone_at]
    assert undone
    lines = moves_text(told(decided), decided.name, decided.code).splitlines()
    assert [int(line[1:].split(" ")[0]) for line in lines if line.startswith("-")] == undone


@pytest.mark.parametrize("is_decided", [True, False])
def test_a_battle_ends_after_the_last_move_that_stands_and_with_places_where_they_decide_its_fight(event, is_decided):
    play_to(event, TURN)
    lead_back(event=event, fight=1, to=TURN - 1)
    stands = [move.number for move in told(event).battle.moves if move.undone_at is None]
    assert stands[-1] < len(told(event).battle.moves)
    if is_decided:
        set_result(event=event, fight=1, winner=BOTH_LOSE, score=None)
    finish_event(event=event)
    event.refresh_from_db()
    address, client = f"/events/{event.code}/battle/1/", seated(event, "Aichi")
    page = client.get(address).context["page"]
    assert (page.number, page.end) == (stands[-1], "")
    assert page.on == f"{address}?move={stands[-1] + 1}"
    assert client.get(page.on).context["page"].end == f"{address}?move={stands[-1]}"
    assert {side.place is None for side in page.board.sides} == {is_decided}
    assert ("# places: -" in client.get(f"{address}moves.txt").content.decode()) == is_decided
    (in_log,) = battles_told(load_log(event))
    assert in_log.is_decided == is_decided
    questions = {answer.question for answer in statistics_of_battles(load_log(event)).answers}
    assert ("How do battles end?" in questions) != is_decided


def test_the_moves_as_text_are_the_lines_of_the_log(decided, client):
    finish_event(event=decided)
    text = client.get(f"/events/{decided.code}/battle/1/moves.txt").content.decode()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert [line.split(" ", 5)[5] for line in lines] == [move.move for move in told(decided).battle.moves]
    assert f"# seed: {decided.draft.seed}" in text


def test_a_move_or_eyes_that_there_are_not_are_not_found(decided):
    client, address = seated(decided, "Aichi"), f"/events/{decided.code}/battle/1/"
    for query in ({"move": "9999"}, {"eyes": "2"}, {"move": "x"}):
        assert client.get(address, query).status_code == 404


def test_the_statistics_of_an_event_tell_of_its_battles_once_its_log_is_open(decided, client):
    address = f"/events/{decided.code}/statistics/"
    assert client.get(address).status_code == 403
    finish_event(event=decided)
    page = client.get(address).content.decode()
    assert "From 1 battle." in page
    assert "What is the first turn worth?" in page
    played = sum(int(number) for number in re.findall(r'<th scope="row">[^<]+</th><td class="is-number">(\d+)', page))
    assert played >= 20


def test_a_fighter_reads_their_own_moves_in_the_replay_as_theirs(decided):
    address = f"/events/{decided.code}/battle/1/"
    finish_event(event=decided)
    pages = {name: seated(decided, name).get(address).content.decode() for name in ("Aichi", "Kamui")}
    assert ["You gave up" in pages[name] for name in ("Kamui", "Aichi")] == [True, False]
    assert "You gave up" in seated(decided, "Kamui").get(f"/events/{decided.code}/log/").content.decode()


def test_a_move_in_the_list_is_a_sentence_where_it_is_news_whose_it_is(decided):
    rows = [row.words for turn in replay_page(told(decided), "/", None).turns for row in turn.moves]
    names = [f"\u2068{name}\u2069" for name in told(decided).names]
    first = [move.move for move in told(decided).battle.moves].index("attack")
    assert sorted(rows[:2]) == sorted(f"{name} laid the line" for name in names)
    assert (rows[first], rows[-1]) == ("Attack", "\u2068Kamui\u2069 gave up")
    assert not [words for words in rows for name in names if f"{name} Lay" in words or f"{name} Give" in words]
