"""A download ends soon, brings no more than was asked for, and goes where it may."""

import pytest

from drafts.webhooks.downloads import MOST_REDIRECTS, CannotDownload, DownloadTooLarge, download
from drafts.webhooks.error_codes import ErrorCode
from tests.programs import free_port
from tests.webhooks.files import answering, leading_to
from tests.webhooks.receiver import receiving
from tests.webhooks.test_requests import MOST_DRIPS, Dripping

MOST = 1_000_000


def received_of(*answers, **more):
    """Return what is downloaded from a server with these answers, and what was said on the way."""
    said = []
    with receiving(*answers) as server:
        data = download(server.address, **{"most": MOST, "received": lambda *numbers: said.append(numbers)} | more)
    return data, said


def refused(*answers, **more):
    with pytest.raises(CannotDownload) as fault:
        received_of(*answers, **more)
    return fault.value.error, fault.value.status


@pytest.mark.parametrize(("says_length", "total"), [(True, 300_000), (False, None)])
def test_a_file_is_received_and_its_bytes_are_counted_on_the_way(says_length, total):
    file = bytes(range(250)) * 1200
    data, said = received_of(answering(file, says_length=says_length))
    assert data == file
    assert (said[-1], len(said) > 1) == ((300_000, total), True)


def test_it_is_asked_for_as_it_is_and_by_the_name_of_its_host():
    with receiving(answering(b"{}")) as server:
        download(server.address, most=MOST, received=lambda *_: None)
        [heard] = server.heard
    assert (heard.path, heard.headers["host"]) == ("/hook", f"127.0.0.1:{server.port}")
    assert heard.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("says_length", [True, False])
def test_no_more_bytes_are_taken_than_were_asked_for(says_length):
    assert len(received_of(answering(b"x" * 1000, says_length=says_length), most=1000)[0]) == 1000
    with pytest.raises(DownloadTooLarge):
        received_of(answering(b"x" * 1001, says_length=says_length), most=1000)


@pytest.mark.parametrize("status", [404, 500, 304])
def test_another_answer_than_a_file_is_no_file(status):
    assert refused(status) == (ErrorCode.STATUS, status)


def test_a_file_that_breaks_off_is_no_file():
    assert refused(answering(b"half", length=8)) == (ErrorCode.NO_ANSWER, None)


def test_nothing_answers_where_no_server_is():
    with pytest.raises(CannotDownload) as fault:
        download(f"http://127.0.0.1:{free_port()}/a.json", most=MOST, received=lambda *_: None)
    assert fault.value.error is ErrorCode.UNREACHABLE


@pytest.mark.parametrize("length", [b"Content-Length: 1000\r\n", b""])
def test_a_file_that_comes_a_byte_at_a_time_is_given_up_after_all_seconds_together(length):
    dripping = Dripping(b"HTTP/1.1 200 OK\r\n" + length + b"\r\n", b"x")
    assert refused(dripping, seconds=0.4) == (ErrorCode.SLOW, None)
    assert dripping.taken < MOST_DRIPS
    dripping.over.set()


def test_a_redirect_into_a_private_network_is_not_followed_though_the_first_address_was_there():
    with receiving(answering(b"secret")) as elsewhere:
        error, _ = refused(leading_to(elsewhere.address))
    assert (error, elsewhere.heard) == (ErrorCode.NO_HTTPS, [])
    assert refused(leading_to("https://127.0.0.1:8443/a")) == (ErrorCode.PRIVATE, None)
    assert refused(leading_to("file:///etc/passwd")) == (ErrorCode.NO_ADDRESS, None)


def test_redirects_are_followed_so_often_and_no_more(monkeypatch):
    # no address that tests can reach is public: the judgement of the one that is redirected to is another test's
    monkeypatch.setattr("drafts.webhooks.downloads.read_target", _allowing("read_target"))
    monkeypatch.setattr("drafts.webhooks.downloads.addresses_of", _allowing("addresses_of"))
    assert received_of(*[leading_to("/next")] * MOST_REDIRECTS, answering(b"{}"))[0] == b"{}"
    assert refused(*[leading_to("/next")] * (MOST_REDIRECTS + 1)) == (ErrorCode.REDIRECT, None)


def _allowing(name):
    from drafts.webhooks import targets

    return lambda asked, *, allows_private: getattr(targets, name)(asked, allows_private=True)
