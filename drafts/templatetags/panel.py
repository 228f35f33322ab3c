"""Tags and filters for parts of the control panel that templates alone cannot render, or not fast enough."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django import template
from django.template import Context, Engine
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from drafts.log.event_log import EntryRecord
from drafts.presenters.clocks import clock_words
from drafts.presenters.events.host_queue import Need
from drafts.presenters.events.hosting import HostFighter
from drafts.presenters.fights.panel_fights import PanelFight
from drafts.presenters.fights.panel_standings import PanelGroup
from drafts.presenters.sharing.panel_shares import PanelShare
from drafts.rules.draft.table_view import SeatView, TableView
from drafts.rules.formats import Pace
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import isolate
from drafts.services.events.removals import UNDO_SECONDS
from drafts.templatetags.look import art_url, picture_url
from drafts.templatetags.names import with_names
from drafts.templatetags.rows import draw, is_known, joined, named, same
from drafts.templatetags.seats import away_words

register = template.Library()

MOST_FULL = 4
"""Up to this number of tables the page has all actions on seats; with more tables they are loaded on demand."""

_PACES = {Pace.BRISK: _("brisk"), Pace.STANDARD: _("standard"), Pace.RELAXED: _("relaxed"), Pace.OFF: _("no clock")}


@register.filter
def pace_words(pace: str) -> str:
    """Return the words for the pace of a draft."""
    return str(_PACES[Pace(pace)])


@register.simple_tag
def undo_seconds() -> int:
    """Return for how many seconds an undo is offered."""
    return UNDO_SECONDS


# Clocks: static/js/events/panel/ticks.js lets them run ----------------------------------------------------------------


@register.simple_tag
def ticking(deadline: datetime | str | None, left: float | None, style: str) -> SafeString:
    """Return the attributes of a clock that ends at a deadline, or is stopped with so much left, in a `style`."""
    end = deadline.isoformat() if isinstance(deadline, datetime) else deadline
    stands = "" if left is None else f"{left:g}"
    return format_html('data-tick="{}" data-deadline="{}" data-left="{}"', style, end or "", stands)


# Tables -------------------------------------------------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def host_tables(context: Context) -> SafeString:
    """Draw all tables, with table.html and seat.html of events/panel/tables, or of draft/judge."""
    folder = "draft/judge" if context.get("judging") else "events/panel/tables"
    dropped = context["night"].dropped
    return joined(_table(context, folder, table, dropped) for table in context["view"].tables)


class _TableRow(NamedTuple):
    """The row of a table: its name with its version, and the facts and texts of the table and of its seats."""

    name: str
    facts: dict[str, object]
    texts: dict[str, str]
    seats: list[tuple[dict[str, object], dict[str, str]]]


def _table(context: Context, folder: str, table: TableView, dropped: frozenset[int]) -> str:
    view, asked = context["view"], context["asked"]
    is_full = len(view.tables) <= MOST_FULL or f"table-{table.number}" in asked.opened
    look = {"full": is_full, "alone": view.is_one_table, "scene": view.scene, "is_large": asked.table == table.number}
    look |= {"keeps": context["format"].keeps, "has_packs": bool(context["format"].packs)}
    gone, out = (frozenset(seat.fighter for seat in table.seats) & fighters for fighters in (view.gone, dropped))
    row, facts, texts, seats = _row_of_table(table, tuple(look.items()), gone, out, has_menu=view.has_seats)
    if is_known(context, row):
        return same(table.number)
    absences = [{"away_since": away_words(seat.status.away_since) if seat.is_away else ""} for seat in table.seats]
    rows = [
        draw(context, f"{folder}/seat.html", "seat", of_seat, own | absence)
        for (of_seat, own), absence in zip(seats, absences, strict=True)
    ]
    more = {"rows": "".join(rows), "have": row, "clock": _clock_of_table(table)}
    return draw(context, f"{folder}/table.html", "table", facts, texts | more)


@lru_cache(maxsize=1024)
def _row_of_table(
    table: TableView,
    look: tuple[tuple[str, object], ...],
    gone: frozenset[FighterId],
    out: frozenset[FighterId],
    *,
    has_menu: bool,
) -> _TableRow:
    facts, texts = _facts_of_table(table) | dict(look), _texts_of_table(table)
    own = {"has_menu": has_menu, "full": facts["full"]}
    seats = [
        (
            _facts_of_seat(table, seat, is_gone=seat.fighter in gone, is_out=seat.fighter in out) | own,
            _texts_of_seat(table, seat),
        )
        for seat in table.seats
    ]
    return _TableRow(named(f"table-{table.number}", facts, texts, seats), facts, texts, seats)


def _facts_of_table(table: TableView) -> dict[str, object]:
    return {
        "phase": table.phase,
        "direction": table.seen.direction.value if table.seen.direction else "",
        "called": table.seen.called,
        "waiting_for_judge": table.seen.waiting_for_judge,
        "paused": table.paused,
        "is_timed": table.is_timed,
        "drafts": table.drafts,
        "can_undo": table.can_undo,
        "paper": table.paper,
        "all_placed": not table.late,
    }


def _texts_of_table(table: TableView) -> dict[str, str]:
    return {
        "number": str(table.number),
        "round": str(table.seen.round),
        "rounds": str(table.seen.rounds),
        "pass_number": str(table.seen.pass_number),
        "passes": str(table.seen.passes),
        "deadline": table.deadline.isoformat() if table.deadline else "",
        "left": "" if table.left is None else f"{table.left:g}",
        "hold": str(table.seats[0].must_hold or 0) if table.seats else "",
        "late": with_names(", ".join(map(isolate, table.late))),
    }


def _clock_of_table(table: TableView) -> str:
    """Return the words for the time left at a table, "" if the clock has stopped with nothing left."""
    return "" if table.left == 0 else clock_words(table.deadline, table.left)


def _facts_of_seat(table: TableView, seat: SeatView, *, is_gone: bool, is_out: bool) -> dict[str, object]:
    return {
        "phase": table.phase,
        "drafts": table.drafts,
        "paper": table.paper,
        "passes_packs": table.seen.rounds > 0,
        "bot": seat.bot,
        "always_bot": seat.always_bot,
        "guest": seat.guest,
        "is_gone": is_gone,
        "is_out": is_out,
        "is_away": seat.is_away,
        "presence": seat.status.presence,
        "turn": seat.status.turn,
        "hurried": seat.status.hurried,
    }


def _texts_of_seat(table: TableView, seat: SeatView) -> dict[str, str]:
    since = seat.status.away_since if seat.is_away else None
    return {
        "table": str(table.number),
        "number": str(seat.number),
        "place": str(seat.place),
        "fighter": str(seat.fighter),
        "name": conditional_escape(seat.name),
        "in_hand": str(seat.cards.in_hand),
        "face_down": str(seat.cards.face_down),
        "since": since.isoformat() if since else "",
    }


# Fights, places, shares and what happened -----------------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def host_fights(context: Context) -> SafeString:
    """Draw the fights of the round, with events/panel/fights/fight.html."""
    fights: Iterable[PanelFight] = context["night"].fights
    return joined(_whole(context, "fight", fight.number, fight, watch=_watch(context, fight)) for fight in fights)


def _watch(context: Context, fight: PanelFight) -> str:
    """Return the address of the page to watch a fight's battle, "" if it has none."""
    return reverse("watched-battle", args=[context["event"].code, fight.number]) if fight.battle else ""


@register.simple_tag(takes_context=True)
def host_standings(context: Context, group: PanelGroup) -> SafeString:
    """Draw the places of a group, with events/panel/fights/standing.html."""
    facts = {"has_results": group.has_results, "can_drop": context["view"].scene == "fighting"}
    return joined(_whole(context, "standing", place.fighter, place, **facts) for place in group.places)


@register.simple_tag(takes_context=True)
def host_members(context: Context) -> SafeString:
    """Draw the fighters in the lobby, with events/panel/member.html."""
    return joined(_member(context, fighter) for fighter in context["view"].fighters)


def _member(context: Context, fighter: HostFighter) -> str:
    status, name = fighter.status, f"member-{fighter.id}"
    facts = {
        "guest": fighter.guest,
        "bot": fighter.bot,
        "presence": status.presence,
        "turn": status.turn,
        "hurried": status.hurried,
        "full": not context["view"].is_crowd or name in context["asked"].opened,
    }
    since = status.away_since.isoformat() if status.away_since else ""
    texts = {"id": str(fighter.id), "name": conditional_escape(fighter.name), "since": since}
    row = named(name, facts, texts)
    if is_known(context, row):
        return same(fighter.id)
    texts |= {"have": row, "away_since": away_words(status.away_since)}
    return draw(context, "events/panel/member.html", "fighter", facts, texts)


def _whole(context: Context, kind: str, key: object, value: object, **facts: object) -> str:
    """Return the row of a value, drawn with events/panel/fights/<kind>.html. All of the value is its look."""
    row = named(f"{kind}-{key}", value, facts)
    if is_known(context, row):
        return same(key)
    return draw(context, f"events/panel/fights/{kind}.html", "", {kind: value, **facts}, {"have": row})


@register.simple_tag(takes_context=True)
def host_shares(context: Context) -> SafeString:
    """Draw the sharing at all tables, with events/panel/sharing/share.html."""
    shares = context["night"].shares
    return joined(_share(context, share, alone=len(shares) == 1) for share in shares)


def _share(context: Context, share: PanelShare, *, alone: bool) -> str:
    row = named(f"share-{share.table}", share, alone)
    if is_known(context, row):
        return same(share.table)
    lot = joined(_lot_card(context, card, share) for card in share.pool)
    own = {"share": share, "alone": alone, "lot": lot, "have": row, "clock": share.clock}
    with context.push(**own):
        return Engine.get_default().get_template("events/panel/sharing/share.html").render(context)


def _lot_card(context: Context, card: Mapping[str, Any], share: PanelShare) -> str:
    turn = share.turn
    texts = {
        "id": str(card["id"]),
        "art": conditional_escape(picture_url(card) or art_url(card, context["game"].slug)),
        "number": conditional_escape(card["number"]),
        "name": conditional_escape(card["name"]),
        "fighter": str(turn.fighter) if turn else "",
        "taker": conditional_escape(turn.name) if turn else "",
    }
    return draw(context, "events/panel/sharing/lot_card.html", "card", {"paused": share.paused}, texts)


@register.simple_tag(takes_context=True)
def host_entries(context: Context) -> SafeString:
    """Draw the entries of the log, with events/panel/entry.html, as one row."""
    entries = context["log_entries"]
    row = named("entries", entries)
    if is_known(context, row):
        return joined([same("entries")])
    drawn = joined(_entry(context, entry) for entry in entries)
    part = '<ol class="more__body entries" role="list" data-part="entries" data-key="entries" data-have="{}">{}</ol>'
    return format_html(part, row, drawn)


def _entry(context: Context, entry: EntryRecord) -> str:
    at = localtime(entry.at, UTC)
    texts = {
        "iso": at.isoformat(),
        "time": f"{at:%H:%M:%S}",
        "table": str(entry.table),
        "text": with_names(entry.text),
    }
    return draw(context, "events/panel/entry.html", "entry", {"is_of_table": bool(entry.table)}, texts)


@register.simple_tag(takes_context=True)
def host_displays(context: Context) -> SafeString:
    """Draw the links to the displays of several tables, with events/panel/display.html."""
    view, code = context["view"], context["event"].code
    row = named("displays", code, len(view.tables))
    if is_known(context, row):
        return joined([same("displays")])
    numbers = [] if view.is_one_table else [table.number for table in view.tables]
    links = [{"number": str(number), "address": reverse("display", args=[code, number])} for number in numbers]
    drawn = joined(draw(context, "events/panel/display.html", "display", {}, link) for link in links)
    return format_html('<span class="button-row displays" data-key="displays" data-have="{}">{}</span>', row, drawn)


@register.simple_tag(takes_context=True)
def host_needs(context: Context) -> SafeString:
    """Draw those who need the organizer, with events/panel/need.html."""
    return joined(_need(context, need) for need in context["needs"])


def _need(context: Context, need: Need) -> str:
    facts = {
        "kind": need.kind,
        "guest": need.guest,
        "is_timed": need.since is not None,
    }
    texts = {
        "key": need.key,
        "fighter": str(need.fighter),
        "name": conditional_escape(need.name),
        "table": str(need.table),
        "place": str(need.place),
        "since": need.since.isoformat() if need.since else "",
    }
    row = named(f"need-{need.key}", facts, texts)
    if is_known(context, row):
        return same(need.key)
    return draw(context, "events/panel/need.html", "need", facts, texts | {"have": row, "away": away_words(need.since)})
