"""Static files that never change are answered from memory, as they were answered the first time."""

import pytest

from draftsite.server.kept_files import LARGEST_FILE, LARGEST_SUM, KeptFiles

IMMUTABLE = (b"Cache-Control", b"max-age=315360000, public, immutable")
PATH = "/static/js/play.0123456789ab.js"


class Files:
    """An application that answers everything with a file, in two parts, and counts what it is asked."""

    def __init__(self, *headers, status=200, size=10):
        self.asked = []
        self._headers, self._status, self._size = headers, status, size

    async def __call__(self, scope, receive, send):
        self.asked.append(scope["path"])
        numbered = (b"X-Request-ID", str(len(self.asked)).encode())
        await send({"type": "http.response.start", "status": self._status, "headers": [*self._headers, numbered]})
        await send({"type": "http.response.body", "body": b"x" * (self._size - 1), "more_body": True})
        await send({"type": "http.response.body", "body": b"y"})


async def ask(app, path=PATH, method="GET", query=b"", **headers):
    """Return the status, the headers and the body of an answer."""
    sent = []

    async def send(message):
        sent.append(message)

    named = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
    await app({"method": method, "path": path, "query_string": query, "headers": named}, None, send)
    start, *parts = sent
    return start["status"], start["headers"], b"".join(part["body"] for part in parts)


async def test_a_file_that_never_changes_is_asked_for_once():
    files = Files(IMMUTABLE, (b"Content-Type", b"text/javascript"))
    kept = KeptFiles(files)
    status, headers, body = await ask(kept)
    assert await ask(kept) == (status, headers[:-1], body) == (200, headers[:-1], b"x" * 9 + b"y")
    assert files.asked == [PATH]


async def test_each_encoding_has_an_answer_of_its_own():
    files = Files(IMMUTABLE)
    kept = KeptFiles(files)
    for encodings in (b"", b"gzip, deflate", b"gzip, deflate, br", b"br;q=0, gzip"):
        await ask(kept, accept_encoding=encodings)
    assert len(files.asked) == 4
    await ask(kept, accept_encoding=b"gzip")
    await ask(kept, accept_encoding=b"br, gzip")
    assert len(files.asked) == 4


async def test_an_answer_to_https_is_not_given_to_plain_http():
    files = Files(IMMUTABLE)
    kept = KeptFiles(files)
    await ask(kept, x_forwarded_proto=b"https")
    await ask(kept)
    await ask(kept, x_forwarded_proto=b"https")
    assert len(files.asked) == 2


@pytest.mark.parametrize(
    "asking",
    [
        {"method": "HEAD"},
        {"query": b"v=1"},
        {"path": "/events/K7QF3M/"},
        {"range": b"bytes=0-3"},
        {"if_none_match": b'"a"'},
        {"if_modified_since": b"Thu, 26 Nov 2026 12:00:00 GMT"},
    ],
    ids=lambda asking: next(iter(asking)),
)
async def test_other_requests_are_answered_by_the_application(asking):
    files = Files(IMMUTABLE)
    kept = KeptFiles(files)
    await ask(kept)
    await ask(kept, **asking)
    await ask(kept, **asking)
    assert len(files.asked) == 3


@pytest.mark.parametrize(
    "files",
    [Files((b"Cache-Control", b"max-age=60")), Files(IMMUTABLE, status=404), Files(IMMUTABLE, size=LARGEST_FILE + 1)],
    ids=["it may change", "it is missing", "it is large"],
)
async def test_other_answers_are_not_kept(files):
    kept = KeptFiles(files)
    await ask(kept)
    await ask(kept)
    assert files.asked == [PATH, PATH]


async def test_no_more_is_kept_than_there_is_room_for():
    files = Files(IMMUTABLE, size=LARGEST_FILE)
    kept = KeptFiles(files)
    paths = [f"/static/{number}.js" for number in range(LARGEST_SUM // LARGEST_FILE + 1)]
    for path in [*paths, *paths]:
        await ask(kept, path)
    assert files.asked == [*paths, paths[-1]]
