import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.statistics.counts import Counts
from drafts.rules.statistics.figures import FEW, MEASURES, average, figures_of, rate, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_of_a_rate_is_wilsons(successes, n, low, high):
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_rate_lies_within_its_interval_and_that_within_0_and_1(drawn):
    successes, n = drawn
    figure = rate(successes, n)
    if n:
        assert 0 <= figure.low <= figure.value <= figure.high <= 1
    else:
        assert (figure.value, figure.n) == (None, 0)


@given(st.lists(st.integers(1, 15), min_size=2))
def test_an_average_lies_within_its_interval(passes):
    figure = average(sum(passes), sum(each * each for each in passes), len(passes))
    assert figure.value == pytest.approx(sum(passes) / len(passes))
    assert 1 <= figure.low <= figure.value <= figure.high


def test_nothing_observed_is_no_figure_and_few_observations_are_thin():
    assert {figure.value for figure in figures_of(Counts()).values()} == {0, None}
    assert [rate(1, FEW - 1).is_thin, rate(1, FEW).is_thin] == [True, False]


def test_each_figure_says_of_how_many_observations_it_is():
    counts = Counts(
        opened=4, first_chosen=1, seen=9, last_seen=18, could_wheel=5, wheeled=2, taken=3, taken_at=6, last_chosen=1,
        fought=8, won=6,
    )  # fmt: skip
    figures = figures_of(counts)
    assert [(name, figure.n) for name, figure in figures.items()] == [
        ("opened", 4), ("seen", 9), ("taken", 3), ("average_taken_at", 3), ("average_last_seen_at", 9),
        ("first_choice_rate", 4), ("wheel_rate", 5), ("last_choice_rate", 3), ("results", 8),
    ]  # fmt: skip
    assert [figures[each.name].value for each in MEASURES[3:]] == [2, 2, 0.25, 0.4, pytest.approx(1 / 3), 0.75]
