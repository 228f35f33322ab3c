"""The organizer's events."""

from collections.abc import Iterable
from typing import Any, cast
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafts.access.seats import remember_seat
from drafts.forms.events.edit_event import EditEventForm
from drafts.forms.events.new_event import EventForm, defaults_of_page
from drafts.importers.time_zones import zone_of_browser
from drafts.languages import translated
from drafts.models import Event, ThrottledAction
from drafts.presenters.catalog.packs import deck_notice, lengths_by_choice, sets_with_cards, shapes_of
from drafts.presenters.fights.standings import winners_of
from drafts.queries.events.lookup import event_to_repeat, events_of, last_set_of, settings_of, settings_to_repeat
from drafts.queries.events.stores import settings_to_begin_with, store_of, templates_of, zone_of
from drafts.rules.formats import Format
from drafts.rules.games.registry import DEFAULT_FORMAT, FORMATS, OFFERED
from drafts.rules.night.stages import Stage
from drafts.services.integrations.webhooks import copy_webhooks
from drafts.services.throttling import spend_attempt
from drafts.views.event_access import address_of, too_many_attempts, with_hosted_event
from drafts.views.form_values import word_in

LONGEST_SEARCH = 80


@require_safe
@never_cache
@login_required
def home(request: HttpRequest) -> HttpResponse:
    user, search = _user(request), request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    events = events_of(user, search=search, page=request.GET.get("page", "1"))
    with timezone.override(zone_of(user)):
        context = {"events": events, "search": search, "store": store_of(user), "templates": templates_of(user)}
        context |= {"version": settings.VERSION, "winners": {event.id: winners_of(event) for event in events.past}}
        return render(request, "events/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_event(request: HttpRequest) -> HttpResponse:
    with timezone.override(_zone_of_form(request, _user(request))):
        return _new_event(request)


def _new_event(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    like = _settings_to_begin_with(request, user) if request.method != "POST" else {}
    asked = request.POST if request.method == "POST" else {**request.GET.dict(), **like}
    format_ = FORMATS.get(asked.get("format", ""), DEFAULT_FORMAT)
    known_sets = sets_with_cards(format_.cards)
    source = event_to_repeat(user, _code_to_repeat(request))
    takes_webhooks = request.method != "POST" or "webhooks" in request.POST
    others = {
        "formats": _named(one for one in OFFERED.values() if not one.brings_decks),
        "own_formats": _named(one for one in OFFERED.values() if one.brings_decks),
        "templates": templates_of(user),
        "webhooks": source.webhooks.count() if source else 0,
        "takes_webhooks": takes_webhooks,
    }
    if request.method == "POST":
        form = EventForm(request.POST, format_=format_, known_sets=known_sets)
        if "practice" in request.POST:
            return _try_settings(request, form, **others)
        event = form.create(user) if form.is_valid() else None
        if event is not None:
            if source and takes_webhooks and not event.webhooks.exists():
                copy_webhooks(event=source, made=event)
            notice = deck_notice(event)
            if notice:
                messages.warning(request, notice)
            return redirect("host", event.code)
    else:
        settings = {
            "name": gettext("Draft night") if format_.cards else gettext("Fight night"),
            **defaults_of_page(format_),
            "request": get_random_string(32),
            **like,
        }
        code = request.GET.get("card_set")
        if not code and known_sets and "card_set" not in settings:
            code = last_set_of(user, format_)
        if any(card_set.code == code for card_set in known_sets):
            settings["card_set"] = [code]
        form = EventForm(initial=settings, format_=format_, known_sets=known_sets)
    return _page_of(request, form, **others)


def _named(formats: Iterable[Format]) -> list[tuple[str, str]]:
    return [(one.slug, translated(one.name)) for one in formats]


def _try_settings(request: HttpRequest, form: EventForm, **others: object) -> HttpResponse:
    if not form.is_valid():
        return _page_of(request, form, **others)
    if not spend_attempt(ThrottledAction.PRACTICE, address=address_of(request)):
        return too_many_attempts(request, ThrottledAction.PRACTICE)
    made = form.practise(_user(request))
    if made is None:
        return _page_of(request, form, **others)
    event, fighter = made
    remember_seat(request, fighter)
    return redirect("play", event.code)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_hosted_event
def edit_event(request: HttpRequest, event: Event) -> HttpResponse:
    with timezone.override(_zone_of_form(request, cast(User, event.organizer))):
        return _edit_event(request, event)


def _edit_event(request: HttpRequest, event: Event) -> HttpResponse:
    if event.phase != Stage.LOBBY:
        messages.error(request, gettext("The event has started: its settings stay as they are."))
        return redirect("host", event.code)
    sent = request.POST if request.method == "POST" else None
    known_sets = sets_with_cards(event.draft.procedure.cards)
    current = {**settings_of(event), "starts_at": event.starts_at}
    form = EditEventForm(sent, event=event, current=current, known_sets=known_sets)
    if sent is not None and form.is_valid() and form.save():
        messages.success(request, gettext("The settings are changed."))
        return redirect("host", event.code)
    return _page_of(request, form, event=event)


def _zone_of_form(request: HttpRequest, organizer: User) -> ZoneInfo:
    """Return the time zone of a form's times: the browser's, if it is given, else the store's."""
    return zone_of_browser(word_in(request.POST, "time_zone"), zone_of(organizer))


def _page_of(request: HttpRequest, form: EventForm, **others: object) -> HttpResponse:
    shapes = shapes_of(form.known_sets.values())
    reviews = [int(seconds) for seconds, _ in form.review_choices]
    context = {
        "form": form,
        "zone": timezone.get_current_timezone_name(),
        "shapes": {code: shape.name for code, shape in shapes.items()},
        "lengths": lengths_by_choice(form.format_, shapes.values(), reviews),
        **others,
    }
    return render(request, "events/settings.html", context)


def _settings_to_begin_with(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return the requested settings, of an event or a template, else the organizer's usual ones."""
    if code := _code_to_repeat(request):
        return settings_to_repeat(user, code)
    settings = settings_to_begin_with(user, request.GET.get("template", ""))
    asked = request.GET.get("format", "")
    return {} if asked and asked != settings.get("format") else settings


def _code_to_repeat(request: HttpRequest) -> str:
    """Return the code of the event whose settings are requested; older versions of the pages link with `again`."""
    return request.GET.get("like") or request.GET.get("again", "")


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)
