"""A judge's page: the calls, the tables and the fights of an event."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access.staff import held_link
from drafts.models import Event
from drafts.presenters.events.host_steps import number_of_calls
from drafts.presenters.events.hosting import host_view
from drafts.rules.ids import StaffId
from drafts.services.events.staff import note_use
from drafts.store.series import next_of
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import with_event
from drafts.views.events.host_night import judges_night
from drafts.views.events.parts import asked_of


@require_safe
@never_cache
@with_event
def judge(request: HttpRequest, event: Event) -> HttpResponse:
    link = held_link(request.session, event)
    if link is None:
        raise Http404
    if link.revoked_at is not None:
        return render(request, "draft/judge/wrong.html", {"link": link}, status=HTTPStatus.FORBIDDEN)
    if link.organizes:
        return redirect("host", event.code)
    asked = asked_of(request)
    if not asked.is_part:
        note_use(link_id=StaffId(link.id))
    view, night = host_view(event), judges_night(event)
    context = {
        "event": event,
        "link": link,
        "asked": asked,
        "view": view,
        "night": night,
        "calls": number_of_calls(view, night),
        "judging": True,
        "own_name": link.name,
        "actions": reverse("host", args=[event.code]),
        "following": next_of(event),
        **card_face_context(event),
    }
    return render(request, "draft/judge/body.html" if asked.is_part else "draft/judge/page.html", context)
