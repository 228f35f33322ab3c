"""Each address as each role finds it: the status of GET and of an empty POST, where they lead, and queries of the GET.

An address that says nothing of an event is asked once, any other in each stage of a night; but methods that no view
takes, which are refused before anything is looked up, and a superuser, to whom an event is another's, in the lobby
alone. The admin is Django's, and left out.
"""

import logging
import re
from collections.abc import Container, Iterable, Iterator

import pytest
from django.contrib.auth.models import User
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.test import Client, RequestFactory

from drafts.models import Event
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.lifecycle import start_event
from drafts.services.events.nights import go_on
from drafts.services.events.staff import make_link
from drafts.services.fights.changes import set_result
from drafts.store.fights import load_fights
from drafts.views.events.host_actions import ACTIONS
from tests.factories import fighter, let_bots_finish, make_event, sit_down
from tests.nets.recording import differences
from tests.web.addresses import every_address

pytestmark = pytest.mark.django_db

SECRET = re.compile(r"(?<=/)[\w-]{43}(?=/)")
CODE = re.compile(r"(?<=/)[A-HJ-NP-Z2-9]{6}(?=/)")
MAIN = "organizer"
OF_TRANSACTIONS = ("SAVEPOINT", "RELEASE", "ROLLBACK")
REFUSED = ": all 405"
OF_ALL_EVENTS = ("/", "/events/")
"""Addresses that name events, though none stands in them."""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let requests leave no lines in the log, but for errors: there are thousands."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)


@pytest.fixture
def clients(event, organizer) -> dict[str, Client]:
    """Return a browser for each role."""
    names = ("stranger", "other", "fighter", "judge", "organizer", "staff")
    of = {name: Client() for name in names}
    backend = "django.contrib.auth.backends.ModelBackend"
    of["other"].force_login(User.objects.create_user("bea"), backend=backend)
    of["organizer"].force_login(organizer, backend=backend)
    of["staff"].force_login(User.objects.create_superuser("root"), backend=backend)
    sit_down(of["fighter"], fighter(event, "Aichi"))
    of["judge"].get(f"/judge/{make_link(event=event, name='Judy').token}/")
    return of


@pytest.fixture
def site() -> BaseHandler:
    """Return what answers a request, without what a test client does besides."""
    handler = BaseHandler()
    handler.load_middleware()
    return handler


def asked(site: BaseHandler, client: Client, method: str, address: str) -> str:
    """Return the status of an answer, for GET the number of queries, and where it leads; nothing of it stays."""
    request = RequestFactory().generic(method, address, HTTP_COOKIE=client.cookies.output(header="", sep=";"))
    request._dont_enforce_csrf_checks = True
    queries = []

    def note(execute, sql, *rest):
        queries.append(sql)
        return execute(sql, *rest)

    with transaction.atomic(), connection.execute_wrapper(note):
        answer = site.get_response(request)
        transaction.set_rollback(True)
    count = sum(not sql.startswith(OF_TRANSACTIONS) for sql in queries)
    leads_to = answer.get("Location", "").partition("?")[0]
    return f"{answer.status_code}{f':{count}' if method == 'GET' else ''}{f'>{leads_to}' if leads_to else ''}"


def addresses_of(event: Event) -> tuple[list[str], list[str]]:
    """Return the addresses that say nothing of the event, and those that may."""
    actions = [f"/events/{event.code}/host/{action}/" for action in ACTIONS]
    addresses = [each for each in (*every_address(event), *actions) if not each.startswith("/admin/")]
    of_event = [each for each in addresses if CODE.search(each) or SECRET.search(each) or each in OF_ALL_EVENTS]
    return [each for each in addresses if each not in of_event], list(dict.fromkeys(of_event))


def warm_up(site: BaseHandler, client: Client, addresses: Iterable[str]) -> None:
    """Let the process read what it reads once."""
    for address in addresses:
        asked(site, client, "GET", address)


def table_of(
    site: BaseHandler, clients: dict[str, Client], addresses: Iterable[str], but: Container[str] = ()
) -> Iterator[str]:
    """Yield a line for each method and address but these: which roles get what."""
    for address in addresses:
        for method in ("GET", "POST"):
            line = f"{method} {CODE.sub('CODE', SECRET.sub('TOKEN', address))}"
            if line in but:
                continue
            roles_by_answer: dict[str, list[str]] = {}
            for name, client in clients.items():
                answer = CODE.sub("CODE", SECRET.sub("TOKEN", asked(site, client, method, address)))
                roles_by_answer.setdefault(answer, []).append(name)
            found = (
                f"{'all' if len(names) == len(clients) else ', '.join(names)} {answer}"
                for answer, names in roles_by_answer.items()
            )
            yield f"{line}: {' | '.join(found)}"


def stages_of(event: Event) -> Iterator[str]:
    """Yield each stage of a night, while the event is in it."""
    yield "lobby"
    start_event(event=event)
    yield "drafting"
    event.refresh_from_db()
    let_bots_finish(event)
    for before, after in (("building", "fighting"), ("fighting", "sharing"), ("sharing", "finished")):
        if before == "fighting":
            decide_fights(event)
        go_on(event=event, seen=before, confirmed=True)
        event.refresh_from_db()
        yield after


def decide_fights(event: Event) -> None:
    """Set the result of each open fight, so that there is a champion."""
    for number, *_group, fight in load_fights(event.id).fighting.fights():
        if not fight.is_over:
            set_result(event=event, fight=number, winner=fight.fighters[0], score=None)


def test_every_address_of_the_site_answers_each_role_as_before(site, event, clients):
    of_site, _ = addresses_of(event)
    warm_up(site, clients[MAIN], of_site)
    assert differences("addresses-site.txt", [*table_of(site, clients, of_site)]) == []


def test_every_address_of_an_event_answers_each_role_as_before_in_each_stage(site, event, clients):
    _, of_event = addresses_of(event)
    warm_up(site, clients[MAIN], of_event)
    found, refused = {}, set()
    for stage in stages_of(event):
        warm_up(site, clients[MAIN], [f"/events/{event.code}/host/"])  # it reads tables that the process has not known
        lines = [*table_of(site, clients, of_event, refused)]
        found[stage] = differences(f"addresses-{stage}.txt", lines)
        if stage == "lobby":
            refused = {line.removesuffix(REFUSED) for line in lines if line.endswith(REFUSED)}
            del clients["staff"]
    assert {stage: changed for stage, changed in found.items() if changed} == {}
