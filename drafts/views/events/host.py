"""The organizer's control panel."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from drafts.access.rights import (
    decks_are_open,
    event_of,
    is_organizer,
    log_is_open,
    official_of,
    pull_list_is_open,
    rights_of,
)
from drafts.forms.log.log_access import LogAccessForm
from drafts.models import Event, PackSource
from drafts.presenters.catalog.sets import cards_of_event
from drafts.presenters.decks.champions import cards_of_champions
from drafts.presenters.events.host_queue import needs_of
from drafts.presenters.events.host_steps import moment_of, number_of_calls, steps_of
from drafts.presenters.events.hosting import host_view
from drafts.presenters.log.entries import ENTRIES_SHOWN, newest_entries
from drafts.presenters.paper.piles import PilesOfTable, piles_of
from drafts.protocol.answers import words_of_refusal
from drafts.protocol.parts import seed_hash
from drafts.queries.decks import heroes_of
from drafts.queries.events.series import can_be_followed
from drafts.rules.actors import ORGANIZER, Actor
from drafts.rules.draft.view import shown_seed
from drafts.rules.errors import Refusal
from drafts.rules.night.stages import Stage
from drafts.services.errors import ServiceError, TooLate, Unfinished
from drafts.services.events.staff import note_use
from drafts.services.paper.piles import why_closed
from drafts.store.series import next_of
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import remember_event, with_hosted_event
from drafts.views.events.host_actions import action_of
from drafts.views.events.host_night import panel_night
from drafts.views.events.host_undo import told_of, way_back
from drafts.views.events.next_draft import go_to_panel
from drafts.views.events.parts import asked_of
from drafts.views.form_values import fighter_in, is_by_script, word_in
from drafts.views.links import join_url, qr, rejoin_url

NEW_LINK = "new_link"
LINKS = ("new-link", "guest-link", "offer-seat")
"""Actions that end with a link of a seat, which the panel shows once."""
MOST_NEEDS = 24
"""How many missing fighters are named; the tables show the others."""


@require_safe
@never_cache
@with_hosted_event
def host(request: HttpRequest, event: Event) -> HttpResponse:
    asked = asked_of(request)
    view, night, piles = host_view(event), panel_night(event), _piles(event)
    needs = needs_of(view)
    calls = number_of_calls(view, night)
    rights = rights_of(request, event)
    is_open = log_is_open(event, rights)
    is_digital = event.draft.pack_source == PackSource.GENERATED and event.draft.procedure.cards is not None
    context = {
        "event": event,
        "owns": is_organizer(request.user, event),
        "asked": asked,
        "view": view,
        "needs": needs[:MOST_NEEDS],
        "more_needs": max(0, len(needs) - MOST_NEEDS),
        "night": night,
        "large": next((table for table in view.tables if table.number == asked.table), None),
        "steps": steps_of(view, night, lacks_piles=bool(piles) and not event.draft.knows_cards),
        "moment": moment_of(view, night),
        "calls": calls,
        "waiting": calls + len(needs) + len(night.for_guests),
        "piles": piles,
        "are_doubted": any(table.doubts for table in piles),
        "actions": reverse("host", args=[event.code]),
        "log_entries": [] if "entries" in asked.still else newest_entries(event.id, ENTRIES_SHOWN),
        "seed_hash": seed_hash(event.draft.seed),
        "log_form": LogAccessForm(
            initial={"log_visibility": event.log_visibility, "hide_names": "on" if event.hide_names else "off"}
        ),
        "seed": shown_seed(event.draft.seed, log_is_open=is_open and event.has_open_seed, stopped=event.stopped),
        **_faces(event, open_decks=decks_are_open(event, rights)),
        **card_face_context(event),
        "may_pull": is_digital and pull_list_is_open(event, rights),
        "following": next_of(event),
        "can_be_followed": can_be_followed(event),
        **_invitation(request, event),
    }
    if asked.is_part:
        return render(request, "events/panel/body.html", context)
    return remember_event(
        request, render(request, "events/panel/page.html", context | _new_link(request, event)), event
    )


def _piles(event: Event) -> list[PilesOfTable]:
    """Return the progress of the piles of real cards, until the cards are shared."""
    is_told = event.phase != Stage.SHARING and not (event.phase == Stage.FINISHED and event.draft.knows_cards)
    return piles_of(event) if is_told and not why_closed(event, ORGANIZER) else []


def _faces(event: Event, *, open_decks: bool) -> dict[str, object]:
    """Return the cards that the organizer may see: of the sets in the lobby, of the decks where these are open."""
    is_over = open_decks and event.phase == Stage.FINISHED
    return {
        "show_cards": cards_of_event(event) if event.phase == Stage.LOBBY else [],
        "heroes": heroes_of(event) if open_decks else [],
        "champion_cards": cards_of_champions(event) if is_over else [],
    }


def _invitation(request: HttpRequest, event: Event) -> dict[str, object]:
    """Return the link to join, with its QR code in the lobby."""
    link = join_url(request, event)
    code = qr(link) if event.phase == Stage.LOBBY else ""
    return {"join_url": link, "join_head": link.removesuffix(f"{event.code}/"), "join_qr": code}


def _new_link(request: HttpRequest, event: Event) -> dict[str, object]:
    """Return the link that was just requested, once, with the action that made it."""
    asked = request.session.pop(NEW_LINK, None)
    fighter = event.fighters.filter(id=asked["fighter"]).first() if isinstance(asked, dict) else None
    if fighter is None:
        return {}
    link = rejoin_url(request, fighter)
    own = reverse("rejoin", args=[fighter.token])
    return {"new_link": link, "new_link_qr": qr(link), "new_link_for": fighter, "new_link_by": asked["by"], "own": own}


@require_POST
def host_action(request: HttpRequest, code: str, action: str) -> HttpResponseBase:
    event = event_of(code)
    by = official_of(request, event)
    act = action_of(event, action, by)
    if act is None:
        raise Http404
    if by.staff is not None:
        note_use(link_id=by.staff)
    try:
        said, is_done = act(event, request.POST), True
    except Unfinished as unfinished:
        return _ask_again(request, event, by, unfinished)
    except TooLate as fault:
        return _too_late(request, event, by, fault)
    except ServiceError as fault:
        said, is_done = fault.message, False
    except Refusal as refusal:
        said, is_done = words_of_refusal(refusal), False
    undo = way_back(event, action, request.POST) if is_done and by.staff is None else None
    leads_to = _back_to(event, by, request.POST)
    if is_done and action == "next-draft":
        leads_to = go_to_panel(request, event)
    elif is_done and action in LINKS:
        request.session[NEW_LINK] = {"fighter": fighter_in(request.POST), "by": action}
    elif is_by_script(request):
        return JsonResponse({"done": is_done, "said": said, **told_of(action, undo)})
    tags = " ".join(undo or ())
    messages.add_message(request, messages.SUCCESS if is_done else messages.ERROR, said, extra_tags=tags)
    if is_by_script(request):
        return JsonResponse({"done": is_done, "leads_to": leads_to})
    return redirect(leads_to)


def _back_to(event: Event, by: Actor, post: QueryDict) -> str:
    """Return the page to which a form redirects: the one that it names (`page`), else the official's own."""
    if word_in(post, "page") == "fights":
        return reverse("all-fights", args=[event.code])
    return reverse("host" if by.staff is None else "judge", args=[event.code])


def _too_late(request: HttpRequest, event: Event, by: Actor, fault: TooLate) -> HttpResponse:
    """Say why something cannot be done any more."""
    if is_by_script(request):
        return JsonResponse({"done": False, "said": fault.message}, status=HTTPStatus.CONFLICT)
    context = {"event": event, "said": fault.message, "back": _back_to(event, by, request.POST)}
    return render(request, "events/panel/too_late.html", context, status=HTTPStatus.CONFLICT)


def _ask_again(request: HttpRequest, event: Event, by: Actor, asked: Unfinished) -> HttpResponse:
    """Show the unfinished parts, and offer the same action again, confirmed."""
    if is_by_script(request):
        answer = {"done": False, "said": asked.message, "confirm": asked.confirm}
        return JsonResponse(answer, status=HTTPStatus.CONFLICT)
    sent = {name: value for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "confirm")}
    context = {
        "event": event,
        "said": asked.message,
        "confirm": asked.confirm,
        "sent": sent,
        "back": _back_to(event, by, request.POST),
        "judging": by.staff is not None,
    }
    return render(request, "events/panel/unfinished.html", context, status=HTTPStatus.CONFLICT)
