"""The one door: HTTP to Django, WebSockets to the live tables."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "draftsite.settings")
application = get_asgi_application()
