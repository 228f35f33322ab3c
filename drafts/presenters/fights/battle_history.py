"""The history of an event's battles as text for people, without their moves."""

from collections.abc import Mapping

from django.db.models import Q
from django.utils.translation import gettext

from drafts.log.event_log import EntryRecord
from drafts.models import StageAct
from drafts.rules.actors import ActorKind
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.battles import LINES, GoBackMove
from drafts.store.battles import BATTLES

_TOLD = Q(kind="pause", by=ActorKind.SERVER.value) | Q(kind="undo")


def told_battle_acts(event: EventId, names: Mapping[FighterId, str]) -> list[EntryRecord]:
    """Return in words, in the active language, which battles of an event paused themselves, and which went back."""
    rows = StageAct.objects.filter(_TOLD, stage__event=event, stage__stage=BATTLES.stage).order_by("at", "id")
    acts = rows.values_list("at", "kind", "text", "stage__setup__table", "stage__setup__fighters")
    return [
        EntryRecord(at, table or None, _words(kind, text, [names[FighterId(one)] for one in fighters]))
        for at, kind, text, table, fighters in acts
    ]


def _words(kind: str, text: str, names: list[str]) -> str:
    facts = {"one": ", ".join(names[:-1]), "other": names[-1]}
    move = LINES.decode(kind, text)
    if isinstance(move, GoBackMove):
        words = gettext("The organizer let the battle of %(one)s and %(other)s go back to the start of turn %(turn)s.")
        return words % {**facts, "turn": move.to}
    return gettext("The battle of %(one)s and %(other)s paused itself: no fighter moved in a round of turns.") % facts
