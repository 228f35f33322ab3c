"""A receiver of webhooks: a real little HTTP server of this machine. It answers as it is told, and keeps what came."""

import base64
import hashlib
import hmac
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import NamedTuple

from tests.programs import PATIENCE


class Heard(NamedTuple):
    """One request that came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def name(self) -> str:
        return self.headers["webhook-id"]

    def is_signed_with(self, secret: str) -> bool:
        """Check the signature step by step, as docs/webhooks.md tells a receiver to."""
        signed = b".".join([self.name.encode(), self.headers["webhook-timestamp"].encode(), self.body])
        key = base64.b64decode(secret.split("_", 1)[1])
        ours = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return f"v1,{ours}" in self.headers["webhook-signature"].split(" ")


Answering = Callable[[BaseHTTPRequestHandler], None]


class Receiver:
    """`answers` are the statuses of the next answers, or functions that answer; after these it is 200."""

    def __init__(self, *answers: int | Answering, context: ssl.SSLContext | None = None, port: int = 0) -> None:
        self.answers = list(answers)
        self.heard: list[Heard] = []
        self.came: Queue[Heard] = Queue()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._server.daemon_threads = True
        if context is not None:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port
        self.address = f"http://127.0.0.1:{self.port}/hook"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def wait(self) -> Heard:
        """Return the next request that comes."""
        return self.came.get(timeout=PATIENCE)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                heard = Heard(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                receiver.heard.append(heard)
                answer = receiver.answers.pop(0) if receiver.answers else 200
                if callable(answer):
                    answer(self)
                else:
                    self.send_response(answer)
                    self.end_headers()
                receiver.came.put(heard)

            do_GET = do_POST  # noqa: N815  # the name that http.server asks for

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        return Handler


@contextmanager
def receiving(*answers: int | Answering, context: ssl.SSLContext | None = None, port: int = 0) -> Iterator[Receiver]:
    receiver = Receiver(*answers, context=context, port=port)
    try:
        yield receiver
    finally:
        receiver.close()
