"""The WebSocket's addresses."""

from typing import Any

from django.urls import re_path

from drafts.consumers import NowhereConsumer, TableConsumer

websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/events/(?P<code>[^/]{1,32})/$", TableConsumer.as_asgi()),  # type: ignore[arg-type]  # Channels routes by Django's patterns
    re_path(r"", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]  # the same
]
