"""Messages of one word say to translators where they stand (`drafts/locale/notes.toml`)."""

import shutil
import subprocess
import tomllib

import pytest

from drafts.management.commands.makemessages import NOTES, with_notes
from tests.messages import messages
from tests.server import ROOT


def test_each_message_of_one_word_has_a_note_and_no_note_is_left_over():
    every = {*messages()}
    single = {text for text in every if len(text.split()) == 1 and "%(" not in text}
    noted = {*tomllib.loads(NOTES.read_text(encoding="utf-8"))}
    assert (single - noted, noted - every) == (set(), set())
    assert len(single) > 200


def test_a_note_stands_before_its_message_and_not_before_the_same_word_with_a_context():
    catalogue = '#: a.html:1\nmsgid "Draw"\nmsgstr ""\n\n#: b.html:1\nmsgctxt "verb"\nmsgid "Draw"\nmsgstr ""\n'
    noted = with_notes(catalogue, {"Draw": "Noun: a result."})
    assert noted == f"#. Translators: Noun: a result.\n{catalogue}"


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="GNU gettext is not there")
def test_makemessages_writes_the_notes_into_the_catalogue_of_a_language(tmp_path):
    folder = tmp_path / "app"
    (folder / "locale").mkdir(parents=True)
    (folder / "page.html").write_text('{% translate "Draw" %}')
    command = [ROOT / ".venv/bin/python", ROOT / "manage.py", "makemessages", "-l", "xx"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    assert "#. Translators: Noun, button and result" in (folder / "locale/xx/LC_MESSAGES/django.po").read_text()
