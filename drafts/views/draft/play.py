"""A fighter's page."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from drafts.access.rights import organizes
from drafts.access.seats import fighter_asked, forget_seat, number_asked, of_seat, one_of, own_seat_of, seats_of
from drafts.drawings.qr import qr_svg
from drafts.languages import sentence
from drafts.limits import LARGEST_MESSAGE
from drafts.models import Event, Lists
from drafts.presenters.catalog.sets import practices
from drafts.presenters.events.nights import fights_in_words, picks_in_words
from drafts.presenters.fights.standings import tie_sentences
from drafts.presenters.paper.hand import hand_of
from drafts.presenters.site.rules import rules_of
from drafts.protocol.answers import words_of_refusal
from drafts.queries.events.held_seats import seats_with_something_to_do
from drafts.queries.events.stores import store_of_event
from drafts.rules.avatars import AvatarMethod
from drafts.rules.draft.table import Phase
from drafts.rules.errors import Refusal
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.stages import Stage
from drafts.rules.planes import PlaneWay
from drafts.services.draft.calls import OPEN_IN
from drafts.services.draft.tables import place_for
from drafts.services.errors import ServiceError
from drafts.services.events.lobby import name_request
from drafts.services.events.removals import leave_event
from drafts.store.battles import battle_of_fighter
from drafts.store.series import next_of
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import with_event
from drafts.views.form_values import number_in, word_in
from drafts.views.links import join_url, rejoin_url

BESIDES_THE_LIST = 1024
"""Bytes that a message with the list of a deck may have besides the list."""


@require_safe
@never_cache
@ensure_csrf_cookie
@with_event
def play(request: HttpRequest, event: Event) -> HttpResponse:
    held = seats_of(request.session, event)
    fighter = one_of(held, number_asked(request))
    if fighter is None:
        return redirect("play", event.code) if held else redirect("join-code", event.code)
    if event.draft.procedure.is_played and event.phase == Stage.FIGHTING:
        live = battle_of_fighter(EventId(event.id), FighterId(fighter.id))
        if live is not None and (live.battle.terms.practice or not live.battle.is_over):
            return redirect(reverse("battle", args=[event.code]) + of_seat(fighter))
    context = {
        "event": event,
        "fighter": fighter,
        "held": held,
        "covers": len(held) > 1 and _has_secrets(event),
        "of_seat": of_seat(fighter),
        "organizes": organizes(request, event),
        "fights": fights_in_words(event),
        "picks": picks_in_words(event.draft),
        "rules": rules_of(event.draft.procedure) if event.draft.procedure.keeps else None,
        **card_face_context(event),
        "store": store_of_event(event),
        "rejoin_url": rejoin_url(request, fighter),
        "join_url": join_url(request, event),
        "log_url": reverse("log", args=[event.code]),
        "hand": hand_of(fighter) if event.draft.is_paper else None,
        "following": next_of(event),
        "tie_words": tie_sentences(event.draft.procedure.game),
        "judged_in": (*OPEN_IN, Phase.REVIEW),
        "longest_list": LARGEST_MESSAGE - BESIDES_THE_LIST,
    }
    if event.organizer_id is None:
        context |= {"judged_in": (), "practice_request": name_request(), "practice_formats": practices()}
    return render(request, "draft/play/page.html", context)


def _has_secrets(event: Event) -> bool:
    """Whether the page of a seat shows what others at its device must not see.

    Where fighters bring decks, these secrets are lists, chosen avatars and chosen planes.
    """
    night = event.night
    is_open = night.lists == Lists.OFF and night.avatars == AvatarMethod.OFF and night.planes != PlaneWay.OWN
    return not (event.draft.procedure.brings_decks and is_open)


@require_safe
@never_cache
@with_event
def own_link(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the link of one's own seat as a QR code, separately, since drawing it would delay the page for all."""
    fighter = fighter_asked(request, event)
    if fighter is None:
        raise Http404
    return HttpResponse(qr_svg(rejoin_url(request, fighter), as_file=True), content_type="image/svg+xml")


@require_safe
@never_cache
@with_event
def seats_as_json(request: HttpRequest, event: Event) -> HttpResponse:
    held = seats_of(request.session, event)
    waiting = seats_with_something_to_do(event, held) if held else set()
    seats = [{"fighter": each.id, "name": each.nickname, "todo": each.id in waiting} for each in held]
    return JsonResponse({"seats": seats})


@require_POST
@with_event
def done(request: HttpRequest, event: Event) -> HttpResponse:
    """Note that a fighter whose device has no scripts has placed their cards of a paper pack."""
    fighter = fighter_asked(request, event)
    if fighter is not None:
        try:
            round_, number = number_in(request.POST, "round"), number_in(request.POST, "pass")
            place_for(fighter=fighter, pass_id=(round_ or 0, number or 0))
        except ServiceError as fault:
            messages.error(request, fault.message)
        except Refusal as refusal:
            messages.error(request, words_of_refusal(refusal))
        else:
            messages.success(request, sentence("draft.placedFaceDown"))
    return redirect(reverse("play", args=[event.code]) + of_seat(fighter))


@require_POST
@with_event
def leave(request: HttpRequest, event: Event) -> HttpResponse:
    if "guest" in request.POST:
        return _leave_guest(request, event, word_in(request.POST, "guest"))
    fighter = own_seat_of(request.session, event)
    if fighter is not None:
        leave_event(fighter=fighter)
        forget_seat(request, event, fighter)
        messages.success(request, gettext("You have left %(event)s.") % {"event": event.name})
    return redirect("landing")


def _leave_guest(request: HttpRequest, event: Event, asked: str) -> HttpResponse:
    """Stop this browser from playing for a guest, who keeps their seat."""
    for guest in seats_of(request.session, event):
        if guest.guest and str(guest.id) == asked:
            forget_seat(request, event, guest)
            said = gettext("You do not play for %(name)s any more. They keep their seat.")
            messages.success(request, said % {"name": isolate(guest.nickname)})
    return redirect("play", event.code) if seats_of(request.session, event) else redirect("landing")
