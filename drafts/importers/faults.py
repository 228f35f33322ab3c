"""The faults of a file, described so that its author can correct them."""

import struct
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from drafts.rules.wording import Wording, gettext_noop

SHOWN = 20
BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError)
"""The exceptions of `zipfile` for an archive that is damaged, packed in an unknown way, or has a password."""
SHOWN_OF_A_VALUE = 40


@dataclass(frozen=True, slots=True)
class ImportFault:
    """One fault, and where in the file it is: `line 12`, or `SMP02, layout 1`."""

    where: str
    what: str

    @property
    def words(self) -> Wording:
        """The whole of it, to be translated."""
        return gettext_noop("%(where)s: %(what)s", where=self.where, what=self.what)

    def __str__(self) -> str:
        return str(self.words)


class BadFile(Exception):
    """A file that is not loaded, with everything that is wrong with it, in the order of the file."""

    def __init__(self, faults: Iterable[ImportFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(at_most(str(fault) for fault in self.faults)))


def at_line(line: int, what: str) -> ImportFault:
    """Return a fault of a line, counted from 1."""
    return ImportFault(gettext_noop("line %(line)s", line=line), what)


def not_json(error: str) -> Wording:
    """Return the fault of a text that is not JSON."""
    return gettext_noop("this is not JSON: %(error)s", error=error)


def too_large(most: int) -> Wording:
    """Return the fault of a file larger than `most` bytes, to be read after its name."""
    return gettext_noop("is larger than %(most)s MB", most=most >> 20)


def at_most(texts: Iterable[str], shown: int = SHOWN) -> list[str]:
    """Return the first texts, and how many more there are."""
    every = list(texts)
    return (
        every if len(every) <= shown else [*every[:shown], gettext_noop("and %(count)s more", count=len(every) - shown)]
    )


def quoted(value: str) -> str:
    """Return a value of the file for a message: cut short, and with nothing in it that a terminal would act upon."""
    cut = value if len(value) <= SHOWN_OF_A_VALUE else value[:SHOWN_OF_A_VALUE] + "…"
    return ascii(cut) if not cut.isprintable() else f"'{cut}'"
