"""Which frames the server's end of a WebSocket reads by itself; all others are Autobahn's."""

import pytest

from drafts.limits import LARGEST_MESSAGE
from draftsite.server.websockets import pong_in, text_in
from tests.clients.raw import frame, length_of


@pytest.mark.parametrize("size", [1, 2, 3, 4, 125, 126, 4096, LARGEST_MESSAGE])
def test_a_whole_message_of_text_is_unmasked(size):
    text = bytes(32 + place % 90 for place in range(size))
    assert text_in(frame(text)) == text


def test_letters_of_several_bytes_are_read():
    assert text_in(frame("Åse, 漢字".encode())) == "Åse, 漢字".encode()


OTHERS = {
    "nothing": b"",
    "a part of a head": frame(b"text")[:5],
    "a part of a frame": frame(b"text")[:-1],
    "a frame and the beginning of another": frame(b"text") + b"\x81",
    "two frames": frame(b"text") * 2,
    "an empty message": frame(b""),
    "bytes": frame(b"text", 2),
    "a ping": frame(b"text", 9),
    "the beginning of a message": frame(b"text", final=False),
    "compressed": bytes([0xC1]) + frame(b"text")[1:],
    "unmasked": b"\x81\x04text",
    "longer than may be": frame(b"x" * (LARGEST_MESSAGE + 1)),
    "a length in more bytes than it needs": b"\x81" + bytes([0xFE, 0, 4]) + bytes(4) + b"text",
    "a length in eight bytes": b"\x81" + length_of(70_000) + bytes(4) + b"x" * 70_000,
    "a letter that is none": frame(b"\xff\xfe"),
    "half a letter": frame(b"text\xe2\x82"),
}


@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_anything_else_is_left_to_autobahn(data):
    assert text_in(data) is None


@pytest.mark.parametrize("carried", [b"", b"a", b"twelve bytes"])
def test_a_pong_that_comes_by_itself_is_read_here(carried):
    assert pong_in(frame(carried, 10)) == carried


@pytest.mark.parametrize(
    "data",
    [b"", frame(b"text", 10)[:-1], frame(b"text", 10) + b"x", frame(b"text", 9), frame(b"text"), b"\x8a\x04text"],
    ids=["nothing", "a part", "more than one frame", "a ping", "a text", "unmasked"],
)
def test_a_frame_that_is_no_whole_pong_is_left_to_autobahn(data):
    assert pong_in(data) is None
