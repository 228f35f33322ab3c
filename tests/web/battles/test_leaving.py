"""A fighter who leaves an event, or is removed from it, during a battle has not given up: every page says so."""

import json
import re
from dataclasses import replace

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from drafts.log.battle_replay import replayed
from drafts.models import EventStage, RomeSettings
from drafts.operations.verification import differences
from drafts.presenters.fights.fight_words import result_words
from drafts.presenters.fights.standings import standings_of
from drafts.presenters.games.rome.board.page import battle_panel, board_page
from drafts.presenters.games.rome.board.view import Asked
from drafts.presenters.games.rome.replay import moves_text, replay_page
from drafts.presenters.log.battles import battle_told
from drafts.protocol.battles import battle_part
from drafts.rules.actors import fighter_by
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.formats import Pace
from drafts.rules.ids import FighterId, StageId
from drafts.rules.night.battles import ResignMove
from drafts.rules.night.clock_moves import Pause
from drafts.rules.night.fight_moves import Drop
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import record_acts
from drafts.services.battles import play_battle
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event
from drafts.services.events.removals import leave_event, remove_fighter, undo_removal
from drafts.services.fights.changes import change_fights, reopen_fight, set_result
from drafts.store.battles import BATTLES
from drafts.store.fights import load_fights
from tests.factories import fighter, sit_down
from tests.web.battles.test_pages import play_on

pytestmark = pytest.mark.django_db

NAMES = ("Aichi", "Kamui", "Misaki")


def begun(organizer, fighters=3, turn=2, **rules):
    """Begin a battle of so many, play it to this turn, and return its event."""
    event = create_event(
        organizer=organizer,
        format_="rome",
        name="Rome",
        card_sets=[],
        pace=Pace.OFF,
        battles=RomeSettings(players=fighters, **rules),
        log_visibility=LogVisibility.PUBLIC,
    )
    for name in NAMES[:fighters]:
        join_event(event=event, nickname=name)
    start_event(event=event)
    event.refresh_from_db()
    while battle_of(event).battle.position.turn < turn:
        play_on(battle_of(event), 1)
    return event


def battle_of(event):
    return BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id))


def seat_of(event, name):
    return battle_of(event).battle.terms.seat_of(FighterId(fighter(event, name).id))


def page_of(event, name=None):
    asked = Asked("/battle/", QueryDict(), timezone.now())
    return board_page(battle_of(event), None if name is None else seat_of(event, name), asked, str)


def plain(words):
    """Return words without the marks that isolate names in them."""
    return words.replace("\u2068", "").replace("\u2069", "")


def remove(event, name):
    remove_fighter(event=event, fighter_id=fighter(event, name).id)


def drop(event, name):
    gone = FighterId(fighter(event, name).id)
    change_fights(event=event, verb=lambda live: Drop(gone))


def leave(event, name):
    leave_event(fighter=fighter(event, name))


@pytest.mark.parametrize("way", [remove, drop, leave])
def test_a_fighter_who_goes_during_a_battle_is_said_to_have_left_and_not_to_have_given_up(organizer, way):
    event = begun(organizer)
    way(event, "Kamui")
    asked = Asked("/battle/", QueryDict(), timezone.now())
    page = page_of(event, "Aichi")
    told = battle_told(event, battle_of(event), None)
    replay = replay_page(told, "/", None)
    assert plain(page.said) == "Left the event: Kamui. Kills decide among the others."
    assert {plain(words) for words in (page.last, battle_panel(battle_of(event), asked, str).last, replay.said)} == {
        "Kamui left the event"
    }
    assert battle_part(battle_of(event))["last"] == {"seat": seat_of(event, "Kamui"), "move": "resign", "how": "left"}
    assert moves_text(told, event.name, event.code).splitlines()[-1].split(" ", 3)[3].endswith("left resign")
    assert replayed(told.battle, told.rules, told.seed)[-1] == battle_of(event).battle.position


def test_a_fighter_who_gives_up_is_said_to_have_given_up(organizer):
    event = begun(organizer)
    by = fighter_by(FighterId(fighter(event, "Kamui").id))
    assert record_acts(chains=[[BATTLES.change(battle_of(event), by, ResignMove(), timezone.now())]]) == [True]
    page, replay = page_of(event, "Aichi"), replay_page(battle_told(event, battle_of(event), None), "/", None)
    assert [plain(words) for words in (page.said, page.last)] == [
        "Gave up: Kamui. Kills decide among the others.",
        "Kamui gave up",
    ]
    assert page_of(event, "Kamui").said == "You gave up. Kills decide among the others."
    assert {plain(side.name): side.state for side in replay.board.sides}["Kamui"] == "resigned"


def test_the_pages_of_an_event_say_by_whom_a_battle_of_three_was_left(organizer, organizer_client):
    event = begun(organizer)
    remove(event, "Kamui")
    finish_event(event=event)
    event.refresh_from_db()
    (result,) = [fight.result for _, _, _, fight in load_fights(event.id).fighting.fights()]
    assert (result.by.value, result.places[seat_of(event, "Kamui")]) == ("drop", 3 if result.winner else 2)
    fights = organizer_client.get(f"/events/{event.code}/host/fights/").content.decode()
    assert "one side dropped out" in fights
    assert "decided in the battle" not in fights
    visitor = Client()
    for page in ("battle/1/", "log/", "battle/1/moves.txt", "standings/", "statistics/"):
        text = visitor.get(f"/events/{event.code}/{page}").content.decode()
        assert "gave up" not in text.lower().replace("gave up or left", "")
        assert "give up" not in text.lower()


def test_one_who_leaves_while_the_others_are_equal_has_lost_and_these_have_drawn(organizer):
    event = begun(organizer, turn=0)
    remove(event, "Kamui")
    finish_event(event=event)
    event.refresh_from_db()
    (table,) = standings_of(event).groups
    said = {place.name: (place.points, *map(plain, place.fights)) for place in table.places}
    first = [side.nickname for side in event.fighters.order_by("id") if side.nickname != "Kamui"]
    order = sorted(first, key=lambda name: seat_of(event, name))
    assert said == {
        "Aichi": (1, "Round 1: a draw against Misaki, 1 point"),
        "Misaki": (1, "Round 1: a draw against Aichi, 1 point"),
        "Kamui": (0, f"Round 1: lost to {', '.join(order)}, no points"),
    }
    (fight,) = [fight for _, _, _, fight in load_fights(event.id).fighting.fights()]
    assert plain(result_words(fight, fight.result, load_fights(event.id).names)) == f"{order[0]} and {order[1]} drew"


def test_a_removal_that_is_undone_lets_a_battle_of_three_go_on(organizer):
    event = begun(organizer)
    before = battle_of(event).battle.position
    remove(event, "Kamui")
    assert battle_of(event).battle.is_over
    undo_removal(event=event, fighter_id=fighter(event, "Kamui").id)
    battle = battle_of(event).battle
    assert (battle.position, battle.left, battle.last) == (before, frozenset(), battle.last)
    assert [fight.is_over for _, _, _, fight in load_fights(event.id).fighting.fights()] == [False]


def test_a_removal_that_is_undone_gives_the_line_back_where_the_others_have_not_played_on(organizer):
    event = begun(organizer, end="last")
    before = battle_of(event).battle.position
    remove(event, "Kamui")
    remove(event, "Misaki")  # that ends it
    for name in ("Misaki", "Kamui"):
        assert battle_of(event).battle.is_over == (name == "Misaki")
        undo_removal(event=event, fighter_id=fighter(event, name).id)
    battle = battle_of(event).battle
    assert (battle.position, battle.left, battle.is_over) == (before, frozenset(), False)
    finish_event(event=event)
    assert differences(json.loads(Client().get(f"/events/{event.code}/log/log.json").content)) == []


def test_a_line_that_is_given_back_in_a_pause_waits_for_its_end(organizer):
    event = begun(organizer, end="last")
    remove(event, "Kamui")
    change_fights(event=event, verb=lambda live: Pause())
    undo_removal(event=event, fighter_id=fighter(event, "Kamui").id)
    battle = battle_of(event).battle
    assert (battle.left, battle.clock.stands) == (frozenset(), True)


def test_a_line_stays_gone_once_the_others_have_played_on(organizer):
    event = begun(organizer, end="last")
    remove(event, "Kamui")
    play_on(battle_of(event), 1)
    position = battle_of(event).battle.position
    undo_removal(event=event, fighter_id=fighter(event, "Kamui").id)
    battle = battle_of(event).battle
    assert (battle.position, battle.left) == (position, frozenset({seat_of(event, "Kamui")}))
    assert page_of(event, "Kamui").said == "You were out of the event, so your line is gone. The others play on."


@pytest.mark.parametrize(
    ("way", "state", "words"),
    [
        ("resigned", "resigned", "You gave up. The others play on."),
        ("left", "left", "You were out of the event, so your line is gone. The others play on."),
    ],
)
def test_a_fighter_without_a_line_reads_how_it_went_while_the_others_play_on(organizer, way, state, words):
    live = battle_of(begun(organizer))
    own, *others = live.battle.position.sides
    position = replace(live.battle.position, sides=(own._replace(line={}, out=1), *others), seat=1)
    battle = replace(live.battle, position=position, **{way: frozenset({0})})
    page = board_page(replace(live, battle=battle), 0, Asked("/", QueryDict(), timezone.now()), str)
    assert (page.said, page.own.state, page.own.is_out) == (words, state, True)


def test_a_board_marks_the_side_of_a_fighter_who_left(organizer):
    event = begun(organizer, fighters=3, end="last")
    remove(event, "Kamui")
    page = Client().get(f"/events/{event.code}/battle/1/", {"enemy": seat_of(event, "Kamui")}).content.decode()
    assert '<span class="pill is-quiet">left the event</span>' in page
    assert "destroyed</span>" not in page


@pytest.mark.parametrize(
    ("winner", "titles"),
    [("Kamui", ["You have lost", "You have won"]), (None, ["A draw", "A draw"]), (BOTH_LOSE, ["Both have lost"] * 2)],
)
def test_a_battle_that_the_organizer_decides_says_what_they_said_and_not_its_ranking(organizer, winner, titles):
    event = begun(organizer, fighters=2)
    said = fighter(event, winner).id if winner in NAMES else winner
    set_result(event=event, fight=1, winner=said, score=None)
    for name, title in zip(NAMES, titles, strict=False):
        client = Client()
        sit_down(client, fighter(event, name))
        page = client.get(f"/events/{event.code}/battle/").context["page"]
        assert (page.title, page.said, page.own.place) == (title, "The organizer decided it.", None)
    title = Client().get(f"/events/{event.code}/battle/1/", {"panel": ""}).context["panel"].title
    assert plain(title) == {"Kamui": "Kamui has won"}.get(winner, titles[0])


def opened_again(event, organizer_client):
    """Press *Reopen* on the panel, and say whether the panel and the page of all fights had offered that."""
    address = f"/events/{event.code}/host/"
    panel = re.search(r'data-part="reopen"( hidden)?', organizer_client.get(address).content.decode())
    page = "Reopen the fight" in organizer_client.get(f"{address}fights/").content.decode()
    organizer_client.post(f"{address}reopen/", {"fight": 1})
    return panel[1] is None, page


def test_a_battle_that_the_organizer_decided_goes_on_when_its_fight_is_opened_again(organizer, organizer_client):
    event = begun(organizer, fighters=2)
    before = battle_of(event).battle.position
    set_result(event=event, fight=1, winner=fighter(event, "Kamui").id, score=None)
    assert battle_of(event).battle.is_over
    assert opened_again(event, organizer_client) == (True, True)
    assert battle_of(event).battle.position == before
    play_on(battle_of(event), 1)
    assert battle_of(event).battle.position != before


def test_a_battle_that_has_ended_by_itself_is_not_opened_again_and_nothing_offers_it(organizer, organizer_client):
    event = begun(organizer, fighters=2)
    play_battle(event=event, fight=1, move=ResignMove(0), by=fighter_by(fighter(event, "Aichi").id))
    position = battle_of(event).battle.position
    assert opened_again(event, organizer_client) == (False, False)
    assert battle_of(event).battle.position == position
    with pytest.raises(ServiceError, match="A battle that has ended cannot go on"):
        reopen_fight(event=event, fight=1)


def test_a_turn_is_called_after_its_player_and_not_after_one_who_left_in_it(organizer):
    event = begun(organizer)
    on_turn = battle_of(event).battle.position.seat
    gone = battle_of(event).names[battle_of(event).battle.terms.fighters[(on_turn + 1) % 3]]
    remove(event, gone)
    told = battle_told(event, battle_of(event), None)
    assert replay_page(told, "/", None).title == "Turn 2"
    event = begun(organizer)
    on_turn = battle_of(event).battle.position.seat
    play_on(battle_of(event), 1)
    remove(event, battle_of(event).names[battle_of(event).battle.terms.fighters[(on_turn + 1) % 3]])
    told = battle_told(event, battle_of(event), None)
    page = replay_page(told, "/", None)
    assert plain(page.title) == f"Turn 2: {told.names[on_turn]}"
    assert page.turns[-1].title == page.title
