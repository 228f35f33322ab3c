"""A right that ends closes the sockets that were opened with it, also while they open."""

import asyncio
import json
from contextlib import ExitStack
from typing import NamedTuple

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import F
from django.utils import timezone

from drafts.access.sign_in import signed_in
from drafts.access.sockets import viewer_facts
from drafts.live.hub import get_hub
from drafts.live.viewer import Viewer
from drafts.models import Event, Fighter, JudgeCall, Pick, Seat
from drafts.protocol import CallJudge, Choose, Here, Mark, Ready, Resync, Return
from drafts.rules.night.rights import Rights
from drafts.services.events.lobby import renew_token
from drafts.services.events.removals import remove_fighter
from drafts.services.events.staff import make_link, revoke_link
from drafts.sessions import GUEST_SEATS, JUDGES, SEATS
from tests.clients.device import Device, Organizer
from tests.clients.ws_client import Closed
from tests.factories import fighter, make_event
from tests.live.by_hand import settle
from tests.live.conftest import Night, make_night

PASSWORD = "none of any clan"


def closing_of(phone):
    with pytest.raises(Closed) as closed:
        phone.wait_for(lambda state: False)
    return closed.value.code


def ending_of(phone):
    """Return what a socket is told last, and the code with which it is closed."""
    code = closing_of(phone)
    return phone.frames[-1], code


def ended(reason):
    return {"type": "ended", "reason": reason}, 4001


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


def test_an_organizer_who_signs_out_sees_no_more_and_everybody_else_still_does(table):
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


# An organizer who drafts too ----------------------------------------------------------------------------------------


@pytest.fixture
def host_who_drafts(shared_server, quiet):
    """A started event with a fighter, and with its organizer, who drafts too on a browser that is signed in."""
    with ExitStack() as lines:
        night = make_night(lines, Organizer(shared_server.url), 1, start=False)
        night.organizer.join(night.code, "Ann")
        night.phones.append(night.open(night.organizer))
        night.start()
        yield night


def drafts_on(phone):
    """Whether a fighter chooses on the socket that is open, and is the same fighter after a reload."""
    chosen = phone.choose()["type"]
    assert phone.device.get(f"/events/{phone.code}/").status == 200
    phone.connect()
    return chosen == "ack" and "you" in phone.state


def test_an_organizer_who_signs_out_goes_on_drafting_and_hosts_no_more(host_who_drafts):
    night, phone = host_who_drafts, host_who_drafts.phones[1]
    panel = night.open(night.organizer, "?as=host")
    assert night.organizer.post("/accounts/logout/").status == 302
    assert closing_of(panel) == 4001
    assert drafts_on(phone) is True
    assert night.organizer.get(f"/events/{night.code}/host/").status == 302


def test_an_organizer_who_changes_the_password_goes_on_drafting(host_who_drafts):
    night, phone = host_who_drafts, host_who_drafts.phones[1]
    form = {"old_password": night.organizer.password} | dict.fromkeys(("new_password1", "new_password2"), PASSWORD)
    assert night.organizer.post("/accounts/password_change/", **form).status == 302
    assert drafts_on(phone) is True


def test_a_browser_that_a_new_password_signs_out_goes_on_drafting(host_who_drafts):
    night, phone = host_who_drafts, host_who_drafts.phones[1]
    panel = night.open(night.organizer, "?as=host")
    form = {"old_password": night.organizer.password} | dict.fromkeys(("new_password1", "new_password2"), PASSWORD)
    assert same_person(night.organizer).post("/accounts/password_change/", **form).status == 302
    assert closing_of(panel) == 4001
    phone.connect()  # the socket is opened before any page is
    assert drafts_on(phone) is True
    assert night.organizer.get(f"/events/{night.code}/host/").status == 302


def test_an_organizer_who_signs_in_under_another_name_goes_on_drafting(host_who_drafts):
    night, phone = host_who_drafts, host_who_drafts.phones[1]
    other = Organizer(night.organizer.url)
    assert night.organizer.post("/accounts/logout/").status == 302
    assert night.organizer.post("/accounts/login/", username=other.name, password=other.password).status == 302
    assert drafts_on(phone) is True
    assert night.organizer.get(f"/events/{night.code}/host/").status == 404


# Why ----------------------------------------------------------------------------------------------------------------


class SeatedNight(NamedTuple):
    """A night with three fighters, the first of whom is acted upon."""

    night: Night
    fighter: int

    def act(self, action):
        self.night.act(action, fighter=self.fighter)

    @property
    def phone(self):
        return self.night.phones[0]

    def another_phone(self):
        return self.night.open(self.night.devices[0])


@pytest.fixture(params=["lobby", "draft"])
def seated(night, request):
    made = night(3, start=False)
    members = made.open(made.organizer, "?as=host").state["fighters"]
    if request.param == "draft":
        made.start()
    return SeatedNight(made, members[0]["id"])


def test_a_fighter_is_told_that_the_organizer_removed_them(seated):
    seated.act("remove")
    assert ending_of(seated.phone) == ended("removed")


def test_every_device_of_a_fighter_who_leaves_is_told_that_they_left(seated):
    other = seated.another_phone()
    assert seated.night.devices[0].post(f"/events/{seated.night.code}/leave/").status == 302
    assert [ending_of(phone) for phone in (seated.phone, other)] == [ended("left")] * 2


def test_an_old_phone_is_told_that_the_seat_has_moved(seated):
    seated.act("new-link")
    assert ending_of(seated.phone) == ended("moved")


def test_a_seat_that_moves_after_an_undone_removal_is_not_said_to_be_removed(seated):
    seated.act("remove")
    seated.act("undo-remove")
    phone = seated.another_phone()
    seated.act("new-link")
    assert ending_of(phone) == ended("moved")


def test_an_organizer_is_told_that_they_signed_out(table):
    panel = table.open(table.organizer, "?as=host")
    assert table.organizer.post("/accounts/logout/").status == 302
    assert ending_of(panel) == ended("signed_out")


def test_the_phone_of_an_undone_removal_comes_back_as_the_same_fighter(seated):
    before = seated.phone.state["you"]["name"]
    seated.act("remove")
    assert closing_of(seated.phone) == 4001
    seated.act("undo-remove")
    again = seated.another_phone()
    assert (again.state["you"]["name"], again.state["table"]["seats"][again.state["you"]["seat"]]["bot"]) == (
        before,
        False,
    )


# While a socket opens ---------------------------------------------------------------------------------------------


class Line:
    """The end of a line that the server holds."""

    def __init__(self):
        self.heard, self.code = [], None

    def send(self, text):
        self.heard.append(json.loads(text))

    def close(self, code):
        self.code = code


@pytest.mark.django_db
def test_a_socket_has_the_rights_that_it_was_opened_with_and_no_others_of_the_same_person(sample_sets):
    user, session = User.objects.create_user("nagisa"), SessionStore()
    event = make_event(user, "Aichi")
    session[SEATS] = {event.code: fighter(event, "Aichi").token}
    queries = ({}, {"as": "host"}, {"table": "1"})

    def asked():
        session.save()
        return [viewer_facts(session.session_key, event.code, query) for query in queries]

    fights, organizes, watches = Rights(fights=True), Rights(organizes=True), Rights()
    assert [(facts.rights, facts.belongs) for facts in asked()] == [(fights, True), (None, True), (watches, True)]
    session.update({SESSION_KEY: user.pk, HASH_SESSION_KEY: user.get_session_auth_hash()})
    assert [facts.rights for facts in asked()] == [fights, organizes, watches]
    session[SEATS] = {}
    assert [facts.rights for facts in asked()] == [watches, organizes, watches]


def asked(event, query, **held):
    """Return what a socket is that a session of these contents opens, and the key of that session."""
    session = SessionStore()
    session.update(held)
    session.create()
    return viewer_facts(session.session_key, event.code, query), session.session_key


@pytest.fixture
def three(sample_sets):
    """An event of Nagisa's with two fighters and a guest."""
    return make_event(User.objects.create_user("nagisa"), "Aichi", "Kamui", guests=["Greta"])


@pytest.mark.django_db
def test_a_session_that_is_over_opens_a_socket_as_nobody(three):
    user = three.organizer
    signed = {SESSION_KEY: user.pk, HASH_SESSION_KEY: user.get_session_auth_hash()}
    held = signed | {SEATS: {three.code: fighter(three, "Aichi").token}}
    assert asked(three, {"as": "host"}, **held)[0].rights == Rights(organizes=True)
    _, key = asked(three, {}, **held)
    Session.objects.filter(session_key=key).update(expire_date=timezone.now())
    assert viewer_facts(key, three.code, {"as": "host"}).rights is None
    spectator = viewer_facts(key, three.code, {})
    assert (spectator.rights, spectator.belongs, spectator.fighter) == (Rights(), False, None)


@pytest.mark.django_db
def test_an_account_that_is_closed_or_has_another_password_opens_no_socket_as_the_host(three):
    user = three.organizer
    signed = {SESSION_KEY: user.pk, HASH_SESSION_KEY: user.get_session_auth_hash()}
    facts, _ = asked(three, {"as": "host"}, **signed | {HASH_SESSION_KEY: "x"})
    assert (facts.rights, facts.belongs) == (None, False)
    User.objects.update(is_active=False)
    facts, _ = asked(three, {"as": "host"}, **signed)
    assert (facts.rights, facts.belongs) == (None, False)


@pytest.mark.django_db
def test_another_account_opens_no_socket_as_the_host(three):
    other = User.objects.create_user("misaki")
    signed = {SESSION_KEY: other.pk, HASH_SESSION_KEY: other.get_session_auth_hash()}
    facts, _ = asked(three, {"as": "host"}, **signed)
    assert (facts.rights, facts.belongs, facts.session) == (None, False, "")


@pytest.mark.django_db
@pytest.mark.parametrize(("organizes", "claim"), [(True, "host"), (False, "judge")])
def test_a_link_that_is_revoked_or_unknown_opens_no_socket_of_an_official(three, organizes, claim):
    link = make_link(event=three, name="Ren", organizes=organizes)
    assert asked(three, {"as": claim}, **{JUDGES: {three.code: link.token}})[0].staff == link.id
    assert asked(three, {"as": claim}, **{JUDGES: {three.code: "x" * 43}})[0].rights is None
    assert asked(three, {"as": claim})[0].rights is None
    revoke_link(event=three, link_id=link.id)
    facts, _ = asked(three, {"as": claim}, **{JUDGES: {three.code: link.token}})
    assert (facts.rights, facts.belongs) == (None, False)


@pytest.mark.django_db
def test_a_judge_belongs_to_the_event_and_a_stranger_does_not(three):
    judge = make_link(event=three, name="Ren")
    assert asked(three, {}, **{JUDGES: {three.code: judge.token}})[0].belongs is True
    assert asked(three, {})[0].belongs is False


@pytest.mark.django_db
def test_a_socket_is_opened_for_a_seat_that_the_session_holds_and_for_no_other(three):
    aichi, kamui, greta = (fighter(three, name) for name in ("Aichi", "Kamui", "Greta"))
    held = {SEATS: {three.code: aichi.token}, GUEST_SEATS: {three.code: [greta.token]}}
    facts, _ = asked(three, {"fighter": str(greta.id)}, **held)
    assert (facts.rights, facts.fighter, facts.beside) == (Rights(fights=True), greta.id, aichi.id)
    assert asked(three, {}, **held)[0].fighter == aichi.id
    for other in (kamui.id, 0, "x", ""):
        facts, _ = asked(three, {"fighter": str(other)}, **held)
        assert (facts.rights, facts.fighter, facts.token) == (None, None, "")
    facts, _ = asked(three, {"fighter": str(aichi.id)})
    assert (facts.rights, facts.fighter) == (None, None)


@pytest.mark.django_db
def test_only_a_guests_token_is_held_as_a_guests(three):
    held = {GUEST_SEATS: {three.code: [fighter(three, "Kamui").token]}}
    facts, _ = asked(three, {}, **held)
    assert (facts.rights, facts.fighter, facts.belongs) == (Rights(), None, False)
    assert asked(three, {"fighter": str(fighter(three, "Greta").id)}, **held)[0].rights is None


async def opened(rights, event, **holds):
    """Let somebody in who was asked for their right a moment ago; return the code that they were sent away with."""
    line = Line()
    viewer = Viewer(rights, event.id, line.send, line.close, **holds)
    await get_hub().join(viewer)
    get_hub().leave(viewer)
    return line.code


@pytest.fixture
def event(own_hub, organizer_account, sample_sets):
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
    assert await opened(Rights(fights=True), event, **held) is None
    await sync_to_async(renew_token)(fighter=seat)
    assert await opened(Rights(fights=True), event, **held) == 4001


async def test_a_fighter_who_is_removed_while_a_socket_opens_is_not_let_in(event):
    seat = await sync_to_async(fighter)(event, "Aichi")
    await sync_to_async(remove_fighter)(event=event, fighter_id=seat.id)
    assert await opened(Rights(fights=True), event, fighter=seat.id, token=seat.token) == 4001


def heard_by(line, *types):
    return [frame for frame in line.heard if frame["type"] in types]


async def test_a_device_that_lost_its_seat_and_speaks_once_more_before_its_line_is_dead_is_a_strangers(event):
    hub, line, seat = get_hub(), Line(), await sync_to_async(fighter)(event, "Aichi")
    viewer = Viewer(Rights(fights=True), event.id, line.send, line.close, seat.id, seat.token)
    await hub.join(viewer)
    state, before = line.heard[0], await sync_to_async(rows_of)(event)
    await sync_to_async(Fighter.objects.filter(id=seat.id).update)(token="another")
    await hub.poller.find_changes(hub._events)
    assert line.code == 4001
    hand = [card["id"] for card in state["you"]["pack"]]
    for message in (
        Choose("c", 1, 1, tuple(hand[:2])),
        Mark(tuple(hand[:2])),
        CallJudge("j", "rules", None),
        Ready("r"),
        Here("h"),
        Return("b"),
        Resync(),
    ):
        await hub.receive(viewer, message)
    await settle()
    answers = [(frame["id"], frame["code"]) for frame in heard_by(line, "ack", "error")]
    assert answers == [(name, "not_a_fighter") for name in "cjrhb"]
    assert [frame for frame in line.heard[1:] if "you" in frame] == []
    assert await sync_to_async(rows_of)(event) == before
    hub.leave(viewer)


async def test_a_device_that_lost_its_place_in_the_lobby_is_not_ready_for_its_next_device(
    own_hub, sample_sets, transactional_db
):
    event = await sync_to_async(make_event)(None, "Aichi", "Kamui")
    hub, line, seat = get_hub(), Line(), await sync_to_async(fighter)(event, "Aichi")
    viewer = Viewer(Rights(fights=True), event.id, line.send, line.close, seat.id, seat.token)
    await hub.join(viewer)
    await sync_to_async(Fighter.objects.filter(id=seat.id).update)(token="another")
    await hub.poller.find_changes(hub._events)
    assert line.code == 4001
    for message in (Ready("r"), Resync()):
        await hub.receive(viewer, message)
    answers = [(frame["id"], frame["code"]) for frame in heard_by(line, "ack", "error")]
    assert (answers, "you" in heard_by(line, "state")[-1]) == ([("r", "not_a_fighter")], False)
    assert (await sync_to_async(fighter)(event, "Aichi")).ready is False
    hub.leave(viewer)


async def test_a_fighter_who_lost_their_place_is_shown_no_lobby_without_them_before_they_are_told_why(
    own_hub, sample_sets, transactional_db
):
    event = await sync_to_async(make_event)(None, "Aichi", "Kamui")
    hub, line, seat = get_hub(), Line(), await sync_to_async(fighter)(event, "Aichi")
    viewer = Viewer(Rights(fights=True), event.id, line.send, line.close, seat.id, seat.token)
    await hub.join(viewer)
    lobby = hub._events[event.id].lobby
    await lobby.catch_up()  # it is stored that they have come
    await Fighter.objects.filter(id=seat.id).adelete()
    await Event.objects.filter(id=event.id).aupdate(version=F("version") + 1)
    await lobby.catch_up()
    assert len(lobby.live.members) == 1
    lobby.audience._send_gathered()
    assert {"you" in state for state in heard_by(line, "state")} == {True}
    await hub.poller.find_changes(hub._events)
    assert (line.heard[-1], line.code) == ended("removed")
    hub.leave(viewer)


def rows_of(event):
    """Return all that somebody could change at the event's table."""
    seats = Seat.objects.values_list("position", "marked", "ready", "timeouts")
    return list(seats), Pick.objects.count(), JudgeCall.objects.count()


async def test_an_organizer_who_signs_out_while_a_socket_opens_is_not_let_in(event, organizer_account):
    key = await sync_to_async(session_of)(organizer_account)
    assert await opened(Rights(organizes=True), event, session=key) is None
    await sync_to_async(SessionStore(key).delete)()
    assert await opened(Rights(organizes=True), event, session=key) == 4001


async def test_an_organizer_whose_session_ends_while_a_socket_opens_is_not_let_in(event, organizer_account):
    key = await sync_to_async(session_of)(organizer_account)
    await Session.objects.filter(session_key=key).aupdate(expire_date=timezone.now())
    assert await opened(Rights(organizes=True), event, session=key) == 4001


async def test_a_viewer_who_comes_in_while_others_are_looked_at_stays(event, organizer_account):
    hub, lines, coming = get_hub(), [Line() for _ in range(12)], []
    for line in lines:
        key = await sync_to_async(session_of)(organizer_account)
        viewer = Viewer(Rights(organizes=True), event.id, line.send, line.close, session=key)
        coming.append(asyncio.create_task(hub.join(viewer)))  # those before it are in the midst of theirs
    await asyncio.gather(*coming)
    assert [line.code for line in lines] == [None] * len(lines)


def test_a_session_is_signed_in_where_it_could_open_a_page(event):
    user = event.organizer
    good, ended, forged = session_of(user), session_of(user), session_of(user, _auth_user_hash="x")
    nobody = SessionStore()
    nobody.create()
    assert signed_in([good, forged, nobody.session_key, "gone", ""]) == {good}
    Session.objects.filter(session_key=ended).update(expire_date=timezone.now())
    assert signed_in([good, ended]) == {good}
    user.set_password(PASSWORD)
    user.save()
    assert signed_in([good]) == set()
