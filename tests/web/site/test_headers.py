"""The headers that every answer has, and the cookies that a browser is given."""

import re
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.test import Client, override_settings
from django.urls import path

from tests.factories import drafted_event, fighter, make_event, sit_down
from tests.web.addresses import every_address

pytestmark = pytest.mark.django_db
HTTPS = {"HTTPS": True, "SECURE_SSL_REDIRECT": True, "SECURE_HSTS_SECONDS": 31536000}
HTTPS |= {"SESSION_COOKIE_SECURE": True, "CSRF_COOKIE_SECURE": True}


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi")


@pytest.fixture
def everybody(organizer, organizer_client, event):
    """A passer-by, a fighter, the event's organizer, and who may enter the admin."""
    seated, admin = Client(), Client()
    sit_down(seated, fighter(event, "Aichi"))
    admin.force_login(User.objects.create_superuser("root"), backend="django.contrib.auth.backends.ModelBackend")
    return [Client(), seated, organizer_client, admin]


def faults_of(answer):
    """Return which promised headers an answer lacks."""
    policy = answer.get("Content-Security-Policy", "")
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    wanted = {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    faults = [name for name, value in wanted.items() if answer.get(name) != value]
    if answer.get("Referrer-Policy") not in ("same-origin", "strict-origin", "no-referrer"):
        faults.append("Referrer-Policy")
    if "camera=()" not in answer.get("Permissions-Policy", ""):
        faults.append("Permissions-Policy")
    if "unsafe" in policy or "*" in policy or "http:" in policy:
        faults.append("a policy that lets others in")
    for name, value in {"default-src": "'self'", "object-src": "'none'", "base-uri": "'none'"}.items():
        if directives.get(name) != value:
            faults.append(name)
    return faults + [name for name in ("form-action", "frame-ancestors") if name not in directives]


def test_every_page_redirect_and_error_carries_every_header_and_no_page_is_kept_by_a_browser_or_a_proxy(
    everybody, event
):
    found = {}
    addresses = every_address(event)
    of_admin = [address for address in addresses if address.startswith("/admin/")]
    others = [address for address in addresses if address not in of_admin]
    *visitors, admin = everybody
    for people, pages in ((visitors, others), ([*visitors[:1], admin], of_admin)):
        for person, address in product(people, pages):
            answer = person.get(address)
            found[answer.status_code] = found.get(answer.status_code, 0) + 1
            assert (address, answer.status_code, faults_of(answer)) == (address, answer.status_code, [])
            if not address.startswith(("/art/", "/api/v1/", "/manifest.")):  # the same for everybody
                assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", ")), address
    assert {200, 302, 403, 404, 405} <= set(found)


def test_a_static_file_carries_every_header_too(client):
    assert finders.find("img/logo.svg")
    answer = client.get("/static/img/logo.svg")
    assert (answer.status_code, faults_of(answer)) == (200, [])
    assert "no-store" not in answer["Cache-Control"]


@pytest.mark.parametrize("path", ["css/site/tokens.css", "js/theme.js", "fonts/manrope.woff2"])
def test_styles_scripts_and_fonts_carry_all_but_what_a_document_may_do(client, path):
    answer = client.get(f"/static/{path}")
    assert (answer.status_code, faults_of(answer)) == (200, ["Permissions-Policy"])
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("https", [False, True])
def test_a_request_for_a_foreign_host_is_refused_with_every_header(client, https):
    with override_settings(**(HTTPS if https else {})):
        answer = client.get("/", headers={"host": "evil.example"})
    assert (answer.status_code, faults_of(answer)) == (400, [])
    assert "evil" not in answer.content.decode()


def broken_page(request):
    raise RuntimeError


urlpatterns = [path("", broken_page)]


@override_settings(ROOT_URLCONF=__name__)
def test_a_page_that_breaks_carries_every_header(client):
    client.raise_request_exception = False
    answer = client.get("/")
    assert (answer.status_code, faults_of(answer)) == (500, [])


def test_with_https_everyone_is_led_to_it_and_told_to_stay(client):
    with override_settings(**HTTPS):
        led = client.get("/accounts/login/")
        there = client.get("/accounts/login/", secure=True)
    assert (led.status_code, led["Location"], faults_of(led)) == (301, "https://testserver/accounts/login/", [])
    assert "max-age=31536000" in there["Strict-Transport-Security"]


def test_without_https_nobody_is_told_to_use_it(client):
    assert "Strict-Transport-Security" not in client.get("/")


# Caching ----------------------------------------------------------------------------------------------------------


def test_a_log_that_is_open_to_its_fighters_only_is_not_kept_either(client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    sit_down(client, fighter(event, "Aichi"))
    for page in ("log/", "log/log.json", "log/log.csv", "log/t1-s0.txt", "deck.txt"):
        answer = client.get(f"/events/{event.code}/{page}")
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True), page


# Cookies ----------------------------------------------------------------------------------------------------------


def cookies_given(https):
    """Return the cookies of a client that opens the first page, makes an account, and is told something."""
    client = Client()
    with override_settings(**(HTTPS if https else {})):
        client.get("/accounts/signup/", secure=https)
        client.post(
            "/accounts/signup/",
            {"username": "Bea", "password1": "a shuffle of units", "password2": "a shuffle of units"},
            secure=https,
        )
        client.post("/practice/", secure=https)
    return client.cookies


@pytest.mark.parametrize("https", [False, True])
def test_no_script_and_no_other_site_can_use_a_cookie(db, https):
    cookies = cookies_given(https)
    assert {"sessionid", "csrftoken"} <= set(cookies)
    for cookie in cookies.values():
        assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", https), cookie.key


def test_a_session_key_cannot_be_guessed(db):
    assert re.fullmatch(r"[a-z0-9]{32}", cookies_given(https=False)["sessionid"].value)
