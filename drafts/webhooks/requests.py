"""A request to a webhook: only to a checked address, without redirects, within a few seconds."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import NamedTuple

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, NameResolutionError, NewConnectionError
from urllib3.response import HTTPResponse

from drafts.webhooks.error_codes import ErrorCode
from drafts.webhooks.targets import BadTarget, IpAddress, Target, addresses_of, read_target

LONGEST_SECONDS = 10.0
"""The time limit from the first byte that is sent to the last that is read."""
CONNECT_SECONDS = 4.0
READ_OF_ANSWER = 1024
KEPT_OF_ANSWER = 200

BROKEN = (HTTPError, http.client.HTTPException, OSError, ValueError)
"""The exceptions of the libraries for broken connections and invalid responses."""


class Answer(NamedTuple):
    """The outcome of a request: the status, if there was one, and the fault, if there was one.

    `words` is the beginning of the body of a refusal.
    """

    status: int | None = None
    error: ErrorCode | None = None
    words: str = ""


def send(
    address: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    allows_private: bool,
    seconds: float = LONGEST_SECONDS,
) -> Answer:
    """Send a body to an address, and return the outcome. Failures are returned, too."""
    over_at = time.monotonic() + seconds
    try:
        target = read_target(address, allows_private=allows_private)
        found = addresses_of(target, allows_private=allows_private)
    except BadTarget as bad:
        return Answer(error=bad.error)
    answer = Answer(error=ErrorCode.UNREACHABLE)
    for each in found:
        left = over_at - time.monotonic()
        if left <= 0:
            return Answer(error=ErrorCode.SLOW)
        answer = _ask(target, each, body, headers, left)
        if answer.error is not ErrorCode.UNREACHABLE:
            break
    return answer


def _ask(target: Target, address: IpAddress, body: bytes, headers: Mapping[str, str], seconds: float) -> Answer:
    connection = connection_to(target, address, min(CONNECT_SECONDS, seconds))
    with cut_after(connection, seconds) as was_cut:
        try:
            open_line(connection, was_cut, seconds)
            sent = {"Host": target.authority, **headers}
            connection.request("POST", target.path, body=body, headers=sent, preload_content=False)
            response = connection.getresponse()
            if was_cut.is_set():  # half a head looks like a whole one
                return Answer(error=ErrorCode.SLOW)
            return _read(response)
        except BROKEN as fault:
            return Answer(error=error_of(fault, is_late=was_cut.is_set()))
        finally:
            connection.close()


def connection_to(target: Target, address: IpAddress, seconds: float) -> HTTPConnection:
    """Return a connection, not opened yet, to a checked address of a target; `seconds` is how long it may block."""
    if target.scheme == "http":
        return HTTPConnection(str(address), target.port, timeout=seconds)
    return HTTPSConnection(
        str(address), target.port, timeout=seconds, ssl_context=trusted(), server_hostname=target.host
    )


@cache
def trusted() -> ssl.SSLContext:
    """Return the context that checks certificates and host names, with the authorities that the system trusts."""
    return ssl.create_default_context()


def _read(response: HTTPResponse) -> Answer:
    status = response.status
    if status // 100 == 2:
        return Answer(status)
    if status // 100 == 3:
        return Answer(status, ErrorCode.REDIRECT)
    words = b""
    with suppress(*BROKEN):  # the status is enough
        words = response.read(READ_OF_ANSWER, decode_content=False)
    error = ErrorCode.GONE if status == http.HTTPStatus.GONE else ErrorCode.STATUS
    return Answer(status, error, _shown(words))


def _shown(words: bytes) -> str:
    """Return the printable text of a response on one line."""
    shown = "".join(sign if sign.isprintable() else " " for sign in words.decode(errors="replace"))
    return " ".join(shown.split())[:KEPT_OF_ANSWER]


def error_of(fault: Exception, *, is_late: bool) -> ErrorCode:
    """Return the code for an exception of `BROKEN`; `is_late`: its connection was cut."""
    reasons = [fault, fault.__cause__, fault.__context__, *fault.args]
    if any(isinstance(reason, ssl.SSLCertVerificationError) for reason in reasons):
        return ErrorCode.CERTIFICATE
    if isinstance(fault, NewConnectionError | NameResolutionError):
        return ErrorCode.UNREACHABLE
    if is_late or isinstance(fault, TimeoutError) or "timed out" in str(fault):
        return ErrorCode.SLOW
    return ErrorCode.NO_ANSWER


class ConnectionDeadline(threading.Event):
    """Set once a connection was cut. `line` is its socket, which the connection drops before a response is read."""

    line: socket.socket | None = None


def open_line(connection: HTTPConnection, cut: ConnectionDeadline, seconds: float) -> None:
    """Open a connection that `cut` watches; `seconds` is how long it may block from then on."""
    connection.connect()
    cut.line = connection.sock
    if cut.line is not None:
        cut.line.settimeout(seconds)


@contextmanager
def cut_after(connection: HTTPConnection, seconds: float) -> Iterator[ConnectionDeadline]:
    """Cut a connection after so many seconds: timeouts of sockets start again with each byte that arrives."""
    done, was_cut = threading.Event(), ConnectionDeadline()

    def watch() -> None:
        wait = seconds
        while not done.wait(wait):
            was_cut.set()
            wait = 0.5  # it may not have had its socket yet
            line = was_cut.line or connection.sock
            if line is not None:
                with suppress(OSError):
                    socket.socket.shutdown(line, socket.SHUT_RDWR)

    watcher = threading.Thread(target=watch, name="webhook-deadline", daemon=True)
    watcher.start()
    try:
        yield was_cut
    finally:
        done.set()
