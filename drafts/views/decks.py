"""A fighter's deck to take along."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access.seats import fighter_asked
from drafts.exporters.deck_text import write_deck_text
from drafts.languages import translated
from drafts.models import Event
from drafts.rules.games.registry import FORMATS
from drafts.selectors.decks import deck_of_fighter
from drafts.views.event_access import with_event


@require_safe
@never_cache
@with_event
def deck_as_text(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    deck = deck_of_fighter(fighter) if fighter else None
    if fighter is None or deck is None:
        raise Http404
    game = FORMATS[event.draft.format].game
    text = write_deck_text(title=event.name, fighter=fighter.nickname, game=game, deck=deck, say=translated)
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="deck-{event.code}.txt"'
    return answer
