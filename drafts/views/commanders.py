"""The naming of a commander by a form (M35). Phones use the same page, which needs no script."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.rights import organizes, rights_of
from drafts.access.seats import fighter_asked, number_asked, one_of
from drafts.models import Event, Fighter
from drafts.presenters.commanders import CommanderPage, commander_page
from drafts.protocol.answers import words_of_refusal
from drafts.rules.actors import ORGANIZER
from drafts.rules.errors import NoSuchThing, Refusal
from drafts.rules.night.nicknames import isolate
from drafts.services.commanders import name_commander, take_back_commander
from drafts.views.event_access import with_event
from drafts.views.form_values import word_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def commander(request: HttpRequest, event: Event) -> HttpResponse:
    """Let fighters name their own commander, and the organizer name or take back that of any fighter."""
    held = fighter_asked(request, event)
    asked = number_asked(request) if organizes(request, event) else None
    fighter = held or (None if asked is None else one_of(list(event.fighters.all()), asked))
    page = None if fighter is None else commander_page(fighter)
    if fighter is None or page is None:
        return _closed(request, event)
    if request.method == "POST":
        name = word_in(request.POST, "name")
        try:
            return _answer(request, fighter, name, is_held=held is not None)
        except NoSuchThing:
            fault = gettext("Write the name of the commander, 60 characters at most.")
        except Refusal as refusal:
            fault = words_of_refusal(refusal)
        return _page(request, fighter, page._replace(name=name), fault)
    return _page(request, fighter, page)


def _answer(request: HttpRequest, fighter: Fighter, name: str, *, is_held: bool) -> HttpResponse:
    """Carry out a form, and redirect: a fighter to their seat, which says whom they named, the organizer to the panel.

    Raises a Refusal.
    """
    facts = {"name": isolate(fighter.nickname)}
    if "undo" in request.POST and organizes(request, fighter.event):
        take_back_commander(fighter=fighter)
        said = gettext("The commander of %(name)s is taken back.") % facts
    elif is_held:
        name_commander(fighter=fighter, name=name)
        of_seat = request.META["QUERY_STRING"]
        return redirect(reverse("play", args=[fighter.event.code]) + (f"?{of_seat}" if of_seat else ""))
    else:
        name_commander(fighter=fighter, name=name, by=ORGANIZER)
        said = gettext("The commander of %(name)s is named.") % facts
    messages.success(request, said)
    return redirect(f"{reverse('host', args=[fighter.event.code])}#commanders")


def _page(request: HttpRequest, fighter: Fighter, page: CommanderPage, fault: str = "") -> HttpResponse:
    is_held = fighter_asked(request, fighter.event) is not None
    context = {"event": fighter.event, "fighter": fighter, "page": page, "fault": fault, "is_held": is_held}
    context["may_undo"] = page.is_open and page.is_named and organizes(request, fighter.event)
    return render(request, "commanders/page.html", context, status=HTTPStatus.CONFLICT if fault else HTTPStatus.OK)


def _closed(request: HttpRequest, event: Event) -> HttpResponse:
    context = {"event": event, "fighter": fighter_asked(request, event), "rights": rights_of(request, event)}
    return render(request, "commanders/closed.html", context, status=HTTPStatus.FORBIDDEN)
