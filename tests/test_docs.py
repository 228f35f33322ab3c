import re
import tomllib

import pytest

from tests.screenshots.shots import shots_of
from tests.server import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page):
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_picture_of_a_screen_is_one_that_is_taken_and_says_what_it_shows():
    taken = {f"{screen.name}-{size[0]}-{theme}" for screen, size, theme in shots_of([""], "", "")}
    shown = [
        picture
        for page in PAGES
        for picture in re.findall(r'<img src="([^"]+)"[^>]* alt="[^"]{20,}">', page.read_text())
    ]
    assert len(shown) == sum(page.read_text().count("<img") for page in PAGES) >= 8
    assert [picture for picture in shown if picture.rpartition("/")[2].removesuffix(".webp") not in taken] == []


def test_every_dependency_is_explained():
    explained = (ROOT / "docs/dependencies.md").read_text().lower()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    direct = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    names = [re.split(r"[~=\[]", requirement)[0].lower() for requirement in direct]
    assert [name for name in names if name not in explained] == []
