"""`manage.py loadset FILE… [--recipe FILE] [--images DIR]`: load or update sets, all of a file or nothing."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as TerminalProgress

from drafts.importers.faults import BadFile, ImportFault, at_most
from drafts.importers.images import ImageFile, find_images, images_in_folder
from drafts.importers.recipes import SetRecipe, read_recipes
from drafts.importers.sets.cubes import ANY_CODE, read_cube
from drafts.importers.sets.names import NameList, code_from
from drafts.management.rows_command import RowsCommand
from drafts.rules.wording import Wording
from drafts.services.catalog.card_images import load_cards, read_card_list
from drafts.services.catalog.cubes import load_cube
from drafts.services.catalog.downloads import SET_CODE, can_download, download_set
from drafts.services.catalog.sets import LoadedSet
from drafts.services.errors import ServiceError
from drafts.store.card_numbers import same_cards_here
from drafts.store.cubes import find_cards
from drafts.uploads import UploadProgress

LARGEST_FILE = 64 * 1024 * 1024


class Command(RowsCommand):
    help = (
        "Load or update sets from files, as the page does: CSV, XLSX, JSON, a set file of MTGJSON, cards of Scryfall, "
        "a cube as a list of names. A file with a fault changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", type=Path, metavar="FILE", nargs="*")
        parser.add_argument("--code", metavar="CODE", help="download the set with this code from MTGJSON")
        parser.add_argument("--recipe", type=Path, metavar="FILE", help="a TOML file that says how packs are made")
        parser.add_argument("--booster", metavar="NAME", help="which booster of an MTGJSON file packs are, as play")
        parser.add_argument("--images", type=Path, metavar="DIR", help="a folder of pictures, named by card number")
        parser.add_argument(
            "--renumber",
            action="store_true",
            help="cards of the same name and rarity under other numbers are the same: they get the numbers of the file",
        )

    def handle(
        self, *, files: Sequence[Path], code: str | None, recipe: Path | None, images: Path | None, **options: Any
    ) -> None:
        self.renumber, self.booster = bool(options["renumber"]), str(options["booster"] or "")
        if bool(files) == (code is not None):
            raise CommandError("Name files, or a set by --code.", returncode=1)
        recipes = read_bytes(recipe) if recipe else b""
        for file in files:
            self._load(str(file), file.name, read_bytes(file), recipes, images)
        if code is not None:
            self._load(code, code, fetch(code), recipes, images)

    def _load(self, called: str, name: str, data: bytes, recipes: bytes, images: Path | None) -> None:
        try:
            names = None if self.booster else read_cube(data)
            told = read_recipes(recipes) if recipes else ()
            if names is None:
                done = load(data, told, images, renumber=self.renumber, booster=self.booster)
            else:
                done = cube(name, names)
        except BadFile as bad:
            raise CommandError(f"{called} was not loaded; nothing has changed.\n{bad}", returncode=1) from None
        if done.kind:
            self.stdout.write(f"{done.kind}.")
        for warning in at_most(done.warnings):
            self.stderr.write(self.style.WARNING(f"warning: {warning}"))
        for card_set in done.sets:
            self.stdout.write(card_set.summary)
            if card_set.fault:
                self.stderr.write(self.style.WARNING(f"warning: {card_set.code} cannot make packs: {card_set.fault}"))


class LoadedFile(NamedTuple):
    """The result of loading a file: its kind, what was loaded of it, and warnings that did not prevent it."""

    kind: str
    sets: list[LoadedSet]
    warnings: Sequence[str]


class Bars(UploadProgress):
    """Progress that is drawn on a terminal, with a bar for each stage."""

    def __init__(self, terminal: TerminalProgress) -> None:
        super().__init__()
        self._terminal = terminal

    def begin(self, sentence: Wording, total: int) -> None:
        """Begin a stage, with a bar of its own."""
        is_new = self.stage is None or self.stage.sentence.source != sentence.source
        super().begin(sentence, total)
        if is_new:
            self._bar = self._terminal.add_task("", total=total)

    def reach(self, done: int) -> None:
        """Note that so many parts of the stage are done."""
        super().reach(done)
        if self.stage is not None:
            self._terminal.update(self._bar, completed=done, description=self.stage.words)


@contextmanager
def bars() -> Iterator[Bars]:
    """Give progress that is drawn where the terminal can draw it."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn()
    with TerminalProgress(*columns, console=console, transient=True, disable=not console.is_terminal) as terminal:
        yield Bars(terminal)


def load(
    cards: bytes, recipes: tuple[SetRecipe, ...], folder: Path | None, *, renumber: bool, booster: str = ""
) -> LoadedFile:
    """Read and store a card list and a folder of pictures. Raises BadFile."""
    with bars() as progress:
        card_file = read_card_list(cards, progress, booster=booster)
        images = find_images(files_of(folder), [row.card for row in card_file.rows]) if folder else []
        doubles = sum(map(len, same_cards_here((row.set_code, row.card) for row in card_file.rows).values()))
        loaded = load_cards(
            cards=card_file, recipes=recipes, images=images, progress=progress, account=None, renumber=renumber
        )
    warnings = card_file.warnings
    if doubles and not renumber:
        words = f"{doubles} cards have the name and rarity of a card that is here under another number: --renumber"
        warnings = (*warnings, words)
    return LoadedFile(card_file.kind, loaded, warnings)


def cube(name: str, names: NameList) -> LoadedFile:
    """Store a list of names as a cube, whose code is made of the name of its file. Raises BadFile."""
    code = code_from(name)
    found = find_cards(names, code or ANY_CODE)
    if not found.copies:
        raise BadFile([ImportFault("the file", "none of its cards is loaded; load their sets first")])
    if not code:
        raise BadFile([ImportFault("the file", "its name has no letter or digit to make a code of")])
    warnings = (*names.warnings, *found.missing_words)
    return LoadedFile("", [load_cube(code=code, name=names.name, found=found, account=None)], warnings)


def fetch(code: str) -> bytes:
    """Download a set, or raise CommandError."""
    if not SET_CODE.fullmatch(code.upper()):
        raise CommandError("The code of a set has 2 to 8 letters A to Z and digits.", returncode=1)
    if not can_download():
        raise CommandError("MTGJSON_URL is empty: this installation downloads no sets.", returncode=1)
    try:
        with bars() as progress:
            return download_set(code=code.upper(), progress=progress)
    except ServiceError as fault:
        raise CommandError(fault.message, returncode=1) from None


def files_of(folder: Path) -> list[ImageFile]:
    """Return the files of a folder, or raise CommandError."""
    try:
        return images_in_folder(folder)
    except OSError as error:
        raise CommandError(f"{folder} cannot be read: {error.strerror}.", returncode=1) from None


def read_bytes(file: Path) -> bytes:
    """Return what is in the file, or raise CommandError."""
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise CommandError(f"{file} is larger than {LARGEST_FILE >> 20} MB; that is no card list.", returncode=1)
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=1) from None
