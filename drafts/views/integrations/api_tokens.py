"""The page on which an account makes and revokes the tokens of its programs."""

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.forms.integrations.api_tokens import TokenForm
from drafts.queries.integrations.api_tokens import tokens_of
from drafts.rules.night.nicknames import isolate
from drafts.services.errors import ServiceError
from drafts.services.integrations.api_tokens import make_token, refusal_of_more, revoke_token
from drafts.views.form_values import number_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def api_tokens(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    if request.method == "POST" and "revoke" in request.POST:
        return _revoke(request, user)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            token, secret = make_token(user=user, name=form.cleaned_data["name"])
        except ServiceError as fault:
            form.add_error(fault.field, fault.message)
        else:
            # Shown in the response itself: after a redirect the page would have to find the secret somewhere.
            return _page(request, user, TokenForm(), made=token.name, secret=secret)
    return _page(request, user, form)


def _page(request: HttpRequest, user: User, form: TokenForm, *, made: str = "", secret: str = "") -> HttpResponse:
    standing, revoked = tokens_of(user)
    context = {
        "form": form,
        "tokens": standing,
        "revoked": revoked,
        "made": made,
        "secret": secret,
        "refusal": refusal_of_more(len(standing)),
        "address": request.build_absolute_uri("/api/v1/"),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "integrations/api_tokens.html", context, status=status)


def _revoke(request: HttpRequest, user: User) -> HttpResponse:
    try:
        token = revoke_token(user=user, token_id=number_in(request.POST, "revoke") or 0)
    except ServiceError as fault:
        messages.error(request, fault.message)
    else:
        words = gettext("The token %(name)s is revoked: it opens nothing any more.")
        messages.success(request, words % {"name": isolate(token.name)})
    return redirect("api-tokens")
