"""The profile of an organizer's store, and settings that are saved under a name."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from drafts.access.rights import owned_event_of
from drafts.forms.events.stores import StoreForm, TemplateNameForm
from drafts.models import Store, ThrottledAction
from drafts.queries.events.stores import store_of, templates_of
from drafts.services.errors import ServiceError
from drafts.services.events.stores import delete_template, save_template
from drafts.services.throttling import spend_attempt
from drafts.views.catalog.card_images import KINDS
from drafts.views.event_access import address_of, too_many_attempts
from drafts.views.form_values import number_in, word_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def store(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    kept = store_of(user)
    posted = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    if request.FILES and not spend_attempt(ThrottledAction.UPLOAD, address=address_of(request)):
        return too_many_attempts(request, ThrottledAction.UPLOAD)
    form = StoreForm(*posted, owner=user, store=kept)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, gettext("The profile is saved."))
        return redirect("store")
    return render(request, "events/store.html", {"form": form, "store": kept, "templates": templates_of(user)})


@require_POST
@login_required
def templates(request: HttpRequest) -> HttpResponse:
    """Save the settings of the event `like` under a `name`, or `delete` some."""
    user = cast(User, request.user)
    try:
        number = number_in(request.POST, "delete")
        if number is not None:
            delete_template(owner=user, template=number)
            messages.success(request, gettext("The settings are deleted. Events that were made from them stay."))
            return redirect("store")
        form = TemplateNameForm(request.POST)
        if not form.is_valid():
            raise ServiceError(" ".join(map(str, form["name"].errors)))
        event = owned_event_of(request, word_in(request.POST, "like"))
        save_template(owner=user, event=event, name=form.cleaned_data["name"])
    except ServiceError as fault:
        messages.error(request, fault.message)
        return redirect("home-organizer")
    said = gettext("The settings are saved. You can choose them for a new event.")
    messages.success(request, said)
    return redirect("home-organizer")


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 365, immutable=True)
def logo(request: HttpRequest, name: str) -> HttpResponse:
    found = Store.objects.filter(logo_name=name).first()
    if found is None or found.logo is None:
        raise Http404
    return HttpResponse(bytes(found.logo), content_type=KINDS[name.rpartition(".")[2]])
