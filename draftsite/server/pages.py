"""Serves pages: Django's ASGI handler, with the middleware and the view of a request called on one thread."""

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PageHandler(ASGIHandler):
    """Calls the whole chain of middleware as WSGI does.

    Django's own handler changes threads for each middleware that works before a view, and for the view. Ours wait for
    the database anyway, so all of them may share the thread that `concurrency` gives a request.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware in its synchronous form."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return what the middleware and the view answer."""
        answer: HttpResponseBase = await sync_to_async(self.get_response, thread_sensitive=True)(request)
        return answer
