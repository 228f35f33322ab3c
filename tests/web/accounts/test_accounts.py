import re
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from drafts.access.hashing import BoundedHasher
from drafts.forms.accounts import WEAK
from drafts.models import Attempt, ThrottledAction
from drafts.services.throttling import LIMITS, record_attempt
from drafts.views.accounts import PASSWORDS
from draftsite.settings import PASSWORD_HASHERS
from tests.factories import fighter, make_event, sit_down
from tests.programs import PATIENCE

pytestmark = pytest.mark.django_db


def twice(password):
    return {"password1": password, "password2": password}


NEW = {"username": "Bea", "password1": "a shuffle of units", "password2": "a shuffle of units"}


def signed_in_as(client):
    answer = client.get(reverse("password_change"))
    return answer.context["user"].username if answer.status_code == 200 else None


def test_a_visitor_who_signs_up_is_signed_in_and_sent_to_their_events(client):
    answer = client.post("/accounts/signup/", NEW)
    assert (answer.status_code, answer["Location"], signed_in_as(client)) == (302, "/events/", "Bea")


def test_a_new_account_may_not_enter_the_admin(client):
    client.post("/accounts/signup/", NEW)
    assert list(User.objects.values_list("username", "is_staff", "is_superuser")) == [("Bea", False, False)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "ANN"}, "username"),
        ({"username": "no spaces please"}, "username"),
        ({"username": "x" * 151}, "username"),
        ({"username": "del\x7fbyte"}, "username"),
        ({"password2": "another shuffle"}, "password2"),
        (twice("12345678"), "password1"),
        (twice("short"), "password1"),
        ({"password1": "", "password2": "short"}, "password1"),
    ],
)
def test_a_bad_value_brings_the_form_back_with_a_message_beside_the_field(client, organizer, change, field):
    answer = client.post("/accounts/signup/", NEW | change)
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, [field])
    assert str(answer.context["form"].errors[field][0])[:20] in answer.content.decode().replace("&#x27;", "'")
    assert signed_in_as(client) is None


FAULTS = [
    ({"username": ""}, "username", "Choose a username."),
    (
        {"username": "no spaces"},
        "username",
        "Only letters, digits and . - _ + @, no spaces.",
    ),
    ({"username": "ANN"}, "username", "This username is taken. Choose another one."),
    ({"username": "x" * 151}, "username", "A username has at most 150 characters."),
    ({"password1": ""}, "password1", "Choose a password."),
    ({"password2": ""}, "password2", "Type the password again."),
    ({"password2": "another shuffle"}, "password2", "The two passwords are not the same."),
    (twice("a5Kz"), "password1", "This password is too short: it needs at least 8 characters."),
    (twice("password"), "password1", "Many people use this password. Choose another one."),
    (twice("8463058261"), "password1", "This password is only digits. Put letters into it."),
    (twice("five of a clan") | {"username": "five.of.a.clan"}, "password1", str(WEAK["password_too_similar"])),
]


@pytest.mark.parametrize(("change", "field", "words"), FAULTS)
def test_a_fault_of_the_sign_up_is_said_in_our_words(client, organizer, change, field, words):
    form = client.post("/accounts/signup/", NEW | change).context["form"]
    assert form.errors == {field: [words]}


def focused(answer):
    return re.findall(r'<input[^>]* name="(\w+)"[^>]* autofocus', answer.content.decode())


def test_the_cursor_stands_in_the_first_field_with_a_fault(client, organizer):
    first = client.get("/accounts/signup/")
    again = client.post("/accounts/signup/", NEW | {"password1": "short", "password2": "another"})
    assert (focused(first), focused(again)) == (["username"], ["password1"])
    assert focused(client.post("/accounts/login/", {"username": "ann", "password": ""})) == ["password"]
    assert focused(client.post("/join/", {"code": "AAAAAA"})) == ["code"]


@pytest.mark.parametrize("page", ["login", "signup", "password_change"])
def test_no_form_of_an_account_speaks_with_the_browsers_or_djangos_words(organizer, page):
    client = Client()
    if page == "password_change":
        client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    text = client.get(reverse(page)).content.decode()
    assert ("novalidate" in text, "@/./+/-/_" in text, "Your password can" in text) == (True, False, False)


def test_a_closed_sign_up_says_so_and_makes_no_account(client, settings):
    settings.SIGNUP_OPEN = False
    answers = [client.get("/accounts/signup/"), client.post("/accounts/signup/", NEW)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert "closed" in answers[0].content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("page", ["login", "signup"])
def test_an_organizer_who_is_signed_in_has_no_need_of_the_page(organizer_client, page):
    assert organizer_client.get(reverse(page))["Location"] == "/events/"


def test_signing_in_leads_to_the_organizers_events(client, organizer):
    answer = client.post("/accounts/login/", {"username": "ann", "password": "five of each clan"})
    assert (answer["Location"], signed_in_as(client)) == ("/events/", "ann")


def test_signing_in_leads_back_to_the_page_that_asked_for_it(client, organizer):
    asked = client.get("/accounts/password_change/")["Location"]
    answer = client.post(asked, {"username": "ann", "password": "five of each clan"})
    assert answer["Location"] == "/accounts/password_change/"


def test_signing_in_leads_to_no_other_site(client, organizer):
    form = {"username": "ann", "password": "five of each clan", "next": "https://elsewhere.example/"}
    assert client.post("/accounts/login/", form)["Location"] == "/events/"


def test_a_wrong_password_brings_the_form_back(client, organizer):
    answer = client.post("/accounts/login/", {"username": "ann", "password": "wrong"})
    assert (answer.status_code, signed_in_as(client)) == (200, None)
    assert "Wrong username or password." in answer.content.decode()


def fail_to_sign_in(client, address):
    for _ in range(6):
        answer = client.post("/accounts/login/", {"username": "ann", "password": "wrong"}, REMOTE_ADDR=address)
    return answer


def test_too_many_wrong_passwords_lock_that_name_from_that_address(client, organizer, settings):
    right = {"username": "ann", "password": "five of each clan"}
    assert fail_to_sign_in(client, "10.0.0.5").status_code == 429
    locked = client.post("/accounts/login/", right, REMOTE_ADDR="10.0.0.5")
    assert (locked.status_code, signed_in_as(client)) == (429, None)
    assert "15 minutes" in locked.content.decode()
    assert client.post("/accounts/login/", right, REMOTE_ADDR="10.0.0.6").status_code == 302


def test_a_lock_holds_nobody_else_back_at_the_same_address(client, organizer):
    fail_to_sign_in(client, "10.0.0.5")
    User.objects.create_user("ben", password="four of each clan")
    answer = client.post(
        "/accounts/login/", {"username": "ben", "password": "four of each clan"}, REMOTE_ADDR="10.0.0.5"
    )
    assert answer["Location"] == "/events/"


def test_an_address_that_tries_many_names_may_not_go_on_under_a_new_one(client, organizer):
    note_attempts(ThrottledAction.PASSWORD, LIMITS[ThrottledAction.PASSWORD].most - 1)
    assert client.post("/accounts/login/", {"username": "nobody", "password": "wrong"}).status_code == 200
    right = {"username": "ann", "password": "five of each clan"}
    locked = client.post("/accounts/login/", right)
    assert (locked.status_code, int(locked["Retry-After"]), signed_in_as(client)) == (429, 600, None)
    assert client.post("/accounts/login/", right, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_a_visitor_who_took_a_session_over_cannot_try_old_passwords_for_ever(organizer, organizer_client):
    note_attempts(ThrottledAction.PASSWORD, LIMITS[ThrottledAction.PASSWORD].most)
    form = {"old_password": "wrong", "new_password1": "none of any clan", "new_password2": "none of any clan"}
    answers = [organizer_client.post("/accounts/password_change/", form).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


RIGHT = {"username": "ann", "password": "five of each clan"}
WRONG = {"username": "ann", "password": "wrong"}


def test_every_password_that_is_hashed_is_counted_right_or_wrong(organizer):
    new = dict.fromkeys(("new_password1", "new_password2"), "none of any clan")
    client = Client()
    client.post("/accounts/login/", WRONG)
    client.post("/accounts/login/", {"username": "nobody", "password": "wrong"})
    client.post("/accounts/login/", RIGHT)
    client.post("/accounts/password_change/", {"old_password": "wrong"} | new)
    client.post("/accounts/password_change/", {"old_password": "five of each clan"} | new)
    Client().post("/accounts/signup/", NEW | {"password2": "another"})
    Client().post("/accounts/signup/", NEW)
    counted = Attempt.objects.filter(action=ThrottledAction.PASSWORD).values_list("address", flat=True)
    assert sorted(counted) == ["127.0.0.1"] * 4 + [f"account {organizer.id}"] * 2


def test_right_passwords_are_hashed_no_more_often_than_wrong_ones(organizer):
    answers = [Client().post("/accounts/login/", RIGHT).status_code for _ in range(31)]
    assert answers == [302] * 30 + [429]
    assert Client().post("/accounts/signup/", NEW).status_code == 429


def known_browser():
    """Return a browser in which Ann has signed in and out."""
    client = Client()
    client.post("/accounts/login/", RIGHT)
    client.post("/accounts/logout/")
    return client


def test_a_guest_who_tries_passwords_keeps_no_browser_out_that_has_signed_in_before(organizer):
    known = known_browser()
    guest = [Client().post("/accounts/login/", WRONG).status_code for _ in range(6)]
    others = [Client().post("/accounts/login/", WRONG | {"username": f"b{n}"}).status_code for n in range(30)]
    assert (guest[-1], others[-1]) == (429, 429)
    refused = Client().post("/accounts/login/", RIGHT)
    assert (refused.status_code, "a browser in which you have signed in before" in refused.text) == (429, True)
    assert known.post("/accounts/login/", RIGHT).status_code == 302


def test_a_browser_is_known_to_its_own_account_alone(organizer):
    known = known_browser()
    User.objects.create_user("ben", password="four of each clan")
    note_attempts(ThrottledAction.PASSWORD, LIMITS[ThrottledAction.PASSWORD].most)
    assert known.post("/accounts/login/", {"username": "ben", "password": "four of each clan"}).status_code == 429


def test_a_known_browser_may_not_try_passwords_for_ever(organizer):
    known = known_browser()
    note_attempts(ThrottledAction.PASSWORD, LIMITS[ThrottledAction.PASSWORD].most)
    assert [known.post("/accounts/login/", WRONG).status_code for _ in range(11)] == [200] * 10 + [429]


def test_a_new_password_makes_a_browser_unknown_that_has_not_set_it(organizer):
    known, elsewhere = known_browser(), known_browser()
    known.post("/accounts/login/", RIGHT)
    new = "none of any clan"
    known.post(
        "/accounts/password_change/", {"old_password": RIGHT["password"], "new_password1": new, "new_password2": new}
    )
    known.post("/accounts/logout/")
    note_attempts(ThrottledAction.PASSWORD, LIMITS[ThrottledAction.PASSWORD].most)
    answers = [client.post("/accounts/login/", RIGHT | {"password": new}) for client in (elsewhere, known)]
    assert [answer.status_code for answer in answers] == [429, 302]


def test_a_forged_cookie_makes_no_browser_known(organizer):
    client = known_browser()
    client.cookies["device"] = client.cookies["device"].value[:-1] + "x"
    note_attempts(ThrottledAction.PASSWORD, LIMITS[ThrottledAction.PASSWORD].most)
    assert client.post("/accounts/login/", RIGHT).status_code == 429


def test_no_more_than_two_passwords_are_hashed_at_a_time(monkeypatch):
    running, most, entered, go_on = [], [], SimpleQueue(), SimpleQueue()

    def slow_hash(*_, **__):
        running.append(1)
        most.append(len(running))
        entered.put(None)
        go_on.get(timeout=PATIENCE)
        running.pop()
        return b"hash"

    monkeypatch.setattr("django.contrib.auth.hashers.pbkdf2", slow_hash)
    with ThreadPoolExecutor(5) as pool:
        hashes = [pool.submit(BoundedHasher().encode, "password", "salt") for _ in range(5)]
        for _ in hashes:
            entered.get(timeout=PATIENCE)
            if len(most) >= 2:
                go_on.put(None)
        go_on.put(None)
        assert {hashed.result(timeout=PATIENCE).split("$")[0] for hashed in hashes} == {"pbkdf2_sha256"}
    assert max(most) == 2


def test_the_site_hashes_with_the_bounded_hasher_and_reads_what_djangos_own_has_made():
    made = PBKDF2PasswordHasher().encode("five of each clan", "salt", 1000)
    assert BoundedHasher().verify("five of each clan", made)
    assert PASSWORD_HASHERS == ["drafts.access.hashing.BoundedHasher"]


def test_a_program_cannot_make_accounts_without_end(client, db):
    note_attempts(ThrottledAction.SIGN_UP, LIMITS[ThrottledAction.SIGN_UP].most - 1)
    assert client.post("/accounts/signup/", NEW).status_code == 302
    refused = Client().post("/accounts/signup/", NEW | {"username": "Ben"})
    assert (refused.status_code, int(refused["Retry-After"])) == (429, 3600)
    assert list(User.objects.values_list("username", flat=True)) == ["Bea"]


def test_the_admin_has_no_sign_in_of_its_own(client, organizer_client):
    asked = client.get("/admin/", follow=True)
    assert asked.redirect_chain[-1] == ("/accounts/login/?next=/admin/", 302)
    assert client.post("/admin/login/", {"username": "ann", "password": "five of each clan"}).status_code == 302
    assert signed_in_as(client) is None
    assert organizer_client.get("/admin/", follow=True).status_code == 403


def note_attempts(action, times):
    for _ in range(times):
        record_attempt(action, address="127.0.0.1")


def test_signing_out_takes_a_button_not_a_link(organizer_client):
    assert organizer_client.get("/accounts/logout/").status_code == 405
    assert organizer_client.post("/accounts/logout/")["Location"] == "/"
    assert signed_in_as(organizer_client) is None


@pytest.fixture
def seat(organizer, sample_sets):
    return fighter(make_event(organizer, "Aichi", "Kamui", started=True), "Aichi")


def seat_of(client, seat):
    """Return whose seat a browser holds at the event, and the key of its session."""
    page = client.get(f"/events/{seat.event.code}/")
    return page.context["fighter"].nickname if page.status_code == 200 else None, client.cookies["sessionid"].value


def test_an_organizer_who_also_drafts_keeps_the_seat_after_signing_out(organizer_client, seat):
    sit_down(organizer_client, seat)
    key = organizer_client.cookies["sessionid"].value
    organizer_client.post("/accounts/logout/")
    name, new_key = seat_of(organizer_client, seat)
    assert (name, new_key != key, signed_in_as(organizer_client)) == ("Aichi", True, None)


def test_a_browser_that_signs_out_and_holds_no_seat_keeps_no_session(organizer_client):
    organizer_client.post("/accounts/logout/")
    assert (organizer_client.cookies["sessionid"].value, Session.objects.count()) == ("", 0)


def test_an_organizer_who_signs_in_under_another_name_keeps_the_seat(organizer_client, seat):
    sit_down(organizer_client, seat)
    User.objects.create_user("ben", password="four of each clan")
    key = organizer_client.cookies["sessionid"].value
    organizer_client.post("/accounts/logout/")
    organizer_client.post("/accounts/login/", {"username": "ben", "password": "four of each clan"})
    name, new_key = seat_of(organizer_client, seat)
    assert (name, new_key != key, signed_in_as(organizer_client)) == ("Aichi", True, "ben")


def test_a_session_that_passes_from_one_account_to_another_keeps_the_seat(organizer_client, seat):
    sit_down(organizer_client, seat)
    key = organizer_client.cookies["sessionid"].value
    organizer_client.force_login(User.objects.create_user("ben"), backend=PASSWORDS)
    name, new_key = seat_of(organizer_client, seat)
    assert (name, new_key != key, signed_in_as(organizer_client)) == ("Aichi", True, "ben")


def test_a_new_password_signs_other_browsers_out_and_leaves_them_their_seats(organizer, organizer_client, seat):
    elsewhere = Client()
    elsewhere.force_login(organizer, backend=PASSWORDS)
    for client in (organizer_client, elsewhere):
        sit_down(client, seat)
    form = dict.fromkeys(("new_password1", "new_password2"), "none of any clan")
    organizer_client.post("/accounts/password_change/", {"old_password": "five of each clan"} | form)
    clients = (organizer_client, elsewhere)
    assert [(seat_of(client, seat)[0], signed_in_as(client)) for client in clients] == [
        ("Aichi", "ann"),
        ("Aichi", None),
    ]
    assert [seat_of(client, seat)[0] for client in clients] == ["Aichi", "Aichi"]


def test_a_changed_password_is_the_one_that_counts(organizer_client, organizer):
    form = {
        "old_password": "five of each clan",
        "new_password1": "none of any clan",
        "new_password2": "none of any clan",
    }
    answer = organizer_client.post("/accounts/password_change/", form, follow=True)
    assert answer.redirect_chain == [("/accounts/password_change/done/", 302)]
    organizer.refresh_from_db()
    assert (organizer.check_password("none of any clan"), signed_in_as(organizer_client)) == (True, "ann")


def test_a_password_changes_only_for_who_knows_the_old_one(organizer_client, organizer):
    form = {"old_password": "wrong", "new_password1": "none of any clan", "new_password2": "none of any clan"}
    answer = organizer_client.post("/accounts/password_change/", form)
    assert (answer.status_code, list(answer.context["form"].errors)) == (200, ["old_password"])


@pytest.mark.parametrize("page", ["login", "signup", "logout", "password_change"])
def test_a_form_without_its_token_is_refused_kindly(page, organizer):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    answer = strict.post(reverse(page), NEW)
    assert answer.status_code == 403
    assert "try again" in answer.content.decode()


def test_the_organizers_page_leads_to_a_new_password_and_to_the_sets(organizer_client):
    page = organizer_client.get("/events/").content.decode()
    assert [link in page for link in ('href="/accounts/password_change/"', 'href="/sets/"')] == [True, True]


@pytest.mark.parametrize(
    ("asked", "shown"), [("/events/new/", "/events/new/"), ("https://elsewhere.example/", "/events/"), ("", "/events/")]
)
def test_a_visitor_who_signs_up_on_the_way_to_a_page_of_this_site_is_sent_there(client, asked, shown):
    page = client.get("/accounts/signup/", {"next": asked})
    assert ('name="next"' in page.content.decode()) == (shown == asked)
    assert client.post("/accounts/signup/", NEW | {"next": asked})["Location"] == shown
