"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path

from drafts.views.accounts import signup
from drafts.views.health import healthz
from drafts.views.styleguide import styleguide

sign_in = auth.LoginView.as_view(redirect_authenticated_user=True, extra_context={"signup_open": settings.SIGNUP_OPEN})
accounts = [
    path("login/", sign_in, name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("signup/", signup, name="signup"),
    path("password_change/", auth.PasswordChangeView.as_view(), name="password_change"),
    path("password_change/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include(accounts)),
    path("healthz", healthz, name="healthz"),
    path("", include("drafts.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide/", styleguide, name="styleguide"))
