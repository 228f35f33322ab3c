"""`manage.py rebuild_statistics`: the statistics of all sets counted again, from packs, picks and fights."""

from typing import Any

from rich.console import Console
from rich.progress import Progress

from drafts.management.rows_command import RowsCommand
from drafts.services.statistics.counts import rebuild_statistics
from drafts.store.statistics.counts import finished_drafts


class Command(RowsCommand):
    help = "Count every finished draft again. People may go on drafting, and reading what is counted, meanwhile."

    def handle(self, *args: Any, **options: Any) -> None:
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("Counting", total=finished_drafts().count())
            drafts = rebuild_statistics(progress=lambda done: progress.update(task, completed=done))
        self.stdout.write(f"Counted {drafts} finished draft{'' if drafts == 1 else 's'}.")
