"""Help for organizers, and sheets to print for a night."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.models import Event
from drafts.presenters.catalog.packs import shapes_of_event
from drafts.presenters.events.hosting import start_facts
from drafts.presenters.events.sheets import paper_counters, paper_fights, round_now, seat_cards
from drafts.presenters.site.rules import rules_of, ways_of
from drafts.queries.events.lookup import event_to_help_with
from drafts.rules.draft.clock import GRACE_SECONDS, HURRY_SECONDS
from drafts.rules.games.registry import TOLD_GAMES
from drafts.rules.night.stages import Stage
from drafts.services.events.removals import UNDO_SECONDS
from drafts.store.event_facts import stages_of_event
from drafts.views.catalog.art import in_game
from drafts.views.event_access import with_hosted_event
from drafts.views.links import join_url, page_url, qr


@require_safe
@never_cache
def help_page(request: HttpRequest) -> HttpResponse:
    event = event_to_help_with(request.user, request.GET.get("event", ""))
    return render(request, "site/help/page.html", {"event": event, **help_facts(event)})


def help_facts(event: Event | None) -> dict[str, object]:
    """Return the context of the help, with a link to the panel of one event or to the list of own events.

    `stages` are those of the event, or all of them.
    """
    game = event.draft.procedure.game if event else None
    return {
        "panel": reverse("host", args=[event.code]) if event else reverse("home-organizer"),
        "fights": reverse("all-fights", args=[event.code]) if event else reverse("home-organizer"),
        "stages": stages_of_event(event, event.draft) if event else tuple(Stage),
        "every_game": [game] if game else list(TOLD_GAMES.values()),
        "grace_seconds": GRACE_SECONDS,
        "hurry_seconds": HURRY_SECONDS,
        "undo_seconds": UNDO_SECONDS,
    }


@require_safe
@never_cache
@with_hosted_event
def sheets(request: HttpRequest, event: Event) -> HttpResponse:
    format_, link = event.draft.procedure, join_url(request, event)
    context = {
        "event": event,
        "rules": rules_of(format_, shapes_of_event(event), event.night.damage_limit),
        "ways": ways_of(format_, event.draft.table_size),
        "facts": start_facts(event),
        "groups": paper_fights(event),
        "counters": paper_counters(event),
        "each_game": range(1, event.night.best_of + 1),
        "cards": seat_cards(event),
        "now": round_now(event),
        "join_url": link,
        "join_qr": qr(link),
        "site_url": page_url(request, "landing"),
        "rules_url": page_url(request, "rules-game", format_.game.slug),
        "panel_url": page_url(request, "host", event.code),
        "display_url": page_url(request, "display-all", event.code),
        **help_facts(event),
        **in_game(format_.game),
    }
    return render(request, "events/sheets/page.html", context)
