"""Docstrings begin with the thing that they are about, not with a pronoun, and a class name is that of one class."""

import ast
import re
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.programs import ROOT

PRONOUN = re.compile(r"(who|whom|whoever|what|whatever|nobody|somebody)\b", re.IGNORECASE)
STILL_DOUBLED = "Card CardSet Command Error Event State"
"""The names that several classes have: of a model and its part of the API, or of several modules of one convention."""

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def pronouns_in(source: str) -> list[str]:
    """Return the docstrings that begin with a pronoun."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, DOCUMENTED)]
    return [text for node in nodes if (text := ast.get_docstring(node) or "") and PRONOUN.match(text)]


@pytest.mark.parametrize("folder", ["bench", "drafts", "draftsite"])
def test_no_docstring_begins_with_a_pronoun(folder):
    found = {str(file.relative_to(ROOT)): pronouns_in(file.read_text()) for file in (ROOT / folder).rglob("*.py")}
    assert {file: texts for file, texts in found.items() if texts} == {}


def test_pronouns_would_be_found():
    source = '"""Who knows."""\nclass A:\n    """Whole."""\n    def f(self):\n        """Nobody\'s."""\n'
    assert pronouns_in(source) == ["Who knows.", "Nobody's."]


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
