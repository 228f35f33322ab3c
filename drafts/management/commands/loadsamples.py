"""`manage.py loadsamples`: load the sample sets. Doing it again changes nothing."""

from pathlib import Path
from typing import Any

from django.core.management import call_command

from drafts.management.rows_command import RowsCommand

DATA = Path(__file__).parents[2] / "data"


class Command(RowsCommand):
    help = "Load the sample sets of all games."

    def handle(self, *args: Any, **options: Any) -> None:
        for cards in sorted(DATA.glob("*.csv")):
            call_command("loadset", cards, recipe=cards.with_suffix(".toml"), stdout=self.stdout, stderr=self.stderr)
