"""The choice of the columns of an opened table of cards."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.forms.card_columns import ColumnsForm
from drafts.importers.sets.columns import columns_from, guess_columns, least_columns
from drafts.importers.sets.files import table_in
from drafts.models import ThrottledAction
from drafts.presenters.catalog.columns import check_columns, samples_of
from drafts.rules.games.registry import DEFAULT_FORMAT
from drafts.services.catalog.opened_files import cards_in, choose_columns, kept_file
from drafts.services.throttling import spend_attempt
from drafts.views.event_access import address_of, too_many_attempts
from drafts.views.form_values import is_by_script


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Show which columns of the opened table are used for our fields, or change this choice.

    A script requests the choice alone, with its faults.
    """
    user = cast(User, request.user)
    kept = kept_file(account=user)
    table = table_in(kept.data) if kept else None
    if kept is None or table is None:
        return redirect("opened-set")
    begun = columns_from(kept.columns, table.header) or guess_columns(table.header, DEFAULT_FORMAT.card_game)
    form = ColumnsForm(request.POST if request.method == "POST" else None, header=table.header, columns=begun)
    if "use" in request.POST and form.is_valid():
        if not spend_attempt(ThrottledAction.UPLOAD, address=address_of(request)):
            return too_many_attempts(request, ThrottledAction.UPLOAD)
        if cards_in(kept._replace(columns=form.columns.as_json())) is not None:
            choose_columns(account=user, header=table.header, columns=form.columns)
            return redirect("opened-set")
    checked, samples = check_columns(kept.data, form.columns), samples_of(table)
    by_name = {name: samples[place] for name, place in form.columns.places.items()}
    used = set(form.columns.places.values())
    rows = [
        {"field": form.field_of(name), "samples": by_name.get(name, ()), "faults": checked.faults.get(name, ())}
        for name in form.names
    ]
    context = {
        "name": kept.name,
        "kind": table.kind,
        "form": form,
        "rows": rows,
        "checked": checked,
        "needed": [form.field_of(name).name for name in least_columns(form.card_game)],
        "left_out": [
            (title, samples[place][:1])
            for place, title in enumerate(table.header)
            if place not in used and title.strip()
        ],
    }
    is_part = is_by_script(request)
    return render(request, "catalog/columns_choice.html" if is_part else "catalog/columns.html", context)
