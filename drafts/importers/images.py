"""Pictures of cards: files with their cards, or everything that is wrong with them. Their bytes are read later."""

import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from drafts.importers.faults import BROKEN_ZIP, BadFile, ImportFault, quoted
from drafts.importers.image_encoding import BadImage
from drafts.importers.limits import LARGEST_IMAGE
from drafts.rules.card_numbers import number_in_set
from drafts.rules.cards import FACES, Card
from drafts.rules.wording import Wording, gettext_noop

SUFFIXES = (".webp", ".png", ".jpg", ".jpeg")
END_OF_ZIP, END_OF_ZIP64, LENGTH_OF_END, LENGTH_OF_END64 = b"PK\x05\x06", b"PK\x06\x07", 22, 20
LARGEST_INDEX = 512 * 1024  # bytes of a ZIP's table of contents: more than so many files need
OF_FORGE = ".full"
MOST_IN_A_ZIP = 2000
TOO_MANY_FILES = gettext_noop("holds more than %(most)s files", most=MOST_IN_A_ZIP)
LARGEST_UNPACKED = 64 * 1024 * 1024
PACKED_IN_WAYS_WE_KNOW = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
LOCKED = 0x1
"""The flag of an entry of a ZIP archive that has a password."""


@dataclass(frozen=True, slots=True)
class ImageFile:
    """A file that may be an image. `read` returns its bytes, of a large one only the first `LARGEST_IMAGE` and one."""

    name: str
    read: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Image:
    """A file with the numbers of the cards whose picture it is."""

    file: ImageFile
    numbers: tuple[str, ...]


def file_stem(number: str) -> str:
    """Return what the file of a card is called, without its kind."""
    return number.replace("/", "-")


def find_images(files: Sequence[ImageFile], cards: Collection[Card]) -> list[Image]:
    """Find the cards of the files by their numbers or names, among those of a list. Raise BadFile with every fault.

    Publishers and other programs write `BT03_001EN.png`, small letters, and names of cards, of two faces the front's;
    a number without its set (`57.png` for `NEO/57`) where one card alone of the list has it.
    """
    by_stem = _stems_of(cards)
    images: list[Image] = []
    faults: list[ImportFault] = []
    taken: dict[str, str] = {}
    for file in files:
        stem, suffix = _split(file.name)
        stem = stem if stem in by_stem else _simple(stem.removesuffix(OF_FORGE))
        first = taken.setdefault(stem, file.name)
        try:
            if suffix not in SUFFIXES:
                raise BadImage(gettext_noop("is called neither .webp nor .png nor .jpg nor .jpeg"))
            if stem not in by_stem:
                raise BadImage(gettext_noop("fits no card of the list"))
            if first != file.name:
                raise BadImage(gettext_noop("is for the same card as %(first)s", first=quoted(first)))
            images.append(Image(file, tuple(by_stem[stem])))
        except BadImage as bad:
            faults.append(fault_of(file, bad.words))
    if faults:
        raise BadFile(faults)
    return images


def _stems_of(cards: Collection[Card]) -> dict[str, list[str]]:
    """Return the numbers of the cards by the names of their files: as our own lists write them, else as others do."""
    bare: defaultdict[str, list[str]] = defaultdict(list)
    for card in cards:
        bare[_simple(number_in_set(card.number))].append(card.number)
    stems: dict[str, list[str]] = {}
    for each in (
        ((file_stem(card.number), card.number) for card in cards),
        ((_simple(card.number), card.number) for card in cards),
        ((stem, numbers[0]) for stem, numbers in bare.items() if len(numbers) == 1),
        ((_simple(name), card.number) for card in cards for name in {card.name, card.name.partition(FACES)[0]}),
    ):
        found: defaultdict[str, list[str]] = defaultdict(list)
        for stem, number in each:
            found[stem].append(number)
        stems = {**found, **stems}
    return stems


def _simple(text: str) -> str:
    """Return a number or a name in small letters, with a hyphen for whatever is neither letter nor digit."""
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")


def images_in_folder(folder: Path) -> list[ImageFile]:
    """Return the files of a folder, by name; hidden ones and folders are passed over. Raises OSError."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not _is_hidden(path.name))
    return [_in_folder(path) for path in files]


def _in_folder(path: Path) -> ImageFile:
    def read() -> bytes:
        try:
            return _read_start(path.open("rb"))
        except OSError as error:
            raise BadImage(_unreadable(error.strerror)) from None

    return ImageFile(path.name, read)


def images_in_zip(archive: IO[bytes]) -> list[ImageFile]:
    """Return the files of a ZIP archive, in its order, without unpacking any; hidden ones are passed over.

    The folders that they lie in do not count. Raise BadFile for what is no archive, holds too much, or hides something.
    """
    _refuse_odd_zip(archive)
    try:
        opened = zipfile.ZipFile(archive)
    except BROKEN_ZIP as bad:
        raise BadFile([_fault_of_zip(_unreadable(str(bad)))]) from None
    entries = [
        entry for entry in opened.infolist() if not entry.filename.endswith("/") and not _is_hidden(entry.filename)
    ]
    faults = [
        ImportFault(gettext_noop("image %(name)s", name=quoted(entry.filename)), what)
        for entry in entries
        if (what := _what_is_wrong_with(entry))
    ]
    if len(entries) > MOST_IN_A_ZIP:
        faults.append(_fault_of_zip(TOO_MANY_FILES))
    if sum(entry.file_size for entry in entries) > LARGEST_UNPACKED:
        faults.append(_fault_of_zip(gettext_noop("holds more than %(most)s MB", most=LARGEST_UNPACKED >> 20)))
    if faults:
        raise BadFile(faults)
    return [_in_zip(opened, entry) for entry in entries]


def _fault_of_zip(what: str) -> ImportFault:
    return ImportFault(gettext_noop("the ZIP"), what)


def _unreadable(error: str | None) -> Wording:
    return gettext_noop("cannot be read: %(error)s", error=error)


def _refuse_odd_zip(archive: IO[bytes]) -> None:
    """Refuse an archive whose table of contents alone would fill the memory: it is read before any entry is."""
    size = archive.seek(0, 2)
    archive.seek(max(0, size - LENGTH_OF_END - LENGTH_OF_END64))
    tail = archive.read()
    end, before = tail[-LENGTH_OF_END:], tail[:-LENGTH_OF_END]
    if end[:4] != END_OF_ZIP or end[20:22] != b"\0\0":
        raise BadFile([_fault_of_zip(gettext_noop("is no ZIP archive without a comment, or is cut off"))])
    if before[:4] == END_OF_ZIP64 or int.from_bytes(end[12:16], "little") > LARGEST_INDEX:
        raise BadFile([_fault_of_zip(TOO_MANY_FILES)])


def _what_is_wrong_with(entry: zipfile.ZipInfo) -> str:
    path = PurePosixPath(entry.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in entry.orig_filename or ":" in entry.filename:
        return gettext_noop("leads out of the archive")
    if entry.flag_bits & LOCKED:
        return gettext_noop("is locked with a password")
    if entry.compress_type not in PACKED_IN_WAYS_WE_KNOW:
        return gettext_noop("is packed in a way that is not known here")
    return ""


def _in_zip(opened: zipfile.ZipFile, entry: zipfile.ZipInfo) -> ImageFile:
    def read() -> bytes:
        try:
            return _read_start(opened.open(entry))
        except BROKEN_ZIP as bad:
            raise BadImage(gettext_noop("cannot be unpacked: %(error)s", error=str(bad))) from None

    return ImageFile(PurePosixPath(entry.filename).name, read)


def _read_start(stream: IO[bytes]) -> bytes:
    with stream:
        return stream.read(LARGEST_IMAGE + 1)


def _split(name: str) -> tuple[str, str]:
    path = PurePosixPath(name)
    return path.stem, path.suffix.lower()


def _is_hidden(name: str) -> bool:
    """Whether a file is one that systems leave in every folder, and no picture."""
    path = PurePosixPath(name)
    return path.name.startswith(".") or "__MACOSX" in path.parts or path.name in ("Thumbs.db", "desktop.ini")


def fault_of(file: ImageFile, what: str) -> ImportFault:
    """Return a fault of a file."""
    return ImportFault(gettext_noop("image %(name)s", name=quoted(file.name)), what)
