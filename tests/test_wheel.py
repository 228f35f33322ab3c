"""The wheel holds all that a site needs. tests/installed.py installs and plays it, with `make wheel`."""

import subprocess
import sys
from zipfile import ZipFile

from tests.server import ROOT

INSIDE_THE_PACKAGE = ("static", "templates")
"""Folders that lie beside the packages in a checkout, and inside `draftsite` in a wheel."""


def test_the_wheel_holds_every_file_of_the_site_and_no_other(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    beside = {f"draftsite/{name}" for folder in INSIDE_THE_PACKAGE for name in files_in(folder)}
    assert held == files_in("drafts") | files_in("draftsite") | beside


def files_in(folder):
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in files}
