"""Django's makemessages, with the notes for translators of `drafts/locale/notes.toml` beside their messages."""

import re
import tomllib
from pathlib import Path

from django.core.management.commands import makemessages

NOTES = Path(__file__).parents[2] / "locale" / "notes.toml"


def with_notes(catalogue: str, notes: dict[str, str]) -> str:
    """Return a catalogue (the text of a .pot file) with a note before each message that has one."""

    def noted(entry: str) -> str:
        found = re.search(r'^msgid "(.*)"$', entry, re.MULTILINE)
        note = notes.get(found[1]) if found else None
        return f"#. Translators: {note}\n{entry}" if note and "\nmsgctxt " not in entry else entry

    return "\n\n".join(map(noted, catalogue.split("\n\n")))


class Command(makemessages.Command):
    """Writes the notes into the catalogue from which those of all languages are made."""

    def build_potfiles(self) -> list[str]:
        """Collect the messages, and add the notes."""
        potfiles: list[str] = super().build_potfiles()
        notes = tomllib.loads(NOTES.read_text(encoding="utf-8"))
        for file in map(Path, dict.fromkeys(potfiles)):  # a folder may be found twice
            file.write_text(with_notes(file.read_text(encoding="utf-8"), notes), encoding="utf-8")
        return potfiles
