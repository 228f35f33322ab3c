"""Docstrings are plain statements: they begin with the thing that they are about, not with a pronoun (CONTRIBUTING)."""

import ast
import re

import pytest

from tests.programs import ROOT

PRONOUN = re.compile(r"(who|whom|whoever|what|whatever|nobody|somebody)\b", re.IGNORECASE)
NOT_YET = ("drawings", "exporters", "importers", "migrations", "models", "operations", "rules", "webhooks")
"""The folders of `drafts` in which some docstrings still do."""
DONE = [folder for folder in sorted((ROOT / "drafts").iterdir()) if folder.is_dir() and folder.name not in NOT_YET]
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def pronouns_in(source: str) -> list[str]:
    """Return the docstrings that begin with a pronoun."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, DOCUMENTED)]
    return [text for node in nodes if (text := ast.get_docstring(node) or "") and PRONOUN.match(text)]


@pytest.mark.parametrize("folder", [ROOT / "bench", ROOT / "draftsite", *DONE], ids=lambda folder: folder.name)
def test_no_docstring_begins_with_a_pronoun(folder):
    found = {str(file.relative_to(ROOT)): pronouns_in(file.read_text()) for file in folder.rglob("*.py")}
    assert {file: texts for file, texts in found.items() if texts} == {}


def test_pronouns_would_be_found():
    source = '"""Who knows."""\nclass A:\n    """Whole."""\n    def f(self):\n        """Nobody\'s."""\n'
    assert pronouns_in(source) == ["Who knows.", "Nobody's."]
