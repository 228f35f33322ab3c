"""What one game says is said by that game only: its words stand in `games/`, in migrations and in sample data."""

import re
from pathlib import Path

import pytest

from tests.server import ROOT

WORDS = re.compile(
    r"(?<![a-z])(trigger|legion|clan|grade|vanguard|magic|mana|creature|sorcery|instant|planeswalker|toughness|loyalty|"
    r"shield|nation|g[_ -](?:zone|unit))s?(?![a-z])",
    re.IGNORECASE,
)
ALLOWED = {
    "drafts/importers/recipes.py": ({"trigger"}, "keys of recipe files, which stores have written"),
    "drafts/models/__init__.py": ({"magic", "vanguard"}, "Django finds models here: the games' are named"),
    "drafts/models/play.py": ({"legion"}, "a reason to call a judge, as databases and the protocol have it"),
    "drafts/protocol/lobby.py": ({"legion"}, "a key of the protocol"),
    "drafts/protocol/messages.py": ({"legion", "trigger"}, "keys of the protocol"),
    "drafts/protocol/parts.py": ({"trigger"}, "a key of the protocol"),
    "drafts/protocol/states.py": ({"legion"}, "a key of the protocol"),
    "drafts/rules/draft/notation.py": ({"vanguard"}, "a line of notation as an example"),
    "drafts/rules/errors.py": ({"trigger"}, "codes of the protocol"),
    "static/js/components/draft.js": ({"legion"}, "a key of the protocol"),
    "static/js/components/host-table.js": ({"legion"}, "a key of the protocol"),
    "static/js/components/judge.js": ({"legion"}, "a value of the protocol"),
    "static/js/lib/choice.js": ({"trigger"}, "keys of the protocol"),
    "static/js/lib/display-words.js": ({"legion"}, "a key of the protocol"),
    "templates/play/dialogs.html": ({"legion"}, "a value of the protocol"),
}
"""Files of no game that may say a game's words, and why."""


def is_of_a_game(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return "games" in parts or "migrations" in parts or parts[:2] == ("drafts", "data")


def words_in(text: str) -> set[str]:
    """Return the games' words in a text, each in its simplest form; parts of a name count."""
    return {word.lower() for word in WORDS.findall(text.replace("_", " "))}


def test_only_the_games_say_the_games_words():
    files = [
        path
        for folder in ("drafts", "draftsite", "static/js", "static/css", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".js", ".css", ".html"} and not is_of_a_game(path)
    ]
    said = {str(path.relative_to(ROOT)): words for path in files if (words := words_in(path.read_text()))}
    assert said == {name: words for name, (words, _) in ALLOWED.items()}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("every Trigger unit", {"trigger"}),
        ("legion_rare, no_trigger, magic-draft", {"legion", "trigger", "magic"}),
        ("the management upgrades a manager", set()),
        ("is in the G zone", {"g zone"}),
    ],
)
def test_a_games_word_would_be_found(text, words):
    assert words_in(text) == words
