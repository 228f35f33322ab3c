"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path
from django.views.generic import RedirectView

from drafts.views.accounts import ChangePassword, SetPassword, SignIn, SignOut, admin_sign_in, signup
from drafts.views.integrations.api_tokens import api_tokens
from drafts.views.site.health import healthz, numbers, readyz
from drafts.views.site.styleguide import styleguide

accounts = [
    path("login/", SignIn.as_view(), name="login"),
    path("logout/", SignOut.as_view(), name="logout"),
    path("signup/", signup, name="signup"),
    path("tokens/", api_tokens, name="api-tokens"),
    path("password_change/", ChangePassword.as_view(), name="password_change"),
    path("password_change/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("reset/<uidb64>/<token>/", SetPassword.as_view(), name="password_reset_confirm"),
]

urlpatterns = [
    path("admin/login/", admin_sign_in),  # passwords are checked in one place, with one limit
    path("admin/password_change/", RedirectView.as_view(pattern_name="password_change")),  # the same
    path("admin/", admin.site.urls),
    path("accounts/", include(accounts)),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", numbers, name="metrics"),
    path("", include("drafts.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("styleguide/", styleguide, name="styleguide"))
