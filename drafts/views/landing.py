"""The first page, and a draft for one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from drafts.access import remember_seat
from drafts.forms.lobby import CodeForm
from drafts.models import Door
from drafts.selectors.events import seats_held
from drafts.services.doors import may_try, note_attempt
from drafts.services.events import create_practice
from drafts.services.faults import Fault
from drafts.views.doors import address_of, too_many_tries


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    return render(request, "landing.html", {"form": CodeForm(auto_id="join_%s"), "seats": seats_held(request.session)})


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    if not may_try(Door.PRACTICE, address=address_of(request)):
        return too_many_tries(request, Door.PRACTICE)
    note_attempt(Door.PRACTICE, address=address_of(request))
    try:
        event, fighter = create_practice()
    except Fault as fault:
        messages.error(request, fault.message)
        return redirect("landing")
    remember_seat(request, fighter)
    return redirect("play", event.code)
