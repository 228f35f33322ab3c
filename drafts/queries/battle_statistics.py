"""Public statistics of battles: the sums of batches, by the rules of the battles (docs/statistics.md)."""

from dataclasses import dataclass

from drafts.models import Batch
from drafts.rules.games.rome.figures import BattleFigures
from drafts.store.statistics.battles import summed


@dataclass(frozen=True, slots=True)
class KindOfBattles:
    """The figures of all battles by the same rules (`kind_of`), from so many events."""

    kind: str
    events: int
    figures: BattleFigures


def battles_by_kind() -> list[KindOfBattles]:
    """Return what public figures tell of battles, the rules of which most were played first."""
    found: dict[str, list[Batch]] = {}
    for batch in Batch.objects.filter(card_set=None).order_by("id"):
        found.setdefault(batch.kind, []).append(batch)
    kinds = [
        KindOfBattles(
            kind, sum(each.drafts for each in batches), summed(each.battles for each in batches if each.battles)
        )
        for kind, batches in found.items()
    ]
    return sorted(kinds, key=lambda each: (-each.figures.battles, each.kind))
