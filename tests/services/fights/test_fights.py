"""The fights of a night as rows: begun, changed by their organizer, read again as they were."""

import pytest

from drafts.models import EventStage, Fights, NightSettings, Policy, StageAct, TableEvent
from drafts.rules.actors import judge_by
from drafts.rules.errors import NoSuchThing, Stale
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.night.fight_moves import CountMove, Drop, EnterResultMove, Pause
from drafts.rules.night.stages import Stage
from drafts.services.acts import record_acts
from drafts.services.errors import ServiceError, TooLate, Unfinished
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.nights import finish_event, go_back, go_on
from drafts.services.events.removals import remove_fighter
from drafts.services.fights.changes import begin_next_round, change_fights, reopen_fight, set_game, set_result
from drafts.services.sharing import change_shares, change_wishes
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.fights import fights_change, load_fights
from drafts.store.shares import load_all_shares
from drafts.store.statistics.counts import uncounted_drafts
from tests.factories import act_in_fights, drafted_event, fighter, make_event, no_fights
from tests.rules.actors import actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(organizer, sample_sets):
    """A night whose fights have begun, each with the settings that are named."""

    def make(*names, table_size=4, **settings):
        names = names or ("Aichi", "Kamui", "Misaki", "Ren")
        event = drafted_event(
            organizer, *names, table_size=table_size, night=NightSettings(**{"sharing": Policy.KEEP} | settings)
        )
        begin(event)
        return event

    return make


def begin(event):
    went_to = go_on(event=event, seen="building", confirmed=False)
    event.refresh_from_db()
    return went_to


def fights_of(event):
    return load_fights(event.id)


def of_round(event):
    """Return the fights of the round: their numbers, each with its sides."""
    fighting = fights_of(event).fighting
    return {number: fight.fighters for number, _, round_, fight in fighting.fights() if round_ == fighting.round}


def decide_all(event):
    for number, sides in of_round(event).items():
        set_result(event=event, fight=number, winner=sides[0], score=None)


def end(event, **changes):
    return go_on(event=event, seen="fighting", **{"confirmed": False} | changes)


def test_the_fights_begin_with_their_first_round_and_every_table_notes_it(night):
    event = night()
    live = fights_of(event)
    assert (event.phase, live.fighting.round, live.version) == (Stage.FIGHTING, 1, 2)
    assert {len(sides) for sides in of_round(event).values()} == {2}
    assert set(sum(of_round(event).values(), ())) == set(event.fighters.values_list("id", flat=True))
    assert TableEvent.objects.filter(kind="go_on", by="organizer").count() == 1


def test_four_fight_each_other_and_five_fight_swiss_rounds_unless_it_is_settled(night):
    names = ("Aichi", "Kamui", "Misaki", "Ren", "Leon")
    modes = [
        fights_of(night(*names[:4])).fighting.groups[0].mode,
        fights_of(night(*names, table_size=5)).fighting.groups[0].mode,
        fights_of(night(*names[:4], fights=Fights.BRACKET)).fighting.groups[0].mode,
    ]
    assert modes == ["round_robin", "swiss", "bracket"]


def test_fights_stay_at_the_tables_or_go_across_them(night):
    names = [f"Fighter {number}" for number in range(6)]
    tables = [group.number for group in fights_of(night(*names, table_size=3)).fighting.groups]
    across = [group.number for group in fights_of(night(*names, table_size=3, fights_across="event")).fighting.groups]
    assert (tables, across) == ([1, 2], [0])


def test_bots_and_those_who_left_are_not_paired(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", "Misaki", bots=1)
    remove_fighter(event=event, fighter_id=fighter(event, "Misaki").id)
    begin(event)
    assert set(fights_of(event).fighting.groups[0].fighters) == {
        fighter(event, "Aichi").id,
        fighter(event, "Kamui").id,
    }


def test_a_night_without_fights_goes_from_its_decks_to_its_end(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", night=no_fights())
    assert begin(event) == "finished"
    assert (event.phase, event.finished_at is not None) == ("finished", True)


def test_where_nobody_has_somebody_to_fight_the_night_passes_the_fights_over(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", bots=3, night=NightSettings(sharing=Policy.KEEP))
    assert begin(event) == "finished"
    assert not EventStage.objects.exists()


def test_next_stage_pressed_twice_moves_once(night):
    event = night()
    assert go_on(event=event, seen="building", confirmed=False) is None
    event.refresh_from_db()
    assert (event.phase, EventStage.objects.filter(stage="fighting").count()) == (Stage.FIGHTING, 1)


@pytest.mark.parametrize("seen", ["sharing", "finished", "", "fights"])
def test_a_stage_that_the_night_is_not_at_is_refused(night, seen):
    event = night()
    before = fights_of(event)
    with pytest.raises(ServiceError, match="to another stage"):
        go_on(event=event, seen=seen, confirmed=True)
    event.refresh_from_db()
    assert (event.phase, fights_of(event)) == (Stage.FIGHTING, before)


@pytest.mark.parametrize("seen", ["lobby", "drafting", "building"])
def test_from_a_stage_that_is_over_nothing_moves(night, seen):
    event = night()
    before, entries = fights_of(event), TableEvent.objects.count()
    assert go_on(event=event, seen=seen, confirmed=True) is None
    event.refresh_from_db()
    assert (event.phase, fights_of(event), TableEvent.objects.count()) == (Stage.FIGHTING, before, entries)


def test_a_lobby_and_a_draft_do_not_go_on_by_this(organizer, sample_sets):
    for event in (make_event(organizer, "Aichi", "Kamui"), make_event(organizer, "Aichi", "Kamui", started=True)):
        with pytest.raises(ServiceError):
            go_on(event=event, seen=event.phase, confirmed=True)


def test_open_fights_are_named_before_a_round_or_the_fights_end(night):
    event = night("Aichi", "Kamui")
    before = fights_of(event)
    with pytest.raises(Unfinished, match=r"Aichi.*Kamui|Kamui.*Aichi"):
        end(event)
    assert fights_of(event) == before


def test_confirmed_the_fights_end_by_time_and_the_night_goes_on(night):
    event = night("Aichi", "Kamui")
    assert end(event, confirmed=True) == "finished"
    assert all(fight.is_over for _, _, _, fight in fights_of(event).fighting.fights())
    assert StageAct.objects.last().kind == "time"


def test_the_next_round_begins_once_and_only_in_its_turn(night):
    event = night()
    decide_all(event)
    begun = [begin_next_round(event=event, number=2, confirmed=False) for _ in range(2)]
    assert (begun, fights_of(event).fighting.round) == ([True, False], 2)
    before = fights_of(event)
    for number in (1, 4):  # one that is over, and one that is not due
        with pytest.raises(Stale):
            begin_next_round(event=event, number=number, confirmed=True)
    assert (fights_of(event), len(of_round(event))) == (before, 2)


def test_after_the_last_round_there_is_no_other(night):
    event = night("Aichi", "Kamui")
    decide_all(event)
    with pytest.raises(ServiceError, match="no further round"):
        begin_next_round(event=event, number=2, confirmed=True)


def test_time_does_not_decide_a_fight_of_a_bracket_in_which_nobody_is_ahead(night):
    event = night(fights=Fights.BRACKET)
    for verb in (begin_round_two, end):
        with pytest.raises(ServiceError, match="somebody has to win"):
            verb(event, confirmed=True)
    assert len(of_round(event)) == 2


def begin_round_two(event, *, confirmed):
    return begin_next_round(event=event, number=2, confirmed=confirmed)


def test_a_round_with_open_fights_begins_only_confirmed(night):
    event = night()
    with pytest.raises(Unfinished):
        begin_next_round(event=event, number=2, confirmed=False)
    assert begin_next_round(event=event, number=2, confirmed=True)


def test_a_result_without_a_score_is_the_shortest_that_can_be(night):
    event = night("Aichi", "Kamui", best_of=3)
    (number,), (sides,) = of_round(event), of_round(event).values()
    set_result(event=event, fight=number, winner=sides[1], score=None)
    ((*_, fight),) = fights_of(event).fighting.fights()
    assert (fight.result.winner, fight.result.score, fight.result.by) == (sides[1], (0, 2), "organizer")


def test_a_result_without_a_score_keeps_the_games_that_are_over(night):
    event = night("Aichi", "Kamui", best_of=3)
    (number,), ((one, other),) = of_round(event), of_round(event).values()
    set_game(event=event, fight=number, game=1, winner=other)
    set_result(event=event, fight=number, winner=one, score=None)
    ((*_, fight),) = fights_of(event).fighting.fights()
    assert (fight.result.winner, sorted(fight.result.score)) == (one, [1, 2])


def test_a_result_with_what_a_fight_does_not_know_is_refused(night):
    event = night()
    number = next(iter(of_round(event)))
    with pytest.raises(NoSuchThing):
        set_result(event=event, fight=number, winner=2**30, score=None)
    with pytest.raises(Stale):
        set_result(event=event, fight=99, winner=None, score=None)


def test_a_final_result_is_corrected_only_once_that_is_confirmed(night):
    event = night()
    number, (one, other) = next(iter(of_round(event).items()))
    decide_all(event)
    version = fights_of(event).version
    with pytest.raises(Unfinished, match="Pairings and shared cards stay as they are") as asked:
        set_result(event=event, fight=number, winner=other, score=None)
    assert (asked.value.confirm, fights_of(event).version) == ("correct", version)
    assert set_result(event=event, fight=number, winner=other, score=None, confirmed=True) == "corrected"
    fight = fights_of(event).fighting.fight(number)
    assert (fight.result.winner, [each.was.winner for each in fight.corrections]) == (other, [one])
    assert set_result(event=event, fight=number, winner=other, score=None, confirmed=True) == "same"
    assert fights_of(event).version == version + 1


def test_a_result_of_any_round_is_corrected_in_every_stage_after_the_draft(night):
    event = night(sharing=Policy.EQUAL)
    number, (_, other) = next(iter(of_round(event).items()))
    decide_all(event)
    begin_next_round(event=event, number=2, confirmed=False)
    pairings = [fight.fighters for *_, fight in fights_of(event).fighting.fights()]
    for winner, step in ((other, None), (BOTH_LOSE, end), (None, finish)):
        if step:
            step(event, confirmed=True)
        assert set_result(event=event, fight=number, winner=winner, score=None, confirmed=True) == "corrected"
        result = fights_of(event).fighting.fight(number).result
        assert (result.winner, result.double_loss) == (None if winner == BOTH_LOSE else winner, winner == BOTH_LOSE)
    assert [fight.fighters for *_, fight in fights_of(event).fighting.fights()] == pairings


def finish(event, *, confirmed):
    finish_event(event=event)


def test_a_fight_of_a_bracket_whose_winner_has_fought_on_is_not_corrected_and_the_winner_is_named(night):
    event = night(fights=Fights.BRACKET)
    number, (one, other) = next(iter(of_round(event).items()))
    decide_all(event)
    begin_next_round(event=event, number=2, confirmed=False)
    with pytest.raises(TooLate, match=fights_of(event).names[one]):
        set_result(event=event, fight=number, winner=other, score=None, confirmed=True)


def test_only_a_fight_of_the_newest_round_goes_on(night):
    event = night()
    number = next(iter(of_round(event)))
    decide_all(event)
    begin_next_round(event=event, number=2, confirmed=False)
    with pytest.raises(ServiceError, match="newest round"):
        reopen_fight(event=event, fight=number)


def test_a_corrected_result_is_counted_anew_in_the_statistics(night):
    event = night()
    number, (_, other) = next(iter(of_round(event).items()))
    end(event, confirmed=True)
    count_finished_drafts()
    assert not uncounted_drafts().exists()
    set_result(event=event, fight=number, winner=other, score=None, confirmed=True)
    assert uncounted_drafts().get() == event.draft


def test_fights_that_have_not_begun_or_are_over_do_not_change(night, organizer, sample_sets):
    decks = drafted_event(organizer, "Aichi", "Kamui")
    over = night("Aichi", "Kamui")
    end(over, confirmed=True)
    for event in (decks, over):
        with pytest.raises(ServiceError):
            change_fights(event=event, verb=lambda live: Pause())


def test_a_change_to_what_is_so_already_makes_no_version(night):
    event = night()
    changes = [change_fights(event=event, verb=lambda live: Pause()) for _ in range(2)]
    assert (changes, fights_of(event).version, StageAct.objects.count()) == ([True, False], 3, 2)


def test_fights_are_read_again_as_they_were_with_who_did_what(night):
    event = night()
    live = fights_of(event)
    number, (one, other) = next(iter(of_round(event).items()))
    acts = [
        (one, CountMove(number, other, "damage", 3), "a"),
        (judge_by(None), CountMove(number, one, "damage", 1), "b"),
        (other, EnterResultMove(number, one, (1, 0)), "c"),
    ]
    chain = []
    for by, move, request in acts:
        chain.append(fights_change(live, actor(by), move, EventStage.objects.get().began_at, request))
        live = chain[-1].after
    assert record_acts(chains=[chain]) == [True]
    assert fights_of(event) == live
    rows = StageAct.objects.filter(version__gt=2).values_list("by", "fighter", "kind", "request")
    assert list(rows) == [
        ("fighter", one, "count", "a"),
        ("judge", None, "count", "b"),
        ("fighter", other, "result", "c"),
    ]


def test_of_two_changes_from_one_version_one_is_written(night):
    event = night()
    live, now = fights_of(event), EventStage.objects.get().began_at
    number, (one, other) = next(iter(of_round(event).items()))
    changes = [fights_change(live, actor(by), CountMove(number, by, "damage", 1), now) for by in (one, other)]
    assert record_acts(chains=[[change] for change in changes[:1]]) == [True]
    assert record_acts(chains=[[change] for change in changes[1:]]) == [False]
    assert StageAct.objects.filter(kind="count").get().fighter == one


def test_a_fighter_who_drops_out_loses_and_is_paired_no_more(night):
    event = night()
    gone = fighter(event, "Ren").id
    change_fights(event=event, verb=lambda live: Drop(gone))
    fighting = fights_of(event).fighting
    own = next(fight for *_, fight in fighting.fights() if gone in fight.fighters)
    assert (own.result.by, own.result.winner != gone) == ("drop", True)
    begin_next_round(event=event, number=2, confirmed=True)
    assert gone not in sum(of_round(event).values(), ())


# Ending the fights, and taking that back ------------------------------------------------------------------------------


def test_ending_the_fights_before_their_last_round_is_asked_for_and_names_the_rounds(night):
    event = night()
    decide_all(event)
    with pytest.raises(Unfinished, match="Rounds 2, 3 have not been fought"):
        end(event)
    begin_next_round(event=event, number=2, confirmed=False)
    with pytest.raises(Unfinished, match=r"2 fights are not over.* Round 3 has not been fought"):
        end(event)
    decide_all(event)
    begin_next_round(event=event, number=3, confirmed=False)
    decide_all(event)
    assert end(event) == "finished"


@pytest.mark.parametrize(("sharing", "stage"), [(Policy.KEEP, "finished"), (Policy.EQUAL, "sharing")])
def test_the_end_of_the_fights_is_taken_back_with_what_it_decided(night, sharing, stage):
    event = night(sharing=sharing)
    number, (one, _) = next(iter(of_round(event).items()))
    act_in_fights(event, one, EnterResultMove(number, one, (1, 0)))
    before = fights_of(event).fighting
    assert end(event, confirmed=True) == stage
    assert go_back(event=event, seen=stage) == "fighting"
    event.refresh_from_db()
    assert (event.phase, event.finished_at, fights_of(event).fighting) == ("fighting", None, before)
    assert list(TableEvent.objects.values_list("kind", flat=True))[-1] == "go_back"
    assert go_back(event=event, seen=stage) is None
    assert end(event, confirmed=True) == stage


def test_the_end_of_the_fights_is_not_taken_back_once_a_card_is_wished_for(night):
    event = night(sharing=Policy.EQUAL)
    end(event, confirmed=True)
    live = load_all_shares(event.id)[0]
    fighter_, card = live.shares.sharing.order[0], next(iter(live.cards))
    change_wishes(event=event, fighter=fighter_, change=lambda wishes: (card,))
    with pytest.raises(ServiceError, match="cannot be taken back"):
        go_back(event=event, seen="sharing")
    event.refresh_from_db()
    assert event.phase == "sharing"


def test_a_pause_of_the_sharing_is_nothing_that_is_stored_in_it(night):
    event = night(sharing=Policy.EQUAL)
    end(event, confirmed=True)
    change_shares(event=event, fighter=None, verb=lambda live: Pause())
    assert go_back(event=event, seen="sharing") == "fighting"
    assert not any(live.shares.begun for live in load_all_shares(event.id))


def test_a_sharing_that_its_end_dealt_out_is_not_gone_back_to(night):
    event = night(sharing=Policy.EQUAL)
    end(event, confirmed=True)
    go_on(event=event, seen="sharing", confirmed=True)
    with pytest.raises(ServiceError, match="cannot be taken back"):
        go_back(event=event, seen="finished")


def test_an_event_that_was_closed_before_its_fights_is_back_where_it_was(night, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    finish_event(event=event)
    assert go_back(event=event, seen="finished") == "building"
    assert begin(event) == "fighting"


def test_a_stage_that_goes_on_and_an_event_that_was_stopped_are_not_taken_back(night, organizer, sample_sets):
    fighting, stopped = night(), make_event(organizer, "Aichi", "Kamui", started=True)
    stop_event(event=stopped)
    for event, seen in ((fighting, "fighting"), (stopped, "finished")):
        with pytest.raises(ServiceError):
            go_back(event=event, seen=seen)
    with pytest.raises(ServiceError, match="another stage"):
        go_back(event=fighting, seen="lobby")
