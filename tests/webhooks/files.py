"""Answers of a little HTTP server (`receiver`) that has files."""

from collections.abc import Callable
from http.server import BaseHTTPRequestHandler


def answering(data: bytes, *, length: int | None = None, says_length: bool = True) -> Callable[..., None]:
    """Answer with a file; `length` is what is said of it where that is not so."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        if says_length:
            handler.send_header("Content-Length", str(len(data) if length is None else length))
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def leading_to(address: str) -> Callable[..., None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302)
        handler.send_header("Location", address)
        handler.end_headers()

    return answer
