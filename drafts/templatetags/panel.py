"""What templates alone cannot draw of the control panel, or not fast enough."""

import re
from collections.abc import Mapping

from django import template
from django.template import Context, Engine
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from drafts.rules.draft.table_view import SeatView, TableView
from drafts.rules.formats import Pace
from drafts.rules.night.nicknames import isolate
from drafts.templatetags.seats import away_words

register = template.Library()

_PACES = {Pace.BRISK: _("brisk"), Pace.STANDARD: _("standard"), Pace.RELAXED: _("relaxed"), Pace.OFF: _("no clock")}
_SLOT = re.compile("\ue000(\\w+)\ue000")


@register.simple_tag(takes_context=True)
def shown_in(context: Context, *scenes: str) -> SafeString:
    """Return the attributes of a part that is shown in these scenes (`HostView.scene`) only."""
    names, is_shown = " ".join(scenes), context["view"].scene in scenes
    return format_html('data-for="{}"{}', names, "" if is_shown else SafeString(" hidden"))


@register.filter
def pace_words(pace: str) -> str:
    """Return how fast an event is drafted, within a line of facts."""
    return str(_PACES[Pace(pace)])


@register.simple_tag(takes_context=True)
def host_tables(context: Context) -> SafeString:
    """Draw all tables of the panel, with events/host_table.html and events/host_seat.html."""
    tables, seats = Rows(context, "events/host_table.html", "table"), Rows(context, "events/host_seat.html", "seat")
    drawn = []
    for table in context["view"].tables:
        rows = "".join([seats.draw(_facts_of_seat(table, seat), _texts_of_seat(table, seat)) for seat in table.seats])
        drawn.append(tables.draw(_facts_of_table(table), _texts_of_table(table) | {"rows": rows}))
    return mark_safe("".join(drawn))  # noqa: S308 - rendered by templates, and filled with escaped texts


class Rows:
    """Rows that are drawn with one template, rendered once for each look that a row has.

    A look is the row's facts; its texts are slots in the rendered template, filled in for each row. Where there are
    hundreds of rows that takes a tenth of the time of rendering each.
    """

    def __init__(self, context: Context, template_name: str, variable: str) -> None:
        self._context = context
        self._template = Engine.get_default().get_template(template_name)
        self._variable = variable
        self._looks: dict[tuple[object, ...], list[str]] = {}

    def draw(self, facts: Mapping[str, object], texts: Mapping[str, str]) -> str:
        """Return a row of these facts and (escaped) texts: the template finds both in its variable, by their names."""
        look = tuple(facts.values())
        pieces = self._looks.get(look)
        if pieces is None:
            slots = {name: mark_safe(f"\ue000{name}\ue000") for name in texts}  # noqa: S308 - as written here
            with self._context.push(**{self._variable: {**facts, **slots}}):
                pieces = self._looks[look] = _SLOT.split(self._template.render(self._context))
        return "".join([texts[piece] if place % 2 else piece for place, piece in enumerate(pieces)])


def _facts_of_table(table: TableView) -> dict[str, object]:
    return {
        "phase": table.phase,
        "direction": table.seen.direction.value,
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
        "left": f"{table.left:.0f}" if table.left else "",
        "hold": str(table.seats[0].must_hold or 0) if table.seats else "",
        "late": conditional_escape(", ".join(map(isolate, table.late))),
    }


def _facts_of_seat(table: TableView, seat: SeatView) -> dict[str, object]:
    return {
        "phase": table.phase,
        "drafts": table.drafts,
        "paper": table.paper,
        "bot": seat.bot,
        "always_bot": seat.always_bot,
        "guest": seat.guest,
        "is_away": seat.is_away,
        "presence": seat.status.presence,
        "turn": seat.status.turn,
        "hurried": seat.status.hurried,
    }


def _texts_of_seat(table: TableView, seat: SeatView) -> dict[str, str]:
    return {
        "table": str(table.number),
        "number": str(seat.number),
        "place": str(seat.place),
        "fighter": str(seat.fighter),
        "name": conditional_escape(seat.name),
        "in_hand": str(seat.cards.in_hand),
        "face_down": str(seat.cards.face_down),
        "away_since": away_words(seat.status.away_since) if seat.is_away else "",
    }
