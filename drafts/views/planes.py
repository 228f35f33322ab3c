"""The choice of a planar deck by a form (M38). Phones use the same page, which needs no script."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.rights import rights_of
from drafts.access.seats import fighter_asked
from drafts.models import Event
from drafts.presenters.planes import PlanarPage, planar_page
from drafts.protocol.answers import words_of_refusal
from drafts.protocol.parse import MOST_IN_A_PLANAR_DECK
from drafts.rules.errors import Refusal
from drafts.services.planes import choose_planar
from drafts.views.catalog.art import in_game
from drafts.views.event_access import with_event
from drafts.views.form_values import words_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def planes(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    if fighter is None:
        return _closed(request, event)
    fault, asked = "", None
    if request.method == "POST":
        asked = words_in(request.POST, "numbers", most=MOST_IN_A_PLANAR_DECK)
        try:
            choose_planar(fighter=fighter, numbers=asked)
        except Refusal as refusal:
            fault = words_of_refusal(refusal)
        else:
            messages.success(request, gettext("This is your planar deck. You may change it until the fights begin."))
            return redirect(request.get_full_path())
    page = planar_page(fighter, asked)
    if page is None:
        return _closed(request, event)
    return _page(request, event, page, fault)


def _page(request: HttpRequest, event: Event, page: PlanarPage, fault: str) -> HttpResponse:
    context = {"event": event, "fighter": fighter_asked(request, event), "page": page, "fault": fault}
    status = HTTPStatus.CONFLICT if fault else HTTPStatus.OK
    return render(request, "planes/page.html", {**context, **in_game(event.draft.procedure.game)}, status=status)


def _closed(request: HttpRequest, event: Event) -> HttpResponse:
    context = {"event": event, "fighter": fighter_asked(request, event), "rights": rights_of(request, event)}
    return render(request, "planes/closed.html", context, status=HTTPStatus.FORBIDDEN)
