"""The description of the API is true: of every address, of real answers, and of whatever is sent."""

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from drafts.rules.night.rights import LogVisibility
from drafts.services.integrations.api_tokens import make_token
from tests.factories import drafted_event, make_event
from tests.web.api import API, Program, new_address

pytestmark = pytest.mark.django_db
DESCRIPTION = f"{API}/openapi.json"
EXAMPLES = 60  # with what the description allows, and as many with what it does not
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def serve(environ, start_response):
    """Answer as the site does, unpacked, each time to another address: the fuzzer shall not be told to wait."""
    environ.pop("HTTP_ACCEPT_ENCODING", None)
    client = Client(raise_request_exception=False)
    answer = client.request(**environ | {"REMOTE_ADDR": new_address()})
    start_response(f"{answer.status_code} {answer.reason_phrase}", list(answer.items()))
    return [answer.content]


@pytest.fixture
def description(db):
    return schemathesis.openapi.from_wsgi(DESCRIPTION, serve)


@pytest.fixture
def codes(organizer, sample_sets):
    """Sets and events of every kind that may be named."""
    public = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    closed = make_event(organizer, "Aichi", "Kamui", started=True)
    return ["SMP01", "mag01", public.code, public.code.lower(), closed.code, "AAAAAA"]


def test_the_description_is_valid_openapi_and_loads_nothing(description):
    description.validate()
    raw = description.raw_schema
    assert (raw["openapi"], raw["info"]["title"], raw["info"]["version"]) == ("3.1.0", "Pass Left", "1")
    assert raw["security"] == [{}, {"token": []}]
    addresses = ("", "sets/", "sets/{code}/", "sets/{code}/cards/", "sets/{code}/statistics/")
    addresses += ("events/", "events/{code}/", "events/{code}/log/", "rome/statistics/")
    assert sorted(raw["paths"]) == sorted(f"{API}/{address}" for address in addresses)
    for address, methods in raw["paths"].items():
        assert (list(methods), bool(methods["get"]["summary"])) == (["get"], True), address
        undescribed = [each["name"] for each in methods["get"]["parameters"] if not each.get("description")]
        assert undescribed == [], address


def test_real_answers_are_as_described(description, codes, organizer):
    secret = make_token(user=organizer, name="a program")[1]
    seen = set()
    for operation in (found.ok() for found in description.get_all_operations()):
        for code in codes if "{code}" in operation.path else [""]:
            for headers in ({}, {"Authorization": f"Bearer {secret}"}, {"Authorization": "Bearer wrong"}):
                case = operation.Case(path_parameters={"code": code} if code else {}, headers=headers)
                seen.add((operation.path, case.call_and_validate(checks=CHECKS).status_code))
    assert {path for path, status in seen if status == 200} == {path for path, _ in seen}
    assert {status for _, status in seen} == {200, 401, 403, 404}


@pytest.mark.parametrize("mode", GenerationMode)
def test_the_answer_is_one_that_is_described_whatever_is_sent(description, codes, organizer, mode):
    secret = make_token(user=organizer, name="a program")[1]
    operations = [found.ok() for found in description.get_all_operations()]
    if mode.is_negative:  # any text may be the code of a set: only a list's part and filters can be wrong
        operations = [each for each in operations if "limit" in {one.name for one in each.iter_parameters()}]

    def ask_for(operation):
        @settings(
            max_examples=EXAMPLES // len(operations),
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(data=st.data())
        def ask(data):
            case = data.draw(operation.as_strategy(generation_mode=mode))
            if "{code}" in operation.path and data.draw(st.booleans()):
                case.path_parameters["code"] = data.draw(st.sampled_from(codes))
            headers = {"Authorization": f"Bearer {secret}"} if data.draw(st.booleans()) else {}
            asked.add((operation.path, case.call_and_validate(checks=CHECKS, headers=headers).status_code))

        ask()

    asked = set()
    for operation in operations:
        ask_for(operation)
    assert {path for path, _ in asked} == {operation.path for operation in operations}
    assert (422 if mode.is_negative else 200) in {status for _, status in asked}


def test_the_description_is_the_same_to_everybody(organizer):
    assert Program().ask(DESCRIPTION).content == Program.of(organizer).ask(DESCRIPTION).content
