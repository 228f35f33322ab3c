"""The page on which an account makes and revokes the tokens of its programs."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from drafts.models import ApiToken
from drafts.services.integrations.api_tokens import MOST_TOKENS, make_token, revoke_token
from tests.factories import messages_of
from tests.web.api import Program

pytestmark = pytest.mark.django_db
PAGE = "/accounts/tokens/"


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(answer.content.decode())).split())


def secrets_in(answer):
    return re.findall(r"passleft_[\w-]+", answer.content.decode())


def test_an_account_makes_a_token_which_is_shown_this_once(organizer_client):
    made = organizer_client.post(PAGE, {"name": "  standings \n board "})
    secret = secrets_in(made)[0]
    assert (made.status_code, "no-store" in made["Cache-Control"]) == (200, True)
    assert Program(secret).ask("/events/").status_code == 200
    again = organizer_client.get(PAGE)
    assert (secrets_in(again), "standings board" in words(again), "last used on" in words(again)) == ([], True, True)


def test_a_token_is_revoked_by_a_form_and_refused_from_then_on(organizer_client, organizer):
    token, secret = make_token(user=organizer, name="board")
    for _ in range(2):
        answer = organizer_client.post(PAGE, {"revoke": token.id})
        assert (answer.status_code, answer["Location"]) == (302, PAGE)
        assert "is revoked" in messages_of(answer)[0]
    assert Program(secret).ask("/events/").status_code == 401
    assert "1 revoked token" in words(organizer_client.get(PAGE))
    assert secrets_in(organizer_client.post(PAGE, {"name": "board"})) != []


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "del\x7fbyte", "turned\u202eround"])
def test_a_bad_name_brings_the_form_back_with_a_message_beside_the_field(organizer_client, name):
    answer = organizer_client.post(PAGE, {"name": name})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["name"])
    assert not ApiToken.objects.exists()


def test_the_same_form_sent_twice_makes_one_token(organizer_client):
    answers = [organizer_client.post(PAGE, {"name": "board"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 422]
    assert "You have a token of that name." in words(answers[1])
    assert ApiToken.objects.count() == 1


def test_an_account_has_so_many_tokens_and_no_more(organizer_client, organizer):
    tokens = [make_token(user=organizer, name=f"board {number}")[0] for number in range(MOST_TOKENS)]
    assert f"up to {MOST_TOKENS} tokens" in words(organizer_client.get(PAGE))
    assert organizer_client.post(PAGE, {"name": "one more"}).status_code == 422
    revoke_token(user=organizer, token_id=tokens[0].id)
    assert organizer_client.post(PAGE, {"name": "one more"}).status_code == 200


def test_no_organizer_sees_or_revokes_a_token_of_another_account(organizer):
    token, secret = make_token(user=organizer, name="of Ann alone")
    other = Client()
    other.force_login(User.objects.create_user("ren"), backend="django.contrib.auth.backends.ModelBackend")
    assert "of Ann alone" not in words(other.get(PAGE))
    for number in (token.id, 0, "x", 10**30):
        assert other.post(PAGE, {"revoke": number}).status_code == 302
    assert Program(secret).ask("/events/").status_code == 200


def test_the_page_is_for_those_who_are_signed_in(client, organizer_client):
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    assert client.post(PAGE, {"name": "board"}).status_code == 302
    assert not ApiToken.objects.exists()
    assert f'href="{PAGE}"' in organizer_client.get("/events/").content.decode()
