"""The relations of a draft night."""

from drafts.models.api import ApiToken
from drafts.models.catalog import (
    Card,
    CardImage,
    CardOnSheet,
    CardSet,
    ColumnChoice,
    OpenedFile,
    PackLayout,
    PackRecipe,
    PackSheet,
    PackSlot,
    SetLoad,
    SlotWeight,
)
from drafts.models.comments import StepComment
from drafts.models.draft import Draft, DraftSet, OwnPicks, Pack, PackCard, PackSource, Seat, Table
from drafts.models.event import Event, Fighter, LogEntry, Removal
from drafts.models.games import FACTS
from drafts.models.games.magic import MagicFacts
from drafts.models.games.plain import PlainFacts
from drafts.models.games.rome import BattleEnd, BotsPlay, Decks, RomeSettings
from drafts.models.games.vanguard import VanguardFacts
from drafts.models.history import TableEvent
from drafts.models.imports import ImportedLog
from drafts.models.night import (
    Across,
    AvatarsKept,
    AvatarWay,
    ConstructedFormat,
    EventAvatar,
    EventPlane,
    EventStage,
    Fights,
    Lands,
    Lists,
    NightSettings,
    PlanesPlayed,
    Policy,
    StageAct,
)
from drafts.models.piles import PileEntry, PileState
from drafts.models.play import JudgeCall, Pick, Reason, Verdict
from drafts.models.presence import Connection, Process
from drafts.models.staff import StaffLink
from drafts.models.statistics import Batch, BatchCount, CountedDraft, CountedSet, DraftCount
from drafts.models.store import EventTemplate, Store
from drafts.models.throttling import Attempt, ThrottledAction
from drafts.models.webhooks import Delivery, Webhook, WebhookEvent

__all__ = [
    "FACTS",
    "Across",
    "ApiToken",
    "Attempt",
    "AvatarWay",
    "AvatarsKept",
    "Batch",
    "BatchCount",
    "BattleEnd",
    "BotsPlay",
    "Card",
    "CardImage",
    "CardOnSheet",
    "CardSet",
    "ColumnChoice",
    "Connection",
    "ConstructedFormat",
    "CountedDraft",
    "CountedSet",
    "Decks",
    "Delivery",
    "Draft",
    "DraftCount",
    "DraftSet",
    "Event",
    "EventAvatar",
    "EventPlane",
    "EventStage",
    "EventTemplate",
    "Fighter",
    "Fights",
    "ImportedLog",
    "JudgeCall",
    "Lands",
    "Lists",
    "LogEntry",
    "MagicFacts",
    "NightSettings",
    "OpenedFile",
    "OwnPicks",
    "Pack",
    "PackCard",
    "PackLayout",
    "PackRecipe",
    "PackSheet",
    "PackSlot",
    "PackSource",
    "Pick",
    "PileEntry",
    "PileState",
    "PlainFacts",
    "PlanesPlayed",
    "Policy",
    "Process",
    "Reason",
    "Removal",
    "RomeSettings",
    "Seat",
    "SetLoad",
    "SlotWeight",
    "StaffLink",
    "StageAct",
    "StepComment",
    "Store",
    "Table",
    "TableEvent",
    "ThrottledAction",
    "VanguardFacts",
    "Verdict",
    "Webhook",
    "WebhookEvent",
]
