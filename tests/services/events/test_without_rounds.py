"""A format without rounds and cards, played by services and read on pages: the log travels to another installation."""

import json

import pytest

from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import CountedDraft, Event, Fights, LogEntry, NightSettings
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.queries.draft.table_views import forget_tables, table_views
from drafts.rules.draft.notation import read, write
from drafts.rules.night.rights import LogVisibility
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import add_bot, join_event
from drafts.services.events.nights import finish_event
from drafts.services.fights.changes import set_result
from drafts.services.log.log_import import import_log
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.fights import load_fights
from drafts.store.tables import load_table

pytestmark = pytest.mark.django_db


def event_of(organizer, *names: str, **settings) -> Event:
    event = create_event(
        organizer=organizer,
        format_="pebbles",
        name="Pebbles tonight",
        card_sets=[],
        log_visibility=LogVisibility.PUBLIC,
        **settings,
    )
    for name in names:
        join_event(event=event, nickname=name)
    return event


@pytest.fixture
def event(pebbles, organizer) -> Event:
    made = event_of(organizer, "Aichi", "Kamui", "Misaki", "Ren")
    start_event(event=made)
    made.refresh_from_db()
    return made


@pytest.fixture
def over(event) -> Event:
    for number, _, _, fight in [*load_fights(event.id).fighting.fights()]:
        set_result(event=event, fight=number, winner=fight.fighters[0], score=None)
    finish_event(event=event)
    event.refresh_from_db()
    return event


def exported(event: Event) -> dict:
    return json.loads(write_log_json(load_log(event)))


def test_a_start_leads_straight_to_the_first_round_of_its_fights(event):
    live = load_fights(event.id)
    assert (event.phase, live.fighting.round) == ("fighting", 1)
    assert {len(fight.fighters) for *_, fight in live.fighting.fights()} == {2}
    assert [*LogEntry.objects.values_list("text", flat=True)] == ["The fights began."]


def test_a_start_without_anybody_to_fight_is_refused_and_nothing_is_stored(pebbles, organizer):
    event = event_of(organizer, "Aichi")
    add_bot(event=event)
    with pytest.raises(ServiceError, match="has an opponent"):
        start_event(event=event)
    event.refresh_from_db()
    assert (event.phase, event.draft.tables.count()) == ("lobby", 0)


def test_an_event_that_has_nothing_but_its_fights_cannot_be_without_them(pebbles, organizer):
    with pytest.raises(ServiceError) as refused:
        event_of(organizer, night=NightSettings(fights=Fights.OFF))
    assert refused.value.field == "fights"


def test_the_counts_of_a_table_are_what_its_rules_show(event):
    forget_tables()
    (view,) = table_views(event)
    table = load_table(event.draft.tables.get().id).timed.table
    assert (
        (view.seen.direction, view.seen.rounds, view.seen.passes) == (table.direction, 0, table.passes) == (None, 0, 0)
    )
    assert [seat.in_hand + seat.face_down for seat in view.seen.seats] == [0] * 4


def test_its_table_fits_on_a_line(event):
    table = load_table(event.draft.tables.get().id).timed.table
    line = write(table)
    assert line == "pebbles 0.0 drafted // / / /"
    assert read(line) == table


def test_its_pages_are_there_before_and_after(event, organizer_client, client):
    for address in ("host/", "display/", "standings/", "log/", "host/fights/", "sheets/"):
        assert organizer_client.get(f"/events/{event.code}/{address}").status_code in (200, 403), address
    finish_event(event=event)
    for address in (
        "host/",
        "display/",
        "standings/",
        "log/",
        "log/log.json",
        "log/log.csv",
        "log/t1.json",
        "log/preview.png",
    ):
        assert organizer_client.get(f"/events/{event.code}/{address}").status_code == 200, address
    assert "The fights are in the standings" in client.get(f"/events/{event.code}/log/").content.decode()
    for address in ("deck/", "statistics/", "wishes/"):
        assert client.get(f"/events/{event.code}/{address}").status_code in (403, 404), address


def test_its_log_has_no_packs_and_no_picks_and_its_seed_gives_it_again(over):
    log = exported(over)
    assert [(table["packs"], table["picks"]) for table in log["tables"]] == [([], [])]
    assert (log["event"]["sets"], log["event"]["drafted"], log["event"]["stages"][0]["stage"]) == ([], None, "fighting")
    assert len(log["fights"]) == 2
    assert differences(log) == []


def test_its_log_is_imported_elsewhere(over, organizer, client):
    log = exported(over)
    over.delete()
    made = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer).event
    again = exported(made)
    assert {name: again[name] for name in ("tables", "fights", "decks")} == {
        name: log[name] for name in ("tables", "fights", "decks")
    }
    assert client.get(f"/events/{made.code}/log/").status_code == 403


def test_it_is_in_no_statistics(over):
    count_finished_drafts()
    assert CountedDraft.objects.count() == 0
