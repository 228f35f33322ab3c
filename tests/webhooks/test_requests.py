"""One request: whatever the other side does, it ends soon, goes nowhere else, and says in a word what happened."""

import socket
import ssl
from contextlib import suppress
from threading import Event

import pytest

from drafts.webhooks.error_codes import ErrorCode
from drafts.webhooks.requests import KEPT_OF_ANSWER, Answer, send, trusted
from tests.programs import PATIENCE, ROOT, free_port
from tests.webhooks.receiver import receiving

HEADERS = {"Content-Type": "application/json", "webhook-id": "msg_1"}


def asked(address, **more):
    return send(address, b'{"a": 1}', HEADERS, **{"allows_private": True, "seconds": 5.0} | more)


def test_a_body_is_sent_as_it_is_to_the_path_that_was_named():
    with receiving() as receiver:
        assert asked(f"{receiver.address}?of=store") == Answer(200)
        heard = receiver.wait()
    assert (heard.path, heard.body, heard.headers["host"]) == (
        "/hook?of=store", b'{"a": 1}', f"127.0.0.1:{receiver.port}",
    )  # fmt: skip
    assert (heard.headers["content-type"], heard.headers["webhook-id"]) == ("application/json", "msg_1")


def refusing(handler):
    body = "Sorry \x00\n\u202e no " + "x" * 4000
    handler.send_response(500)
    handler.send_header("Content-Length", str(len(body.encode())))
    handler.end_headers()
    handler.wfile.write(body.encode())


def test_of_a_refusal_no_more_is_kept_than_one_short_line():
    with receiving(refusing) as receiver:
        answer = asked(receiver.address)
    assert (answer.status, answer.error, len(answer.words)) == (500, ErrorCode.STATUS, KEPT_OF_ANSWER)
    assert answer.words.startswith("Sorry no xxx")


@pytest.mark.parametrize(
    ("status", "error"), [(204, None), (404, ErrorCode.STATUS), (410, ErrorCode.GONE), (503, ErrorCode.STATUS)]
)
def test_the_answer_says_whether_a_request_has_arrived(status, error):
    with receiving(status) as receiver:
        assert asked(receiver.address)[:2] == (status, error)


def test_a_redirect_is_not_followed():
    with receiving() as elsewhere:

        def leading_on(handler):
            handler.send_response(307)
            handler.send_header("Location", elsewhere.address)
            handler.end_headers()

        with receiving(leading_on) as receiver:
            assert asked(receiver.address) == Answer(307, ErrorCode.REDIRECT)
    assert elsewhere.heard == []


MOST_DRIPS = 400


class Dripping:
    """An answer that comes a byte at a time, each well within the timeout of a socket, and counts what was taken."""

    def __init__(self, head, drip):
        self.head, self.drip, self.taken = head, drip, 0
        self.over = Event()

    def __call__(self, handler):
        with suppress(OSError):
            handler.wfile.write(self.head)
            while self.taken < MOST_DRIPS and not self.over.wait(0.05):
                handler.wfile.write(self.drip)
                self.taken += 1
        self.over.set()


@pytest.mark.parametrize(
    ("head", "drip"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"X-Drip: 1\r\n"),
        (b"HTTP/1.1 200 OK\r\nX-Drip: ", b"1"),
        (b"HTTP/1.1 ", b"2"),
    ],
)
def test_an_answer_that_drips_is_cut_off_long_before_its_end(head, drip):
    dripping = Dripping(head, drip)
    with receiving(dripping) as receiver:
        assert asked(receiver.address, seconds=0.4) == Answer(error=ErrorCode.SLOW)
        assert dripping.taken < MOST_DRIPS
        dripping.over.set()


@pytest.mark.parametrize("length", [b"Content-Length: 1000\r\n", b""])
def test_a_refusal_whose_words_drip_is_known_by_its_status_and_cut_off(length):
    dripping = Dripping(b"HTTP/1.1 500 No\r\n" + length + b"\r\n", b"x")
    with receiving(dripping) as receiver:
        assert asked(receiver.address, seconds=0.4)[:2] == (500, ErrorCode.STATUS)
        assert dripping.taken < MOST_DRIPS
        dripping.over.set()


def test_an_answer_that_never_comes_is_waited_for_no_longer_than_that():
    let_go = Event()
    try:
        with receiving(lambda handler: let_go.wait(PATIENCE)) as receiver:
            assert asked(receiver.address, seconds=0.4) == Answer(error=ErrorCode.SLOW)
            assert not let_go.is_set()
    finally:
        let_go.set()


def test_an_answer_that_is_no_http_or_breaks_off_is_no_answer():
    def babbling(handler):
        handler.wfile.write(b"220 smtp.example ready\r\n")

    def hanging_up(handler):
        handler.connection.shutdown(socket.SHUT_RDWR)

    with receiving(babbling, hanging_up) as receiver:
        assert [asked(receiver.address) for _ in range(2)] == [Answer(error=ErrorCode.NO_ANSWER)] * 2


def test_where_nobody_listens_nothing_is_reached():
    assert asked(f"http://127.0.0.1:{free_port()}/") == Answer(error=ErrorCode.UNREACHABLE)


def test_where_a_private_network_is_not_allowed_nobody_there_hears_a_thing():
    with receiving() as receiver:
        assert asked(f"https://127.0.0.1:{receiver.port}/", allows_private=False) == Answer(error=ErrorCode.PRIVATE)
        assert asked(receiver.address, allows_private=False) == Answer(error=ErrorCode.NO_HTTPS)
    assert receiver.heard == []


# The address that was judged, and the certificate -----------------------------------------------------------------


CERTIFICATE = ROOT / "tests/webhooks/localhost.pem"
"""Of "localhost", signed by itself, with its key: nobody trusts it who is not told to."""


@pytest.fixture
def trusting(monkeypatch):
    def trust():
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        trusted.cache_clear()

    yield trust
    monkeypatch.undo()
    trusted.cache_clear()


def server_context():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


@pytest.mark.parametrize(("scheme", "context"), [("http", None), ("https", server_context())])
def test_a_request_goes_to_the_address_that_was_judged_whatever_the_name_leads_to_next(
    monkeypatch, trusting, scheme, context
):
    """The name leads to the receiver when it is judged, and nowhere when it is asked for once more."""
    found = []

    def first_here_then_elsewhere(host, port, *args, **more):
        if host != "localhost":
            return real(host, port, *args, **more)
        found.append(host)
        return real("127.0.0.1" if len(found) == 1 else "127.0.0.9", port, *args, **more)

    trusting()
    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", first_here_then_elsewhere)
    with receiving(context=context) as receiver:
        assert asked(f"{scheme}://localhost:{receiver.port}/") == Answer(200)
        assert receiver.wait().headers["host"] == f"localhost:{receiver.port}"
    assert found == ["localhost"]


def test_a_certificate_has_to_be_trusted_and_of_the_name_that_was_asked_for(trusting):
    with receiving(context=server_context()) as receiver:
        assert asked(f"https://localhost:{receiver.port}/") == Answer(error=ErrorCode.CERTIFICATE)
        trusting()
        assert asked(f"https://localhost:{receiver.port}/") == Answer(200)
        assert asked(f"https://127.0.0.1:{receiver.port}/") == Answer(error=ErrorCode.CERTIFICATE)
