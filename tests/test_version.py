"""The version has one source, and the changelog tells what it brings."""

import re
import tomllib

from packaging.version import Version

import draftsite
from tests.server import ROOT


def test_the_newest_section_of_the_changelog_is_of_this_version():
    sections = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    versions = [Version(section) for section in sections]
    assert versions == sorted(set(versions), reverse=True)
    assert sections[0] == draftsite.__version__


def test_the_readme_names_the_wheel_of_this_version():
    named = re.findall(r"pass_left-(.+?)-py3", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert set(named) == {draftsite.__version__}


def test_the_package_has_its_version_from_the_code():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["hatch"]["version"]["path"] == "draftsite/__init__.py"
