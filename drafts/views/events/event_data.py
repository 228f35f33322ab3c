"""Export and deletion of the stored data of an event by its organizer."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafts.access.rights import owned_event_of
from drafts.log.event_data import write_event_data
from drafts.presenters.events.event_data import load_event_data
from drafts.protocol.activities import ACTIVITIES
from drafts.rules.night.nicknames import isolate
from drafts.services.errors import ServiceError
from drafts.services.events.deletion import delete_event, refusal_to_delete
from drafts.views.form_values import word_in
from drafts.views.log.logs import download


@require_safe
@never_cache
@login_required
def export(request: HttpRequest, code: str) -> HttpResponse:
    event = owned_event_of(request, code)
    private = {name: activity.private for name, activity in ACTIVITIES.items()}
    text = write_event_data(load_event_data(event, private), timezone.now())
    return download(text, "application/json", f"event-{event.code}.json")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def delete(request: HttpRequest, code: str) -> HttpResponse:
    event = owned_event_of(request, code)
    fault, status = "", HTTPStatus.OK
    if request.method == "POST":
        if word_in(request.POST, "confirm").upper() == event.code:
            try:
                delete_event(event=event)
            except ServiceError as refused:
                fault, status = refused.message, HTTPStatus.CONFLICT
            else:
                said = gettext("%(name)s is deleted, with everything that was stored of it.")
                messages.success(request, said % {"name": isolate(event.name)})
                return redirect("home-organizer")
        else:
            fault = gettext("Type the code of the event, %(code)s, to delete it.") % {"code": event.code}
            status = HTTPStatus.UNPROCESSABLE_ENTITY
    fighters = event.fighters.filter(bot=False).count()
    context = {"event": event, "refusal": refusal_to_delete(event), "fault": fault, "fighters": fighters}
    return render(request, "events/delete.html", context, status=status)
