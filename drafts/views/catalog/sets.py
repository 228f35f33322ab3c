"""The sets that can be drafted, and their cards."""

from typing import cast
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from drafts.forms.catalog import CubeForm, Loaded, SetCodeForm, SetSearch, UploadForm
from drafts.importers.cards import CardFile
from drafts.importers.faults import at_most
from drafts.importers.sets.columns import columns_from, columns_of
from drafts.importers.sets.cubes import ANY_CODE, read_cube
from drafts.importers.sets.files import table_in
from drafts.importers.sets.names import NameList, code_from
from drafts.languages import translated
from drafts.models import ThrottledAction
from drafts.presenters.catalog.opened_sets import opened_cube, opened_sets
from drafts.presenters.catalog.sets import sets_with_fans, view_set
from drafts.queries.catalog import find_sets, games_with_sets, set_of_code
from drafts.rules.games.registry import CARD_GAMES, format_of
from drafts.services.catalog.downloads import can_download
from drafts.services.catalog.opened_files import (
    KeptFile,
    cards_in,
    forget_file,
    keep_file,
    kept_file,
    kept_name,
    remembered_columns,
)
from drafts.services.catalog.removal import remove_set
from drafts.services.catalog.sets import sets_to_change
from drafts.services.catalog.undo import load_to_undo, undo_load
from drafts.services.errors import ServiceError
from drafts.services.throttling import spend_attempt
from drafts.store.catalog import game_of
from drafts.store.cubes import find_cards
from drafts.uploads import allow_upload, find_stage, progress_of_upload
from drafts.views.catalog.art import in_game
from drafts.views.event_access import address_of, too_many_attempts
from drafts.views.form_values import is_by_script, word_in

CARDS_A_PAGE = 150
SETS_A_PAGE = 24
WARNINGS_SHOWN = 5
NAMES_SHOWN = 20
SETS_SHOWN = 8


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
    may_change = isinstance(request.user, User) and sets_to_change([code], request.user).get(code, False)
    undoable = load_to_undo(card_set) if may_change else None
    context = {
        "set": view,
        "cards": cards,
        "may_change": may_change,
        "undoable": undoable,
        **in_game(game_of(card_set)),
    }
    return render(request, "catalog/set.html", context)


@require_POST
@login_required
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """Remove a set that was loaded by mistake."""
    try:
        remove_set(account=cast(User, request.user), code=code)
    except ServiceError as fault:
        messages.error(request, fault.message)
        return redirect("set", code) if set_of_code(code) else redirect("sets")
    messages.success(request, gettext("%(code)s is removed.") % {"code": code})
    return redirect("sets")


@require_POST
@login_required
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last load of a set."""
    try:
        is_there = undo_load(account=cast(User, request.user), code=code)
    except ServiceError as fault:
        messages.error(request, fault.message)
        return redirect("set", code) if set_of_code(code) else redirect("sets")
    messages.success(request, gettext("The last load of %(code)s is undone.") % {"code": code})
    return redirect("set", code) if is_there else redirect("sets")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def open_set(request: HttpRequest) -> HttpResponse:
    """Accept a file of cards: to show its contents (`look`), to load one that was shown (`opened`), or to load it.

    With `fetched`, the code of a set, the file is downloaded.
    """
    form, code_form, user = UploadForm(), SetCodeForm(), cast(User, request.user)
    if request.method == "POST":
        if not spend_attempt(ThrottledAction.UPLOAD, address=address_of(request)):
            return too_many_attempts(request, ThrottledAction.UPLOAD)
        if "opened" in request.POST:
            return _load_opened(request, user)
        if "fetched" in request.POST and can_download():
            code_form = SetCodeForm(request.POST)
            answer = _fetched(request, code_form, user) if code_form.is_valid() else None
        else:
            form = UploadForm(request.POST, request.FILES)
            answer = _taken(request, form, user) if form.is_valid() else None
        if answer is not None:
            return answer
    lists = [(translated(game.name), ",".join(columns_of(game))) for game in CARD_GAMES.values()]
    context = {"form": form, "code_form": code_form if can_download() else None, "lists": lists}
    answer = render(request, "catalog/open.html", {**context, "kept": kept_name(account=user)})
    allow_upload(answer, user)
    return answer


@require_safe
@never_cache
@login_required
def opened_set(request: HttpRequest) -> HttpResponse:
    """Show the contents of the opened file. Nothing of it is loaded yet."""
    user = cast(User, request.user)
    kept = kept_file(account=user)
    if kept is None:
        return redirect("open-set")
    if (names := read_cube(kept.data)) is not None:
        answer = _cube_page(
            request, kept.name, names, CubeForm(initial={"code": code_from(kept.name), "name": names.name})
        )
    elif (file := _chosen_in(kept, request.GET.get("booster", ""))) is not None:
        answer = _opened_page(request, user, kept.name, file, UploadForm(opened=file, account=user))
    else:
        return redirect("open-columns")
    allow_upload(answer, user)
    return answer


def _taken(request: HttpRequest, form: UploadForm, user: User) -> HttpResponse | None:
    """Keep a file to show it, or load it at once; return None if something is wrong with it."""
    if "look" not in request.POST:
        loaded = load_with_progress(form, user)
        return None if loaded is None else answer_loaded(request, loaded)
    name, data, there = form.cleaned_data["cards"].name, form.content, "opened-set"
    table = table_in(data)
    stored = remembered_columns(account=user, header=table.header) if table else None
    with progress_of_upload(user.pk, form.cleaned_data["upload"]) as progress:
        columns = columns_from(stored, table.header) if table else None
        if form.names() is None and (form.errors or form.look(progress, columns) is None):
            if table is None:
                return None
            there = "open-columns"
    keep_file(account=user, name=name, data=data, columns=stored)
    return _lead_to(request, reverse(there))


def _fetched(request: HttpRequest, form: SetCodeForm, user: User) -> HttpResponse | None:
    """Download a set and keep its file to show it; return None if something is wrong with it."""
    with progress_of_upload(user.pk, form.cleaned_data["upload"]) as progress:
        data = form.fetch(progress)
    if data is None:
        return None
    keep_file(account=user, name=f"{form.cleaned_data['fetched']}.json", data=data)
    return _lead_to(request, reverse("opened-set"))


def _load_opened(request: HttpRequest, user: User) -> HttpResponse:
    kept = kept_file(account=user)
    if kept is None:
        messages.error(request, gettext("This file is not kept any more. Open it again."))
        return _lead_to(request, reverse("open-set"))
    if "forget" in request.POST:
        forget_file(account=user)
        return _lead_to(request, reverse("open-set"))
    loaded = _load_kept(request, user, kept)
    if isinstance(loaded, HttpResponse):
        return loaded
    forget_file(account=user)
    if "draft" in request.POST and len(loaded.sets) == 1:
        asked = urlencode({"format": format_of(loaded.game).slug, "card_set": loaded.sets[0].code})
        return answer_loaded(request, loaded, f"{reverse('new-event')}?{asked}")
    return answer_loaded(request, loaded)


def _load_kept(request: HttpRequest, user: User, kept: KeptFile) -> Loaded | HttpResponse:
    """Load the opened file, or return the page on which its faults can be corrected."""
    if (names := read_cube(kept.data)) is not None:
        cube_form = CubeForm(request.POST)
        loaded = cube_form.load(user, names) if cube_form.is_valid() else None
        return loaded or _cube_page(request, kept.name, names, cube_form)
    if (file := _chosen_in(kept, word_in(request.POST, "booster"))) is not None:
        form = UploadForm(request.POST, request.FILES, opened=file, account=user)
        loaded = load_with_progress(form, user) if form.is_valid() else None
        return loaded or _opened_page(request, user, kept.name, file, form)
    return _lead_to(request, reverse("open-columns"))


def _chosen_in(kept: KeptFile, booster: str) -> CardFile | None:
    """Return the cards of a file with the chosen booster, or with its first one if it does not have that."""
    return cards_in(kept, booster) or (cards_in(kept) if booster else None)


def _opened_page(request: HttpRequest, user: User, name: str, file: CardFile, form: UploadForm) -> HttpResponse:
    sets = opened_sets(file, sets_to_change({row.set_code for row in file.rows}, user))
    context = {
        "name": name,
        "has_columns": file.has_columns,
        "booster": file.booster,
        "boosters": file.boosters if len(file.boosters) > 1 else (),
        "opened_as": translated(file.kind) if file.kind else name,
        "taken": any(opened.is_taken for opened in sets),
        "sets": sets[:SETS_SHOWN],
        "more": len(sets[SETS_SHOWN:]),
        "form": form,
        "may_draft": len(sets) == 1 and not sets[0].fault,
        "warnings": [translated(words) for words in at_most(file.warnings, WARNINGS_SHOWN)],
        **in_game(file.game),
    }
    return render(request, "catalog/opened.html", context)


@require_safe
@never_cache
@login_required
def upload_progress(request: HttpRequest) -> JsonResponse:
    """Return the progress of an `upload` of this account, {} before its work has begun and after it is over."""
    stage = find_stage(cast(User, request.user).pk, request.GET.get("upload", ""))
    return JsonResponse({"words": stage.words, "done": stage.done, "total": stage.total} if stage else {})


def load_with_progress(form: UploadForm, user: User) -> Loaded | None:
    """Load the file of a valid form, and let its page follow the progress."""
    with progress_of_upload(user.pk, form.cleaned_data["upload"]) as progress:
        return form.load(user, progress)


def _cube_page(request: HttpRequest, name: str, names: NameList, form: forms.Form) -> HttpResponse:
    cube = opened_cube(find_cards(names, code_from(name) or ANY_CODE), names.count)
    missing = at_most(cube.missing, NAMES_SHOWN)
    context = {"cube": cube, "name": name, "form": form, "missing": [translated(each) for each in missing]}
    context["warnings"] = [translated(words) for words in names.warnings]
    return render(request, "catalog/opened_cube.html", {**context, **in_game(cube.game)})


def answer_loaded(request: HttpRequest, loaded: Loaded, there: str = "") -> HttpResponse:
    """Redirect to the page with the loaded cards and their warnings; a script gets its address."""
    if loaded.kind:
        messages.success(request, f"{translated(loaded.kind)}.")
    for card_set in loaded.sets:
        messages.success(request, f"{card_set.summary}.")
    for warning in at_most(loaded.warnings, WARNINGS_SHOWN):
        messages.warning(request, f"{translated(warning)}.")
    first = reverse("set", args=[loaded.sets[0].code]) if len(loaded.sets) == 1 else reverse("sets")
    return _lead_to(request, there or first)


def _lead_to(request: HttpRequest, there: str) -> HttpResponse:
    if is_by_script(request):
        return JsonResponse({"leads_to": there})
    return redirect(there)
