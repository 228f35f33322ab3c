import msgspec
import pytest

from drafts.notices import Changed, Left, Listening, Moved, SignedOut, Started, packed, unpacked


@pytest.mark.parametrize(
    "notice",
    [
        Changed(7),
        Changed(7, (1, 2)),
        Moved(7, ((1, 4), (2, 9)), "here"),
        Listening(7, "here", asks=True),
        Started(7),
        Left(7, 3),
        SignedOut(7),
    ],
)
def test_a_notice_comes_out_of_the_channel_layer_as_it_went_in(notice):
    assert unpacked(msgspec.msgpack.decode(msgspec.msgpack.encode(packed(notice)))) == notice


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
def test_what_is_no_notice_is_refused(message):
    with pytest.raises(msgspec.ValidationError):
        unpacked(message)
