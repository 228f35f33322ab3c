"""The log of matches of Magic: dice, acts that are no counts, decks between games, and a replay game by game."""

import json

import pytest
from django.utils.html import escape

from drafts.models import Event
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.presenters.log.replays import replay_in
from drafts.rules.fights.acts import SetTo
from drafts.rules.fights.fight_avatars import fixed_avatar
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import CountMove, OutMove, SideMove, SpareMove, UndoCountMove
from drafts.services.events.nights import go_on
from drafts.store.building import load_building
from tests.factories import act_in_fights, fighter, match_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]


@pytest.fixture
def event(organizer):
    return match_event(organizer)


@pytest.fixture
def ann(event):
    return FighterId(fighter(event, "Ann").id)


@pytest.fixture
def ben(event):
    return FighterId(fighter(event, "Ben").id)


def play(event, ann, ben):
    """Play a match that Ben wins in two games; between them Ann changes her deck, twice. Return the last deck."""
    act_in_fights(event, ben, CountMove(1, ann, "life", SetTo(0)))
    act_in_fights(event, ann, SpareMove(1, ann))
    act_in_fights(event, ann, UndoCountMove(1))
    act_in_fights(event, ann, OutMove(1, (ann,)))
    deck = load_building(EventId(event.id), 1).building.works[ann].deck
    changed = deck._replace(main=deck.main[1:], basics=(("Plains", 18),))
    act_in_fights(event, ann, SideMove(1, deck=deck._replace(basics=(("Plains", 20),)), seen=1))
    act_in_fights(event, ann, SideMove(1, deck=changed, seen=2))
    return changed


def log_of(client, event):
    return json.loads(client.get(f"/events/{event.code}/log/log.json").content)


def test_the_log_has_dice_acts_and_after_the_fights_the_decks_between_games(event, ann, ben, organizer_client):
    changed = play(event, ann, ben)
    assert [deck for fight in load_log(event).fights for deck in fight.decks] == []
    act_in_fights(event, ann, OutMove(1, (ann,)))
    assert go_on(event=event, seen="fighting", confirmed=True) == "finished"
    event.refresh_from_db()
    log = log_of(organizer_client, event)
    [fight] = log["fights"]
    said = [(act["game"], act["kind"], act["undone_at"] is None) for act in fight["acts"]]
    assert said == [(1, "spare", False), (1, "out", True), (2, "out", True)]
    assert fight["acts"][0] | {"fighter": ann, "counter": "life", "who": ann} == fight["acts"][0]
    assert [(count["by"], count["to"]) for count in fight["counts"]] == [(-20, 0)]
    assert fight["decks"] == [
        {"game": 2, "fighter": ann, "main": [*changed.main], "basics": {"Plains": 18}, "command": []}
    ]
    assert (fight["games"], fight["result"]["winner"], fight["by"]) == ([ben], ben, "agreed")
    assert {die["fighter"] for die in fight["dice"][0]} == {ann, ben}
    assert differences(log) == []
    fight["dice"][-1][0]["face"] += 1
    assert differences(log) == ["Fight 1: its dice are not those of the seed."]


def test_the_replay_of_a_match_shows_it_game_by_game(event, ann, ben):
    play(event, ann, ben)
    act_in_fights(event, ben, CountMove(1, ann, "life", -3))
    log = load_log(event)
    [round_] = replay_in(log, log.tables[0])["fights"]
    shown = [
        [(side["name"], side["won"], side["damage"]) for side in game["fights"][0]["sides"]] for game in round_["games"]
    ]
    assert [game["game"] for game in round_["games"]] == [1, 2]
    assert [sorted(game) for game in shown] == [
        [("Ann", False, 20), ("Ben", True, 0)],
        [("Ann", False, 3), ("Ben", False, 0)],
    ]


def test_M29_page_and_replay_of_a_log_name_the_avatars(organizer, organizer_client):
    event = match_event(organizer, avatars="dealt")
    one, other = (FighterId(fighter(event, name).id) for name in ("Ann", "Ben"))
    play(event, one, other)
    fight = act_in_fights(event, one, OutMove(1, (one,))).fighting.fight(1)
    assert go_on(event=event, seen="fighting", confirmed=True) == "finished"
    event.refresh_from_db()
    names = [fixed_avatar(fight, side.fighter).card.name for side in fight.sides]
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert all(f"Avatar: {escape(name)}" in page for name in names)
    log = load_log(event)
    [of_round] = replay_in(log, log.tables[0])["fights"]
    for told in (of_round, *of_round["games"]):
        assert [side["avatars"] for side in told["fights"][0]["sides"]] == [[name] for name in names]
    assert differences(log_of(organizer_client, event)) == []


def test_a_replay_says_how_much_life_a_side_has_lost(event, ann, ben):
    play(event, ann, ben)
    log = load_log(Event.objects.get(id=event.id))
    [of_round] = replay_in(log, log.tables[0])["fights"]
    assert of_round["counter"] == "Life lost"
