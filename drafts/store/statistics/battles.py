"""The counts of battles that were played here: rows to the figures of an event, and public figures to sums."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from drafts.models import Draft, RomeSettings
from drafts.rules.games.rome.figures import BattleFigures, kind_of
from drafts.rules.games.rome.replays import PlayedMove, positions
from drafts.rules.games.rome.state import Battle
from drafts.rules.ids import EventId
from drafts.store.battles import PlayedBattle, battles_of
from drafts.store.fights import load_fights


class CountedBattles(NamedTuple):
    """The battles of an event that count: their rules in words (`kind_of`), and the figures of all together."""

    kind: str
    figures: BattleFigures


def count_battles(draft: Draft) -> CountedBattles | None:
    """Count the battles of a finished event; None where none counts.

    These are over, without bots, and of as many players as the event says: figures of others would be of other rules.
    Where an official has decided a fight, its battle has no places.
    """
    rules = RomeSettings.objects.filter(event=draft.event_id).first()
    if rules is None:
        return None
    event = EventId(draft.event_id)
    figures, kind, fights = BattleFigures(), "", load_fights(event)
    for played in battles_of(event):
        battle = played.live.battle
        if battle.is_over and not battle.terms.bots and battle.terms.options.players == rules.players:
            kind = kind_of(battle.terms.options)
            result = fights.fighting.fight(played.live.number).result if fights else None
            figures.add(_positions(played), None if result and result.is_of_official else battle.places)
    return CountedBattles(kind, figures) if kind else None


def summed(counts: Iterable[Mapping[str, Any]]) -> BattleFigures:
    """Return the sum of figures as rows have them."""
    total = BattleFigures()
    for each in counts:
        total.merge(BattleFigures.from_data(each))
    return total


def _positions(played: PlayedBattle) -> list[Battle]:
    """Return the positions of a battle by the moves that stood, and the one in which it was broken off, if it was."""
    terms = played.live.battle.terms
    rows = [PlayedMove(row.seat, row.move) for row in played.rows if row.undone_at is None]
    found = list(positions(terms.seed, terms.fight, terms.options, rows))
    end = played.live.battle.position
    return found if found[-1].phase is end.phase else [*found, end]
