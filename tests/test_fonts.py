import re

import pytest
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from draftsite.fonts import FIRST, MORE, SOURCE
from tests.server import ROOT


@pytest.fixture
def cut(settings, tmp_path):
    settings.STATIC_ROOT = str(tmp_path)
    return {name: set(TTFont(finders.find(name)).getBestCmap()) for name in (FIRST, MORE)}


def ranges_of_the_style_sheet():
    """Which letters each file is asked for, by its static path."""
    faces = re.findall(r"@font-face \{(.*?)\}", (ROOT / "static/css/site/tokens.css").read_text(), re.DOTALL)
    found = {}
    for face in faces:
        name = re.search(r'url\("\.\./\.\./(.*?)"\)', face)[1]
        ends = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face)
        found[name] = {letter for low, high in ends for letter in range(int(low, 16), int(high or low, 16) + 1)}
    return found


def test_no_letter_of_the_typeface_is_lost_and_none_is_in_both_files(cut):
    assert cut[FIRST] | cut[MORE] == {letter for letter in TTFont(SOURCE).getBestCmap() if letter >= 0x20}
    assert cut[FIRST] & cut[MORE] == set()
    assert cut[FIRST] >= set(map(ord, "Pass left, hold three: 0123456789 “Ärger” – café ← →"))


def test_browsers_ask_for_the_file_that_has_a_letter(cut):
    asked = ranges_of_the_style_sheet()
    for name, letters in cut.items():
        assert letters <= asked[name]
    assert asked[FIRST] & asked[MORE] == set()
    assert asked[MORE].isdisjoint(map(ord, "✓★愛عא"))  # signs that another typeface shows are no reason to fetch it


def test_a_file_is_cut_once_and_keeps_its_weights_and_level_figures(cut, settings):
    file = finders.find(FIRST)
    written = (ROOT / file).stat().st_mtime_ns
    font = TTFont(finders.find(FIRST))
    assert (ROOT / file).stat().st_mtime_ns == written
    assert [(axis.axisTag, axis.minValue, axis.maxValue) for axis in font["fvar"].axes] == [("wght", 200, 800)]
    assert "tnum" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
