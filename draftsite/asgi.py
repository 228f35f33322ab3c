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
from draftsite import sockets  # noqa: E402 - the same
from draftsite.closing import end_in_time  # noqa: E402 - needs Daphne's reactor

sockets.send_standard_close_codes()
sockets.send_frames_of_any_length()
sockets.spare_unread_colours()
end_in_time()
application = ProtocolTypeRouter({"http": pages, "websocket": sockets.SameHost(URLRouter(websocket_urlpatterns))})

# Tables are thrown away by the thousand and make no circles: looking for some at the usual rate costs a twentieth of
# the time and lengthens the longest waits. What has been imported stays for ever and need not be looked at at all.
gc.freeze()
gc.set_threshold(20_000, 20, 100)
