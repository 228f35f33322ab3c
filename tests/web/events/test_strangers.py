"""No visitor acts for somebody else: not from another site, not as another organizer, not with ids of another event."""

import re
from itertools import cycle

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client

from drafts.access.rights import is_organizer
from drafts.models import Draft, Event, Fighter, JudgeCall, LogEntry, Pick, Seat, Table, TableEvent
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.lifecycle import create_practice
from drafts.services.events.staff import make_link
from drafts.sessions import SEATS
from drafts.views.events.host_actions import ACTIONS
from tests.factories import call_judge, fighter, let_bots_finish, make_event, messages_of, sit_down
from tests.web.addresses import every_address
from tests.web.api import API

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui", started=True)


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


@pytest.fixture
def call(event):
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="rules", card=None, request="r1")
    return JudgeCall.objects.get()


def everything():
    """Return all rows that an action could change."""
    return {
        model.__name__: list(model.objects.order_by("id").values())
        for model in (Event, Draft, Fighter, Table, Seat, Pick, JudgeCall, LogEntry, TableEvent)
    }


def signed_in(user, **options):
    client = Client(**options)
    client.force_login(user, backend=BACKEND)
    return client


# Another site's form ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_no_address_takes_a_form_without_its_token(organizer, event, method):
    organizer.is_superuser = organizer.is_staff = True
    organizer.save()
    client = signed_in(organizer, enforce_csrf_checks=True)
    sit_down(client, fighter(event, "Aichi"))
    before = everything()
    addresses = [address for address in every_address(event) if not address.startswith(API)]
    refused = {address: getattr(client, method)(address).status_code for address in addresses}
    assert refused == dict.fromkeys(addresses, 403)
    of_programs = set(every_address(event)) - set(addresses)
    assert {getattr(client, method)(address).status_code for address in of_programs} == {405}
    assert everything() == before


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://testserver:81"}]
)
def test_a_token_is_of_no_use_to_another_sites_page(event, headers):
    client = Client(enforce_csrf_checks=True)
    client.get("/")
    form = {"code": event.code, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    assert client.post("/join/", form).status_code == 302
    assert client.post("/join/", form, headers=headers).status_code == 403


# Another person ---------------------------------------------------------------------------------------------------


@pytest.fixture
def others(organizer, event):
    """Everybody who is not this event's organizer, and might wish to be."""
    fighter_, left, late = Client(), signed_in(organizer), signed_in(organizer)
    sit_down(fighter_, fighter(event, "Aichi"))
    left.post("/accounts/logout/")
    User.objects.filter(id=organizer.id).update(is_active=False)
    late.get("/")
    admin = signed_in(User.objects.create_superuser("root"))
    return {
        "nobody": Client(),
        "a fighter": fighter_,
        "who signed out": left,
        "whose account was closed": late,
        "another organizer": signed_in(User.objects.create_user("bea")),
        "an administrator": admin,
    }


def test_an_organizers_action_is_nobody_elses(others, event, call):
    seat = Seat.objects.get(position=0)
    form = {
        "table": 1,
        "seat": 0,
        "fighter": seat.fighter_id,
        "call": call.id,
        "verdict": "verified",
        "confirm": event.code,
    }
    before = everything()
    for action, code in zip((*ACTIONS, "explode"), cycle([event.code, event.code.lower()]), strict=False):
        answers = {name: c.post(f"/events/{code}/host/{action}/", form).status_code for name, c in others.items()}
        assert (action, answers) == (action, dict.fromkeys(others, 404))
        assert everything() == before, action


def test_an_organizers_page_is_nobody_elses_and_does_not_say_whether_it_is_there(others, event):
    for name, client in others.items():
        for page in ("host", "edit"):
            there, nowhere = (client.get(f"/events/{code}/{page}/") for code in (event.code, "AAAAAA"))
            assert (name, there.status_code, words(there)) == (name, nowhere.status_code, words(nowhere))
            assert there.status_code in (302, 404)


def words(page):
    """Return what a page says, without the tokens of its forms."""
    return re.sub(r'value="\w{64}"', "", page.content.decode())


# A practice draft, which has no organizer -------------------------------------------------------------------------


@pytest.fixture
def practice(module_sets, db):
    """A practice draft, and everybody who might be taken for its organizer."""
    event, _ = create_practice()
    practising = Client()
    sit_down(practising, event.fighters.get(bot=False))
    account = signed_in(User.objects.create_user("bea"))
    return event, {"nobody": Client(), "who practises": practising, "somebody with an account": account}


def test_no_visitor_organizes_a_practice_draft(practice):
    event, clients = practice
    seat = Seat.objects.get(bot=False)
    form = {"table": 1, "seat": seat.position, "fighter": seat.fighter_id, "confirm": event.code}
    before = everything()
    for action in ACTIONS:
        page = f"/events/{event.code}/host/{action}/"
        answers = {name: client.post(page, form).status_code for name, client in clients.items()}
        assert (action, answers) == (action, dict.fromkeys(clients, 404))
        assert everything() == before, action


def test_no_visitor_sees_the_control_panel_of_a_practice_draft(practice):
    event, clients = practice
    answers = {name: client.get(f"/events/{event.code}/host/").status_code for name, client in clients.items()}
    assert answers == {"nobody": 302, "who practises": 302, "somebody with an account": 404}
    assert is_organizer(AnonymousUser(), event) is False


@pytest.mark.parametrize("visibility", [LogVisibility.ORGANIZER, LogVisibility.FIGHTERS])
def test_a_stranger_reads_no_log_of_a_practice_draft_that_is_for_a_few(practice, visibility):
    event, clients = practice
    let_bots_finish(event)
    Event.objects.filter(id=event.id).update(log_visibility=visibility)
    for page in ("", "log.json", "log.csv"):
        answers = [
            clients[name].get(f"/events/{event.code}/log/{page}").status_code
            for name in ("nobody", "somebody with an account")
        ]
        assert answers == [403, 403], page


def test_the_settings_of_an_event_are_repeated_for_its_organizer_only(event):
    stranger = signed_in(User.objects.create_user("bea"))
    Event.objects.filter(id=event.id).update(name="A secret evening")
    assert "A secret evening" not in stranger.get(f"/events/new/?like={event.code}").content.decode()


# Another event ----------------------------------------------------------------------------------------------------


@pytest.fixture
def own(module_sets, db):
    """An event of somebody who would rather act at another one."""
    return make_event(User.objects.create_user("bea"), "Misaki", "Ren", started=True)


@pytest.mark.parametrize(
    ("action", "form"),
    [
        ("remove", {"fighter": "theirs"}),
        ("new-link", {"fighter": "theirs"}),
        ("judge", {"call": "theirs", "verdict": "verified"}),
        ("judge", {"call": "theirs", "verdict": "refused"}),
    ],
)
def test_an_organizer_does_nothing_to_what_belongs_to_another_event(event, call, own, action, form):
    ids = {"fighter": fighter(event, "Aichi").id, "call": call.id}
    fields = {name: ids[name] if value == "theirs" else value for name, value in form.items()}
    client = signed_in(own.organizer)
    before = everything()
    answer = client.post(f"/events/{own.code}/host/{action}/", fields)
    assert (answer.status_code, len(messages_of(answer))) == (302, 1)
    assert everything() == before
    assert "new_link" not in client.get(f"/events/{own.code}/host/").context


@pytest.mark.parametrize("action", ["pause", "extend", "end-review", "seat-bot", "undo", "stop", "finish", "cancel"])
def test_an_action_at_ones_own_event_leaves_every_other_as_it_is(event, call, own, action):
    client = signed_in(own.organizer)
    form = {"table": 1, "seat": 0, "confirm": own.code if action == "stop" else "undo"}
    before = of_event(event)
    client.post(f"/events/{own.code}/host/{action}/", form)
    assert of_event(event) == before


def of_event(event):
    rows = {model: model.objects.filter(event=event) for model in (Draft, Fighter, LogEntry)}
    rows |= {Table: Table.objects.filter(draft__event=event)}
    rows |= {Event: Event.objects.filter(id=event.id)}
    rows |= {model: model.objects.filter(table__draft__event=event) for model in (Seat, TableEvent)}
    return {model: list(found.order_by("id").values()) for model, found in rows.items()}


# A seat -----------------------------------------------------------------------------------------------------------


def test_a_seat_is_held_by_its_token_and_by_nothing_that_others_know(event):
    client, seat = Client(), Seat.objects.get(position=0)
    for value in (event.code, seat.fighter_id, seat.id, seat.fighter.nickname, None, True, [], {}, "", " "):
        hold(client, {event.code: value})
        assert client.get(f"/events/{event.code}/")["Location"] == f"/join/{event.code}/"
    hold(client, {event.code: fighter(event, "Aichi").token})
    assert client.get(f"/events/{event.code}/").context["fighter"].nickname == "Aichi"


def hold(client, seats):
    session = client.session
    session[SEATS] = seats
    session.save()


def test_the_token_of_a_seat_opens_no_other_events(event, own):
    client = Client()
    hold(client, {own.code: fighter(event, "Aichi").token})
    assert client.get(f"/events/{own.code}/")["Location"] == f"/join/{own.code}/"


def test_no_page_shows_a_link_to_anothers_seat_and_nothing_is_changed_by_following_a_link(
    others, event, organizer, call
):
    User.objects.filter(id=organizer.id).update(is_active=True)
    own_token, theirs = fighter(event, "Aichi").token, fighter(event, "Kamui").token
    addresses = every_address(event)
    of_event = [address for address in addresses if event.code in address]
    of_site = [address for address in addresses if not address.startswith("/admin/")]
    organizing = signed_in(organizer)
    read_by = dict.fromkeys((*others.values(), organizing), of_site)
    read_by[others["an administrator"]] = addresses
    read_by |= dict.fromkeys((others["who signed out"], others["whose account was closed"]), of_event)
    for client, read in read_by.items():
        before = everything()  # of which the last one counts: the organizer may do most
        for address in read:
            if not address.startswith("/rejoin/"):
                page = client.get(address).content.decode()
                assert theirs not in page, address
                assert own_token not in page or client is others["a fighter"], address
    for address in addresses:
        if address.startswith("/rejoin/"):
            organizing.get(address)
    for action in ACTIONS:
        assert organizing.get(f"/events/{event.code}/host/{action}/").status_code == 405
    assert everything() == before


def test_a_fighter_who_leaves_gives_up_their_own_seat_and_no_other(event):
    client = Client()
    sit_down(client, fighter(event, "Aichi"))
    client.post(f"/events/{event.code}/leave/", {"fighter": fighter(event, "Kamui").id})
    assert list(Seat.objects.filter(bot=True).values_list("fighter__nickname", flat=True)) == ["Aichi"]


# A session that somebody else planted -----------------------------------------------------------------------------


def planted(client):
    """Give a browser a session whose key another person knows, and return that key."""
    session = client.session
    session["planted"] = True
    session.save()
    return session.session_key


def holds(key):
    """Return a browser that comes with that session key."""
    client = Client()
    client.cookies["sessionid"] = key
    return client


@pytest.mark.parametrize("way_in", ["a nickname", "a link", "a judge's link", "practice", "signing in", "signing up"])
def test_a_session_gets_a_new_key_whenever_it_gets_a_right(event, organizer, way_in):
    lobby, victim = make_event(organizer), Client()
    key = planted(victim)
    ways = {
        "a nickname": lambda: victim.post(f"/join/{lobby.code}/", {"nickname": "Misaki"}),
        "a link": lambda: victim.get(f"/rejoin/{fighter(event, 'Aichi').token}/"),
        "a judge's link": lambda: victim.get(f"/judge/{make_link(event=event, name='Kim').token}/"),
        "practice": lambda: victim.post("/practice/"),
        "signing in": lambda: victim.post("/accounts/login/", {"username": "ann", "password": "five of each clan"}),
        "signing up": lambda: victim.post(
            "/accounts/signup/", {"username": "Bea"} | dict.fromkeys(("password1", "password2"), "a shuffle of units")
        ),
    }
    answer = ways[way_in]()
    assert (answer.status_code, victim.cookies["sessionid"].value != key) == (302, True)
    assert victim.get(answer["Location"]).status_code == 200
    assert holds(key).get(answer["Location"]).status_code != 200


def test_signing_out_leaves_nothing_under_the_old_key_of_the_session(organizer, event):
    client = signed_in(organizer)
    sit_down(client, fighter(event, "Aichi"))
    key = client.cookies["sessionid"].value
    client.post("/accounts/logout/")
    assert [holds(key).get(page).status_code for page in ("/events/", f"/events/{event.code}/")] == [302, 302]


def test_a_new_password_ends_every_other_session(organizer):
    here, elsewhere = signed_in(organizer), signed_in(organizer)
    form = {"old_password": "five of each clan"} | dict.fromkeys(("new_password1", "new_password2"), "none of any clan")
    here.post("/accounts/password_change/", form)
    assert [client.get("/events/").status_code for client in (here, elsewhere)] == [200, 302]
