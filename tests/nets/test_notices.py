"""The notices that processes send each other, as they are written: beside a process of the version before, during an
upgrade, both must read what the other writes.

Such processes share the rows of the database as well: the tests of migrations cover these.
"""

from typing import get_args

import msgspec
import pytest

from drafts.notices import (
    AnyNotice,
    Changed,
    Deleted,
    Left,
    Listening,
    Moved,
    Reseated,
    Revoked,
    SignedOut,
    Started,
    packed,
    unpacked,
)

RECORDED = [
    (Changed(7), {"type": "changed", "event": 7, "tables": []}),
    (Changed(7, (1, 2)), {"type": "changed", "event": 7, "tables": [1, 2]}),
    (
        Moved(7, ((1, 4), (2, 9)), "here"),
        {"type": "moved", "event": 7, "versions": [[1, 4], [2, 9]], "from": "here"},
    ),
    (Listening(7, "here"), {"type": "listening", "event": 7, "from": "here", "asks": False}),
    (Listening(7, "here", asks=True), {"type": "listening", "event": 7, "from": "here", "asks": True}),
    (Started(7), {"type": "started", "event": 7}),
    (Reseated(7), {"type": "reseated", "event": 7}),
    (Left(7, 3), {"type": "left", "event": 7, "fighter": 3}),
    (SignedOut(7), {"type": "signed_out", "event": 7}),
    (Revoked(7, 5), {"type": "revoked", "event": 7, "link": 5}),
    (Deleted(7), {"type": "deleted", "event": 7}),
]


def sent(message):
    """Return a message as it arrives in another process."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(message))


@pytest.mark.parametrize(("notice", "message"), RECORDED)
def test_a_notice_is_written_and_read_as_in_the_version_before(notice, message):
    assert sent(packed(notice)) == message
    assert unpacked(message) == notice


def test_each_kind_of_notice_is_recorded():
    assert {type(notice) for notice, _ in RECORDED} == {*get_args(AnyNotice)}


@pytest.mark.parametrize(("notice", "message"), RECORDED)
def test_a_field_that_a_newer_version_adds_is_passed_over(notice, message):
    assert unpacked({**message, "since": 3}) == notice


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"type": "changed"},
        {"type": "moved", "event": 7},
        {"type": "news", "event": 7},
        {"type": "left", "event": "7"},
    ],
)
def test_a_message_that_is_no_notice_is_refused(message):
    with pytest.raises(msgspec.ValidationError):
        unpacked(message)
