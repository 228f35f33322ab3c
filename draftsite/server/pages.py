"""Serves pages: Django's ASGI handler, with all work for a request on one thread, as in WSGI."""

from contextlib import closing
from typing import IO, Any

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.urls import set_script_prefix


class PageHandler(ASGIHandler):
    """Answers a request in one call.

    Django's own handler changes threads when a request begins, for each middleware that works before a view, for the
    view, and when the response is sent. Ours wait for the database anyway, so they can all run on the thread that
    `concurrency` gives a request.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware in its synchronous form."""
        super().load_middleware(is_async=False)

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Read a request, and send the response."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            answer = await sync_to_async(self._answer, thread_sensitive=True)(scope, body)
            try:
                await self.send_response(answer, send)
            finally:
                if answer.streaming:
                    await sync_to_async(answer.close, thread_sensitive=True)()

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> Any:
        """Return the response, closed unless it is streamed."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refused = self.create_request(scope, body)
        answer: Any = refused if request is None else self.get_response(request)
        if isinstance(answer, FileResponse):
            answer.block_size = self.chunk_size
        if not answer.streaming:
            answer.close()
        return answer
