import pytest

from draftsite.server.websockets import frame_of


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65535, b"\x81\x7e\xff\xff"),
        (65536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_frame_says_how_long_it_is(size, head):
    assert frame_of(b"a" * size) == head + b"a" * size


def test_a_frame_counts_bytes_and_not_letters():
    assert frame_of("«é»".encode()) == b"\x81\x06\xc2\xab\xc3\xa9\xc2\xbb"
