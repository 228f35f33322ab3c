"""The relations of a draft night."""

from drafts.models.catalog import Card, CardSet, PackLayout, PackRecipe, PackSlot, SlotWeight
from drafts.models.doors import WrongCode
from drafts.models.draft import Pack, PackCard, Seat, Table
from drafts.models.event import Event, EventPhase, EventSet, Fighter, LogEntry, Packs
from drafts.models.play import JudgeCall, Pick, Reason, Verdict

__all__ = [
    "Card",
    "CardSet",
    "Event",
    "EventPhase",
    "EventSet",
    "Fighter",
    "JudgeCall",
    "LogEntry",
    "Pack",
    "PackCard",
    "PackLayout",
    "PackRecipe",
    "PackSlot",
    "Packs",
    "Pick",
    "Reason",
    "Seat",
    "SlotWeight",
    "Table",
    "Verdict",
    "WrongCode",
]
