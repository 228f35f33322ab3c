"""Sessions whose key changes while requests with the old key are still on their way."""

from django.conf import settings
from django.contrib.sessions import middleware
from django.http import HttpRequest, HttpResponse


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's, but a request that finds no session for its cookie leaves the cookie alone.

    A session gets a new key with each seat that it takes. Another request of the same browser that was sent with the
    old key finds nothing: if its answer deleted the cookie, the browser would lose the new key, with account and seats.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set the cookie of a session that has changed; delete that of one which this request has emptied."""
        answer = super().process_response(request, response)
        if not request.session.modified:
            answer.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answer
