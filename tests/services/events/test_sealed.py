"""A night of sealed by services and pages: nothing of a pool is stored before the signal, and all of it at once."""

import json
from collections import Counter

import pytest

from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import (
    CardSet,
    CountedDraft,
    Event,
    EventStage,
    LogEntry,
    Pack,
    PackCard,
    PackSource,
    Pick,
    TableEvent,
)
from drafts.operations.verification import differences
from drafts.presenters.catalog.sets import practices
from drafts.presenters.log.entries import entries_of
from drafts.presenters.log.logs import load_log
from drafts.queries.draft.table_views import forget_tables, table_views
from drafts.rules.draft.notation import read, write
from drafts.rules.draft.replay import How
from drafts.rules.draft.table import Phase
from drafts.rules.games.magic.formats import MAGIC_SEALED
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import create_practice, start_event, stop_event
from drafts.services.events.lobby import add_bot, join_event, name_request
from drafts.services.events.nights import finish_event, go_back, go_on
from drafts.services.events.removals import leave_event
from drafts.services.fights.changes import set_result
from drafts.services.log.log_import import import_log
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.fights import load_fights
from drafts.store.tables import load_table, reload_table
from tests.factories import fighter, no_fights, sealed_event

pytestmark = pytest.mark.django_db

NAMES = ("Aichi", "Kamui", "Misaki", "Ren")


def started(event):
    start_event(event=event)
    event.refresh_from_db()
    return event


def signal(event):
    assert go_on(event=event, seen="opening", confirmed=False) == "building"
    event.refresh_from_db()
    return event


@pytest.fixture(scope="module")
def made_waiting(module_organizer, module_sets):
    return started(sealed_event(module_organizer, *NAMES, table_size=2))


@pytest.fixture
def waiting(made_waiting, db):
    return Event.objects.get(id=made_waiting.id)


@pytest.fixture
def opened(waiting):
    return signal(waiting)


@pytest.fixture
def over(opened):
    go_on(event=opened, seen="building", confirmed=True)
    for number, _, _, fight in [*load_fights(opened.id).fighting.fights()]:
        set_result(event=opened, fight=number, winner=fight.fighters[0], score=None)
    finish_event(event=opened)
    opened.refresh_from_db()
    return opened


def tables_of(event):
    return [load_table(table.id) for table in event.draft.tables.order_by("number")]


def exported(event) -> dict:
    return json.loads(write_log_json(load_log(event)))


def listed(packs: int, cards: int = 3) -> list[list[str]]:
    numbers = [f"MAG01/{number:03}" for number in range(1, packs * cards + 1)]
    return [numbers[at : at + cards] for at in range(0, len(numbers), cards)]


def as_text(packs: list[list[str]]) -> str:
    return "\n\n".join("\n".join(pack) for pack in packs)


def test_M11_six_packs_each_are_usual_and_nothing_of_a_draft_is_settled(organizer, sample_sets):
    event = sealed_event(organizer, packs_each=None)
    draft = event.draft
    assert (draft.packs_each, draft.picks, draft.table_size, draft.rounds.count()) == (6, 0, 8, 6)
    assert (event.log_opens, event.night.best_of) == ("fought", 3)


@pytest.mark.parametrize("packs", [0, 13])
def test_M11_from_one_to_twelve_packs(organizer, sample_sets, packs):
    with pytest.raises(ServiceError) as refused:
        sealed_event(organizer, packs_each=packs or -1)
    assert (refused.value.field, refused.value.message) == ("packs_each", "From 1 to 12 packs.")


def test_M11_each_pack_can_be_of_its_own_set(organizer, sample_sets):
    one = CardSet.objects.get(code="MAG01")
    with pytest.raises(ServiceError, match="or 2, one for each pack"):
        sealed_event(organizer, card_sets=[one] * 3)
    assert sealed_event(organizer, card_sets=[one, one]).draft.rounds.count() == 2


def test_M11_real_packs_are_not_opened_here(organizer, sample_sets):
    with pytest.raises(ServiceError) as refused:
        sealed_event(organizer, packs=PackSource.PAPER)
    assert refused.value.field == "packs"


def test_M12_a_start_draws_the_seats_and_makes_no_pool(waiting):
    assert (waiting.phase, waiting.draft.tables.count(), waiting.draft.seats.count()) == ("opening", 2, 4)
    assert (Pack.objects.count(), PackCard.objects.count(), Pick.objects.count()) == (0, 0, 0)
    for live in tables_of(waiting):
        assert (live.phase, live.timed.table.packs, live.keys) == ("opening", (), {})
        assert write(live.timed.table) == "magic-sealed:2 0.0 drafted // /"


def test_M12_late_fighters_join_until_the_signal_and_the_seats_are_drawn_again(waiting):
    join_event(event=waiting, nickname="Toshiki")
    assert waiting.draft.seats.count() == 5
    assert "came late" in LogEntry.objects.latest("id").text
    assert fighter(waiting, "Toshiki").ready
    signal(waiting)
    assert Pack.objects.count() == 10
    with pytest.raises(ServiceError, match="has started already"):
        join_event(event=waiting, nickname="Emi")


def test_M12_a_fighter_who_leaves_before_the_signal_is_gone(waiting):
    leave_event(fighter=fighter(waiting, "Ren"))
    signal(waiting)
    assert differences(exported(waiting)) == []


def test_M12_at_the_signal_all_pools_are_there_at_once(opened):
    assert (opened.phase, Pack.objects.count(), PackCard.objects.count(), Pick.objects.count()) == (
        "building",
        8,
        112,
        112,
    )
    for live in tables_of(opened):
        table = live.timed.table
        assert (live.phase, table.phase, len(table.packs)) == ("building", Phase.DRAFTED, 2)
        for seat, pile in enumerate(table.piles):
            assert pile == table.packs[0][seat].cards + table.packs[1][seat].cards
            assert len(pile) == 28
    told = [(entry.table, entry.text) for entry in entries_of(opened) if "packs" in entry.text]
    assert told == [(None, "The organizer gave the signal: all packs were opened.")]
    kinds = TableEvent.objects.filter(table=opened.draft.tables.first()).order_by("id").values_list("kind", "by")
    assert [*kinds] == [("start", "organizer"), ("go_on", "organizer"), ("deal", "organizer")]


def test_M12_a_second_signal_changes_nothing(opened):
    versions = [*opened.draft.tables.values_list("version", flat=True)]
    assert go_on(event=opened, seen="opening", confirmed=False) is None
    assert [*opened.draft.tables.values_list("version", flat=True)] == versions
    assert Pick.objects.count() == 112


def test_M12_a_table_that_a_process_knew_closed_is_read_with_its_pools(waiting):
    known = tables_of(waiting)[0]
    signal(waiting)
    again, _ = reload_table(known)
    assert [len(pile) for pile in again.timed.table.piles] == [28, 28]
    assert (again.timed.table, again.keys) == (load_table(known.id).timed.table, load_table(known.id).keys)


def test_M12_nothing_can_be_taken_back_behind_the_signal(opened):
    with pytest.raises(ServiceError, match="cannot be taken back"):
        go_back(event=opened, seen="building")


def test_M12_packs_that_can_no_longer_be_made_stop_the_signal_and_nothing_is_stored(waiting):
    CardSet.objects.get(code="MAG01").cards.all().delete()
    with pytest.raises(ServiceError, match="cannot be made"):
        go_on(event=waiting, seen="opening", confirmed=False)
    waiting.refresh_from_db()
    assert (waiting.phase, Pack.objects.count()) == ("opening", 0)


def test_M11_cards_that_are_dealt_are_stored_as_picks_and_counted_at_no_seat(opened):
    assert {*Pick.objects.values_list("how", "pass_number", "seconds", "undone_in")} == {(How.DEALT, 1, 0.0, 0)}
    seat = opened.draft.seats.order_by("id").first()
    rows = Pick.objects.filter(seat=seat, round=2).order_by("id")
    assert [*rows.values_list("position", flat=True)] == [*range(14)]
    assert {*rows.values_list("pack_card__pack__round", "pack_card__pack__opened_by")} == {(2, seat.position)}
    forget_tables()
    for view in table_views(opened):
        assert {(seat.cards.in_hand, seat.cards.face_down) for seat in view.seats} == {(0, 0)}


def test_M11_bots_have_pools_and_do_not_fight(organizer, sample_sets):
    event = sealed_event(organizer, *NAMES[:2])
    add_bot(event=event)
    signal(started(event))
    assert [len(pile) for pile in tables_of(event)[0].timed.table.piles] == [28] * 3
    go_on(event=event, seen="building", confirmed=True)
    fights = [*load_fights(event.id).fighting.fights()]
    bot = event.fighters.get(bot=True).id
    assert [bot in fight.fighters for *_, fight in fights] == [False]


def test_M13_listed_pools_go_seat_by_seat(organizer, sample_sets):
    packs = listed(8)
    event = signal(started(sealed_event(organizer, *NAMES, packs="uploaded", pack_list=as_text(packs), table_size=2)))
    found = [
        [[held.card.number for held in of_all[seat].cards] for of_all in live.timed.table.packs]
        for live in tables_of(event)
        for seat in range(2)
    ]
    assert [[sorted(pack) for pack in pool] for pool in found] == [packs[at : at + 2] for at in range(0, 8, 2)]
    assert [pack for pool in found for pack in pool] != packs  # each is shuffled
    log = exported(event)
    assert (log["event"]["pack_list"], log["event"]["sets"]) == (packs, [])
    assert differences(log) == []


@pytest.mark.parametrize("packs", [6, 7, 10])
def test_M13_a_start_names_blocks_and_fighters_where_they_do_not_fit(organizer, sample_sets, packs):
    event = sealed_event(organizer, *NAMES[:3], packs="uploaded", pack_list=as_text(listed(8)))
    join_event(event=event, nickname="Ren")
    event.draft.pack_list = as_text(listed(packs))
    event.draft.save()
    with pytest.raises(ServiceError, match=rf"4 fighters need 8 packs, 2 each, and the list has {packs}\."):
        start_event(event=event)
    event.refresh_from_db()
    assert (event.phase, event.draft.tables.count()) == ("lobby", 0)


def test_M13_with_listed_pools_there_is_a_place_for_each_block_and_no_more(organizer, sample_sets):
    event = sealed_event(organizer, *NAMES[:2], packs="uploaded", pack_list=as_text(listed(4)))
    with pytest.raises(ServiceError, match="full"):
        join_event(event=started(event), nickname="Misaki")


def test_an_event_that_is_stopped_before_the_signal_has_no_pools_and_keeps_its_seed(waiting):
    stop_event(event=waiting)
    waiting.refresh_from_db()
    log = exported(waiting)
    assert (Pack.objects.count(), log["event"]["seed"]) == (0, None)
    assert [(table["packs"], table["picks"]) for table in log["tables"]] == [([], [])] * 2


def test_a_night_without_fights_ends_with_its_pools(organizer, sample_sets):
    event = signal(started(sealed_event(organizer, *NAMES, night=no_fights())))
    assert not event.has_log
    assert go_on(event=event, seen="building", confirmed=True) == "finished"
    event.refresh_from_db()
    assert event.has_log


def test_the_log_has_packs_by_their_openers_and_dealt_picks(over):
    log = exported(over)
    assert (log["event"]["format"], log["event"]["packs_each"], log["event"]["log_opens"]) == (
        "magic-sealed",
        2,
        "fought",
    )
    assert ("picks" in log["event"], log["event"]["drafted"]) == (False, None)
    table = log["tables"][0]
    assert [(pack["round"], pack["opened_by"]) for pack in table["packs"]] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert {(pick["how"], pick["pass"], pick["auto"], pick["seconds"]) for pick in table["picks"]} == {
        ("dealt", 1, True, 0.0)
    }
    lying = Counter(pick["card"] for pick in table["picks"])
    assert lying == Counter(card["id"] for pack in table["packs"] for card in pack["cards"])
    assert {pick["pack"][0] == pick["round"] and pick["pack"][1] == pick["seat"] for pick in table["picks"]} == {True}
    assert [act["kind"] for act in log["history"] if act["table"] == 1][:3] == ["start", "go_on", "deal"]


def test_the_seed_gives_every_pool_again(over):
    log = exported(over)
    assert differences(log) == []
    log["tables"][0]["packs"][0]["cards"].reverse()
    assert differences(log) != []


def test_a_log_with_other_picks_than_were_dealt_is_found_out(over):
    log = exported(over)
    log["tables"][0]["picks"].pop()
    assert any("the history led to other picks" in line for line in differences(log))


def test_the_log_is_imported_elsewhere(over, organizer, client):
    log = exported(over)
    over.delete()
    made = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer).event
    again = exported(made)
    assert {name: again[name] for name in ("tables", "fights", "decks")} == {
        name: log[name] for name in ("tables", "fights", "decks")
    }
    assert [write(read(write(live.timed.table))) for live in tables_of(made)]
    assert made.draft.tables.first().seats.first().picks.count() == 28


def test_it_is_in_no_statistics(over):
    count_finished_drafts()
    assert CountedDraft.objects.count() == 0


def test_its_pages_are_there_at_each_stage(organizer, organizer_client, client, sample_sets):
    event = sealed_event(organizer, *NAMES)
    addresses = ("host/", "display/", "table/1/", "standings/", "log/", "host/fights/", "sheets/", "edit/")
    asks = [
        None,
        started,
        signal,
        lambda event: go_on(event=event, seen="building", confirmed=True),
        lambda event: finish_event(event=event),
    ]
    for ask in asks:
        if ask:
            ask(event)
        for address in addresses:
            answer = organizer_client.get(f"/events/{event.code}/{address}")
            assert answer.status_code in (200, 302, 403, 404), (event.phase, address)
        event.refresh_from_db()
        assert organizer_client.get(f"/events/{event.code}/host/").status_code == 200
        assert client.get(f"/events/{event.code}/table/1/").status_code == 200
    deck = f"deck/?fighter={fighter(event, NAMES[0]).id}"
    for address in ("log/", "log/log.json", "log/log.csv", "log/t1.json", "log/preview.png", deck):
        assert client.get(f"/events/{event.code}/{address}").status_code in (200, 404), address


def test_M12_a_practice_waits_for_no_signal(sample_sets):
    event, fighter_ = create_practice(format_=MAGIC_SEALED, request=name_request("once"))
    event.refresh_from_db()
    assert (event.phase, event.organizer, event.fighters.count()) == ("building", None, 2)
    table = tables_of(event)[0].timed.table
    assert [len(pile) for pile in table.piles] == [84, 84]
    stage = EventStage.objects.get(event=event)
    assert (stage.stage, stage.wakes_at) == ("building", None)
    again, same = create_practice(format_=MAGIC_SEALED, request=name_request("once"))
    assert (again.id, same.id) == (event.id, fighter_.id)


def test_each_way_to_practise_has_a_name_of_its_own(sample_sets):
    names = dict(practices())
    assert (names["magic-draft"], names["magic-sealed"]) == ("Magic", "Magic sealed")
    assert len({*names.values()}) == len(names)
