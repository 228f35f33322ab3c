"""The history of an event's tables, read from its rows, and the words for those of its acts that people read about."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.log.event_log import ActRecord, EntryRecord
from drafts.models import Event, Reason, Seat, Table, TableEvent, Verdict
from drafts.queries.events.staff import names_of_judges
from drafts.rules.actors import ActorKind
from drafts.rules.draft.history import ABOUT_A_CARD, Kind, facts_of
from drafts.rules.games.base import Game
from drafts.rules.games.registry import FORMATS

_COLUMNS = ("version", "at", "table__number", "by", "fighter", "kind", "text")
_SERVER, _ORGANIZER, _JUDGE, _FIGHTER = ActorKind.SERVER, ActorKind.ORGANIZER, ActorKind.JUDGE, ActorKind.FIGHTER

_WORDS: dict[tuple[Kind, ActorKind], Promise] = {
    (Kind.PAUSE, _ORGANIZER): _("The organizer paused the table."),
    (Kind.PAUSE, _JUDGE): _("%(judge)s (judge) paused the table."),
    (Kind.RESUME, _ORGANIZER): _("The organizer let the table go on."),
    (Kind.RESUME, _JUDGE): _("%(judge)s (judge) let the table go on."),
    (Kind.EXTEND, _ORGANIZER): _("The organizer gave the table %(seconds)g seconds more."),
    (Kind.REVIEW_OVER, _ORGANIZER): _("The organizer ended the review."),
    (Kind.CALL, _FIGHTER): _("%(name)s called a judge: %(about)s."),
    (Kind.TAKE, _ORGANIZER): _("The organizer is on the way to %(name)s: %(about)s."),
    (Kind.TAKE, _JUDGE): _("%(judge)s (judge) is on the way to %(name)s: %(about)s."),
    (Kind.VERDICT, _ORGANIZER): _("The judge %(said)s %(name)s's call: %(about)s."),
    (Kind.VERDICT, _JUDGE): _("%(judge)s (judge) %(said)s %(name)s's call: %(about)s."),
    (Kind.SEAT_BOT, _ORGANIZER): _("The organizer put a bot in %(name)s's seat."),
    (Kind.UNSEAT_BOT, _ORGANIZER): _("The organizer gave %(name)s the seat back."),
    (Kind.UNSEAT_BOT, _FIGHTER): _("%(name)s is back and chooses again instead of the bot."),
    (Kind.REMOVE, _ORGANIZER): _("The organizer removed %(name)s."),
    (Kind.LEAVE, _FIGHTER): _("%(name)s left."),
    (Kind.TAKE_IN, _ORGANIZER): _("The organizer took %(name)s in again."),
    (Kind.NEW_LINK, _ORGANIZER): _("The organizer made a new link for %(name)s's seat."),
    (Kind.DECK_CHECK, _ORGANIZER): _("The organizer looked at %(name)s's deck."),
    (Kind.DECK_CHECK, _JUDGE): _("%(judge)s (judge) looked at %(name)s's deck."),
    (Kind.JOIN, _ORGANIZER): _("The organizer gave %(name)s, who came late, the seat of %(was)s, a bot."),
}
"""The acts that people are told of, and how. No act is here that places cards, and no words name one.

Nor is the opening of the first packs (`BEGIN`, `DEAL`), which is told once for all tables (`services.events.nights`).
"""

_WORDS_OF_GAME = {(Kind.PAUSE, _SERVER): "stalled", (Kind.UNDO, _ORGANIZER): "taken back"}
"""Acts that are told in the words of the game (`Game.words`): it has a word of its own for a pass."""

_TOLD = reduce(
    or_,
    (
        Q(by=who.value, kind__in=sorted(kind.value for kind, by in (*_WORDS, *_WORDS_OF_GAME) if by is who))
        for who in (_SERVER, _ORGANIZER, _JUDGE, _FIGHTER)
    ),
)
"""The rows of the acts that people are told of."""

_SAID = {Verdict.VERIFIED.value: _("verified"), Verdict.REFUSED.value: _("refused")}
_ANSWERED = _("answered")

Names = Mapping[tuple[int, int], str]
"""The nickname of each seat, by (table number, seat)."""

WordedAct = tuple[ActRecord, str]
"""An act that people are told of, and its words."""


def load_history(event: Event) -> tuple[ActRecord, ...]:
    """Return all acts of all tables in order, with every card that was placed: for those to whom the log is open."""
    rows = TableEvent.objects.filter(table__draft=event.draft).order_by("id").values_list(*_COLUMNS)
    return tuple(map(_record, rows))


def told_acts(event: int, most: int | None = None) -> list[EntryRecord]:
    """Return in words, in the active language, what organizer, judge and fighters did, in order; no card is named.

    `event` is a row id, `most` how many of the newest are wanted. Of an imported event the words are as in its file,
    and kept as entries.
    """
    own = TableEvent.objects.filter(table__draft__current_in__imported=False)
    return entries_of_acts(worded_acts(event, most, own))


def entries_of_acts(acts: Iterable[WordedAct]) -> list[EntryRecord]:
    """Return acts as entries of a log."""
    return [EntryRecord(act.at, act.table, words) for act, words in acts]


def worded_acts(event: int, most: int | None = None, among: "QuerySet[TableEvent] | None" = None) -> list[WordedAct]:
    """Return the acts that people are told of, each with its words, as `told_acts` does; `among` these, or all."""
    newest = (
        (TableEvent.objects.all() if among is None else among)
        .filter(_TOLD, table__draft__current_in=event)
        .order_by("-id")
        .values_list("staff", *_COLUMNS)[:most]
    )
    rows = list(reversed(newest))
    if not rows:
        return []
    columns = ("table__number", "position", "fighter__nickname", "draft__format")
    seats = Seat.objects.filter(draft__current_in=event).values_list(*columns)
    names = {(table, seat): name for table, seat, name, _ in seats}
    games = {FORMATS[format_].game for *_, format_ in seats}
    judges = names_of_judges(event, {staff for staff, *_ in rows if staff})
    told = [
        (act, words_of(act, names, game, judges.get(staff, "")))
        for game in games
        for staff, act in ((staff, _record(tuple(row))) for staff, *row in rows)
    ]
    return [(act, words) for act, words in told if words]


def reason_words(game: Game, reason: Reason) -> str:
    """Return why a judge is called, in words."""
    return translated(game.words["call"]) if reason is Reason.CARD else str(reason.label)


def words_of(act: ActRecord, names: Names, game: Game, judge: str = "") -> str:
    """Return what people are told of an act, "" for nothing; `judge` is the name of the judge who did it."""
    who = ActorKind.FIGHTER if isinstance(act.by, int) else ActorKind(act.by or "")
    if own := _WORDS_OF_GAME.get((act.kind, who)):
        return translated(game.words[own].filled(**act.facts))
    words, facts = _WORDS.get((act.kind, who)), act.facts
    if words is None:
        return ""
    said = _SAID[facts["verdict"]] if facts.get("reason") == ABOUT_A_CARD and "verdict" in facts else _ANSWERED
    about = reason_words(game, Reason(facts["reason"])) if "reason" in facts else ""
    name = names.get((act.table, facts["seat"]), "") if "seat" in facts else ""
    return str(words) % {**facts, "name": name, "about": about, "said": said, "judge": judge}


def words_about(kind: Kind, by: ActorKind, name: str, judge: str = "") -> str:
    """Return the words for an act of this kind about the seat of a fighter of that name; `judge` is a judge's name."""
    return str(_WORDS[kind, by]) % {"name": name, "judge": judge}


def undone_at(table: Table, history: Iterable[ActRecord]) -> list[ActRecord]:
    """Return the acts that took back passes of a table, from the history of all tables."""
    return [act for act in history if act.table == table.number and act.kind is Kind.UNDO]


def opened_rounds(table: Table, undone: Iterable[ActRecord]) -> int:
    """Return in how many rounds the packs of a table were opened, including rounds that were taken back.

    Packs that are kept are all open as soon as they are made.
    """
    if table.draft.procedure.keeps:
        return table.draft.procedure.packs
    return max([table.round, *(act.facts["from"][0] for act in undone)])


def _record(row: tuple[Any, ...]) -> ActRecord:
    version, at, table, by, fighter, kind, text = row
    return ActRecord(version, at, table, fighter or by or None, Kind(kind), facts_of(Kind(kind), text))
