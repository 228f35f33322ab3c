"""The organizer's control panel."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from drafts.access import hosted_event_of
from drafts.protocol.answers import WORDS
from drafts.protocol.parts import seed_hash
from drafts.rules.errors import Refusal
from drafts.selectors.hosting import host_view
from drafts.services.faults import Fault
from drafts.views.host_actions import ACTIONS
from drafts.views.links import join_url, qr, rejoin_url

NEW_LINK = "new_link"
ENTRIES_SHOWN = 50


@require_safe
@never_cache
def host(request: HttpRequest, code: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    event = hosted_event_of(request, code)
    link = join_url(request, event)
    context = {
        "event": event,
        "view": host_view(event),
        "join_url": link,
        "join_qr": qr(link),
        "log_entries": event.entries.order_by("-id")[:ENTRIES_SHOWN],
        "seed_hash": seed_hash(event.seed),
    }
    is_page = "X-Requested-With" not in request.headers  # not a refresh, which may come in between and shows no link
    fighter = event.fighters.filter(id=request.session.pop(NEW_LINK, None)).first() if is_page else None
    if fighter is not None:
        own_link = rejoin_url(request, fighter)
        context |= {"new_link": own_link, "new_link_qr": qr(own_link), "new_link_for": fighter}
    return render(request, "events/host.html", context)


@require_POST
def host_action(request: HttpRequest, code: str, action: str) -> HttpResponse:
    event = hosted_event_of(request, code)
    act = ACTIONS.get(action)
    if act is None:
        raise Http404
    try:
        messages.success(request, act(event, request.POST))
    except Fault as fault:
        messages.error(request, fault.message)
    except Refusal as refusal:
        messages.error(request, WORDS[refusal.code])
    else:
        if action == "new-link":
            request.session[NEW_LINK] = int(request.POST["fighter"])
    return redirect("host", event.code)
