"""The one door: HTTP to Django, WebSockets to the live tables."""

import gc
import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.core.management.base import BaseCommand

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "draftsite.settings")
pages = get_asgi_application()
BaseCommand().check()  # Daphne runs no start-up checks by itself: settings that break a promise stop it here

from drafts.routing import websocket_urlpatterns  # noqa: E402 - needs the apps to be loaded
from draftsite import lines, sockets, visits  # noqa: E402 - the same
from draftsite.closing import end_in_time  # noqa: E402 - needs Daphne's reactor
from draftsite.turns import InTurn  # noqa: E402 - needs the apps

lines.use_table_lines()
lines.spare_unread_colours()
visits.bound_what_comes_in()
end_in_time()
application = ProtocolTypeRouter(
    {"http": InTurn(pages), "websocket": sockets.SameHost(URLRouter(websocket_urlpatterns))}
)

# Tables are thrown away by the thousand and make no circles: looking for some at the usual rate costs a twentieth of
# the time and lengthens the longest waits. What has been imported stays for ever and need not be looked at at all.
gc.freeze()
gc.set_threshold(20_000, 20, 100)
