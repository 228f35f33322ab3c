"""A log that goes to another installation and back tells the same; what cannot have happened is not stored."""

import json
from copy import deepcopy
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema_rs import Draft202012Validator

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.file_types import json_schema
from drafts.log.json_file import write_log_json
from drafts.models import Card, CardSet, Event, Fighter, ImportedLog, JudgeCall, Reason
from drafts.presenters.catalog.sets import loaded_sets
from drafts.presenters.log.battles import battles_told
from drafts.presenters.log.logs import load_log
from drafts.presenters.log.replays import replay_in
from drafts.queries.decks import deck_of_fighter
from drafts.rules.actors import ORGANIZER
from drafts.rules.draft.table import Phase
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.fights.fight_avatars import fixed_avatar
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import (
    ConfirmResultMove,
    CountMove,
    DecideResult,
    EndGameMove,
    EnterResultMove,
    UndoCountMove,
)
from drafts.rules.night.rights import LogVisibility
from drafts.services.avatars import choose_avatar, fix_avatars
from drafts.services.decks import choose_starter
from drafts.services.draft.calls import give_verdict
from drafts.services.draft.hosting import (
    end_reviews,
    hand_over_seat,
    pause_tables,
    resume_tables,
    take_back_pass,
)
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.nights import finish_event, go_back, go_on
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.services.log.log_import import import_log
from drafts.services.sharing import share_for
from drafts.services.statistics.counts import rebuild_statistics
from drafts.store.fights import load_fights
from drafts.store.shares import load_all_shares
from drafts.store.statistics.counts import finished_drafts
from drafts.store.tables import load_table
from tests.factories import (
    act_in_fights,
    building_event,
    call_judge,
    choose,
    drafted_event,
    fighting_event,
    let_bots_finish,
    make_event,
    match_event,
)
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter_all
from tests.server import ROOT

pytestmark = pytest.mark.django_db


def exported(event) -> dict:
    return json.loads(write_log_json(load_log(Event.objects.get(id=event.id))))


def bring(log: dict | str | bytes, organizer):
    """Import a log, and return what became of it."""
    data = log if isinstance(log, bytes) else (log if isinstance(log, str) else json.dumps(log)).encode()
    return import_log(log=check_log(read_log_file(data)), organizer=organizer)


def elsewhere(event, log: dict, *, without_sets: bool = False) -> dict:
    """Make this installation one that has never heard of an event, nor of its sets if so wished."""
    Event.objects.get(id=event.id).delete()
    if without_sets:
        Card.objects.all().delete()
        CardSet.objects.all().delete()
    return log


# Round trips --------------------------------------------------------------------------------------------------------


def play_at_random(event, chance: Random) -> None:
    """Play a draft in which things happen: passes are taken back, judges called, seats given to bots."""
    for _ in range(40):
        table = event.draft.tables.get()
        if table.round > 4:
            break  # the rest is done while the draft goes on
        if table.phase == Phase.REVIEW:
            end_reviews(event=event)
        live = load_table(table.id)
        seat = chance.randrange(len(live.seats))
        action = chance.random()
        if action < 0.1 and (table.round, table.pass_number) > (1, 1):
            take_back_pass(event=event, number=1)
        elif action < 0.15:
            pause_tables(event=event, number=1)
            resume_tables(event=event, number=1)
        else:
            call_for_a_card(event, live)
            waiting = [
                place for place in range(len(live.seats)) if live.timed.table.hands[place] and not is_done(live, place)
            ]
            if waiting:
                choose(event, seat if seat in waiting else waiting[0])
    if event.draft.tables.get().paused:
        resume_tables(event=event, number=1)
    hand_over_seat(event=event, number=1, seat=first_person(event), bot=True)
    hand_over_seat(event=event, number=1, seat=first_person(event), bot=False)


def first_person(event) -> int:
    return event.draft.tables.get().seats.filter(fighter__bot=False).order_by("position")[0].position


def is_done(live, seat: int) -> bool:
    return live.timed.table.phase is not Phase.DRAFTING or bool(live.timed.table.placed[seat])


def call_for_a_card(event, live) -> None:
    """Call a judge for the first Legion Rare that somebody opened, once in a round."""
    table, wanted = live.timed.table, FORMATS[event.draft.format].call_for
    if table.pass_number > 1 or table.called or table.phase is not Phase.DRAFTING:
        return
    for seat, pack in enumerate(table.packs[table.round - 1]):
        for held in pack.cards:
            if wanted and wanted in held.card.traits and not table.calls:
                call_judge(table_id=live.id, seat=seat, reason=Reason.CARD, card=held.id, request=f"r{live.version}")
                give_verdict(event=event, call_id=JudgeCall.objects.latest("id").id, verified=True)
                return


def random_draft(organizer, number: int):
    event = make_event(organizer, "Aichi", "Kamui", "عزيز", bots=1, started=True, card_set="SMP02", table_size=4)
    play_at_random(event, Random(number))
    event = let_bots_finish(event)
    finish_event(event=event)
    return event


def foreign(share) -> int:
    """Return a card of the pool that the fighter whose turn it is did not draft, if there is one."""
    pool = share.sharing.pool
    return next((card for card in pool if share.drafted[card] != share.turn), pool[0])


def whole_night(organizer):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki", bots=1, table_size=4)
    for number in (1, 2, 3):
        for fight, _, round_, one in load_fights(event.id).fighting.fights():
            if one.is_over or round_ != number:
                continue
            first, second = one.fighters
            act_in_fights(event, first, CountMove(fight, second, "damage", 2))
            act_in_fights(event, ORGANIZER, CountMove(fight, second, "damage", 1))
            act_in_fights(event, second, UndoCountMove(fight))
            act_in_fights(event, first, EnterResultMove(fight, first, (1, 0)))
            agreed = ConfirmResultMove(fight) if number == 1 else None
            if agreed:
                act_in_fights(event, second, agreed)
            else:
                act_in_fights(event, ORGANIZER, DecideResult(fight, None, (0, 0)))
        if number < 3:
            begin_next_round(event=event, number=number + 1, confirmed=False)
    go_on(event=event, seen="fighting", confirmed=True)
    go_back(event=event, seen="sharing")
    go_on(event=event, seen="fighting", confirmed=True)
    while (share := load_all_shares(event.id)[0].shares).turn is not None:
        share_for(event=event, fighter=share.turn, card=foreign(share))
    go_on(event=Event.objects.get(id=event.id), seen="sharing", confirmed=True)
    number = max(number for number, *_, one in load_fights(event.id).fighting.fights() if len(one.fighters) == 2)
    for winner in (load_fights(event.id).fighting.fight(number).fighters[1], BOTH_LOSE):
        set_result(event=event, fight=number, winner=winner, score=None, confirmed=True)
    return event


def paper_draft(organizer):
    event = paper_event(organizer, "Aichi", "Kamui")
    call_judge(table_id=event.draft.tables.get().id, seat=1, reason=Reason.CARD, card=None, request="r")
    give_verdict(event=event, call_id=JudgeCall.objects.get().id, verified=True)
    play_paper_draft(event)
    enter_all(event, drafted_piles(event))
    finish_event(event=event)
    return event


def drawn_tables(organizer):
    event = drafted_event(
        organizer, *(f"Fighter {number}" for number in range(6)), card_set="MAG01", format_="magic-draft", table_size=3
    )
    finish_event(event=event)
    return event


def match_with_avatars(organizer):
    event = match_event(organizer, avatars="dealt")
    ann, ben = load_fights(event.id).fighting.fight(1).fighters
    for fighter, by in ((ann, -30), (ben, -1), (ben, -2)):
        act_in_fights(event, ORGANIZER, CountMove(1, fighter, "life", by))
    act_in_fights(event, ORGANIZER, EndGameMove(1, 1, ben))
    act_in_fights(event, ann, CountMove(1, ben, "life", -4))
    act_in_fights(event, ORGANIZER, DecideResult(1, ben, (0, 2)))
    finish_event(event=event)
    return event


def match_with_avatars_of_the_round(organizer):
    """Ann chooses twice, and Ben not at all."""
    event = match_event(organizer, avatars="choose", avatar_every="round")
    fight = load_fights(event.id).fighting.fight(1)
    ann = event.fighters.get(nickname="Ann")
    for avatar in fight.avatars.offered[ann.id][:2]:
        choose_avatar(fighter=ann, number=avatar.number, fight=1)
    assert exported(event)["fights"][0]["acts"] == []
    fix_avatars(event=event, fight=1)
    act_in_fights(event, ORGANIZER, CountMove(1, FighterId(ann.id), "life", -3))
    act_in_fights(event, ORGANIZER, UndoCountMove(1))
    score = tuple(2 * (ann.id in side.fighters) for side in fight.sides)
    act_in_fights(event, ORGANIZER, DecideResult(1, FighterId(ann.id), score))
    finish_event(event=event)
    return event


def stopped(organizer):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for seat in (0, 1, 0):
        choose(event, seat)
    stop_event(event=event)
    return event


def with_a_call(event):
    """Return an event, finished, in which a judge was asked something."""
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="rules", card=None, request="a")
    finish_event(event=event)
    return event


DRAFTS = {
    "at random, 1": lambda organizer: random_draft(organizer, 1),
    "at random, 2": lambda organizer: random_draft(organizer, 2),
    "a whole night": whole_night,
    "real packs": paper_draft,
    "Magic, two tables": drawn_tables,
    "a match with avatars": match_with_avatars,
    "a match with avatars of the round": match_with_avatars_of_the_round,
    "sealed, with a call": lambda organizer: with_a_call(building_event(organizer, "Aichi", "Kamui")),
    "stopped": stopped,
}


@pytest.mark.parametrize("name", DRAFTS)
def test_a_log_that_was_imported_tells_the_same_as_before(organizer, module_sets, name):
    event = DRAFTS[name](organizer)
    log = exported(event)
    told = {**log, "event": {**log["event"], "imported": True}}
    assert not log["event"]["imported"]
    for without_sets in (False, True):
        event = bring(elsewhere(event, log, without_sets=without_sets), organizer).event
        assert exported(event) == told, without_sets


def test_M27_a_log_tells_which_avatar_each_had_for_all_of_the_event(organizer, module_sets):
    log = exported(match_with_avatars(organizer))
    fought = {each["fighter"]: each["avatar"] for side in log["fights"][0]["sides"] for each in side["fighters"]}
    assert {deck["fighter"]: deck["avatar"] for deck in log["decks"]} == fought
    log["decks"][0]["avatar"], log["decks"][1]["avatar"] = log["decks"][1]["avatar"], log["decks"][0]["avatar"]
    with pytest.raises(BadFile) as bad:
        check_log(read_log_file(json.dumps(log).encode()))
    assert [fault.where for fault in bad.value.faults] == ["decks[0].avatar", "decks[1].avatar"]


def test_M27_a_log_tells_who_chose_which_avatar_for_a_round_once_they_are_fixed(organizer, module_sets):
    log = exported(match_with_avatars_of_the_round(organizer))
    [fight] = log["fights"]
    ann, ben = (
        next(each for side in fight["sides"] for each in side["fighters"] if each["name"] == name)
        for name in ("Ann", "Ben")
    )
    acts = [(act["who"], act["game"], act["fighter"], act["undone_at"] is None) for act in fight["acts"]]
    assert {act["kind"] for act in fight["acts"]} == {"avatar"}
    one, other = ann["fighter"], ben["fighter"]
    assert acts == [(one, 1, one, False), (one, 1, one, True), ("organizer", 1, other, True)]
    assert [act["number"] for act in fight["acts"][1:]] == [ann["avatar"], ben["avatar"]]
    assert [count["undone_at"] is None for count in fight["counts"]] == [False]
    assert all("avatar" not in deck for deck in log["decks"])
    del fight["acts"][0]["number"]
    with pytest.raises(BadFile) as bad:
        check_log(read_log_file(json.dumps(log).encode()))
    assert [fault.where for fault in bad.value.faults] == ["fights[0].acts[0]"]


def verdicts(log: dict[str, Any]) -> set[str]:
    return {call["verdict"] for call in log["tables"][0]["calls"]}


def test_the_drafts_that_travel_have_everything_that_a_log_can_tell_of(organizer, module_sets):
    night = exported(whole_night(organizer))
    drafts = (exported(random_draft(organizer, number)) for number in range(1, 20))
    at_random = next(log for log in drafts if log["undone"] and "verified" in verdicts(log))  # not every draft has both
    assert {fight["by"] for fight in night["fights"]} == {"agreed", "organizer"}
    assert all(any(count["undone_at"] for count in fight["counts"]) for fight in night["fights"] if fight["counts"])
    assert all(share["from"] != share["to"] for share in night["shares"])
    assert night["shares"]
    assert all(call["verdict"] for call in at_random["tables"][0]["calls"])


def replayed(event) -> dict:
    event = Event.objects.get(id=event.id)
    log = load_log(event)
    return dict(replay_in(log, log.tables[0]))


def test_the_replay_of_an_imported_night_shows_the_same_fights_and_owners(organizer, module_sets):
    event = whole_night(organizer)
    before = replayed(event)
    after = replayed(bring(elsewhere(event, exported(event)), organizer).event)
    assert before["fights"]
    assert after == before


@pytest.mark.parametrize("without_sets", [False, True], ids=["sets loaded", "sets unknown"])
def test_M28_the_counters_of_an_imported_match_begin_where_its_avatars_let_them(organizer, module_sets, without_sets):
    event = match_with_avatars(organizer)
    before = load_fights(event.id).fighting.fight(1)
    log = elsewhere(event, exported(event), without_sets=without_sets)
    numbers = {each["fighter"]: each["avatar"] for side in log["fights"][0]["sides"] for each in side["fighters"]}
    after = load_log(Event.objects.get(id=bring(log, organizer).event.id)).fighting.fight(1)
    assert {fighter: fixed_avatar(after, fighter).number for fighter in after.fighters} == numbers
    assert any(before.counts.start(fighter, before.form.counters[0]) != 20 for fighter in before.fighters)
    for game in (before.games[0].acts, before.acts):
        for fighter in before.fighters:
            assert after.counts_after(game).of(fighter) == before.counts_after(game).of(fighter)


def test_an_imported_draft_is_in_no_statistics(organizer, log):
    bring(log, organizer)
    assert (list(finished_drafts()), rebuild_statistics()) == ([], 0)


def test_packs_that_were_listed_travel_with_their_list(organizer, module_sets):
    listed = "\n\n".join("\n".join([f"SMP01/0{number}", "SMP02/005"]) for number in range(10, 22))
    event = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=listed, started=True)
    event = let_bots_finish(event)
    choose_starter_of(event)
    finish_event(event=event)
    log = elsewhere(event, exported(event), without_sets=True)
    again = exported(bring(log, organizer).event)
    assert again["event"]["pack_list"] == log["event"]["pack_list"]
    assert again["decks"] == log["decks"]
    assert any(deck["starter"] for deck in log["decks"])
    call_command("loadsamples", stdout=StringIO())
    assert set(Card.objects.values_list("card_set__code", flat=True)) == {
        "SMP01",
        "SMP02",
        "MAG01",
        "MAP01",
        "MAV01",
        "PLA01",
    }


def choose_starter_of(event) -> None:
    """Let a fighter choose what their deck begins with."""
    for fighter in event.fighters.all():
        deck = deck_of_fighter(fighter)
        if deck.starters:
            choose_starter(fighter=fighter, card=deck.starters[-1].id)


# Use of imported logs -----------------------------------------------------------------------------------------------


@pytest.fixture
def log(organizer, module_sets):
    """The log of a short draft that is not here any more, as a file has it."""
    event = drafted_event(organizer, "Aichi", "Kamui", bots=1, table_size=3)
    finish_event(event=event)
    return elsewhere(event, exported(event))


def test_an_imported_event_keeps_its_code_and_only_its_organizer_reads_it(organizer, log):
    event = bring(log, organizer).event
    assert (event.code, event.imported, event.phase) == (log["event"]["code"], True, "finished")
    assert (event.log_visibility, event.organizer) == (LogVisibility.ORGANIZER, organizer)
    assert ImportedLog.objects.get().code == log["event"]["code"]


def test_a_code_that_is_taken_is_replaced(organizer, log):
    make_event(organizer, "Ren")
    Event.objects.update(code=log["event"]["code"])
    imported = bring(log, organizer)
    assert imported.is_new
    assert imported.event.code != log["event"]["code"]


def test_every_log_of_one_draft_is_imported_once(organizer, log):
    first = bring(log, organizer)
    later = deepcopy(log)
    later["event"] |= {"finished": None, "code": "ZZZZZZ", "name": "Another name"}
    later["entries"] = []
    again = [bring(file, organizer) for file in (log, later, exported(first.event))]
    assert [(one.event, one.is_new, one.own) for one in again] == [(first.event, False, False)] * 3
    assert Event.objects.count() == 1


def test_a_draft_of_this_installation_is_not_imported_into_it(organizer, module_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    imported = bring(exported(event), organizer)
    assert (imported.event.id, imported.is_new, imported.own) == (event.id, False, True)


def test_the_cards_of_an_unknown_set_are_known_and_no_packs_are_made_of_it(organizer, log):
    Card.objects.all().delete()
    CardSet.objects.all().delete()
    bring(log, organizer)
    assert (CardSet.objects.get().partial, loaded_sets()) == (True, [])
    call_command("loadsamples", stdout=StringIO())
    assert not CardSet.objects.filter(partial=True).exists()
    assert exported(Event.objects.get())["tables"] == log["tables"]


def test_cards_that_are_others_here_are_named_and_never_changed(organizer, log):
    printed = log["tables"][0]["packs"][0]["cards"]
    first, second = (
        next(card["number"] for card in printed if card["card_type"] == kind) for kind in ("trigger", "normal")
    )
    Card.objects.filter(number=first).update(name="Somebody else")
    Card.objects.get(number=second).vanguard.delete()
    Card.objects.filter(number=second).delete()
    with pytest.raises(BadFile) as caught:
        bring(log, organizer)
    assert f"the card '{first}': is 'Somebody else' here, and " in str(caught.value)
    assert f"the set SMP01: has no card '{second}' here" in str(caught.value)
    assert not Event.objects.exists()
    assert not ImportedLog.objects.exists()


def test_no_fighter_holds_a_token_of_an_imported_event(organizer, log):
    bring(log, organizer)
    tokens = set(Fighter.objects.values_list("token", flat=True))
    assert len(tokens) == 3
    assert all(len(token) == 43 for token in tokens)
    assert not any(token in json.dumps(exported(Event.objects.get())) for token in tokens)


def test_a_call_that_cannot_be_made_is_refused_in_the_history_too(organizer, module_sets):
    log = exported(with_a_call(building_event(organizer, "Aichi", "Kamui")))
    (act,) = [act for act in log["history"] if act["kind"] == "call"]
    act["facts"]["reason"] = "dance"
    with pytest.raises(BadFile) as bad:
        bring(elsewhere(Event.objects.get(), log), organizer)
    assert [fault.where for fault in bad.value.faults] == [f"history[{log['history'].index(act)}]"]


def test_picks_that_stand_in_another_order_are_played_as_they_were_judged(organizer, module_sets):
    event = random_draft(organizer, 1)
    log = exported(event)
    for table in log["tables"]:
        table["picks"].sort(key=lambda pick: pick["seat"])
    event = bring(elsewhere(event, log), organizer).event
    assert all(deck_of_fighter(fighter) for fighter in event.fighters.all())


def test_battles_have_the_names_of_the_seats_where_sides_name_no_fighters(organizer, module_sets):
    event = make_event(organizer, "Aichi", "Kamui", format_="rome", started=True)
    finish_event(event=event)
    log = exported(event)
    for side in log["fights"][0]["sides"]:
        del side["fighters"]
    event = bring(elsewhere(event, log), organizer).event
    (battle,) = battles_told(load_log(Event.objects.get(id=event.id)))
    assert sorted(battle.names) == ["Aichi", "Kamui"]


def test_the_written_log_is_as_the_schema_in_the_docs_says(organizer, module_sets):
    schema = Draft202012Validator(json.loads((ROOT / "docs/log.schema.json").read_text()))
    document = json.loads(write_log_json(load_log(whole_night(organizer))))
    assert [fault.message for fault in schema.iter_errors(document)] == []
    assert not schema.is_valid(document | {"tables": None})


def test_the_schema_in_the_docs_is_that_of_the_types():
    assert json.loads((ROOT / "docs/log.schema.json").read_text()) == json.loads(json.dumps(json_schema()))
