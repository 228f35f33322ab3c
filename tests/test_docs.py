import re
import tomllib
from pathlib import Path

import pytest

from tests.screenshots.shots import shots_of
from tests.server import ROOT

FILMED = {"end-strip"}
"""Pictures put together of the frames of a screencast, by hand."""
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page):
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_picture_of_a_screen_is_one_that_is_taken_and_says_what_it_shows():
    taken = FILMED | {f"{screen.name}-{size[0]}-{theme}" for screen, size, theme in shots_of([""], "", "")}
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


LAYERS = sorted(path.name for path in (ROOT / "drafts").iterdir() if path.is_dir() and path.name != "__pycache__")
IN_CODE = re.compile(rf"`((?:{'|'.join([*LAYERS, 'templates', 'static', 'tests', 'drafts'])})/[\w/.-]+)")


def is_in_code(named):
    """Whether a file or folder is there, named without its ending, or with what is in it behind a dot."""
    for path in (ROOT / named, ROOT / "drafts" / named):
        *folders, last = path.parts
        stem = Path(*folders, last.partition(".")[0])
        if path.exists() or stem.is_dir() or stem.with_suffix(".py").exists() or stem.with_suffix(".js").exists():
            return True
    return False


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/code.md", "docs/recipes.md"])
def test_the_places_in_the_code_that_a_page_names_are_there(page):
    named = {found.rstrip(".-/") for found in IN_CODE.findall((ROOT / page).read_text()) if not found.endswith("_")}
    assert {each for each in named if not is_in_code(each)} == set()
    assert len(named) > 5
