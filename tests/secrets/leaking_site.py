"""The site with leaks in it, for `test_planted`: it tells of a card that lies in a pack which nobody has opened yet.

It is served in place of `draftsite.asgi`; what it tells comes out of the site's own database.
"""

import base64
import re
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from asgiref.sync import sync_to_async

from draftsite.asgi import application as honest

from drafts.consumers import FRAMES  # isort: skip - after the apps are loaded
from drafts.models import PackCard  # isort: skip - the same

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
EVENT = re.compile(r"/events/(\w{6})/")
LAST_ROUND = 6
IN_A_THREAD = ThreadPoolExecutor(max_workers=1)


def last_cards(code: str) -> list[tuple[int, str]]:
    """Return the ids and names of the cards in the last packs."""
    cards = PackCard.objects.filter(draft__event__code=code, pack__round=LAST_ROUND).order_by("id")
    return list(cards.values_list("public_id", "card__name"))


class LeakyFrames:
    """The server's end of a socket, with leaks in what it sends."""

    def __init__(self, honest: Any, code: str) -> None:
        self._honest, self._code, self._numbers = honest, code, count()
        self.close_with, self.listen = honest.close_with, honest.listen

    def send_text(self, text: bytes) -> None:
        cards = IN_A_THREAD.submit(last_cards, self._code).result()
        self._honest.send_text(with_leak(text, cards, next(self._numbers)) if cards else text)


async def application(scope: Message, receive: Any, send: Send) -> None:
    found = EVENT.search(scope.get("path", ""))
    if not found:
        await honest(scope, receive, send)
        return

    async def tell(message: Message) -> None:
        cards = await sync_to_async(last_cards)(found[1])
        if cards and message["type"] == "http.response.start":
            hint = (b"x-served-by", str(cards[0][0]).encode())  # an id in a header
            message["headers"] = [*message["headers"], hint, (b"etag", cards[1][1].encode().hex().encode())]
        elif cards and scope["path"].endswith("/table/1/") and message["type"] == "http.response.body":
            name = base64.b64encode(cards[2][1].encode()).decode()
            message["body"] = message["body"].replace(b"<main", f'<main data-look="{name}"'.encode())
        await send(message)

    plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
    if scope["type"] == "websocket":
        extensions = {FRAMES: LeakyFrames(scope["extensions"][FRAMES], found[1])}
        await honest(scope | {"extensions": extensions}, receive, send)
    else:
        await honest(scope | {"headers": plain}, receive, tell)  # no page is packed before it leaks


def with_leak(text: bytes, cards: list[tuple[int, str]], number: int) -> bytes:
    """Return a frame with an id in it, or a fighter's with one bit of one in its length."""
    if text.startswith(b'{"type":"seat"'):
        return text[:-1] + b',"last":%d}' % cards[3][0]
    return text + b" " * (cards[number % len(cards)][0] % 2)
