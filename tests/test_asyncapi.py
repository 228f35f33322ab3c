"""docs/asyncapi.yaml describes the socket as it is. Real messages are held to it in `tests.clients.ws_client`."""

from copy import deepcopy

import pytest

from drafts.management.commands.socket_schema import socket_as_yaml
from drafts.protocol.closes import MEANINGS
from drafts.protocol.schemas import HEARD, SENT, tag_of
from tests.clients.documented import PAGE, faults_in, socket_document
from tests.server import ROOT
from tests.test_protocol import CODES

MESSAGES = socket_document()["components"]["messages"]
EXAMPLES = {tag: each["payload"] for tag, message in MESSAGES.items() for each in message.get("examples", [])}


def test_the_page_is_what_the_types_say():
    assert PAGE.read_text(encoding="utf-8") == socket_as_yaml(), "manage.py socket_schema > docs/asyncapi.yaml"


def test_every_message_is_described_and_stands_in_the_channel():
    assert (
        {*MESSAGES}
        == {tag_of(type_) for type_ in (*HEARD, *SENT)}
        == {*socket_document()["channels"]["event"]["messages"]}
    )
    assert [tag for tag, message in MESSAGES.items() if not message["summary"]] == []


def test_every_reference_to_a_place_of_the_page_finds_it():
    def places(value):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if key == "$ref":
                yield inner
            elif isinstance(inner, dict | list):
                yield from places(inner)

    for place in {*places(socket_document())}:
        found = socket_document()
        for name in place.removeprefix("#/").split("/"):
            found = found[name]


@pytest.mark.parametrize("tag", sorted({*MESSAGES} - {"state", "seat"}))
def test_each_message_has_an_example_that_fits(tag):
    assert faults_in(EXAMPLES[tag]) == []


def test_every_refusal_and_every_close_code_is_there_and_in_the_words_for_people():
    schemas, words = socket_document()["components"]["schemas"], (ROOT / "docs/protocol.md").read_text()
    assert {*schemas["Error"]["properties"]["code"]["enum"]} == CODES
    closes = socket_document()["channels"]["event"]["x-close-codes"]
    assert {*closes} == {str(code) for code in MEANINGS}
    assert [code for code in closes if code not in words] == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seq": "9"}, "ack/seq"),
        ({"seq": -1}, "ack/seq"),
        ({"more": 1}, "Additional properties"),
        ({"type": "nack"}, "no message is called nack"),
    ],
)
def test_a_message_that_the_page_does_not_know_is_noticed(change, fault):
    (found,) = faults_in({**deepcopy(EXAMPLES["ack"]), **change})
    assert fault in found


def test_a_key_that_is_missing_is_noticed():
    (found,) = faults_in({"type": "pong"})
    assert "seq" in found
