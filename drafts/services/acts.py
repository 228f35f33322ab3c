"""Acts in the stages of a night that have a history of their own, written as they come from rooms and pages."""

from collections.abc import Sequence

from django.db import transaction

from drafts.store.changes import MovedOn
from drafts.store.stages import LiveT, StageChange, save_stage_changes


def record_acts(*, chains: Sequence[Sequence[StageChange[LiveT]]]) -> list[bool]:
    """Write the changes of many stages in one transaction, and return which were written.

    A stage that has moved on meanwhile is left out; to find it, each is then written by itself.
    """
    try:
        with transaction.atomic():
            save_stage_changes(chains)
            return [True] * len(chains)
    except MovedOn:
        if len(chains) == 1:
            return [False]
        return [written for chain in chains for written in record_acts(chains=[chain])]


def record_locked(*changes: StageChange[LiveT]) -> None:
    """Write the changes of one stage that is locked. To be called in a transaction."""
    if changes and record_acts(chains=[changes]) != [True]:
        raise RuntimeError("the stage changed although it was locked")
