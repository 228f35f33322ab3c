"""What WebSockets need beside the consumers: whose page may open one, and how one is closed."""

import struct
from typing import Any
from urllib.parse import urlsplit

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from daphne.ws_protocol import WebSocketProtocol
from django.conf import settings
from django.http.request import split_domain_port, validate_host

FREE_CODES = range(3000, 5000)
WHOLE_TEXT = 0x81
LONGEST_IN_ONE_BYTE, LONGEST_IN_TWO_BYTES = 125, 65535


class SameHost:
    """Refuses sockets that another site's page opens: the Origin's host and port must be those that were asked for.

    A program that is no browser sends no Origin and has no cookies of anybody's to misuse: it is let in.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Let the app answer, or close the door."""
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if _is_welcome(headers.get(b"host", ""), headers.get(b"origin")):
            await self._app(scope, receive, send)
        else:
            await send(
                {
                    "type": "websocket.close",
                    "code": 4003,
                }
            )


def _is_welcome(host: str, origin: str | None) -> bool:
    allowed = settings.ALLOWED_HOSTS or ([".localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])
    if not validate_host(split_domain_port(host)[0], allowed):
        return False
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        return usual is not None and (parts.hostname, parts.port or usual) == _address(host, usual)
    except ValueError:
        return False


def _address(host: str, usual: int) -> tuple[str | None, int]:
    parts = urlsplit(f"//{host}")
    return parts.hostname, parts.port or usual


def send_standard_close_codes() -> None:
    """Let the server close with 1003 and 1009, as the protocol promises.

    Autobahn keeps the codes below 3000 to itself (`sendClose` raises), though RFC 6455 lets a server send these.
    """
    close = WebSocketProtocol.serverClose

    def server_close(self: Any, code: int | None = None) -> None:
        if code is None or code == 1000 or code in FREE_CODES:
            close(self, code)
        elif self.state == self.STATE_OPEN:
            self.sendCloseFrame(code=code, reasonUtf8=None, isReply=False)

    WebSocketProtocol.serverClose = server_close


def send_frames_of_any_length() -> None:
    """Write text frames to the line as they are.

    Autobahn holds what is sent to the limit for what comes in, and an organizer's view of many tables is longer. It
    also asks of every frame how to mask, compress and cut it, which a server like this one never does.
    """
    usual = WebSocketProtocol.serverSend

    def server_send(self: Any, content: Any, binary: bool = False) -> None:
        if binary or self.state != self.STATE_OPEN or self.send_queue:
            usual(self, content, binary)
        else:
            self.transport.write(frame_of(content))

    WebSocketProtocol.serverSend = server_send


def frame_of(text: str) -> bytes:
    """Return a text as one WebSocket frame of a server (RFC 6455, 5.2)."""
    payload = text.encode()
    size = len(payload)
    if size <= LONGEST_IN_ONE_BYTE:
        return bytes((WHOLE_TEXT, size)) + payload
    if size <= LONGEST_IN_TWO_BYTES:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size) + payload
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size) + payload


def spare_unread_colours() -> None:
    """Leave the lines of Autobahn's debug log plain: it paints two for every frame, whether anybody reads them or not.

    That is a fifth of what Daphne spends on a frame.
    """
    for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
        for paint in ("hltype", "hlval"):
            setattr(module, paint, _plain)


def _plain(value: object) -> object:
    return value
