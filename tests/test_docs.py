import re
import tomllib

import pytest

from tests.server import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page):
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_dependency_is_explained():
    explained = (ROOT / "docs/dependencies.md").read_text().lower()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    direct = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    names = [re.split(r"[~=\[]", requirement)[0].lower() for requirement in direct]
    assert [name for name in names if name not in explained] == []
