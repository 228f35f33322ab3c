"""The first page, and practices."""

from itertools import islice

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from drafts.access.seats import remember_seat
from drafts.forms.events.battles import BattleForm
from drafts.forms.events.lobby import CodeForm
from drafts.models import AvatarWay, Fighter, PlanesPlayed, RomeSettings, ThrottledAction
from drafts.presenters.catalog.sets import cards_to_show, formats_to_practise, formats_with_avatars, practices
from drafts.presenters.site.first_page import NamedEvent, events_to_name
from drafts.queries.events.lookup import seats_held
from drafts.rules.games.registry import DEFAULT_FORMAT, FORMATS
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import create_practice
from drafts.services.events.lobby import most_fighters, name_request
from drafts.services.throttling import spend_attempt
from drafts.views.catalog.art import in_game
from drafts.views.event_access import address_of, too_many_attempts
from drafts.views.form_values import number_in, word_in

MOST_NAMED = 3


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    return first_page(request, CodeForm(auto_id="join_%s"))


def first_page(request: HttpRequest, form: CodeForm) -> HttpResponse:
    """Return the first page, with a code as it was typed."""
    formats, held = formats_to_practise(), seats_held(request.session)
    context = {
        "form": form,
        "seats": held.seats,
        "decks": held.decks,
        "named": _named_to(held.seats),
        "practice_request": name_request(),
        "formats": practices(),
        "with_avatars": formats_with_avatars(),
    }
    if formats:
        context |= {"cards": cards_to_show(formats[0]), **in_game(formats[0].game)}
    return render(request, "site/landing.html", context)


def _named_to(seats: list[Fighter]) -> list[NamedEvent]:
    """Return the events that fighters can join and that may be shown, except those in which these seats are held."""
    held = {seat.event_id for seat in seats}
    named = (one for one in events_to_name() if one.event.id not in held and one.places < most_fighters(one.event))
    return list(islice(named, MOST_NAMED))


def _battles_in(post: QueryDict) -> RomeSettings:
    """Return the rules of a practice battle. The first page has `level` for the field `bots` of the form of a battle.

    Raises ServiceError for an unknown value.
    """
    form = BattleForm({**post.dict(), "bots": word_in(post, "level") or word_in(post, "bots")})
    if not form.is_valid():
        raise ServiceError(gettext("There is no such battle."))
    battles = form.battles()
    return RomeSettings() if battles is None else battles


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    if not spend_attempt(ThrottledAction.PRACTICE, address=address_of(request)):
        return too_many_attempts(request, ThrottledAction.PRACTICE)
    format_ = FORMATS.get(word_in(request.POST, "format") if "format" in request.POST else DEFAULT_FORMAT.slug)
    if format_ is None:
        messages.error(request, gettext("There is no such format."))
        return redirect("landing")
    avatars = word_in(request.POST, "avatars") or AvatarWay.OFF
    if avatars not in AvatarWay.values:
        messages.error(request, gettext("There is no such way to an avatar."))
        return redirect("landing")
    if format_.avatar_game is None:
        avatars = AvatarWay.OFF
    planes = word_in(request.POST, "planes") or PlanesPlayed.OFF
    if planes not in PlanesPlayed.values:
        messages.error(request, gettext("There is no such way to planes."))
        return redirect("landing")
    try:
        event, fighter = create_practice(
            format_=format_,
            request=word_in(request.POST, "request"),
            avatars=avatars,
            planes=planes,
            form=word_in(request.POST, "fight_form"),
            battles=_battles_in(request.POST) if format_.is_played else None,
            players=0 if format_.is_played else number_in(request.POST, "players") or 0,
        )
    except ServiceError as fault:
        messages.error(request, fault.message)
        return redirect("landing")
    remember_seat(request, fighter)
    return redirect("play", event.code)
