import pytest

from drafts.rules.draft.history import Kind
from drafts.rules.errors import NotAllowed
from drafts.rules.games.registry import FORMATS
from drafts.rules.night.stages import DRAFT_NIGHT, Stage, StageMove, next_stage, progress_of, stages_of

LONG_NIGHT = tuple(Stage)


def led_to(stages, move):
    """Return where a move leads, by the stage from which it can be made."""
    found = {}
    for stage in stages:
        try:
            found[stage] = next_stage(stages, stage, move)
        except NotAllowed:
            continue
    return found


def test_a_night_of_drafting_goes_from_the_lobby_over_the_draft_to_the_decks_and_ends():
    night = stages_of(DRAFT_NIGHT, opens=False, fights=True, shares=True)
    assert {move: led_to(night, move) for move in StageMove} == {
        StageMove.START: {Stage.LOBBY: Stage.DRAFTING},
        StageMove.ALL_DRAFTED: {Stage.DRAFTING: Stage.BUILDING},
        StageMove.GO_ON: {
            Stage.BUILDING: Stage.FIGHTING,
            Stage.FIGHTING: Stage.SHARING,
            Stage.SHARING: Stage.FINISHED,
        },
        StageMove.FINISH: dict.fromkeys([Stage.BUILDING, Stage.FIGHTING, Stage.SHARING], Stage.FINISHED),
        StageMove.STOP: {Stage.LOBBY: Stage.FINISHED, Stage.DRAFTING: Stage.FINISHED},
        StageMove.GO_BACK: {Stage.SHARING: Stage.FIGHTING, Stage.FINISHED: Stage.SHARING},
    }


def test_a_night_with_real_packs_waits_for_the_word_to_open_them():
    night = stages_of(DRAFT_NIGHT, opens=True, fights=False, shares=False)
    assert led_to(night, StageMove.START) == {Stage.LOBBY: Stage.OPENING}
    assert led_to(night, StageMove.GO_ON) == {Stage.OPENING: Stage.DRAFTING, Stage.BUILDING: Stage.FINISHED}


def test_where_a_start_leads_is_for_the_list_of_stages_to_say():
    assert led_to(LONG_NIGHT, StageMove.START) == {Stage.LOBBY: Stage.OPENING}


def test_a_longer_night_is_stopped_until_all_have_drafted_and_finished_afterwards():
    ends = {move: list(led_to(LONG_NIGHT, move)) for move in (StageMove.STOP, StageMove.FINISH)}
    assert ends == {
        StageMove.STOP: [Stage.LOBBY, Stage.OPENING, Stage.DRAFTING],
        StageMove.FINISH: [Stage.BUILDING, Stage.FIGHTING, Stage.SHARING],
    }


@pytest.mark.parametrize("format_", FORMATS.values(), ids=FORMATS)
def test_every_night_begins_in_the_lobby_and_has_one_end(format_):
    stages = format_.stages
    assert (stages[0], stages[-1], sorted(stages, key=LONG_NIGHT.index)) == (
        Stage.LOBBY,
        Stage.FINISHED,
        list(stages),
    )


def test_a_draft_is_over_for_decks_and_all_that_comes_later():
    assert [stage for stage in LONG_NIGHT if stage.is_after_draft] == [
        Stage.BUILDING,
        Stage.FIGHTING,
        Stage.SHARING,
        Stage.FINISHED,
    ]


def test_every_move_is_noted_in_the_history_of_the_tables_by_its_own_name():
    assert [Kind(move.value).name for move in StageMove] == [move.name for move in StageMove]


@pytest.mark.parametrize(
    ("current", "states"),
    [
        (Stage.LOBBY, ["next", "next", "next"]),
        (Stage.DRAFTING, ["now", "next", "next"]),
        (Stage.FIGHTING, ["done", "done", "now"]),
        (Stage.FINISHED, ["done", "done", "done"]),
    ],
)
def test_each_stage_between_lobby_and_end_is_done_or_now_or_next(current, states):
    night = stages_of(DRAFT_NIGHT, opens=False, fights=True, shares=False)
    assert progress_of(night, current) == tuple(zip(["drafting", "building", "fighting"], states, strict=True))
