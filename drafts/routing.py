"""The WebSocket's addresses."""

from typing import Any

from django.urls import re_path

from drafts.consumers import nowhere_socket, table_socket

websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/events/(?P<code>[0-9A-Za-z]{1,32})/$", table_socket),  # type: ignore[arg-type]  # Channels routes by Django's patterns
    re_path(r"", nowhere_socket),  # type: ignore[arg-type]  # the same
]
