"""Accounts: Django's own views, with a limit to what may be tried from one address."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login, views
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.forms.accounts import ChangePasswordForm, SignInForm, SignUpForm
from drafts.models import ThrottledAction
from drafts.services.organizers import tell_sign_out
from drafts.services.throttling import is_allowed, record_attempt
from drafts.views.event_access import address_of, too_many_attempts

PASSWORDS = "django.contrib.auth.backends.ModelBackend"


class _AsksForPassword:
    """A form that asks for a password: too many wrong ones from an address, under whatever names, shut it."""

    request: HttpRequest

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_allowed(ThrottledAction.PASSWORD, address=address_of(request)):
            return too_many_attempts(request, ThrottledAction.PASSWORD)
        return super().post(request, *args, **kwargs)  # type: ignore[misc,no-any-return]  # the view it is mixed into

    def form_invalid(self, form: Any) -> HttpResponse:
        record_attempt(ThrottledAction.PASSWORD, address=address_of(self.request))
        return super().form_invalid(form)  # type: ignore[misc,no-any-return]  # the same


class SignIn(_AsksForPassword, views.LoginView):
    authentication_form = SignInForm
    redirect_authenticated_user = True
    extra_context = {"signup_open": settings.SIGNUP_OPEN}


class SignOut(views.LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        answer = super().post(request, *args, **kwargs)
        if isinstance(user, User):
            tell_sign_out(user=user)
        return answer


class ChangePassword(_AsksForPassword, views.PasswordChangeView):
    form_class = ChangePasswordForm

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        tell_sign_out(user=form.user)
        return answer


@never_cache
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next", "/admin/"))


@require_http_methods(["GET", "POST"])
@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    if not settings.SIGNUP_OPEN:
        return render(request, "registration/signup_closed.html", status=404)
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not is_allowed(ThrottledAction.SIGN_UP, address=address_of(request)):
            return too_many_attempts(request, ThrottledAction.SIGN_UP)
        record_attempt(ThrottledAction.SIGN_UP, address=address_of(request))
        login(request, form.save(), backend=PASSWORDS)
        return redirect(settings.LOGIN_REDIRECT_URL)
    return render(request, "registration/signup.html", {"form": form})
