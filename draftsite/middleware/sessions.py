"""Sessions whose key changes while requests with the old key are still on their way."""

from django.conf import settings
from django.contrib.sessions import middleware
from django.http import HttpRequest, HttpResponse


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's, but a request that finds no session for its cookie leaves the cookie alone.

    A session gets a new key with each seat that it takes. Another request of the same browser with the old key finds no
    session: if its response deleted the cookie, the browser would lose the new key, with account and seats.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set the cookie of a session that has changed, or delete it if this request has emptied the session."""
        answer = super().process_response(request, response)
        if not request.session.modified:
            answer.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answer
