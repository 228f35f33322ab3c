import re

import pytest

from tests.server import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page):
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_dependency_is_explained():
    explained = (ROOT / "docs/dependencies.md").read_text().lower()
    lines = [*(ROOT / "requirements.txt").open(), *(ROOT / "requirements-dev.txt").open()]
    names = [re.split(r"[=\[]", line)[0].lower() for line in lines if "==" in line]
    assert [name for name in names if name not in explained] == []
