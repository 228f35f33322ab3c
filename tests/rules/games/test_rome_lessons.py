import pytest

from drafts.rules.games.rome.lessons import LEARNER, LESSONS, begun, has_ended, is_done, lesson_named, played
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.notation import encode
from drafts.rules.games.rome.offers import legal
from drafts.rules.games.rome.ranking import over

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
    done = [line for line in legal(begun(lesson, task), LEARNER) if is_done(task, played(lesson, task, [line]), [line])]
    assert bool(done) == (len(task.solution) == 1)


@pytest.mark.parametrize(("lesson", "task"), TASKS)
def test_an_attack_ends_a_task_and_no_other_move_does(lesson, task):
    assert [has_ended([line]) for line in task.solution] == [line.startswith("attack") for line in task.solution]


def test_the_last_task_destroys_the_enemy_line():
    lesson = LESSONS[-1]
    task = lesson.tasks[-1]
    battle = played(lesson, task, task.solution)
    assert over(battle) == (1, 2)
    assert is_closed(battle.sides[LEARNER].line)
