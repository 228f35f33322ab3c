import re
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from drafts.access.password_links import path_of_link
from drafts.models import ThrottledAction
from drafts.services.throttling import LIMITS, record_attempt

pytestmark = pytest.mark.django_db

NEW = dict.fromkeys(("new_password1", "new_password2"), "none of any clan")


def printed(name):
    out = StringIO()
    call_command("password_link", name, stdout=out, stderr=StringIO())
    return out.getvalue().split()


def opened(path):
    """Return a browser that has opened the link, and the page that it was led to."""
    client = Client()
    return client, client.get(path, follow=True)


def sign_in(password):
    return Client().post("/accounts/login/", {"username": "ann", "password": password}).status_code == 302


def test_the_printed_link_sets_a_new_password_and_signs_in(organizer):
    path = re.sub("^http://[^/]+", "", printed("ann")[0])
    client, page = opened(path)
    assert "ann" in page.content.decode()
    answer = client.post(page.request["PATH_INFO"], NEW)
    assert (answer["Location"], client.get("/events/").status_code) == ("/accounts/password_change/done/", 200)
    assert (sign_in("five of each clan"), sign_in("none of any clan")) == (False, True)


def test_a_new_password_signs_every_other_device_out(organizer, organizer_client):
    client, page = opened(path_of_link(organizer))
    client.post(page.request["PATH_INFO"], NEW)
    assert organizer_client.get("/events/").status_code == 302


def test_a_link_works_once(organizer):
    path = path_of_link(organizer)
    client, page = opened(path)
    client.post(page.request["PATH_INFO"], NEW)
    _, again = opened(path)
    assert (again.status_code, "no longer works" in again.content.decode()) == (404, True)
    assert client.post(page.request["PATH_INFO"], NEW | {"new_password1": "x"}).status_code == 404


def test_a_link_ends_with_a_sign_in(organizer):
    path = path_of_link(organizer)
    assert sign_in("five of each clan")
    assert opened(path)[1].status_code == 404


def test_a_link_ends_after_an_hour(organizer, monkeypatch):
    path = path_of_link(organizer)
    now = datetime.now()
    for minutes, status in ((59, 200), (61, 404)):
        later = now + timedelta(minutes=minutes)
        monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _, at=later: at)
        assert opened(path)[1].status_code == status


def test_a_link_is_of_one_account(organizer):
    ben = User.objects.create_user("ben", password="four of each clan")
    foreign = path_of_link(ben).replace(path_of_link(ben).split("/")[3], path_of_link(organizer).split("/")[3])
    assert opened(foreign)[1].status_code == 404


def test_a_weak_password_is_refused_in_our_words(organizer):
    client, page = opened(path_of_link(organizer))
    answer = client.post(page.request["PATH_INFO"], dict.fromkeys(NEW, "12345678"))
    assert "This password is only digits." in answer.content.decode()
    assert sign_in("five of each clan")


def test_passwords_that_are_set_by_a_link_are_counted(organizer):
    client, page = opened(path_of_link(organizer))
    for _ in range(LIMITS[ThrottledAction.PASSWORD].most):
        record_attempt(ThrottledAction.PASSWORD, address="127.0.0.1")
    assert client.post(page.request["PATH_INFO"], NEW).status_code == 429


def test_no_link_is_printed_for_an_account_that_does_not_exist_or_is_closed(organizer):
    with pytest.raises(CommandError, match=r"There is no account Ann\. Did you mean ann\?"):
        printed("Ann")
    with pytest.raises(CommandError, match=r"There is no account ben\.$"):
        printed("ben")
    User.objects.update(is_active=False)
    with pytest.raises(CommandError, match="is closed"):
        printed("ann")


def test_behind_a_proxy_the_link_has_the_name_in_the_settings(organizer, settings):
    settings.BEHIND_PROXY, settings.HTTPS, settings.ALLOWED_HOSTS = True, True, ["drafts.example"]
    assert [url[:32] for url in printed("ann")] == ["https://drafts.example/accounts/"]
