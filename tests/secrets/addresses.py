"""Every page that somebody may ask for in the hope of a card. A new page gets its line here."""

from collections.abc import Iterable
from itertools import product

GUESSED_CODES = ("222222", "ZZZZZZ")
GUESSED_TOKENS = ("A" * 43, "0" * 20)
PARTS = 5  # no multiple of the passes of a round: a part falls on another pass in each round
ELSEWHERE = 3  # a table and a seat that there are not

# Addresses that show how a pass goes on: everybody asks for them in each pass.
OF_A_DRAFT = (
    "/events/{code}/",
    "/events/{code}/deck.txt",
    "/events/{code}/host/?parts&open=table-{table}&table={table}",
    "/events/{code}/judge/?parts",
    "/events/{code}/log/log.json",
)
# Addresses made of the same, and those of other stages: in each pass everybody asks for one of PARTS of them.
IN_TURN = (
    "/events/{code}/deck/",
    "/events/{code}/deck/?fighter=all",
    "/events/{code}/deck.json",
    "/events/{code}/host/",
    "/events/{code}/judge/",
    "/events/{code}/log/",
    "/events/{code}/statistics/",
    "/events/{code}/log/log.csv",
    "/events/{code}/log/t{table}.json",
    "/events/{code}/log/figures.json",
    "/events/{code}/log/preview.png",
    "/events/{code}/display/",
    "/events/{code}/pile/",
    "/events/{code}/piles/",
    "/events/{code}/log/t{table}-s{seat}/log.txt",
    "/api/v1/events/{code}/log/",
    "/events/{code}/log/t{table}-s{seat}.txt",
    "/events/{code}/table/{table}/",
    "/events/{code}/deck.csv",
    "/events/{code}/deck.pdf",
    "/events/{code}/deck.cod",
    "/events/{code}/deck/list.json",
    "/events/{code}/deck/build/",
    "/events/{code}/avatars/",
    "/events/{code}/planes/",
    "/events/{code}/commander/",
    "/events/{code}/pull-list/",
    "/events/{code}/host/connections/",
    "/events/{code}/host/fights/",
    "/events/{code}/host/staff/",
    "/events/{code}/host/webhooks/",
    "/events/{code}/champion/",
    "/events/{code}/standings/",
    "/events/{code}/standings/standings.json",
    "/events/{code}/sharing/",
    "/events/{code}/sharing/shares.json",
    "/events/{code}/wishes/",
)
OF_A_PASS = (*OF_A_DRAFT, *IN_TURN)
OF_EACH_FIGHTER = (*OF_A_DRAFT, "/events/{code}/pile/", "/events/{code}/wishes/", "/events/{code}/sharing/shares.json")
OF_A_SEAT = ("/events/{code}/log/t{table}-s{seat}.txt", "/events/{code}/table/{table}/")
OF_AN_EVENT = (
    "/join/{code}/",
    "/events/{code}/host/start/",
    "/events/{code}/leave/",
    "/events/{code}/drop-out/",
    "/events/{code}/fight/",
    "/events/{code}/battle/",
    "/events/{code}/battle/1/",
    "/events/{code}/battle/1/moves.txt",
    "/events/{code}/next/",
    "/events/{code}/done/",
    "/events/{code}/log/?table={table}&seat={seat}",
    "/events/{code}/log/?table={table}&seat={seat}&view=list",
    "/events/{code}/log/?table={table}&seat={seat}&view=list&comment=r1p1",
    "/events/{code}/log/own-seat/",
    "/events/{code}/log/comments/",
    "/events/{code}/log/comments/1/delete/",
    "/events/{code}/event.ics",
    "/events/{code}/edit/",
    "/events/{code}/host/deck-check/",
    "/events/{code}/sheets/",
    "/events/{code}/export/",
    "/events/{code}/delete/",
    "/events/new/?like={code}",
    "/events/{code}/pack/",
    "/events/{code}/log/..%2flog.json",
    "/events/{code}/state.json",
    "/events/{code}/seats.json",
    "/events/{code}/own-link.svg",
    "/events/{code}/?fighter={seat}",
    "/events/{code}/deck.txt?fighter={seat}",
    "/api/v1/events/{code}/",
    "/api/v1/sets/SMP01/statistics/?event={code}",
)
OF_THE_SITE = (
    "/events/",
    "/events/templates/",
    "/store/",
    "/logos/00000000000000000000000000000000.png",
    "/join/",
    "/practice/",
    "/manifest.webmanifest",
    "/accounts/login/",
    "/accounts/logout/",
    "/accounts/signup/",
    "/accounts/tokens/",
    "/accounts/password_change/",
    "/accounts/password_change/done/",
    "/accounts/reset/MQ/set-password/",
    "/accounts/reset/MQ/cznu4d-0123456789abcdef0123456789abcdef/",
    "/sets/open/",
    "/sets/open/cards/",
    "/sets/open/columns/",
    "/sets/upload/",
    "/sets/upload/progress/",
    "/sets/SMP01/remove/",
    "/sets/SMP01/undo/",
    "/rules/",
    "/rules/vanguard/",
    "/rules/magic/",
    "/rules/magic/check/",
    "/rules/magic/turn/",
    "/rules/rome/",
    "/rules/rome/cards.json",
    "/rules/rome/cards.json?as=csv",
    "/rules/rome/print/",
    "/rules/rome/learn/attack/1/",
    "/rules/rome/statistics/",
    "/rules/rome/statistics/?rules=players%3D3",
    "/api/v1/rome/statistics/",
    "/help/",
    "/admin/",
    "/admin/login/",
    "/admin/password_change/",
    "/admin/drafts/packcard/",
    "/admin/drafts/event/1/change/",
    "/art/vanguard/card.svg?name=Chiming+Lamplighter",
    "/art/site/owl-with-lamp.svg",
    "/cards/00000000000000000000000000000000.png",
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/v1/",
    "/api/v1/openapi.json",
    "/api/v1/events/",
    "/api/v1/nowhere/",
    "/rejoin/",
    "/judge/",
    "/words/en-000000000000.js",
    "/static/js/pages/play.js",
    "/static/../db.sqlite3",
    "/.env",
)
# They name cards, and always the same, whatever is drafted: `checker` compares them with what they were before.
CATALOG = (
    "/",
    *("/sets/", "/sets/SMP01/", "/sets/SMP02/", "/sets/SMP02/?trigger=heal", "/events/new/"),
    *("/sets/SMP01/statistics/", "/sets/SMP01/statistics/?bots=with&sort=opened", "/sets/SMP02/statistics/"),
    *("/api/v1/sets/", "/api/v1/sets/SMP01/", "/api/v1/sets/SMP01/cards/", "/api/v1/sets/SMP01/statistics/"),
)


def of_each_fighter(code: str, table: int) -> list[str]:
    """Return what no fighter asks for in place of another."""
    return _filled(OF_EACH_FIGHTER, [code], [table], [0])


def of_a_pass(code: str, table: int, seat: int, turn: int | None = None) -> list[str]:
    """Return what everybody asks for in a pass; with a turn, which counts passes, no more than a part of IN_TURN."""
    pages = OF_A_PASS if turn is None else (*OF_A_DRAFT, *IN_TURN[turn % PARTS :: PARTS])
    return _filled(pages, [code], [table], [seat])


def all_of_an_event(code: str, tables: int, seats: int) -> list[str]:
    """Return all addresses of an event, and some of tables and seats that there are not."""
    numbers = range(1, tables + 1)
    there = [*_filled(OF_A_PASS, [code], numbers, [0]), *_filled(OF_AN_EVENT, [code], numbers, [seats - 1])]
    strange = _filled(OF_A_SEAT, [code], [0, tables + ELSEWHERE], [0, seats + ELSEWHERE])
    return [*there, *strange, f"/events/{code.lower()}/log/log.json"]


def guesses() -> list[str]:
    """Return addresses of events and seats that there are not."""
    return [
        *_filled(OF_A_PASS, GUESSED_CODES, [1], [0]),
        *(f"/{kind}/{token}/" for kind in ("rejoin", "judge", "seats") for token in GUESSED_TOKENS),
    ]


def _filled(templates: Iterable[str], codes: Iterable[str], tables: Iterable[int], seats: Iterable[int]) -> list[str]:
    """Return each template filled in every way, each address once."""
    places = list(product(codes, tables, seats))
    filled = (
        template.format(code=code, table=table, seat=seat) for template in templates for code, table, seat in places
    )
    return list(dict.fromkeys(filled))
