"""After a draft with paper packs: the page on which a pile is entered, and the organizer's view of all piles."""

from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from drafts.access.rights import hosted_event_of, rights_of
from drafts.access.seats import fighter_of, own_seat_of
from drafts.models import Event, PileState
from drafts.presenters.catalog.packs import sets_with_cards
from drafts.presenters.paper.piles import PilePage, pile_page, piles_of
from drafts.rules.actors import ORGANIZER, Actor
from drafts.rules.card_numbers import LONGEST_TEXT, typed_numbers
from drafts.rules.ids import FighterId
from drafts.services.errors import ServiceError, StaleValue
from drafts.services.paper.piles import Entry, confirm_pass, enter_pile, exchange_cards, name_set, no_pile, why_closed
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import with_event
from drafts.views.form_values import fighter_in, fighter_named, is_by_script, number_in, text_in, word_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@with_event
def pile(request: HttpRequest, event: Event) -> HttpResponse:
    organizes = rights_of(request, event).organizes
    try:
        named = fighter_named(request.POST if request.method == "POST" else request.GET)
    except ServiceError as fault:
        return _closed(request, event, fault.message)
    seat = fighter_of(request.session, event, None if named is None else str(named))
    if seat is None and not organizes:
        return _closed(request, event, gettext("Everybody enters their own pile."))
    by = ORGANIZER if organizes else None
    if reason := why_closed(event, by):
        return _closed(request, event, reason)
    fighter = named if seat is None else FighterId(seat.id)
    if fighter is None:
        return redirect("piles", event.code)
    leads_to = reverse("piles" if seat is None else "play", args=[event.code])
    if seat is not None and seat.guest:
        leads_to += f"?fighter={seat.id}"
    if request.method == "POST":
        return _entered(request, event, fighter, by, leads_to)
    return _shown(request, event, fighter, leads_to)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def piles(request: HttpRequest, code: str) -> HttpResponse:
    event = hosted_event_of(request, code)
    if event.draft.lacks_sets and event.is_over and not event.stopped:
        return _set_named(request, event)
    if reason := why_closed(event, ORGANIZER):
        return _closed(request, event, reason)
    if request.method == "POST":
        try:
            _mend(event, request.POST)
        except ServiceError as fault:
            messages.error(request, fault.message)
        return redirect("piles", event.code)
    return render(request, "paper/piles.html", {"event": event, "tables": piles_of(event), **card_face_context(event)})


def _set_named(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for the set of packs without a named set, or name it."""
    known = list(sets_with_cards(event.draft.procedure.cards))
    if request.method != "POST":
        return render(request, "paper/name_set.html", {"event": event, "known_sets": known})
    chosen = next((each for each in known if each.code == text_in(request.POST, "card_set")), None)
    try:
        if chosen is None:
            raise ServiceError(gettext("Choose the set that these packs are from."))
        name_set(event=event, card_set=chosen)
    except ServiceError as fault:
        messages.error(request, fault.message)
    return redirect("piles", event.code)


def _mend(event: Event, post: QueryDict) -> None:
    """Carry out the button beside a conflict: exchange two cards, or confirm the pass as it is."""
    fighter = fighter_in(post)
    if "exchange" in post:
        places, seen = _places_in(post), _seen_in(post)
        exchange_cards(event=event, fighter=fighter, places=places, by=ORGANIZER, seen=seen)
        return
    round_, number = number_in(post, "round"), number_in(post, "pass")
    if round_ is None or number is None:
        raise ServiceError(gettext("Say what is confirmed."))
    confirm_pass(event=event, fighter=fighter, pass_id=(round_, number))


def _places_in(post: QueryDict) -> tuple[int, int]:
    words = text_in(post, "exchange").split()
    if len(words) != 2 or not all(word.isascii() and word.isdecimal() and len(word) < 5 for word in words):
        raise ServiceError(gettext("Say which two cards."))
    return int(words[0]), int(words[1])


def _entered(request: HttpRequest, event: Event, fighter: FighterId, by: Actor | None, leads_to: str) -> HttpResponse:
    """Store or check a pile, and answer the page's script or a form."""
    try:
        entry = _enter(request.POST, event, fighter, by)
    except ServiceError as fault:
        return _refused(request, event, fighter, leads_to, fault=fault)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if entry.faults else HTTPStatus.OK
    if is_by_script(request):
        answer = {"entered": entry.numbers, "expected": entry.expected, "state": entry.state, "seen": entry.seen}
        leads = leads_to if entry.state == PileState.CHECKED else ""
        return JsonResponse({**answer, "said": entry.faults, "leads_to": leads}, status=status)
    if entry.faults:
        return _shown(request, event, fighter, leads_to, typed=entry.numbers, faults=entry.faults)
    _tell(request, entry)
    if entry.state == PileState.CHECKED:
        return redirect(leads_to)
    return redirect(request.get_full_path() if request.GET else f"{request.path}?fighter={fighter}")


def _enter(post: QueryDict, event: Event, fighter: FighterId, by: Actor | None) -> Entry:
    seen = _seen_in(post)
    if "exchange" in post:
        return exchange_cards(event=event, fighter=fighter, places=_places_in(post), by=by, seen=seen)
    typed, check = _typed_in(post), text_in(post, "submit") == "check"
    return enter_pile(event=event, fighter=fighter, numbers=typed, check=check, by=by, seen=seen)


def _typed_in(post: QueryDict) -> list[str]:
    too_long = gettext("That is too long for a pile of cards. Nothing was changed.")
    return typed_numbers(text_in(post, "numbers", longest=LONGEST_TEXT, said=too_long))


def _seen_in(post: QueryDict) -> str | None:
    """Return the fingerprint of the entry that a form was made from; None for a form without one."""
    return word_in(post, "seen") if "seen" in post else None


def _refused(
    request: HttpRequest, event: Event, fighter: FighterId, leads_to: str, *, fault: ServiceError
) -> HttpResponse:
    """Say why nothing was stored. If another device has changed the entry meanwhile, both versions are shown."""
    is_stale = isinstance(fault, StaleValue)
    if not is_by_script(request):
        typed = _typed_to_show(request.POST)
        said, stale = ([], fault.message) if is_stale else ([fault.message], "")
        return _shown(request, event, fighter, leads_to, typed=typed, faults=said, stale=stale, refused=not is_stale)
    page = pile_page(event, fighter) if is_stale else None
    if not isinstance(fault, StaleValue) or page is None:
        return JsonResponse({"said": [fault.message]}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse({"said": [fault.message], **_stored(page), "sent": fault.sent}, status=HTTPStatus.CONFLICT)


def _typed_to_show(post: QueryDict) -> list[str] | None:
    """Return the typed numbers, for the page to show them again; None if there are none to show."""
    if "exchange" in post:
        return None
    with suppress(ServiceError):
        return _typed_in(post)
    return None


def _stored(page: PilePage) -> dict[str, Any]:
    """Return the state of a pile for the script of its page."""
    return {"stored": page.stored, "state": page.row.state, "seen": page.seen}


def _tell(request: HttpRequest, entry: Entry) -> None:
    if entry.state == PileState.CHECKED:
        messages.success(request, gettext("The pile is checked."))
    elif entry.state == PileState.OPEN:
        counts = {"entered": len(entry.numbers), "expected": entry.expected}
        messages.success(request, gettext("%(entered)s of %(expected)s cards are saved.") % counts)


def _shown(
    request: HttpRequest,
    event: Event,
    fighter: FighterId,
    leads_to: str,
    *,
    typed: Sequence[str] | None = None,
    faults: Sequence[str] = (),
    stale: str = "",
    refused: bool = False,
) -> HttpResponse:
    page = pile_page(event, fighter, typed, refused=refused)
    if page is None:
        return _closed(request, event, no_pile())
    if is_by_script(request):
        return JsonResponse(_stored(page))
    own = own_seat_of(request.session, event)
    seat = fighter_of(request.session, event, str(fighter))
    as_whom = "?as=host" if seat is None else f"?fighter={seat.id}" if seat.guest else ""
    context = {
        "event": event,
        "page": page,
        "as_whom": as_whom,
        "is_own": own is not None and own.id == fighter,
        "is_known": event.draft.knows_cards,
        "faults": faults,
        "stale": stale,
        "leads_to": leads_to,
        **card_face_context(event),
    }
    status = HTTPStatus.CONFLICT if stale else HTTPStatus.UNPROCESSABLE_ENTITY if faults else HTTPStatus.OK
    return render(request, "paper/pile.html", context, status=status)


def _closed(request: HttpRequest, event: Event, reason: str) -> HttpResponse:
    """Say why there is nothing to enter; to a stranger, only that it is not for them."""
    rights = rights_of(request, event)
    context = {"event": event, "reason": reason, "rights": rights, "fighter": fighter_of(request.session, event)}
    if is_by_script(request):
        return JsonResponse({"said": [reason]}, status=HTTPStatus.FORBIDDEN)
    return render(request, "paper/pile_closed.html", context, status=HTTPStatus.FORBIDDEN)
