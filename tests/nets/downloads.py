"""All that a role can download of a night, as recorded files have it: what it is called, and what is in it."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.test import Client
from PIL import Image

from drafts.models import Event
from tests.exporters.test_deck_pdf import pages_of
from tests.nets.frame_files import Line
from tests.nets.socket_lines import CardTexts
from tests.web.addresses import every_address

PAGES = ("text/html", "")
LONGEST = 2000
"""A part of a file with more signs is split."""

IN_OTHER_FILES = ("/log/log.json", "/log/log.csv")


def downloads_of(event: Event, clients: dict[str, Client], log: Any) -> Iterator[Line]:
    """Yield what each role gets at each address of an event at which anybody gets anything but a page.

    `log` is recorded elsewhere; where it stands in a file there is only its name. Cards are told at the end.
    """
    cards = CardTexts()
    for address in every_address(event):
        if f"/events/{event.code}/" not in address or address.endswith(IN_OTHER_FILES):
            continue
        answers = _answers(address, clients)
        for role, frame, body in _told(answers):
            yield address, role, frame
            for path, part in _parts(cards.named(_without(log, body))) if body is not None else ():
                yield f"{address}{path}", role, {"is": part}
    yield from (("card", line.partition(" ")[0], {"is": line}) for line in cards.lines)


def _answers(address: str, clients: dict[str, Client]) -> dict[str, HttpResponse]:
    """Return what each role gets at an address; nothing where it is a page, or refused to all."""
    answers = {}
    for role, client in clients.items():
        answers[role] = client.get(address)
        if answers[role].status_code == 200 and _kind(answers[role]) in PAGES:
            return {}
    return answers if any(answer.status_code == 200 for answer in answers.values()) else {}


def _told(answers: dict[str, HttpResponse]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Yield each role with what its answer is, and what is in it; of the same content there is only whose it was."""
    bodies: dict[str, Any] = {}
    for role, answer in answers.items():
        if answer.status_code != 200:
            yield role, {"status": answer.status_code}, None
            continue
        name = answer.get("Content-Disposition", "")
        body = _body(_kind(answer), b"".join(answer))
        same = next((other for other, its in bodies.items() if its == body), None)
        bodies[role] = body
        yield role, {"type": answer["Content-Type"], "name": name}, body if same is None else f"as {same}"


def _without(log: Any, body: Any) -> Any:
    """Return a file in which parts of the log, or the whole of it, are only named."""
    if not isinstance(body, dict):
        return body
    return {key: "as log.json" if part in (log, log.get(key, log)) else part for key, part in body.items()}


def _kind(answer: HttpResponse) -> str:
    return answer.get("Content-Type", "").partition(";")[0]


def _parts(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a value, or where it is too long for a line its members, each with its path."""
    match value:
        case dict() if len(json.dumps(value)) > LONGEST:
            for key, each in value.items():
                yield from _parts(each, f"{path} .{key}")
        case list() if len(json.dumps(value)) > LONGEST and not isinstance(value[0], str):
            for number, each in enumerate(value):
                yield from _parts(each, f"{path} [{number}]")
        case _:
            yield path, value


def _body(kind: str, body: bytes) -> Any:
    match kind.partition("/"):
        case _, _, "pdf":
            return pages_of(body)
        case _, _, "svg+xml":
            return body.decode().partition(">")[0]  # its content may be a secret, which is another in each run
        case "image", *_:
            return Image.open(io.BytesIO(body)).size
        case _, _, "csv":
            return [*csv.reader(io.StringIO(body.decode()))]
        case ("text", *_) | (_, _, "xml"):
            return body.decode().splitlines()
    return json.loads(body)
