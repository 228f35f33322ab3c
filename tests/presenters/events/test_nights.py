import pytest

from drafts.models import NightSettings
from drafts.presenters.events.nights import fights_in_words
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.vanguard.formats import VANGUARD


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"fights": "off"}, "no fights · then the cards are shared equally"),
        ({"fights": "off", "sharing": "keep"}, "no fights · everybody keeps their cards"),
        ({"fights": "round_robin"}, "everybody against everybody · best of one · 25 minutes each"),
        (
            {"fights": "swiss", "swiss_rounds": 1, "fights_across": "event", "best_of": 3},
            "1 round against those with equal points · across all tables · best of three · 25 minutes each",
        ),
        ({"fights": "bracket", "fight_minutes": 0}, "a bracket · best of one · no clock"),
        ({"fights": "bracket", "damage_limit": 5}, "a bracket · best of one · 25 minutes each · lost at 5 damage"),
    ],
)
def test_how_one_fights_is_said_in_one_line(settings, words):
    said = fights_in_words(NightSettings(**settings), VANGUARD)
    assert said == (words if "no fights" in words else f"{words} · then the cards are shared equally")


def test_a_game_without_a_limit_of_damage_says_nothing_of_one():
    night = NightSettings(fights="bracket", damage_limit=5)
    assert fights_in_words(night, MAGIC_DRAFT) == (
        "a bracket · best of one · 25 minutes each · then the cards are shared equally"
    )
