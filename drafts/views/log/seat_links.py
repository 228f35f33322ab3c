"""The page of one seat of a log, which its fighter shows to others by a link."""

from dataclasses import replace
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from drafts.access.seat_links import seat_of_link, seats_are_shown
from drafts.access.seats import fighter_asked
from drafts.log.event_log import pool_of, steps_of
from drafts.models import Event
from drafts.presenters.log.logs import load_log
from drafts.queries.log.aliases import names_for
from drafts.rules.night.rights import Rights
from drafts.services.log.seat_links import hide_seat, show_seat
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import with_event
from drafts.views.form_values import word_in
from drafts.views.log.logs import directions_of

STRANGER = Rights()


@require_POST
@never_cache
@with_event
def change(request: HttpRequest, event: Event) -> HttpResponse:
    """Make the link to the sender's seat (`show` = `yes`), or remove it (`no`)."""
    fighter = fighter_asked(request, event)
    if fighter is None or not seats_are_shown(event):
        return render(request, "log/closed.html", {"event": event}, status=HTTPStatus.FORBIDDEN)
    match word_in(request.POST, "show"):
        case "yes":
            show_seat(fighter=fighter)
        case "no":
            hide_seat(fighter=fighter)
        case _:
            raise Http404
    return redirect(f"{reverse('log', args=[event.code])}?fighter={fighter.id}#own-seat")


@require_safe
@never_cache
def seat_log(request: HttpRequest, token: str) -> HttpResponse:
    """Show the packs of one seat as its fighter saw them, and the cards that they took, without access to the log."""
    seat = seat_of_link(token)
    if seat is None:
        return render(request, "log/seat_closed.html", status=HTTPStatus.NOT_FOUND)
    event = seat.table.draft.event
    log = load_log(event, names_for(event, STRANGER), with_decks=False, with_night=False)
    table = next(table for table in log.tables if table.number == seat.table.number)
    shown = table.seats[seat.position]
    context = {
        "event": event,
        "started": log.event.started,
        "seat": shown,
        "steps": steps_of(table, shown.seat, directions_of(event)),
        "pool": pool_of(table, shown.seat) if event.draft.procedure.keeps else (),
        "table": replace(table, seats=(shown,), packs=(), picks=(), calls=(), undone=()),
    }
    page = render(request, "log/seat.html", card_face_context(event) | context)
    page["X-Robots-Tag"] = "noindex"
    return page
