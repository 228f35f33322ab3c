"""The figures of battles of finished events: public, as their page is."""

from collections import Counter
from statistics import median
from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from drafts.api.paging import Paging, part_of
from drafts.api.refusals import ALWAYS
from drafts.api.schemas import BattlesStatistics
from drafts.queries.battle_statistics import KindOfBattles, battles_by_kind
from drafts.queries.statistics import drafts_waiting
from drafts.rules.games.rome.cards import UNIT_NAMES, UnitKind
from drafts.rules.games.rome.figures import DESTROYED, RANKED, RESIGNED, BattleFigures

router = Router(tags=["rome"])


@router.get(
    "/statistics/",
    response={200: BattlesStatistics} | ALWAYS,
    summary="The statistics of battles",
    operation_id="showBattleStatistics",
)
def show_battle_statistics(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Return the figures of battles, by their rules. Events without a public log are counted in whole batches only."""
    page = part_of(request, battles_by_kind(), paging)
    return page | {"waiting": drafts_waiting(), "items": [_as_data(each) for each in page["items"]]}


def _as_data(battles: KindOfBattles) -> dict[str, Any]:
    rules = dict(word.split("=") for word in battles.kind.split(" "))
    figures = battles.figures
    return {
        "players": int(rules["players"]),
        "rear": "rear" not in rules,
        "commands": "commands" not in rules,
        "decks": rules.get("decks", "common"),
        "end": rules.get("end", "first"),
        "events": battles.events,
        "battles": figures.battles,
        "first_turn": _share(figures.first_won, figures.decided),
        "turns": _middle(figures.turns),
        "ends": {end: figures.ends[end] for end in (DESTROYED, RESIGNED, RANKED)},
        "units": [_unit(figures, kind) for kind in UnitKind],
    }


def _unit(figures: BattleFigures, kind: UnitKind) -> dict[str, Any]:
    return {
        "kind": kind.value,
        "name": str(UNIT_NAMES[kind]),
        "played": figures.played[kind],
        "killed": figures.killed[kind],
        "lost": figures.lost[kind],
        "worth": _share(figures.killed[kind], figures.played[kind]),
        "won": _share(figures.won[kind], figures.fought[kind]),
    }


def _middle(turns: Counter[int]) -> dict[str, float | int | None]:
    return {"value": float(median(turns.elements())) if turns else None, "n": turns.total()}


def _share(part: int, whole: int) -> dict[str, float | int | None]:
    return {"value": part / whole if whole else None, "n": whole}
