"""The entry point: HTTP to Django, WebSockets to the live tables."""

import gc
import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.management.base import BaseCommand

from draftsite.server.self_check import refuse_to_start_without_a_name

gc.disable()  # imported modules stay: looking for cycles among them takes a fifth of the time to start
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "draftsite.settings")
refuse_to_start_without_a_name()  # before anything is imported that builds on these names
django.setup(set_prefix=False)
BaseCommand().check()  # Daphne does not run Django's checks: wrong settings stop it here

from drafts.routing import websocket_urlpatterns  # noqa: E402 - needs the apps to be loaded
from draftsite.server import connections, origin, websockets  # noqa: E402 - the same
from draftsite.server.background import work_in_background  # noqa: E402 - needs the apps
from draftsite.server.concurrency import ConcurrencyLimit  # noqa: E402 - needs the apps
from draftsite.server.kept_files import KeptFiles  # noqa: E402 - needs the apps
from draftsite.server.pages import PageHandler  # noqa: E402 - needs the apps
from draftsite.server.shutdown import exit_after_grace  # noqa: E402 - needs Daphne's reactor

websockets.install_socket_protocol()
websockets.disable_debug_texts()
connections.install_limits()
exit_after_grace()
work_in_background()
application = ProtocolTypeRouter(
    {
        "http": KeptFiles(ConcurrencyLimit(PageHandler())),
        "websocket": origin.SameOriginOnly(URLRouter(websocket_urlpatterns)),
    }
)

# Tables are discarded by the thousand and make no cycles: looking for these after 20,000 new objects costs a twelfth
# of the time and lengthens the longest waits, at Python's own rate more. Imported modules stay for good and need
# not be looked at.
gc.freeze()
gc.set_threshold(200_000, 50, 1000)
gc.enable()
