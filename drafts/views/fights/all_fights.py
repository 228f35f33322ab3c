"""All fights of an event on one page for its officials, who correct results there at any time."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access.rights import rights_of
from drafts.models import Event
from drafts.presenters.fights.all_fights import official_rounds
from drafts.rules.night.stages import Stage
from drafts.views.event_access import with_event


@require_safe
@never_cache
@with_event
def all_fights(request: HttpRequest, event: Event) -> HttpResponse:
    rights = rights_of(request, event)
    if not rights.officiates:
        if request.user.is_authenticated:
            raise Http404
        return redirect_to_login(request.path)
    rounds = official_rounds(event)
    context = {
        "event": event,
        "rounds": rounds,
        "judging": not rights.organizes,
        "actions": reverse("host", args=[event.code]),
        "is_over": Stage(event.phase).is_after_fights,
        "can_be_corrected": any(fight.can_be_set for each in rounds for fight in each.fights),
        "shares": Stage.SHARING in event.draft.procedure.stages,
        "asked": request.GET.get("fight"),
        "names_tables": len({fight.table for each in rounds for fight in each.fights}) > 1,
    }
    return render(request, "fights/all_fights.html", context)
