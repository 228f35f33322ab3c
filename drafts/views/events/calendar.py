"""A planned event for people's own calendars."""

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.exporters.calendar_file import Appointment, write_calendar
from drafts.languages import translated
from drafts.models import Event
from drafts.queries.events.stores import store_of_event
from drafts.rules.night.stages import Stage
from drafts.views.event_access import with_event
from drafts.views.links import join_url

A_NIGHT = timedelta(hours=4)
"""The length of an event in a calendar: a draft, its fights and the sharing."""


@require_safe
@never_cache
@with_event
def calendar(request: HttpRequest, event: Event) -> HttpResponse:
    if event.starts_at is None or event.phase != Stage.LOBBY:
        raise Http404
    store = store_of_event(event)
    url = join_url(request, event)
    game = translated(event.draft.procedure.game.name)
    appointment = Appointment(
        uid=f"{event.code}-{event.created_at:%Y%m%d%H%M%S}@pass-left",
        name=event.name,
        starts=event.starts_at,
        lasts=A_NIGHT,
        url=url,
        description=gettext("A draft of %(game)s. Join with the code %(code)s: %(url)s")
        % {"game": game, "code": event.code, "url": url},
        place=store.name if store else "",
        version=event.version,
    )
    return HttpResponse(
        write_calendar(appointment, made_at=timezone.now()),
        headers={
            "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
            "Content-Disposition": f'attachment; filename="pass-left-{event.code}.ics"',
        },
    )
