"""Sentences and names of tests begin with the thing that they are about, and a class name is that of one class."""

import ast
import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby

import pytest

from tests.programs import ROOT

PRONOUN = re.compile(
    r"(?:^|(?<=[.!?:;] )|(?<=[“(]))(?:Who|Whom|Whose|Whoever|What|Whatever|Nobody|Somebody)\b(?![^.]*\?)[^.]{0,60}"
)
"""The beginning of a sentence that begins with a pronoun; a question may."""
NAME = re.compile(
    r"""^ *(?:(?:async )?def test_|test\(")(?:[A-Z]+\d+[_ ])*"""
    r"""((?:who|whom|whose|whoever|what|whatever|nobody|somebody)[_ ][^("]+)""",
    re.MULTILINE,
)
"""The name of a test of Python or of a script that begins so, after the clauses of the rules that it cites."""
COMMENTS = {
    **dict.fromkeys((".js", ".mjs"), re.compile(r"(?:^ *//.*\n)+", re.MULTILINE)),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"\{#.*?#\}", re.DOTALL),
    ".md": re.compile(r"(?:.+\n)+"),
}
"""Where plain English stands in other files than those of Python, by their endings."""
MARKS = re.compile(r"^[ */#>{|-]+|^\d+\. ", re.MULTILINE)
"""The marks of a line of a comment or of a document, before its words."""
STILL_DOUBLED = "Card CardSet Command Error Event State"
"""The names that several classes have: of a model and its part of the API, or of several modules of one convention."""


def pronouns_in(text: str) -> list[str]:
    """Return the beginnings of the sentences of a text that begin with a pronoun."""
    return PRONOUN.findall(" ".join(MARKS.sub("", text).split()))


def texts_of(source: str, ending: str) -> Iterable[str]:
    """Yield the docstrings and comments of a file, or the paragraphs of a document."""
    if ending != ".py":
        yield from COMMENTS[ending].findall(source)
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value
    for is_comment, lines in groupby(source.splitlines(), lambda line: line.lstrip().startswith("# ")):
        if is_comment:
            yield "\n".join(lines)


@pytest.mark.parametrize("folder", ["bench", "drafts", "draftsite", "templates", "static", "docs", "tests"])
def test_no_sentence_of_code_or_documents_begins_with_a_pronoun(folder):
    files = (file for file in (ROOT / folder).rglob("*") if file.suffix in (".py", *COMMENTS) and file.is_file())
    texts = ((file, text) for file in files for text in texts_of(file.read_text(), file.suffix))
    assert [(str(file.relative_to(ROOT)), found) for file, text in texts if (found := pronouns_in(text))] == []


@pytest.mark.parametrize(
    ("ending", "source"),
    [
        (".py", '"""Who knows.\n"""\nclass A:\n    """Whole. Nobody\'s. Who is it?"""\n'),
        (".py", "# Whole. Who\n# knows.\n\n# Nobody's.\n"),
        (".js", "// Whole: Who\n// knows.\nlet a;\n  // Nobody's.\n"),
        (".css", "/* Who knows. */\na {}\n/* Nobody's. */"),
        (".html", "{# Takes nothing. Who knows. #}<p>Who knows.</p>{# Nobody's. #}"),
        (".md", "- Who knows.\n\n# Nobody's.\n\nWhat is it?\n"),
    ],
)
def test_pronouns_would_be_found(ending, source):
    found = [beginning for text in texts_of(source, ending) for beginning in pronouns_in(text)]
    assert sorted(found) == ["Nobody's", "Who knows"]


def test_no_name_of_a_test_begins_with_a_pronoun():
    files = (file for file in (ROOT / "tests").rglob("*") if file.suffix in (".py", ".mjs"))
    assert [(str(file.relative_to(ROOT)), found) for file in files if (found := NAME.findall(file.read_text()))] == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def test_who_is(it):\n    async def test_R1_M2_nobody_is(it):\n", ["who_is", "nobody_is"]),
        ('test("who is", () => {\n  test("M22 nobody is", async () => {\n', ["who is", "nobody is"]),
        ("def test_whole():\ndef test_a_fighter_who_is():\ndef who_is():\n", []),
    ],
)
def test_names_with_pronouns_would_be_found(source, names):
    assert NAME.findall(source) == names


def doubled_names(sources: Iterable[str]) -> list[str]:
    """Return the names that classes of several modules have, in alphabetical order."""
    trees = map(ast.parse, sources)
    counts = Counter(
        name for tree in trees for name in {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    )
    return sorted(name for name, count in counts.items() if count > 1)


def test_a_class_name_is_that_of_one_class():
    """A name that is no longer doubled leaves the list; migrations are all of one name."""
    files = (file for folder in ("drafts", "draftsite") for file in sorted((ROOT / folder).rglob("*.py")))
    sources = [file.read_text() for file in files if file.parent.name != "migrations"]
    assert doubled_names(sources) == STILL_DOUBLED.split()


def test_doubled_names_would_be_found():
    assert doubled_names(["class A: ...\nclass B: ...", "class B: ...\nclass A: ...", "class C: ..."]) == ["A", "B"]
