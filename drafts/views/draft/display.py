"""The big screen: of one table, or of all tables of an event."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.models import Event
from drafts.presenters.catalog.sets import cards_of_event
from drafts.presenters.decks.champions import cards_for_everybody
from drafts.presenters.events.nights import fights_in_words
from drafts.rules.night.stages import Stage
from drafts.store.series import next_of
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import with_event
from drafts.views.links import join_url, qr

LONGEST_NUMBER = 4  # digits


@require_safe
@never_cache
@with_event
def display(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    tables = _count_tables(event)
    if not 1 <= number <= tables:
        raise Http404
    return _show(request, event, table_number=number, tables=tables)


@require_safe
@never_cache
@with_event
def all_tables(request: HttpRequest, event: Event) -> HttpResponse:
    """Show all tables, or those that `?tables=1,2` names and that exist; before the start these are not known."""
    wanted = _numbers(request.GET.get("tables", ""))
    return _show(request, event, tables=_count_tables(event), wanted=",".join(map(str, wanted)))


def _count_tables(event: Event) -> int:
    return event.draft.tables.count() or 1


def _numbers(text: str) -> list[int]:
    """Return the numbers in a list such as `1,2`, each once; anything else is ignored."""
    found = (part.strip() for part in text.split(","))
    return list(dict.fromkeys(int(part) for part in found if part.isdecimal() and len(part) <= LONGEST_NUMBER))


def _show(request: HttpRequest, event: Event, **which: object) -> HttpResponse:
    link = join_url(request, event)
    context = {
        "event": event,
        "join_url": link,
        "join_qr": qr(link),
        "fights": fights_in_words(event) if event.draft.procedure.brings_decks else "",
        "following": next_of(event),
        **which,
        "show_cards": cards_of_event(event) if event.phase == Stage.LOBBY else [],
        "champion_cards": cards_for_everybody(event),
        **card_face_context(event),
    }
    return render(request, "draft/display/page.html", context)
