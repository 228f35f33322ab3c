"""Public figures of battles: those of an event alone only where anybody may read its log, all others five at a time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Batch, CountedDraft, CountedSet, Event, EventStage, RomeSettings
from drafts.queries.battle_statistics import battles_by_kind
from drafts.queries.statistics import drafts_waiting
from drafts.rules.actors import fighter_by
from drafts.rules.formats import Pace
from drafts.rules.games.rome.figures import RANKED, RESIGNED
from drafts.rules.ids import FighterId, StageId
from drafts.rules.night.battles import ResignMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import record_acts
from drafts.services.events.deletion import delete_event
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import add_bot, join_event
from drafts.services.events.nights import finish_event
from drafts.services.fights.changes import set_result
from drafts.services.statistics.counts import count_finished_drafts, rebuild_statistics
from drafts.store.battles import BATTLES
from tests.web.battles.test_pages import play_on

pytestmark = pytest.mark.django_db
PAGE, API = "/rules/rome/statistics/", "/api/v1/rome/statistics/"


@pytest.fixture
def played(organizer):
    """Make finished events of one battle each: `played()`; after so many turns its second fighter gives up."""

    def play(visibility=LogVisibility.PUBLIC, *, turns=2, resigns=True, bot=False, decided=False, **rules):
        event = create_event(
            organizer=organizer,
            format_="rome",
            name="Rome",
            card_sets=[],
            pace=Pace.OFF,
            log_visibility=visibility,
            battles=RomeSettings(**rules),
        )
        for name in ["Aichi"] if bot else ["Aichi", "Kamui"]:
            join_event(event=event, nickname=name)
        if bot:
            add_bot(event=event)
        start_event(event=event)
        live = BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id))
        while live.battle.position.turn < turns:
            live = play_on(live, 1)
        if resigns:
            loser = fighter_by(FighterId(live.battle.terms.fighters[1]))
            assert record_acts(chains=[[BATTLES.change(live, loser, ResignMove(), timezone.now())]]) == [True]
        event.refresh_from_db()
        if decided:
            other = FighterId(live.battle.terms.fighters[1])
            set_result(event=event, fight=1, winner=other, score=None, confirmed=True)
        finish_event(event=event)
        return event

    return play


def a_day_later():
    count_finished_drafts(now=timezone.now() + timedelta(days=1, minutes=1))


def battles():
    return {each.kind: (each.events, each.figures.battles) for each in battles_by_kind()}


def test_the_battles_of_an_event_with_a_public_log_count_by_their_rules(played):
    played()
    played(resigns=False)
    played(rear=False, commands=False)
    assert drafts_waiting() == 3
    count_finished_drafts()
    assert battles() == {"players=2": (2, 2), "players=2 rear=no commands=no": (1, 1)}
    assert drafts_waiting() == 0
    figures = battles_by_kind()[0].figures
    assert figures.ends == {RESIGNED: 1, RANKED: 1}
    assert sum(figures.turns.values()) == 2
    assert sum(figures.played.values()) >= 40
    assert figures.decided >= 1
    assert all(figures.won[kind] <= figures.fought[kind] <= figures.played[kind] for kind in figures.played)


def test_a_battle_whose_fight_an_official_decided_has_no_end_and_no_winner(played):
    played(decided=True)
    count_finished_drafts()
    figures = battles_by_kind()[0].figures
    assert (figures.battles, figures.decided, figures.ends, figures.won) == (1, 0, {}, {})


def test_battles_with_a_bot_do_not_count_and_nothing_waits_for_them(played):
    played(bot=True)
    count_finished_drafts()
    assert (battles(), drafts_waiting()) == ({}, 0)


def test_battles_whose_logs_are_not_public_count_five_events_at_a_time_a_day_after_their_end(played):
    events = [played(LogVisibility.FIGHTERS) for _ in range(4)]
    a_day_later()
    assert battles() == {}
    played(LogVisibility.FIGHTERS, commands=False)  # other rules are no part of the same batch
    a_day_later()
    assert battles() == {}
    played(LogVisibility.FIGHTERS)
    count_finished_drafts()
    assert battles() == {}
    a_day_later()
    assert battles() == {"players=2": (5, 5)}
    before = battles_by_kind()[0].figures
    delete_event(event=events[0])
    rebuild_statistics()
    assert battles_by_kind()[0].figures == before


def test_a_public_log_that_is_closed_takes_its_battles_away(played):
    event = played()
    count_finished_drafts()
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.FIGHTERS)
    count_finished_drafts()
    assert battles() == {}
    a_day_later()
    assert not CountedSet.objects.exclude(batch=None).exists()


def test_counting_anew_gives_the_same_and_a_deleted_event_takes_its_battles_away(played):
    event, _ = played(), played()
    count_finished_drafts()
    before = battles_by_kind()
    rebuild_statistics()
    assert battles_by_kind() == before
    CountedDraft.objects.update(fights_version=0)
    count_finished_drafts()
    assert battles_by_kind() == before
    assert CountedSet.objects.count() == 2
    delete_event(event=event)
    assert battles() == {"players=2": (1, 1)}
    assert Batch.objects.count() == 1


def test_the_page_and_the_api_say_the_same(played, client):
    assert "No battle is counted yet." in client.get(PAGE).content.decode()
    assert client.get(API).json()["items"] == []
    played()
    played(commands=False)
    assert "2 finished drafts are being counted" in client.get(PAGE).content.decode()
    count_finished_drafts()
    page = client.get(PAGE, {"rules": "players=2 commands=no"}).content.decode()
    assert "A player gave up or left: 1." in page
    assert 'aria-current="true">2 players, no commands<' in page
    assert client.get(PAGE, {"rules": "players=9"}).status_code == 200
    answer = client.get(API).json()
    items = {(each["players"], each["rear"], each["commands"]): each for each in answer["items"]}
    assert [answer["waiting"], set(items)] == [0, {(2, True, True), (2, True, False)}]
    usual = items[2, True, True]
    figures = next(each.figures for each in battles_by_kind() if each.kind == "players=2")
    assert [usual[name] for name in ("events", "battles", "decks", "end")] == [1, 1, "common", "first"]
    assert usual["ends"] == {"destroyed": 0, "resigned": 1, "ranked": 0}
    assert usual["first_turn"] == {"value": float(figures.first_won), "n": 1}
    assert usual["turns"] == {"value": 2.0, "n": 1}
    assert sum(each["played"] for each in usual["units"]) == sum(figures.played.values())


def test_battles_that_were_over_before_their_first_turn_have_no_figures_of_turns(played, client):
    event = played(turns=0)
    count_finished_drafts()
    (item,) = client.get(API).json()["items"]
    nothing = {"value": None, "n": 0}
    assert (item["battles"], item["first_turn"], item["turns"]) == (1, nothing, nothing)
    for address in (PAGE, f"/events/{event.code}/statistics/"):
        page = client.get(address).content.decode()
        assert "No turns yet" in page
        assert "first turn worth" not in page
    played()
    count_finished_drafts()
    (item,) = client.get(API).json()["items"]
    assert (item["battles"], item["turns"]) == (2, {"value": 2.0, "n": 1})
