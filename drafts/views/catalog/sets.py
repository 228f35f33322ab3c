"""The sets that can be drafted, and what is in them."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafts.forms.catalog import Loaded, SetSearch, UploadForm
from drafts.importers.faults import at_most
from drafts.importers.sets.columns import columns_of
from drafts.languages import translated
from drafts.models import ThrottledAction
from drafts.presenters.catalog.sets import sets_with_fans, view_set
from drafts.queries.catalog import find_sets, games_with_sets, set_of_code
from drafts.rules.games.registry import CARD_GAMES
from drafts.services.throttling import spend_attempt
from drafts.store.catalog import game_of
from drafts.uploads import allow_upload, find_stage, progress_of_upload
from drafts.views.catalog.art import in_game
from drafts.views.event_access import address_of, too_many_attempts
from drafts.views.events.host import BY_SCRIPT

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
    return render(request, "catalog/sets.html", {"shelf": shelf, "sets": sets, "form": asked, "games": shown})


@require_safe
def set_page(request: HttpRequest, code: str) -> HttpResponse:
    card_set = set_of_code(code)
    if card_set is None:
        raise Http404(f"There is no set {code}.")
    view = view_set(card_set, request.GET)
    cards = Paginator(view.cards, CARDS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "catalog/set.html", {"set": view, "cards": cards, **in_game(game_of(card_set))})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    form, user = UploadForm(), cast(User, request.user)
    if request.method == "POST":
        if not spend_attempt(ThrottledAction.UPLOAD, address=address_of(request)):
            return too_many_attempts(request, ThrottledAction.UPLOAD)
        form = UploadForm(request.POST, request.FILES)
        loaded = load_with_progress(form, user) if form.is_valid() else None
        if loaded is not None:
            return tell_loaded(request, loaded)
    lists = [(translated(game.name), ",".join(columns_of(game))) for game in CARD_GAMES.values()]
    answer = render(request, "catalog/upload.html", {"form": form, "lists": lists})
    allow_upload(answer, user)
    return answer


@require_safe
@never_cache
@login_required
def upload_progress(request: HttpRequest) -> JsonResponse:
    """Tell how far an `upload` of this account is: nothing where its work has not begun, and where it is over."""
    stage = find_stage(cast(User, request.user).pk, request.GET.get("upload", ""))
    return JsonResponse({"words": stage.words, "done": stage.done, "total": stage.total} if stage else {})


def load_with_progress(form: UploadForm, user: User) -> Loaded | None:
    """Load what a valid form brings, and let its page find out how far that is."""
    with progress_of_upload(user.pk, form.cleaned_data["upload"]) as progress:
        return form.load(user, progress)


def tell_loaded(request: HttpRequest, loaded: Loaded) -> HttpResponse:
    """Lead to a page that says what was loaded and what may be wrong with it; a script is told where to go."""
    if loaded.kind:
        messages.success(request, f"{translated(loaded.kind)}.")
    for card_set in loaded.sets:
        messages.success(request, f"{card_set.summary}.")
    for warning in at_most(loaded.warnings, WARNINGS_SHOWN):
        messages.warning(request, f"{translated(warning)}.")
    there = reverse("set", args=[loaded.sets[0].code]) if len(loaded.sets) == 1 else reverse("sets")
    if request.headers.get("X-Requested-With") == BY_SCRIPT:
        return JsonResponse({"leads_to": there})
    return redirect(there)
