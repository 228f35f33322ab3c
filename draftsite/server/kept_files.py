"""Keeps the responses for static files with hashed names in memory: a phone loads seventy of them with its first page.

Such a response never changes, and is the same for everybody. Made by the middleware, in a thread, it would cost four
times as much.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings

from drafts import metrics

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
Key = tuple[str, bool, bool, bool]

LARGEST_FILE = 1 << 18
LARGEST_SUM = 1 << 24
ASKS_FOR_LESS = {b"range", b"if-none-match", b"if-modified-since"}
OF_ONE_REQUEST = b"x-request-id"


class KeptFiles:
    """Serves kept responses; passes all other requests on to an application."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._kept: dict[Key, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._room = LARGEST_SUM

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a request."""
        key = key_of(scope)
        if key in self._kept:
            for message in self._kept[key]:
                await send(message)
            metrics.count_request("GET", "/static/", HTTPStatus.OK, 0.0)
        else:
            await self._app(scope, receive, self._keeping(key, send) if key else send)

    def _keeping(self, key: Key, send: Any) -> Any:
        """Return a `send` that keeps a response, if it may be kept."""
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def keep(message: dict[str, Any]) -> None:
            await send(message)
            if message["type"] == "http.response.start":
                start.update(message)
            elif start and sum(map(len, parts)) <= LARGEST_FILE:
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    self._keep(key, start, b"".join(parts))

        return keep

    def _keep(self, key: Key, start: dict[str, Any], body: bytes) -> None:
        headers = [(name, value) for name, value in start["headers"] if name.lower() != OF_ONE_REQUEST]
        is_immutable = any(name.lower() == b"cache-control" and b"immutable" in value for name, value in headers)
        if start["status"] == HTTPStatus.OK and is_immutable and len(body) <= min(LARGEST_FILE, self._room):
            self._room -= len(body)
            self._kept[key] = ({**start, "headers": headers}, {"type": "http.response.body", "body": body})


def key_of(scope: dict[str, Any]) -> Key | None:
    """Return the path, the encodings that the client accepts, and whether the request came by HTTPS.

    None for a request whose response is not kept. HTTPS matters since a site with `HTTPS=on` redirects from HTTP.
    """
    if scope["method"] != "GET" or scope["query_string"] or not scope["path"].startswith(settings.STATIC_URL):
        return None
    headers = dict(scope["headers"])
    encodings = headers.get(b"accept-encoding", b"")
    if ASKS_FOR_LESS & headers.keys() or b";" in encodings:
        return None
    names = {name.strip() for name in encodings.split(b",")}
    is_secure = scope.get("scheme") == "https" or headers.get(b"x-forwarded-proto") == b"https"
    return scope["path"], b"gzip" in names, b"br" in names, is_secure
