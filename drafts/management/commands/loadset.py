"""`manage.py loadset FILE [--recipe FILE] [--images DIR]`: load or update sets, all of it or nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as TerminalProgress

from drafts.importers.cards import CardFile
from drafts.importers.faults import BadFile, at_most
from drafts.importers.images import ImageFile, find_images, images_in_folder
from drafts.importers.recipes import SetRecipe, read_recipes
from drafts.rules.wording import Wording
from drafts.services.catalog.card_images import load_cards, read_card_list
from drafts.services.catalog.sets import LoadedSet
from drafts.uploads import UploadProgress

LARGEST_FILE = 64 * 1024 * 1024


class Command(BaseCommand):
    help = (
        "Load or update sets from a card list: CSV, XLSX, JSON, a set file of MTGJSON, cards of Scryfall. "
        "A file with a fault changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--recipe", type=Path, metavar="FILE", help="a TOML file that says how packs are made")
        parser.add_argument("--images", type=Path, metavar="DIR", help="a folder of pictures, named by card number")

    def handle(self, *, file: Path, recipe: Path | None, images: Path | None, **options: Any) -> None:
        cards, recipes = read_bytes(file), read_bytes(recipe) if recipe else b""
        try:
            card_file, loaded = load(cards, read_recipes(recipes) if recipe else (), images)
        except BadFile as bad:
            raise CommandError(f"{file} was not loaded; nothing has changed.\n{bad}", returncode=1) from None
        if card_file.kind:
            self.stdout.write(f"{card_file.kind}.")
        for warning in at_most(card_file.warnings):
            self.stderr.write(self.style.WARNING(f"warning: {warning}"))
        for card_set in loaded:
            self.stdout.write(card_set.summary)
            if card_set.fault:
                self.stderr.write(self.style.WARNING(f"warning: {card_set.code} cannot make packs: {card_set.fault}"))


class Bars(UploadProgress):
    """Progress that is drawn on a terminal, with a bar for each stage."""

    def __init__(self, terminal: TerminalProgress) -> None:
        super().__init__()
        self._terminal = terminal

    def begin(self, sentence: Wording, total: int) -> None:
        """Begin a stage, with a bar of its own."""
        super().begin(sentence, total)
        self._bar = self._terminal.add_task("", total=total)

    def reach(self, done: int) -> None:
        """Note that so many parts of the stage are done."""
        super().reach(done)
        if self.stage is not None:
            self._terminal.update(self._bar, completed=done, description=self.stage.words)


def load(cards: bytes, recipes: tuple[SetRecipe, ...], folder: Path | None) -> tuple[CardFile, list[LoadedSet]]:
    """Read and store a card list and a folder of pictures, with bars on the terminal."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn()
    with TerminalProgress(*columns, console=console, transient=True, disable=not console.is_terminal) as terminal:
        progress = Bars(terminal)
        card_file = read_card_list(cards, progress)
        images = find_images(files_of(folder), [row.card for row in card_file.rows]) if folder else []
        loaded = load_cards(cards=card_file, recipes=recipes, images=images, progress=progress, account=None)
    return card_file, loaded


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
