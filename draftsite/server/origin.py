"""Refuses WebSockets that pages of other sites open."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from draftsite.middleware.storable_text import contain_null


class SameOriginOnly:
    """Refuses a socket whose Origin differs from the requested host and port.

    Programs other than browsers send no Origin. They have no user's cookies to misuse, and are accepted.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Call the app, or close the socket with 4003."""
        if _is_welcome(scope["headers"]):
            await self._app(scope, receive, send)
        else:
            await send(
                {
                    "type": "websocket.close",
                    "code": 4003,
                }
            )


def _is_welcome(sent: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request with these headers may open a socket. They are decoded here, to be freed at once."""
    headers = {name.lower(): value.decode("latin-1") for name, value in sent}
    host, origin = headers.get(b"host", ""), headers.get(b"origin")
    allowed = settings.ALLOWED_HOSTS or ([".localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else [])
    if contain_null(headers.values()) or not validate_host(split_domain_port(host)[0], allowed):
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
