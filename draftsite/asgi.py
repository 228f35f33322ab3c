"""The one door: HTTP to Django, WebSockets to the live tables."""

import os

from django.core.asgi import get_asgi_application
from django.core.management.base import BaseCommand

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "draftsite.settings")
pages = get_asgi_application()
BaseCommand().check()  # Daphne runs no start-up checks by itself: settings that break a promise stop it here

# The live tables are wired here: ProtocolTypeRouter({"http": pages, "websocket": ...}).
application = pages
