"""The organizer's events."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafts.forms.events import EventForm, defaults_of
from drafts.languages import translated
from drafts.rules.games.registry import DEFAULT_FORMAT, FORMATS
from drafts.selectors.events import events_of, settings_to_repeat
from drafts.selectors.packs import deck_notice, lengths_by_choice, name_of, sets_with_cards, shapes_of


@require_safe
@never_cache
@login_required
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "events/home.html", {"events": events_of(_user(request))})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new_event(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    again = settings_to_repeat(user, request.GET.get("again", "")) if request.method != "POST" else {}
    asked = request.POST if request.method == "POST" else {**request.GET.dict(), **again}
    format_ = FORMATS.get(asked.get("format", ""), DEFAULT_FORMAT)
    known_sets = sets_with_cards(format_.game)
    if request.method == "POST":
        form = EventForm(request.POST, format_=format_, known_sets=known_sets)
        event = form.create(user) if form.is_valid() else None
        if event is not None:
            notice = deck_notice(event)
            if notice:
                messages.warning(request, notice)
            return redirect("host", event.code)
    else:
        settings = {"name": gettext("Draft night"), **defaults_of(format_), **again}
        form = EventForm(initial=settings, format_=format_, known_sets=known_sets)
    shapes = shapes_of(known_sets)
    context = {
        "form": form,
        "shapes": {code: name_of(shape) for code, shape in shapes.items()},
        "lengths": lengths_by_choice(format_, shapes.values(), [int(seconds) for seconds, _ in form.review_choices]),
        "formats": [(one.slug, translated(one.name)) for one in FORMATS.values()],
    }
    return render(request, "events/new.html", context)


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)
