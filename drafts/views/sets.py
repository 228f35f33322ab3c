"""The sets that can be drafted, and what is in them."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafts.forms.sets import Loaded, SetSearch, UploadForm
from drafts.importers.cards import columns_of
from drafts.importers.faults import at_most
from drafts.languages import translated
from drafts.models import ThrottledAction
from drafts.rules.games.registry import GAMES
from drafts.selectors.catalog import find_sets, games_with_sets, set_of_code, sets_with_fans, view_set
from drafts.services.throttling import is_allowed, record_attempt
from drafts.store.catalog import game_of
from drafts.uploads import allow_upload
from drafts.views.art import in_game
from drafts.views.event_access import address_of, too_many_attempts

CARDS_A_PAGE = 150
SETS_A_PAGE = 24
WARNINGS_SHOWN = 5


@require_safe
def set_list(request: HttpRequest) -> HttpResponse:
    games = games_with_sets()
    asked = SetSearch(request.GET, games=games)
    sets = Paginator(find_sets(**asked.answers), SETS_A_PAGE).get_page(request.GET.get("page"))
    shelf = sets_with_fans(sets)
    shown = [game.slug for game in games if any(card_set.game == game.slug for card_set, _ in shelf)]
    return render(request, "sets/list.html", {"shelf": shelf, "sets": sets, "form": asked, "games": shown})


@require_safe
def set_page(request: HttpRequest, code: str) -> HttpResponse:
    card_set = set_of_code(code)
    if card_set is None:
        raise Http404(f"There is no set {code}.")
    view = view_set(card_set, request.GET)
    cards = Paginator(view.cards, CARDS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "sets/page.html", {"set": view, "cards": cards, **in_game(game_of(card_set))})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    form = UploadForm()
    if request.method == "POST":
        if not is_allowed(ThrottledAction.UPLOAD, address=address_of(request)):
            return too_many_attempts(request, ThrottledAction.UPLOAD)
        record_attempt(ThrottledAction.UPLOAD, address=address_of(request))
        form = UploadForm(request.POST, request.FILES)
        loaded = form.load(cast(User, request.user)) if form.is_valid() else None
        if loaded is not None:
            tell_loaded(request, loaded)
            return redirect("set", loaded.sets[0].code) if len(loaded.sets) == 1 else redirect("sets")
    lists = [(translated(game.name), ",".join(columns_of(game))) for game in GAMES.values()]
    answer = render(request, "sets/upload.html", {"form": form, "lists": lists})
    allow_upload(answer, cast(User, request.user))
    return answer


def tell_loaded(request: HttpRequest, loaded: Loaded) -> None:
    """Say on the next page what was loaded, and what may be wrong with it all the same."""
    for card_set in loaded.sets:
        messages.success(request, f"{card_set.summary}.")
    for warning in at_most(loaded.warnings, WARNINGS_SHOWN):
        messages.warning(request, f"{translated(warning)}.")
