"""Each address as each role finds it: the status of GET and of an empty POST, where they lead, and queries of the GET.

The admin is Django's, and left out.
"""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from drafts.models import Event
from drafts.rules.night.rights import LogVisibility
from drafts.services.nights import finish_event
from drafts.services.staff import make_link
from drafts.views.host_actions import ACTIONS
from tests.factories import drafted_event, fighter, make_event, sit_down
from tests.nets.recording import differences
from tests.web.addresses import every_address

pytestmark = pytest.mark.django_db

SECRET = re.compile(r"(?<=/)[\w-]{43}(?=/)")
CODE = re.compile(r"(?<=/)[A-HJ-NP-Z2-9]{6}(?=/)")
MAIN = "organizer"
OF_TRANSACTIONS = ("SAVEPOINT", "RELEASE", "ROLLBACK")


def roles(event: Event, organizer: User) -> dict[str, Client]:
    """Return a browser for each role."""
    names = ("stranger", "other", "fighter", "judge", "organizer", "staff")
    of = {name: Client(raise_request_exception=False) for name in names}
    backend = "django.contrib.auth.backends.ModelBackend"
    of["other"].force_login(User.objects.create_user("bea"), backend=backend)
    of["organizer"].force_login(organizer, backend=backend)
    of["staff"].force_login(User.objects.create_superuser("root"), backend=backend)
    sit_down(of["fighter"], fighter(event, "Aichi"))
    of["judge"].get(f"/judge/{make_link(event=event, name='Judy').token}/")
    return of


def asked(client: Client, method: str, address: str) -> str:
    """Return the status of an answer, for GET the number of queries, and where it leads; nothing of it stays."""
    cookies = client.cookies.copy()
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answer = client.generic(method, address)
        transaction.set_rollback(True)
    client.cookies = cookies
    count = sum(not query["sql"].startswith(OF_TRANSACTIONS) for query in queries)
    leads_to = answer.get("Location", "").partition("?")[0]
    return f"{answer.status_code}{f':{count}' if method == 'GET' else ''}{f'>{leads_to}' if leads_to else ''}"


def table_of(event: Event, clients: dict[str, Client]) -> Iterator[str]:
    """Yield a line for each address and method: which roles get what."""
    actions = [f"/events/{event.code}/host/{action}/" for action in ACTIONS]
    addresses = [each for each in (*every_address(event), *actions) if not each.startswith("/admin/")]
    for address in addresses:  # what a process reads once is read by now
        asked(clients[MAIN], "GET", address)
    for address in dict.fromkeys(addresses):
        for method in ("GET", "POST"):
            roles_by_answer: dict[str, list[str]] = {}
            for name, client in clients.items():
                roles_by_answer.setdefault(asked(client, method, address), []).append(name)
            found = (
                f"{'all' if len(names) == len(clients) else ', '.join(names)} {answer}"
                for answer, names in roles_by_answer.items()
            )
            line = f"{method} {address}: {' | '.join(found)}"
            yield CODE.sub("CODE", SECRET.sub("TOKEN", line))


@pytest.mark.parametrize("stage", ["lobby", "drafting", "finished"])
def test_every_address_answers_each_role_as_before(organizer, sample_sets, stage):
    settings = {"started": True} if stage == "drafting" else {}
    make = drafted_event if stage == "finished" else make_event
    event = make(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC, **settings)
    clients = roles(event, organizer)
    if stage == "finished":
        finish_event(event=event)
    assert differences(f"addresses-{stage}.txt", [*table_of(event, clients)]) == []
