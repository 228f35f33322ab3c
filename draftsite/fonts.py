"""The site's font as two WOFF2 files, so that most browsers only need the small one.

They are made from the typeface of `font-manrope` when static files are collected, or first requested, and kept beside
the collected files until that package changes.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import font_manrope
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

SOURCE = Path(font_manrope.__file__).parent / "files" / "Manrope-VariableFont_wght.ttf"
FIRST, MORE = "fonts/manrope.woff2", "fonts/manrope-more.woff2"
FIRST_LETTERS = (
    range(0x20, 0x100),
    range(0x2000, 0x2070),
    range(0x20AC, 0x20AD),
    range(0x2190, 0x2194),
    range(0x2212, 0x2213),
)
"""The letters of the site's texts and of most names in Western Europe; tokens.css has the same range."""

FEATURES = ["kern", "tnum", "mark", "ccmp"]


class FontFinder(BaseFinder):
    """Finds the two files, which it makes first."""

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Return the file of a static path, [] if it is no font of the site."""
        if path not in (FIRST, MORE):
            return []
        file = str(_cut() / path)
        return [file] if find_all else file

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Return the static paths of both files, and the storage in which they are."""
        storage = FileSystemStorage(location=_cut())
        return iter([(FIRST, storage), (MORE, storage)])


def _cut() -> Path:
    """Return the folder with both files, made from this version of the typeface by this version of the code."""
    from fontTools.ttLib import TTFont  # a server does not need it to start

    made_of = sha256(SOURCE.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:16]
    folder = Path(settings.STATIC_ROOT) / ".cut" / made_of
    every = {letter for letter in TTFont(SOURCE, lazy=True).getBestCmap() if letter >= 0x20}
    first = {letter for letters in FIRST_LETTERS for letter in letters}
    for name, letters in ((FIRST, every & first), (MORE, every - first)):
        if not (folder / name).exists():
            _write(folder / name, letters)
    return folder


def _write(file: Path, letters: Iterable[int]) -> None:
    """Write a file with these letters alone, atomically."""
    from fontTools import subset

    options = subset.Options(flavor="woff2", layout_features=FEATURES)
    font = subset.load_font(str(SOURCE), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=file.parent, delete=False) as beside:
        subset.save_font(font, beside, options)
    made = Path(beside.name)
    made.chmod(0o644)
    made.replace(file)
