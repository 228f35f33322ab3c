"""`manage.py loadsamples`: load the sample sets. Doing it again changes nothing."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

DATA = Path(__file__).parents[2] / "data"


class Command(BaseCommand):
    help = "Load the sample sets of all games."

    def handle(self, *args: Any, **options: Any) -> None:
        for cards in sorted(DATA.glob("*.csv")):
            call_command("loadset", cards, recipe=cards.with_suffix(".toml"), stdout=self.stdout, stderr=self.stderr)
