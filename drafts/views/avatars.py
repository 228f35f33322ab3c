"""The choice of an avatar by a form (M27). Phones use the same page, which needs no script."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.rights import rights_of
from drafts.access.seats import fighter_asked
from drafts.models import Event, Fighter
from drafts.presenters.avatars import avatar_pages, chosen_words
from drafts.protocol.answers import words_of_refusal
from drafts.rules.errors import Refusal
from drafts.services.avatars import choose_avatar
from drafts.services.errors import ServiceError
from drafts.views.catalog.art import in_game
from drafts.views.event_access import with_event
from drafts.views.form_values import number_in, text_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def avatars(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    if fighter is None:
        return _closed(request, event)
    if request.method == "POST":
        return _answer(request, fighter)
    pages = avatar_pages(fighter)
    if not pages:
        return _closed(request, event)
    context = {"event": event, "fighter": fighter, "pages": pages, **in_game(event.draft.procedure.game)}
    return render(request, "avatars/page.html", context)


def _answer(request: HttpRequest, fighter: Fighter) -> HttpResponse:
    """Make the choice of a form, and redirect to the page, with a message if it was refused."""
    try:
        number = text_in(request.POST, "number")
        if not number:
            raise ServiceError(gettext("Say which avatar."))
        fight = number_in(request.POST, "fight") or None
        choose_avatar(fighter=fighter, number=number, fight=fight)
        messages.success(request, chosen_words(fighter, fight or 0))
    except ServiceError as fault:
        messages.error(request, fault.message)
    except Refusal as refusal:
        messages.error(request, words_of_refusal(refusal))
    return redirect(request.get_full_path())


def _closed(request: HttpRequest, event: Event) -> HttpResponse:
    context = {"event": event, "fighter": fighter_asked(request, event), "rights": rights_of(request, event)}
    return render(request, "avatars/closed.html", context, status=HTTPStatus.FORBIDDEN)
