"""The page with the state of the connections of phones, displays and the server."""

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.live.hub import get_hub
from drafts.models import Event
from drafts.presenters.site.connections import ServerFacts, connections_of
from drafts.queries.site.health import failing_parts
from drafts.views.event_access import with_hosted_event


@require_safe
@never_cache
@with_hosted_event
def connections(request: HttpRequest, event: Event) -> HttpResponse:
    seen = connections_of(event, async_to_sync(server_facts)())
    return render(request, "events/connections.html", {"event": event, "seen": seen})


async def server_facts() -> ServerFacts:
    """Return the state of this process. To be called on the server's own event loop, to which the hub belongs."""
    hub = get_hub()
    return ServerFacts(await failing_parts(), hub.fault, hub.write_seconds)
