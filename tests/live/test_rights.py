"""A right that ends closes the sockets that were opened with it, also while they open."""

import asyncio
import json
from contextlib import ExitStack

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.db import SessionStore

from drafts.access import signed_in
from drafts.live.hub import get_hub
from drafts.live.viewer import Viewer
from drafts.rules.view import Role
from drafts.services.lobby import remove_fighter, renew_token
from tests.live.conftest import make_night
from tests.live.device import Device, Organizer
from tests.live.phone import Closed
from tests.nights import fighter, make_event

PASSWORD = "none of any clan"


def closing_of(phone):
    with pytest.raises(Closed) as closed:
        phone.wait_for(lambda state: False)
    return closed.value.code


def same_person(organizer):
    """Return another device on which an organizer has signed in."""
    device = Device(organizer.url)
    answer = device.post("/accounts/login/", username=organizer.name, password=organizer.password)
    assert answer.status == 302, answer.text
    return device


@pytest.fixture
def table(shared_server, quiet):
    """A night whose organizer has an account of their own, which may be closed."""
    with ExitStack() as lines:
        yield make_night(lines, Organizer(shared_server.url), 2)


def test_who_signs_out_sees_no_more_and_everybody_else_still_does(table):
    tablet = same_person(table.organizer)
    panels = [table.open(device, "?as=host") for device in (table.organizer, tablet)]
    assert tablet.post("/accounts/logout/").status == 302
    assert closing_of(panels[1]) == 4001
    assert panels[0].resync()["judge_calls"] == []
    assert [phone.choose()["type"] for phone in table.phones] == ["ack", "ack"]


def test_a_new_password_closes_what_was_opened_with_the_old_one(table):
    tablet = same_person(table.organizer)
    panel = table.open(tablet, "?as=host")
    form = {"old_password": table.organizer.password} | dict.fromkeys(("new_password1", "new_password2"), PASSWORD)
    assert table.organizer.post("/accounts/password_change/", **form).status == 302
    assert closing_of(panel) == 4001
    assert table.open(table.organizer, "?as=host").state["judge_calls"] == []


def test_an_account_that_is_closed_loses_its_sockets_though_nobody_tells(table, shared_server):
    panel = table.open(table.organizer, "?as=host")
    script = f"from django.contrib.auth.models import User as U; U.objects.filter(username={table.organizer.name!r})"
    shared_server.manage("shell", "--no-imports", "-c", f"{script}.update(is_active=False)")
    assert closing_of(panel) == 4001


# While a socket opens ---------------------------------------------------------------------------------------------


class Line:
    """The end of a line that the server holds."""

    def __init__(self):
        self.heard, self.code = [], None

    async def send(self, text):
        self.heard.append(json.loads(text))

    async def close(self, code):
        self.code = code


async def opened(role, event, **holds):
    """Let somebody in who was asked for their right a moment ago; return the code that they were sent away with."""
    line = Line()
    viewer = Viewer(role, event.id, line.send, line.close, **holds)
    await get_hub().join(viewer)
    await get_hub().leave(viewer)
    return line.code


@pytest.fixture
def own_layer(settings):
    """Nobody else's messages: a loop that ends just after it began to listen to Redis may not get it to stop."""
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}


@pytest.fixture
def event(own_layer, organizer_account, sample_sets):
    return make_event(organizer_account, "Aichi", "Kamui", started=True)


@pytest.fixture
def organizer_account(django_user_model, transactional_db):
    return django_user_model.objects.create_user("ann", password="five of each clan")


def session_of(user, **changes):
    session = SessionStore()
    session.update({"_auth_user_id": str(user.pk), "_auth_user_hash": user.get_session_auth_hash()} | changes)
    session.create()
    return session.session_key


async def test_a_seat_that_is_given_away_while_a_socket_opens_is_not_entered(event):
    seat = await sync_to_async(fighter)(event, "Aichi")
    held = {"fighter": seat.id, "token": seat.token}
    assert await opened(Role.FIGHTER, event, **held) is None
    await sync_to_async(renew_token)(fighter=seat)
    assert await opened(Role.FIGHTER, event, **held) == 4001


async def test_a_fighter_who_is_removed_while_a_socket_opens_is_not_let_in(event):
    seat = await sync_to_async(fighter)(event, "Aichi")
    await sync_to_async(remove_fighter)(event=event, fighter_id=seat.id)
    assert await opened(Role.FIGHTER, event, fighter=seat.id, token=seat.token) == 4001


async def test_an_organizer_who_signs_out_while_a_socket_opens_is_not_let_in(event, organizer_account):
    key = await sync_to_async(session_of)(organizer_account)
    assert await opened(Role.ORGANIZER, event, session=key) is None
    await sync_to_async(SessionStore(key).delete)()
    assert await opened(Role.ORGANIZER, event, session=key) == 4001


async def test_who_comes_in_while_others_are_looked_at_stays(event, organizer_account):
    hub, lines, coming = get_hub(), [Line() for _ in range(12)], []
    for line in lines:
        key = await sync_to_async(session_of)(organizer_account)
        viewer = Viewer(Role.ORGANIZER, event.id, line.send, line.close, session=key)
        coming.append(asyncio.create_task(hub.join(viewer)))  # those before it are in the midst of theirs
    await asyncio.gather(*coming)
    assert [line.code for line in lines] == [None] * len(lines)


def test_who_is_signed_in_is_who_could_open_a_page(event):
    user = event.organizer
    good, forged = session_of(user), session_of(user, _auth_user_hash="x")
    nobody = SessionStore()
    nobody.create()
    assert signed_in([good, forged, nobody.session_key, "gone", ""]) == {good}
    user.set_password(PASSWORD)
    user.save()
    assert signed_in([good]) == set()
