"""`manage.py loadset FILE.csv [--recipe FILE]`: load or update sets from a card list, all of it or nothing."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from drafts.importers.cards import CardFile, read_cards
from drafts.importers.faults import BadFile, at_most
from drafts.importers.recipes import SetRecipe, read_recipes
from drafts.services.catalog import LoadedSet, load_sets

LARGEST_FILE = 16 * 1024 * 1024  # all cards ever printed take two


class Command(BaseCommand):
    help = "Load or update sets from a CSV card list. A file with a fault changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE.csv")
        parser.add_argument("--recipe", type=Path, metavar="FILE", help="a TOML file that says how packs are made")

    def handle(self, *, file: Path, recipe: Path | None, **options: Any) -> None:
        cards, recipes = read_bytes(file), read_bytes(recipe) if recipe else b""
        try:
            card_file, loaded = load(cards, read_recipes(recipes) if recipe else ())
        except BadFile as bad:
            raise CommandError(f"{file} was not loaded; nothing has changed.\n{bad}", returncode=1) from None
        for warning in at_most(card_file.warnings):
            self.stderr.write(self.style.WARNING(f"warning: {warning}"))
        for card_set in loaded:
            self.stdout.write(summary(card_set))
            if card_set.trouble:
                self.stderr.write(self.style.WARNING(f"warning: {card_set.code} cannot make packs: {card_set.trouble}"))


def load(cards: bytes, recipes: tuple[SetRecipe, ...]) -> tuple[CardFile, list[LoadedSet]]:
    """Read and store a card list, with a bar on the terminal."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        reading = progress.add_task("Reading", total=cards.count(b"\n"))
        card_file = read_cards(cards, lambda line: progress.update(reading, completed=line))
        storing = progress.add_task("Storing", total=len(card_file.rows))
        loaded = load_sets(rows=card_file.rows, recipes=recipes, stored=lambda rows: progress.advance(storing, rows))
    return card_file, loaded


def read_bytes(file: Path) -> bytes:
    """Return what is in the file, or raise CommandError."""
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise CommandError(f"{file} is larger than {LARGEST_FILE >> 20} MB; that is no card list.", returncode=1)
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", returncode=1) from None


def summary(loaded: LoadedSet) -> str:
    """Say what was done to a set."""
    text = f"{loaded.code}: {loaded.added} added, {loaded.changed} changed, {loaded.unchanged} unchanged"
    return f"{text}; {loaded.kept} that the file does not have were kept" if loaded.kept else text
