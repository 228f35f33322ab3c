"""What every answer tells a browser, whoever made it: a page, a static file, a redirect or an error."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

NOBODY, OURSELVES = "()", "(self)"
FEATURES = {
    "autoplay": OURSELVES,  # the bell of a pass
    "fullscreen": OURSELVES,  # the big screen
    "screen-wake-lock": OURSELVES,
    **dict.fromkeys(
        ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone"), NOBODY
    ),
    **dict.fromkeys(("midi", "payment", "usb"), NOBODY),
}
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}={who}" for feature, who in FEATURES.items()),
}


class TellTheBrowser(MiddlewareMixin):
    """Adds what an answer does not say itself. What says nothing of keeping it is somebody's own, and is not kept.

    Comes before Django's own middleware for some of these, which says nothing when a request is refused before it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the headers."""
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
