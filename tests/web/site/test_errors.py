import re

import pytest
from django.core.exceptions import PermissionDenied
from django.views import defaults

from drafts.drawings.site import PICTURES
from tests.server import ROOT


@pytest.mark.django_db
def test_an_unknown_address_brings_a_page_with_a_way_on(client):
    answer = client.get("/nothing/here/")
    assert (answer.status_code, "Nothing here" in answer.content.decode()) == (404, True)
    assert 'href="/"' in answer.content.decode()


@pytest.mark.django_db
def test_a_page_that_is_not_yours_says_so_and_not_more(client):
    request = client.get("/accounts/login/").wsgi_request
    answer = defaults.permission_denied(request, PermissionDenied("seat 3 is Ben's"))
    assert (answer.status_code, "Not yours to see" in answer.content.decode()) == (403, True)
    assert "Ben" not in re.sub(r"<[^>]+>", "", answer.content.decode())  # a form's token may have any letters


def test_every_page_with_bad_news_shows_a_picture_that_there_is(client):
    named = set()
    for file in (ROOT / "templates").rglob("*.html"):
        for block in re.findall(r"{% block picture %}(.*?){% endblock %}", file.read_text()):
            named |= set(re.sub(r"{%.*?%}", " ", block).split())
    assert named == set(PICTURES)
    for picture in named:
        answer = client.get(f"/art/site/{picture}.svg")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert client.get("/art/site/nothing.svg").status_code == 404


@pytest.mark.parametrize(
    ("view", "status", "heading"),
    [(defaults.server_error, 500, "Something broke on our side"), (defaults.bad_request, 400, "not understood")],
)
def test_a_page_for_when_all_else_fails_asks_nothing_of_the_database(rf, view, status, heading):
    answer = view(rf.get("/"), *[ValueError()] * (status == 400))
    assert (answer.status_code, heading in answer.content.decode()) == (status, True)
