import pytest

from drafts.exporters.names import isolated


@pytest.mark.parametrize("name", ["عبد الرحمن المقاتل", "דניאל הלוחם", "Ann דניאל"])
def test_a_name_that_runs_to_the_left_keeps_its_direction_to_itself(name):
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Aichi", "さくら", "Maximiliana-Alexandrine", ""])
def test_a_name_that_runs_to_the_right_stays_as_it_is(name):
    assert isolated(name) == name
