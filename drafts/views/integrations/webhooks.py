"""The organizer's page of an event's webhooks and their deliveries."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.rights import owned_event_of
from drafts.forms.integrations.webhooks import WebhookForm
from drafts.models import Event, ThrottledAction, Webhook
from drafts.queries.integrations.webhooks import webhooks_of
from drafts.services.errors import ServiceError
from drafts.services.integrations.deliveries import MOST_TRIES, send_again
from drafts.services.integrations.webhook_events import MOST_KEPT
from drafts.services.integrations.webhooks import (
    make_webhook,
    pause_webhook,
    refusal_of_more,
    remove_webhook,
    renew_secret,
    send_test,
)
from drafts.services.throttling import spend_attempt
from drafts.views.event_access import address_of, too_many_attempts
from drafts.views.form_values import number_in
from drafts.views.links import absolute


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def webhooks(request: HttpRequest, code: str) -> HttpResponse:
    if not request.user.is_authenticated and request.method != "POST":
        return redirect_to_login(request.path)
    event = owned_event_of(request, code)
    if request.method != "POST":
        return _page(request, event, WebhookForm())
    if not spend_attempt(ThrottledAction.WEBHOOK, address=address_of(request)):
        return too_many_attempts(request, ThrottledAction.WEBHOOK)
    button = next((name for name in VERBS if name in request.POST), None)
    return _make(request, event) if button is None else _change(request, event, button)


def _make(request: HttpRequest, event: Event) -> HttpResponse:
    form = WebhookForm(request.POST)
    if form.is_valid():
        try:
            made = make_webhook(
                event=event,
                address=form.cleaned_data["address"],
                tells=form.told(),
                origin=absolute(request, ""),
            )
        except ServiceError as fault:
            form.add_error(fault.field, fault.message)
        else:
            return _page(request, event, WebhookForm(), shown=made)
    return _page(request, event, form)


Verb = Callable[[Event, int], str | Webhook]
"""The act of a button on a row: returns the message, or the webhook whose secret is to be shown."""


def _change(request: HttpRequest, event: Event, button: str) -> HttpResponse:
    try:
        done = VERBS[button](event, number_in(request.POST, button) or 0)
    except ServiceError as fault:
        messages.error(request, fault.message)
    else:
        if isinstance(done, Webhook):
            # Shown in the response itself: after a redirect the page would have to know that it may show it.
            return _page(request, event, WebhookForm(), shown=done)
        messages.success(request, done)
    return redirect("webhooks", event.code)


def _test(event: Event, row: int) -> str:
    send_test(event=event, webhook_id=row)
    return gettext("A test is on its way.")


def _again(event: Event, row: int) -> str:
    send_again(event=event, delivery_id=row)
    return gettext("It is sent again now.")


def _pause(event: Event, row: int) -> str:
    pause_webhook(event=event, webhook_id=row, paused=True)
    return gettext("The webhook is paused: nothing is sent.")


def _go_on(event: Event, row: int) -> str:
    pause_webhook(event=event, webhook_id=row, paused=False)
    return gettext("The webhook is on again. Waiting deliveries are sent now.")


def _renew(event: Event, row: int) -> Webhook:
    return renew_secret(event=event, webhook_id=row)


def _remove(event: Event, row: int) -> str:
    remove_webhook(event=event, webhook_id=row)
    return gettext("The webhook is removed.")


VERBS: dict[str, Verb] = {
    "test": _test,
    "again": _again,
    "pause": _pause,
    "go_on": _go_on,
    "renew": _renew,
    "remove": _remove,
}
"""By the name of the button, whose value is the row."""


def _page(request: HttpRequest, event: Event, form: WebhookForm, *, shown: Webhook | None = None) -> HttpResponse:
    seen = webhooks_of(event)
    context = {
        "event": event,
        "form": form,
        "webhooks": seen,
        "shown": shown,
        "refusal": refusal_of_more(len(seen)),
        "tries": MOST_TRIES,
        "kept": MOST_KEPT,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "integrations/webhooks.html", context, status=status)
