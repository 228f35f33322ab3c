"""Downloads of a file: only from checked addresses, within limits of bytes, seconds and redirects."""

import time
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urljoin

from urllib3.response import HTTPResponse

from drafts.webhooks.error_codes import ErrorCode
from drafts.webhooks.requests import BROKEN, CONNECT_SECONDS, connection_to, cut_after, error_of, open_line
from drafts.webhooks.targets import BadTarget, IpAddress, Target, addresses_of, read_target

LONGEST_SECONDS = 50.0
"""The time limit of a whole download, redirects included."""
MOST_REDIRECTS = 3
READ_AT_ONCE = 64 * 1024
HEADERS = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "Pass Left"}
REDIRECTS = frozenset({301, 302, 303, 307, 308})

Received = Callable[[int, int | None], None]
"""Called with the number of bytes received, and the total if the server has sent it."""


class CannotDownload(Exception):
    """A file that was not received. `status` is the status of the response, if there was one."""

    def __init__(self, error: ErrorCode, status: int | None = None) -> None:
        super().__init__(error.value)
        self.error, self.status = error, status


class DownloadTooLarge(Exception):
    """A file of more bytes than allowed; nothing of it is kept."""


def download(address: str, *, most: int, received: Received, seconds: float = LONGEST_SECONDS) -> bytes:
    """Return the file at an address. Raises CannotDownload, and DownloadTooLarge for one of more than `most` bytes.

    The address may be in the installation's own network, but the target of a redirect may not.
    """
    over_at, is_own = time.monotonic() + seconds, True
    for _ in range(1 + MOST_REDIRECTS):
        found = _ask(address, over_at, most, received, allows_private=is_own)
        if isinstance(found, bytes):
            return found
        address, is_own = urljoin(address, found), False
    raise CannotDownload(ErrorCode.REDIRECT)


def _ask(address: str, over_at: float, most: int, received: Received, *, allows_private: bool) -> bytes | str:
    """Return the file at an address, or the address that it redirects to."""
    try:
        target = read_target(address, allows_private=allows_private)
        places = addresses_of(target, allows_private=allows_private)
    except BadTarget as bad:
        raise CannotDownload(bad.error) from None
    for place in places[:-1]:
        try:
            return _ask_at(target, place, over_at, most, received)
        except CannotDownload as fault:
            if fault.error is not ErrorCode.UNREACHABLE:
                raise
    return _ask_at(target, places[-1], over_at, most, received)


def _ask_at(target: Target, place: IpAddress, over_at: float, most: int, received: Received) -> bytes | str:
    seconds = over_at - time.monotonic()
    if seconds <= 0:
        raise CannotDownload(ErrorCode.SLOW)
    connection = connection_to(target, place, min(CONNECT_SECONDS, seconds))
    with cut_after(connection, seconds) as was_cut:
        try:
            open_line(connection, was_cut, seconds)
            connection.request("GET", target.path, headers={"Host": target.authority, **HEADERS}, preload_content=False)
            found = _read(connection.getresponse(), most, received)
            if was_cut.is_set():  # half a file looks like a whole one
                raise CannotDownload(ErrorCode.SLOW)
            return found
        except BROKEN as fault:
            raise CannotDownload(error_of(fault, is_late=was_cut.is_set())) from None
        finally:
            connection.close()


def _read(response: HTTPResponse, most: int, received: Received) -> bytes | str:
    if response.status in REDIRECTS and (there := response.headers.get("Location")):
        return there
    if response.status != HTTPStatus.OK:
        raise CannotDownload(ErrorCode.STATUS, response.status)
    total = response.length_remaining
    if total is not None and total > most:
        raise DownloadTooLarge
    data = bytearray()
    while chunk := response.read(READ_AT_ONCE, decode_content=False):
        data += chunk
        if len(data) > most:
            raise DownloadTooLarge
        received(len(data), total)
    return bytes(data)
