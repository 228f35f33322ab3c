"""Security headers of every response: pages, static files, redirects and errors."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

NOBODY, OURSELVES = "()", "(self)"
FEATURES = {
    "accelerometer": OURSELVES,  # the shine of a tilted card
    "autoplay": OURSELVES,  # the bell of a pass
    "fullscreen": OURSELVES,  # the big screen
    "gyroscope": OURSELVES,
    "screen-wake-lock": OURSELVES,
    **dict.fromkeys(("camera", "display-capture", "geolocation", "magnetometer", "microphone"), NOBODY),
    **dict.fromkeys(("midi", "payment", "usb"), NOBODY),
}
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OF_DOCUMENTS = {
    "Permissions-Policy": ", ".join(f"{feature}={who}" for feature, who in FEATURES.items()),
}
PARTS = ("text/css", "text/javascript", "font/")
"""Static files of these types are never opened as pages, and a page loads dozens of them."""


class SecurityHeadersMiddleware(MiddlewareMixin):
    """Adds security headers that a response lacks. Responses without Cache-Control are private and never cached.

    It comes before Django's SecurityMiddleware, which adds nothing to responses of earlier middleware.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the headers."""
        is_static = request.path.startswith(settings.STATIC_URL)
        is_part = is_static and response.headers.get("Content-Type", "").startswith(PARTS)
        for name, value in (ALWAYS if is_part else ALWAYS | OF_DOCUMENTS).items():
            response.headers.setdefault(name, value)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
