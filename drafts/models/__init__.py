"""The relations of a draft night."""

from drafts.models.catalog import Card, CardSet, PackLayout, PackRecipe, PackSlot, SlotWeight
from drafts.models.doors import Attempt, Door
from drafts.models.draft import Pack, PackCard, Seat, Table
from drafts.models.event import Event, EventPhase, EventSet, Fighter, LogEntry, Packs
from drafts.models.play import JudgeCall, Pick, Reason, Verdict
from drafts.models.presence import Line, Process

__all__ = [
    "Attempt",
    "Card",
    "CardSet",
    "Door",
    "Event",
    "EventPhase",
    "EventSet",
    "Fighter",
    "JudgeCall",
    "Line",
    "LogEntry",
    "Pack",
    "PackCard",
    "PackLayout",
    "PackRecipe",
    "PackSlot",
    "Packs",
    "Pick",
    "Process",
    "Reason",
    "Seat",
    "SlotWeight",
    "Table",
    "Verdict",
]
