import re

import pytest

from drafts.rules.games.rome.cards import CommandKind
from drafts.rules.games.rome.laying import laid_plan, plan_text, swapped_plan
from drafts.rules.games.rome.lessons import (
    LEARNER,
    LESSONS,
    begun,
    has_ended,
    is_done,
    leads_on,
    lesson_named,
    played,
    steps_left,
)
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.notation import encode
from drafts.rules.games.rome.offers import legal
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.spaces import VANGUARD

TASKS = [
    pytest.param(lesson, task, id=f"{lesson.slug}-{number}")
    for lesson in LESSONS
    for number, task in enumerate(lesson.tasks, 1)
]


def test_there_are_six_lessons_from_the_front_row_alone_to_commands():
    assert [lesson.slug for lesson in LESSONS] == ["attack", "line", "units", "rear", "commands", "turn"]
    assert [(lesson.options.rear, lesson.options.commands) for lesson in LESSONS] == [
        *[(False, False)] * 3,
        (True, False),
        *[(True, True)] * 2,
    ]
    assert lesson_named("rear") is LESSONS[3]
    assert lesson_named("chess") is None


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_a_task_is_done_by_its_solution_and_not_before(lesson, task):
    assert encode(begun(lesson, task)) == task.position
    for made in range(len(task.solution)):
        lines = task.solution[:made]
        assert not is_done(task, played(lesson, task, lines), lines)
    assert is_done(task, played(lesson, task, task.solution), task.solution)


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_a_task_of_more_than_one_move_is_not_done_by_one(lesson, task):
    if task.last == "deploy":
        return  # a first line is one move, and most are none that win the first turn
    done = [line for line in legal(begun(lesson, task), LEARNER) if is_done(task, played(lesson, task, [line]), [line])]
    assert bool(done) == (len(task.solution) == 1)


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_each_step_of_a_solution_leads_on_to_the_next(lesson, task):
    for made in range(len(task.solution) + 1):
        assert leads_on(lesson, task, task.solution[:made])
        assert steps_left(task, task.solution[:made]) == task.solution[made:]


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_a_way_that_does_a_task_as_shortly_as_its_solution_leads_on_at_each_move(lesson, task):
    if task.last == "deploy" or "nightfall" in task.solution:
        return  # lines can be laid in too many ways
    for way in ways_to_do(lesson, task, (), len(task.solution)):
        assert all(leads_on(lesson, task, way[:made]) for made in range(len(way)))


def ways_to_do(lesson, task, lines, most):
    battle = played(lesson, task, lines)
    if is_done(task, battle, lines):
        yield lines
    elif len(lines) < most and not has_ended(task, lines):
        for line in legal(battle, LEARNER):
            yield from ways_to_do(lesson, task, (*lines, line), most)


@pytest.mark.parametrize(
    ("slug", "number", "lines"),
    [
        ("attack", 2, ["attack"]),
        ("units", 1, ["place Ba f-2"]),
        ("units", 2, ["place Cv f-2"]),
        ("rear", 4, ["attack"]),
        ("commands", 5, ["attack", "end"]),
        ("turn", 2, ["nightfall", "plan f-1:In f0:Sl f1:In r0:El"]),
        ("turn", 3, ["place Ba f2"]),
    ],
)
def test_a_wrong_move_does_not_lead_on(slug, number, lines):
    lesson = lesson_named(slug)
    task = lesson.tasks[number - 1]
    assert not leads_on(lesson, task, lines)


def test_a_catapult_that_is_held_back_stays_face_down_and_one_that_attacks_does_not():
    lesson = lesson_named("rear")
    task = lesson.tasks[-1]
    attacked, held = (played(lesson, task, [line]) for line in ("attack", *task.solution))
    assert [battle.sides[LEARNER].line["r", 1].up for battle in (attacked, held)] == [True, False]
    assert [is_done(task, attacked, ["attack"]), is_done(task, held, task.solution)] == [False, True]


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_the_last_move_ends_a_task_and_no_other_does(lesson, task):
    assert [has_ended(task, [line]) for line in task.solution] == [
        line.split(" ")[0] == task.last for line in task.solution
    ]


def test_each_command_and_each_way_to_move_is_played_in_a_lesson():
    made = {word for lesson in LESSONS for task in lesson.tasks for line in task.solution for word in words_of(line)}
    verbs = {
        "attack",
        "deploy",
        "drive",
        "end",
        "hold",
        "nightfall",
        "place",
        "plan",
        "retreat",
        "shift",
        "switch",
        "with",
    }
    assert made == verbs | {command.value for command in CommandKind} - {"reinforcements"}
    assert "Reinforcements" in lesson_named("commands").tasks[0].praise


def words_of(line):
    return re.findall(r"^[a-z]+|[a-z]+(?==)", line)


@pytest.mark.parametrize("vanguard", ["In", "Ce", "Sl", "Co"])
def test_a_first_line_whose_vanguard_dies_does_not_win_the_first_turn(vanguard):
    lesson = lesson_named("turn")
    task = lesson.tasks[0]
    plan = laid_plan(begun(lesson, task), LEARNER)
    place = next(space for space, kind, _ in plan.units if kind == vanguard)
    lines = [f"deploy {plan_text(swapped_plan(plan, place, VANGUARD) if place != VANGUARD else plan)}"]
    assert has_ended(task, lines)
    assert not is_done(task, played(lesson, task, lines), lines)


def test_a_turn_that_ends_without_the_retreat_is_not_what_its_task_asks_for():
    lesson = lesson_named("commands")
    task = lesson.tasks[-1]
    lines = ["attack", "end"]
    assert has_ended(task, lines)
    assert not is_done(task, played(lesson, task, lines), lines)


def test_the_last_task_destroys_the_enemy_line():
    lesson = LESSONS[-1]
    task = lesson.tasks[-1]
    battle = played(lesson, task, task.solution)
    assert over(battle) == (1, 2)
    assert is_closed(battle.sides[LEARNER].line)
