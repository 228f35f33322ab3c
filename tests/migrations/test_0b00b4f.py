"""An event that version 0b00b4f left in its database is there after an upgrade, and is played to its end as then.

`make_0b00b4f.py` made the files. Logs may tell more than they did, never less or something else: what a later version
adds to log.json is named in `ADDED`, by the place at which it stands (`event.draws`, `tables.packs.cards.kin`); the
assertion on it shows each place that is missing there.
"""

import re
from datetime import datetime
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db.models import Sum
from django.utils import timezone

from drafts.models import (
    ApiToken,
    Attempt,
    BatchCount,
    CardSet,
    Connection,
    CountedSet,
    DraftCount,
    Event,
    EventStage,
    StaffLink,
    Store,
    Webhook,
)
from drafts.rules.draft.notation import write
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.formats import Pace
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.services.events.lifecycle import start_event
from drafts.services.events.nights import finish_event
from drafts.services.paper.piles import enter_pile
from drafts.services.statistics.counts import count_finished_drafts, rebuild_statistics
from drafts.store.piles import load_piles
from drafts.store.tables import load_table
from tests.factories import let_bots_finish
from tests.migrations.made_up_time import MadeUpTime
from tests.migrations.playing import play_draft, play_fights, play_sharing
from tests.migrations.upgrades import log_of, seen_by, upgrade, without_additions

pytestmark = pytest.mark.django_db(transaction=True)
SEEN_THEN = seen_by("0b00b4f")
LEFT_AT = datetime.fromisoformat(SEEN_THEN["left_at"])
ADDED = {
    *("event.build_minutes", "event.form", "event.lands", "event.log_opens", "event.own_picks"),
    *("fights.acts", "fights.corrections", "fights.decks", "fights.dice", "fights.form", "fights.sides.fighters"),
}


@pytest.fixture
def time(monkeypatch):
    """Let it be the moment at which that version was left, so that clocks stand where they stood."""
    monkeypatch.setattr(timezone, "now", made_up := MadeUpTime(LEFT_AT))
    return made_up


def event_in(stage):
    return Event.objects.get(code=SEEN_THEN["codes"][stage])


def without_later_times(told):
    """Return a log in which all times after the upgrade are one: some rows say themselves when they were made."""
    if isinstance(told, dict):
        return {key: without_later_times(each) for key, each in told.items()}
    if isinstance(told, list):
        return [without_later_times(each) for each in told]
    is_time = isinstance(told, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", told)
    return "later" if is_time and datetime.fromisoformat(told) > LEFT_AT else told


def verify(event):
    call_command("verify", event.code, stdout=StringIO())  # raises where seed, history, picks and stages do not fit


def test_after_an_upgrade_all_is_there_and_goes_on_to_its_end_as_it_would_have(time, client):
    upgrade("0b00b4f", "0034_paused_by_judge")
    sets_settings_and_connections_are_kept()
    links_of_judges_and_fighters_still_lead_in(client)
    the_draft_stands_where_it_stood()
    the_clock_looks_at_the_turn_that_was_going_on()
    play_draft(event_in("drafting"), time)
    play_fights(event_in("fighting"), time)
    for stage in ("fighting", "sharing"):
        play_sharing(event_in(stage), time)
    logs_tell_what_that_version_would_have_told()
    a_webhook_was_told_of_the_end()
    real_packs_are_known_once_the_last_pile_is_entered()
    a_draft_that_was_settled_in_its_lobby_is_played()
    the_statistics_are_what_they_were()


def sets_settings_and_connections_are_kept():
    assert {row.code: row.cards.count() for row in CardSet.objects.all()} == {
        "MAG01": 140,
        "SMP01": 102,
        "SMP02": 42,
    }
    owners = [field.name for field in CardSet._meta.concrete_fields if field.related_model is User]
    assert not any(CardSet.objects.exclude(**{owner: None}).exists() for owner in owners)
    event = event_in("drafting")
    connections = Connection.objects.values_list("process__name", "event", "fighter__nickname", "round_trip")
    assert list(connections) == [("old", event.id, "Aichi", 40)]
    assert list(Attempt.objects.values_list("action", "address")) == [("code", "192.0.2.7")]
    store = Store.objects.get()
    assert (store.name, store.usual.name, store.house_rules) == ("The Corner", "Fridays", "No sleeves.")
    assert list(ApiToken.objects.values_list("user__username", "name")) == [("organizer", "display")]


def links_of_judges_and_fighters_still_lead_in(client):
    event = event_in("drafting")
    assert StaffLink.objects.get(token=SEEN_THEN["judge"]).event == event
    for link in (f"/judge/{SEEN_THEN['judge']}/", f"/rejoin/{event.fighters.get(nickname='Aichi').token}/"):
        answer = client.get(link, follow=True)
        assert (answer.status_code, f"/events/{event.code}/" in answer.redirect_chain[-1][0]) == (200, True)
    fighting = event_in("fighting")
    assert [(each.nickname, each.was.event) for each in fighting.follower.fighters.all()] == [
        (name, fighting) for name in ("Aichi", "Kamui", "Misaki", "Naoki")
    ]


def the_clock_looks_at_the_turn_that_was_going_on():
    stages = EventStage.objects.filter(event=event_in("sharing"), wakes_at__isnull=False)
    assert [stage.stage for stage in stages] == ["sharing"]


def the_draft_stands_where_it_stood():
    live = load_table(event_in("drafting").draft.tables.get().id)
    assert write(live.timed.table) == SEEN_THEN["table"]
    (call,) = live.calls
    hand = live.timed.table.hands[call.seat]
    marked = {seat: state.marked for seat, state in enumerate(live.timed.seats) if state.marked}
    assert (call.reason, marked) == ("rules", {call.seat: (hand[1].id, hand[0].id)})


def logs_tell_what_that_version_would_have_told():
    added = set()
    for stage, then in SEEN_THEN["logs"].items():
        event = event_in(stage)
        log = without_additions(log_of(event), then, added)
        assert without_later_times(log) == without_later_times(then), stage
        verify(event)
    assert added == ADDED
    ends = {event_in(stage).phase for stage in ("fighting", "sharing", "finished")}
    assert (event_in("drafting").phase, ends) == (Stage.BUILDING, {Stage.FINISHED})


def a_webhook_was_told_of_the_end():
    webhook = Webhook.objects.get(event=event_in("fighting"))
    assert (webhook.address, webhook.secret) == ("https://shop.example/hook", "s" * 43)
    assert list(webhook.deliveries.values_list("happening", flat=True)) == ["event.finished"]


def real_packs_are_known_once_the_last_pile_is_entered():
    event = event_in("paper")
    (table,) = load_piles(event.draft)
    whole, half = table.piles
    assert (whole.is_checked, len(whole.numbers), half.is_checked, half.numbers) == (
        True,
        30,
        False,
        whole.numbers[:12],
    )
    assert not enter_pile(event=event, fighter=half.fighter, numbers=whole.numbers, check=True).faults
    event.refresh_from_db()
    assert event.draft.knows_cards
    finish_event(event=event)
    verify(event_in("paper"))


def a_draft_that_was_settled_in_its_lobby_is_played():
    event = event_in("settled")
    night, draft = event.night, event.draft
    assert (night.fights, night.best_of, night.fight_minutes, night.time_up) == ("bracket", 1, 50, "draw")
    assert (night.sharing, draft.pace, draft.judge) == ("random", Pace.RELAXED, JudgeBy.ORGANIZER)
    assert (draft.format, draft.table_size, draft.draws) == ("magic-draft", 6, 1)
    assert (event.hide_names, event.on_first_page, event.starts_at.day) == (True, True, 11)
    assert list(event.fighters.filter(guest=True).values_list("nickname", flat=True)) == ["Emi"]
    start_event(event=event)
    let_bots_finish(event)
    finish_event(event=event)
    verify(event_in("settled"))


def the_statistics_are_what_they_were():
    columns = ("card__number", "bots", "opened", "taken", "seen")
    rows = DraftCount.objects.filter(counted__draft=event_in("finished").draft)
    for count in (lambda: None, rebuild_statistics):
        count()
        assert sorted(map(list, rows.values_list(*columns))) == SEEN_THEN["counted"]
    shown = CountedSet.objects.exclude(batch=None).values_list("counted__draft__event__log_visibility", flat=True)
    assert set(shown) <= {LogVisibility.PUBLIC}  # fewer than five drafts of a set are finished whose logs are not
    Event.objects.update(log_visibility=LogVisibility.PUBLIC)
    count_finished_drafts()
    totals = [Sum("opened"), Sum("taken"), Sum("won")]
    assert BatchCount.objects.aggregate(*totals) == DraftCount.objects.aggregate(*totals)
