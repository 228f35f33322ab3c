"""Compresses responses of text: pages, JSON, lists, drawn pictures.

Static files are already compressed in their folder, and photographs and archives cannot get smaller.
"""

from http import HTTPStatus

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

WRITTEN = ("text/", "application/json", "application/schema+json", "image/svg+xml")


class CompressionMiddleware(GZipMiddleware):
    """Django's, for text alone. Each response gets up to 100 random bytes, so that its length reveals no secret."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a response if the browser accepts that."""
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            patch_vary_headers(response, ["Accept-Encoding"])
        if not response.headers.get("Content-Type", "").startswith(WRITTEN):
            return response
        return super().process_response(request, response)
