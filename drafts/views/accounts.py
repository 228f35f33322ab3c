"""Accounts: Django's own views, with limits for each address."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import login, views
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.devices import account_known, remember_device
from drafts.forms.accounts import ChangePasswordForm, SetPasswordForm, SignInForm, SignUpForm
from drafts.models import ThrottledAction
from drafts.services.accounts import announce_account_sign_out
from drafts.services.throttling import spend_attempt
from drafts.views.event_access import address_of, too_many_attempts
from drafts.views.form_values import LONGEST_LINE, word_in

PASSWORDS = "django.contrib.auth.backends.ModelBackend"


def may_hash(request: HttpRequest, known: User | None = None) -> bool:
    """Count a password that is about to be hashed; return False if there were too many.

    Passwords are counted by address. A browser that is `known` to an account is first counted with the account, so that
    strangers at its address cannot lock it out.
    """
    if known is not None:
        own = f"account {known.pk}"
        if spend_attempt(ThrottledAction.PASSWORD, address=own, browser=own):
            return True
    return spend_attempt(ThrottledAction.PASSWORD, address=address_of(request))


def is_known_here(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> bool:
    """Whether this browser has signed in under this name before: then the name is not locked for it (for axes)."""
    return account_known(request.COOKIES, (credentials or {}).get("username") or "") is not None


class SignIn(views.LoginView):
    authentication_form = SignInForm
    redirect_authenticated_user = True
    extra_context = {"signup_open": settings.SIGNUP_OPEN}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_hash(request, account_known(request.COOKIES, word_in(request.POST, "username"))):
            return too_many_attempts(request, ThrottledAction.PASSWORD)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        remember_device(self.request, answer, form.get_user())
        return answer


class SignOut(views.LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        answer = super().post(request, *args, **kwargs)
        if isinstance(user, User):
            announce_account_sign_out(user=user)
            remember_device(request, answer, user)
        return answer


class ChangePassword(views.PasswordChangeView):
    form_class = ChangePasswordForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        known = request.user if isinstance(request.user, User) else None
        if not may_hash(request, known):
            return too_many_attempts(request, ThrottledAction.PASSWORD)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        announce_account_sign_out(user=form.user)
        remember_device(self.request, answer, form.user)
        return answer


class SetPassword(views.PasswordResetConfirmView):
    """The page of a link of `manage.py password_link`. An expired link answers 404."""

    form_class = SetPasswordForm
    post_reset_login = True
    post_reset_login_backend = PASSWORDS
    success_url = reverse_lazy("password_change_done")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_hash(request):
            return too_many_attempts(request, ThrottledAction.PASSWORD)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        announce_account_sign_out(user=form.user)
        remember_device(self.request, answer, form.user)
        return answer

    def render_to_response(self, context: dict[str, Any], **response_kwargs: Any) -> HttpResponse:
        status = HTTPStatus.OK if self.validlink else HTTPStatus.NOT_FOUND
        return super().render_to_response(context, status=status, **response_kwargs)


@never_cache
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", "/admin/"))


@require_http_methods(["GET", "POST"])
@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    if not settings.SIGNUP_OPEN:
        return render(request, "accounts/signup_closed.html", status=404)
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not spend_attempt(ThrottledAction.SIGN_UP, address=address_of(request)):
            return too_many_attempts(request, ThrottledAction.SIGN_UP)
        if not may_hash(request):
            return too_many_attempts(request, ThrottledAction.PASSWORD)
        user = form.save()
        login(request, user, backend=PASSWORDS)
        answer = redirect(
            _wanted_page(word_in(request.POST, "next", longest=LONGEST_LINE)) or settings.LOGIN_REDIRECT_URL
        )
        remember_device(request, answer, user)
        return answer
    return render(request, "accounts/signup.html", {"form": form, "next": _wanted_page(request.GET.get("next", ""))})


def _wanted_page(address: str) -> str:
    """Return the address if it is a page of this site, or ""."""
    return address if url_has_allowed_host_and_scheme(address, allowed_hosts=None) else ""
