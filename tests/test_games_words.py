"""The words of one game are said by that game only: they stand in `games/`, in migrations and in sample data."""

import re
from pathlib import Path

import pytest

from drafts.rules.games.registry import FORMATS
from tests.server import ROOT

WORDS = re.compile(
    r"(?<![a-z])(trigger|legion|clan|grade|vanguard|magic|mana|creature|sorcery|instant|planeswalker|toughness|loyalty|"
    r"shield|nation|g[_ -](?:zone|unit))s?(?![a-z])",
    re.IGNORECASE,
)
ALLOWED = {
    "drafts/forms/catalog.py": ({"magic"}, "the game whose sets can be downloaded"),
    "drafts/importers/recipes.py": ({"trigger"}, "keys of recipe files, which stores have written"),
    "drafts/models/__init__.py": ({"magic", "vanguard"}, "Django finds models here: the games' are named"),
    "drafts/models/play.py": ({"legion"}, "a reason to call a judge, as databases and the protocol have it"),
    "drafts/protocol/asyncapi.py": ({"legion"}, "a value of the protocol, in an example"),
    "drafts/protocol/lobby.py": ({"legion"}, "a key of the protocol"),
    "drafts/protocol/messages/draft.py": ({"legion", "trigger"}, "keys of the protocol"),
    "drafts/protocol/parts.py": ({"trigger"}, "a key of the protocol"),
    "drafts/protocol/states.py": ({"legion"}, "a key of the protocol"),
    "drafts/rules/draft/history.py": ({"legion"}, "a reason to call a judge, as histories have it"),
    "drafts/rules/draft/notation.py": ({"vanguard"}, "a line of notation as an example"),
    "drafts/rules/errors.py": ({"trigger"}, "codes of the protocol"),
    "static/js/draft/draft.js": ({"legion"}, "a key of the protocol"),
    "static/js/draft/judge/judge.js": ({"legion"}, "a value of the protocol"),
    "static/js/draft/ceremonies/ceremony.js": ({"legion"}, "a key of the protocol"),
    "static/js/draft/choice.js": ({"trigger"}, "keys of the protocol"),
    "static/js/draft/display/display-words.js": ({"legion"}, "a key of the protocol"),
    "static/js/paper/paper-words.js": ({"legion", "trigger"}, "keys of the protocol"),
    "templates/draft/play/dialogs.html": ({"legion"}, "a value of the protocol"),
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


# Names of formats -----------------------------------------------------------------------------------------------------

OF_ONE_FORMAT = {
    "drafts/api/rome.py": ({"rome"}, "the part of the API that is about this game"),
    "drafts/log/event_log.py": ({"rome"}, "a key of logs"),
    "drafts/operations/verification.py": ({"rome"}, "a key of logs"),
    "drafts/templatetags/look.py": ({"plain"}, "how a card looks that shows nothing else"),
    "drafts/log/replay_json.py": ({"plain"}, "a key of the protocol"),
    "drafts/presenters/catalog/recipe_text.py": ({"plain"}, "a word of recipes"),
    "drafts/exporters/deck_pdf.py": ({"plain"}, "a style of paragraphs"),
}
"""Files of no game that say what a format or a game is called, or a word that is the same, and why."""


def formats_in(text: str) -> set[str]:
    """Return the formats and games that a text names by what addresses and the protocol call them."""
    names = {name for slug, format_ in FORMATS.items() for name in (slug, format_.game.slug)}
    return {name for _, name in re.findall(r"""(["'`])([a-z-]+)\1""", text) if name in names}


def test_only_the_games_name_a_format():
    files = [
        path
        for folder in ("drafts", "static/js", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".js", ".html"} and not is_of_a_game(path)
    ]
    said = {str(path.relative_to(ROOT)): words for path in files if (words := formats_in(path.read_text()))}
    assert said == {name: words for name, (words, _) in OF_ONE_FORMAT.items()}


def test_the_name_of_a_format_would_be_found():
    assert formats_in('format === "rome" || areListed({ format })') == {"rome"}
    assert formats_in("{% if event.format == 'magic-sealed' %}") == {"magic-sealed"}
    assert formats_in('gettext("Veni, vidi") + "romed"') == set()


# Words for a pass -----------------------------------------------------------------------------------------------------

MESSAGE = re.compile(
    r"""(?:\b_|gettext\w*|translate)[( ]\s*("[^"]*"|'[^']*')|\{% blocktranslate.*?%\}(.*?)\{% endblocktranslate""",
    re.DOTALL,
)
FACT = re.compile(r"%\(\w+\)s|\{\{.*?\}\}|<code>.*?</code>|<[^>]*>")
PASS = re.compile(r"(?<!you )(?<!everyone )\bpass(?:es)?\b(?! (?:left|right))", re.IGNORECASE)
"""A pass as a thing, not what one does with cards, nor the name of the project."""


def passes_in(text: str) -> list[str]:
    """Return the messages for people that speak of a pass."""
    messages = [quoted[1:-1] or block for quoted, block in MESSAGE.findall(text)]
    return [message for message in messages if PASS.search(FACT.sub("", message))]


def test_only_a_game_that_counts_passes_speaks_of_a_pass():
    files = [
        path
        for folder in ("drafts", "static/js", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".js", ".html"} and "vanguard" not in str(path.relative_to(ROOT))
    ]
    assert {path.name: found for path in files if (found := passes_in(path.read_text()))} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('gettext("No cards in this pass")', ["No cards in this pass"]),
        ('_(\n"Nothing in %(count)s passes.")', ["Nothing in %(count)s passes."]),
        ('{% translate "For a pass." %}', ["For a pass."]),
        ("{% blocktranslate %}Pass {{ number }}{% endblocktranslate %}", ["Pass {{ number }}"]),
        ('gettext("pass left") gettext("Pick %(pass)s of %(passes)s") gettext("You pass %(count)s cards right.")', []),
        (
            '{% blocktranslate with pass=table.pass %}Pick <b data-part="round">{{ pass }}</b>{% endblocktranslate %}',
            [],
        ),
    ],
)
def test_a_pass_would_be_found(text, found):
    assert passes_in(text) == found
