"""Frames that are too large or no JSON text do no harm, in whatever way Daphne was started."""

import sys
import zlib
from contextlib import ExitStack

import pytest

from drafts.limits import LARGEST_MESSAGE
from tests.clients.device import Device, Organizer
from tests.clients.raw import close_code, connection, frame, hear_all, length_of, say, upgrade
from tests.process_facts import memory_of
from tests.server import Daphne, environment

MIB = 1024 * 1024
PING = b'{"type":"ping"}'


class PlainDaphne(Daphne):
    """Daphne as its own manual starts it, with these options."""

    options: tuple[str, ...] = ()

    def command(self):
        where = ["-b", "127.0.0.1", "-p", str(self.port)]
        return [sys.executable, "-m", "daphne", *where, *self.options, "draftsite.asgi:application"]


class GenerousDaphne(PlainDaphne):
    options = ("--websocket-max-message-size", "10000000", "--websocket-max-frame-size", "10000000")


class InquiringDaphne(PlainDaphne):
    """Asks after a second whether a client is there, and drops it two seconds later."""

    options = ("--ping-interval", "1", "--ping-timeout", "2")


@pytest.fixture(scope="module", params=[Daphne, PlainDaphne, GenerousDaphne], ids=lambda kind: kind.__name__)
def site(request, installation, tmp_path_factory):
    folder = tmp_path_factory.mktemp("frames")
    env = environment(database=installation.database.copy(folder).url, static=installation.static)
    site = request.param(folder / "server.log", env)
    site.start()
    yield site
    site.kill()
    assert "Traceback" not in site.log.read_text()


@pytest.fixture(scope="module")
def path(site):
    return f"/ws/events/{Organizer(site.url).create()}/"


def parts(payload, size, opcode=1):
    """Return a message in frames of this many bytes."""
    cut = [payload[at : at + size] for at in range(0, len(payload), size)]
    frames = [frame(part, 0, final=False) for part in cut[1:-1]]
    return frame(cut[0], opcode, final=False) + b"".join(frames) + frame(cut[-1], 0)


def padded(size):
    """Return a ping of so many bytes, which is answered."""
    return PING + b" " * (size - len(PING))


def answer_to(site, path, data):
    """Open a socket, send it this, and return what was heard until the server closed it."""
    with connection(site.port) as line:
        upgrade(line, Device(site.url), path)
        say(line, data)
        return hear_all(line)


TOO_LARGE = {
    "one byte too much": frame(padded(LARGEST_MESSAGE + 1)),
    "binary": frame(b"x" * (LARGEST_MESSAGE + 1), 2),
    "two parts": parts(padded(LARGEST_MESSAGE + 1), 10_000),
    "many small parts": parts(padded(LARGEST_MESSAGE + 1), 60),
    "many small binary parts": parts(b"x" * (LARGEST_MESSAGE + 1), 60, 2),
    "parts without an end": frame(b"[", final=False) + frame(b" " * 200, 0, final=False) * 100,
    "only the beginning of a terabyte": b"\x81" + length_of(1 << 40) + b"\0\0\0\0{",
    "five megabytes that all come": frame(padded(5 * MIB)),
}


@pytest.mark.parametrize("data", TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_message_over_16_kib_closes_with_1009(site, path, data):
    assert close_code(answer_to(site, path, data)) == 1009


@pytest.mark.parametrize(
    "data", [frame(padded(LARGEST_MESSAGE)), parts(padded(LARGEST_MESSAGE), 60)], ids=["one frame", "many parts"]
)
def test_a_message_of_16_kib_is_read(site, path, data):
    with connection(site.port) as line:
        upgrade(line, Device(site.url), path)
        say(line, data)
        heard = b""
        while b'"pong"' not in heard:
            part = line.recv(65536)
            assert part, heard
            heard += part


NOT_TEXT = {
    "no JSON": frame(b"not json"),
    "nothing": frame(b""),
    "half of JSON": frame(PING[:-1]),
    "binary": frame(PING, 2),
    "a letter that is none": frame(b'{"type":"\xff\xfe"}'),
    "half a letter": frame(b'{"type":"ping"}\xe2\x82'),
    "half a letter, and the rest in no other part": parts(b'{"type":"\xe2\x82', 5),
}


def test_an_answer_comes_before_the_end_of_the_connection(site, path):
    heard = answer_to(site, path, frame(PING) + frame(PING, 2))
    assert -1 < heard.find(b'"pong"') < heard.rfind(b"\x88")
    assert close_code(heard) == 1003


def test_a_frame_that_is_not_json_text_closes_with_1003(site, path):
    with ExitStack() as lines:  # all at once: the server waits a second for a client that does not close on its side
        opened = {name: lines.enter_context(connection(site.port)) for name in NOT_TEXT}
        for name, line in opened.items():
            upgrade(line, Device(site.url), path)
            say(line, NOT_TEXT[name])
        codes = {name: close_code(hear_all(line)) for name, line in opened.items()}
    assert codes == dict.fromkeys(NOT_TEXT, 1003)


BROKEN = {
    "a reserved kind": frame(b"", 3),
    "a part of no message": frame(PING, 0),
    "a long ping": frame(b"x" * 126, 9),
    "no mask": b"\x81\x0f" + PING,
    "compressed, as was not agreed": b"\xc1" + frame(zlib.compress(PING))[1:],
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_frame_that_breaks_the_protocol_of_websockets_closes_with_1002(site, path, data):
    assert close_code(answer_to(site, path, data)) == 1002


def test_no_client_may_compress_what_it_sends(site, path):
    before, bomb = memory_of(site.pid), zlib.compress(b" " * 10 * MIB)
    offer = f"{path} HTTP/1.1\r\nSec-WebSocket-Extensions: permessage-deflate\r\nX-Rest:"
    with connection(site.port) as line:
        assert b"Sec-WebSocket-Extensions" not in upgrade(line, Device(site.url), offer)
        say(line, b"\xc1" + frame(bomb)[1:])
        assert close_code(hear_all(line)) == 1002
    assert memory_of(site.pid) - before < 5 * MIB


def frames_of(line):
    """Yield the opcode and the payload of each frame that a server sends, until it hangs up."""
    stream = line.makefile("rb")
    while head := stream.read(2):
        size = {126: 2, 127: 8}.get(head[1], 0)
        length = int.from_bytes(stream.read(size)) if size else head[1]
        yield head[0] & 0x0F, stream.read(length)


def test_a_client_that_says_something_is_there_though_it_answers_no_ping(installation, tmp_path):
    env = environment(database=installation.database.copy(tmp_path).url, static=installation.static)
    site = InquiringDaphne(tmp_path / "server.log", env)
    site.start()
    try:
        with connection(site.port) as line:
            upgrade(line, Device(site.url), f"/ws/events/{Organizer(site.url).create()}/")
            pings, answers = 0, 0
            for opcode, payload in frames_of(line):
                answers += b'"pong"' in payload
                if opcode == 9:
                    pings += 1
                    say(line, frame(PING))
                if pings == 4:
                    break
            assert (pings, answers) == (4, 3)
    finally:
        site.kill()


def test_a_flood_closes_with_4008(site, path):
    assert close_code(answer_to(site, path, frame(PING) * 20_000)) == 4008


def test_large_messages_from_many_leave_the_memory_as_it_is(site, path):
    answer_to(site, path, TOO_LARGE["five megabytes that all come"])
    before = memory_of(site.pid)
    with ExitStack() as lines:
        for _ in range(10):
            line = lines.enter_context(connection(site.port))
            upgrade(line, Device(site.url), path)
            say(line, TOO_LARGE["five megabytes that all come"])
            assert close_code(hear_all(line)) == 1009
    assert memory_of(site.pid) - before < 5 * MIB
