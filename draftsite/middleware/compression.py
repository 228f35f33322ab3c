"""Compresses what is written: pages, JSON, lists, drawn pictures.

Static files come from their folder compressed, and photographs and archives are as small as they get.
"""

from http import HTTPStatus

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

WRITTEN = ("text/", "application/json", "application/schema+json", "image/svg+xml")


class CompressionMiddleware(GZipMiddleware):
    """Django's, for text alone. Each answer gets up to 100 random bytes more, so that its length tells no secret."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress it where the browser takes that."""
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            patch_vary_headers(response, ["Accept-Encoding"])
        if not response.headers.get("Content-Type", "").startswith(WRITTEN):
            return response
        return super().process_response(request, response)
