import re

import pytest

from drafts.languages import sentence
from drafts.rules.draft.seat_status import Turn
from drafts.templatetags.seats import TURNS, away_words, minutes
from tests.server import ROOT


def test_templates_and_scripts_have_the_same_icons_and_words_for_every_turn():
    script = (ROOT / "static/js/draft/seats.js").read_text()
    in_script = {
        name: (icon, sentence(f"draft.{word}"))
        for name, icon, word in re.findall(r'(\w+): turn\("([^"]+)", (\w+),', script)
    }
    assert (in_script, set(TURNS)) == (TURNS, {turn.value for turn in Turn})


@pytest.mark.parametrize(("seconds", "words"), [(-5, "0:00"), (34.9, "0:34"), (725, "12:05")])
def test_an_absence_is_said_in_minutes(seconds, words):
    assert minutes(seconds) == words


def test_an_absence_of_which_no_beginning_is_known_has_no_length():
    assert away_words(None) == "away"
