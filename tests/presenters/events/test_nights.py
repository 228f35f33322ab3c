import pytest

from drafts.models import NightSettings
from drafts.presenters.events.nights import fights_in_words, night_in_words
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.factories import make_event

ONE, BRACKET = "Then 1 fight of 25 minutes", "Then a bracket"
SHARED = "Afterwards the cards are shared."


@pytest.mark.parametrize(
    ("settings", "people", "words"),
    [
        ({}, 4, f"Then 3 fights of 25 minutes. {SHARED}"),
        ({}, 2, f"Then 1 fight of 25 minutes. {SHARED}"),
        ({"swiss_rounds": 3}, 8, f"Then 3 fights of 25 minutes. {SHARED}"),
        ({"fights": "round_robin", "fight_minutes": 0}, 6, f"Then 5 fights. {SHARED}"),
        (
            {"fights": "swiss", "swiss_rounds": 1, "best_of": 3},
            8,
            f"{ONE}, best of three. {SHARED}",
        ),
        ({"fights": "bracket"}, 8, f"Then a bracket with fights of 25 minutes. {SHARED}"),
        (
            {"fights": "bracket", "fight_minutes": 0, "damage_limit": 5},
            4,
            f"{BRACKET}, lost at 5 damage. {SHARED}",
        ),
        ({"fights": "off", "sharing": "keep"}, 4, "No fights follow. Everybody keeps their cards."),
        ({"sharing": "random"}, 4, "Then 3 fights of 25 minutes. Afterwards the cards are shared at random."),
    ],
)
def test_what_follows_the_draft_is_said_of_a_table_of_so_many(settings, people, words):
    assert night_in_words(NightSettings(**settings), VANGUARD, people) == words


def test_a_game_without_a_limit_of_damage_says_nothing_of_one():
    night = NightSettings(fights="bracket", damage_limit=5)
    assert night_in_words(night, MAGIC_DRAFT, 4) == f"Then a bracket with fights of 25 minutes. {SHARED}"


@pytest.mark.django_db
def test_it_holds_for_the_tables_that_there_will_be(organizer, sample_sets):
    names = [f"Fighter {number}" for number in range(7)]
    for people in (1, 4, 7):
        assert fights_in_words(make_event(organizer, *names[:people], table_size=4)).startswith("Then 3 fights of ")
    assert fights_in_words(make_event(organizer, *names[:2], table_size=2)).startswith("Then 1 fight of ")
