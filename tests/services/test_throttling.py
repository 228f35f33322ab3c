from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from drafts.limits import PEOPLE
from drafts.models import Attempt, ThrottledAction
from drafts.services.throttling import LIMITS, client_key, is_allowed, record_attempt, spend_attempt
from tests.programs import PATIENCE

pytestmark = pytest.mark.django_db
MOST, WITHIN, MOST_OF_BROWSER = LIMITS[ThrottledAction.CODE]
A_FULL_STORE = 60


def try_often(address, times, ago=timedelta(0), action=ThrottledAction.CODE, browser=""):
    tried = {"action": action, "address": client_key(address), "browser": browser, "at": timezone.now() - ago}
    Attempt.objects.bulk_create(Attempt(**tried) for _ in range(times))


@pytest.mark.parametrize("action", ThrottledAction)
def test_an_address_may_try_each_action_so_often_and_no_oftener(action):
    try_often("192.0.2.1", LIMITS[action].most - 1, action=action)
    assert is_allowed(action, address="192.0.2.1") is True
    record_attempt(action, address="192.0.2.1")
    assert is_allowed(action, address="192.0.2.1") is False


@pytest.mark.parametrize("action", ThrottledAction)
def test_an_attempt_is_counted_before_it_is_made_and_one_too_many_is_not(action):
    try_often("192.0.2.1", LIMITS[action].most - 1, action=action)
    assert [spend_attempt(action, address="192.0.2.1") for _ in range(3)] == [True, False, False]
    assert Attempt.objects.count() == LIMITS[action].most


@pytest.mark.django_db(transaction=True)
def test_of_attempts_at_the_same_moment_no_more_are_allowed_than_one_after_the_other():
    action, together = ThrottledAction.PASSWORD, Barrier(6)
    try_often("192.0.2.1", LIMITS[action].most - 2, action=action)

    def spend(_):
        together.wait(PATIENCE)
        try:
            return spend_attempt(action, address="192.0.2.1")
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(spend, range(6))) <= 2


def test_every_address_is_counted_on_its_own():
    try_often("192.0.2.1", MOST)
    assert is_allowed(ThrottledAction.CODE, address="192.0.2.2") is True


def test_every_action_is_counted_on_its_own():
    try_often("192.0.2.1", MOST)
    assert is_allowed(ThrottledAction.PRACTICE, address="192.0.2.1") is True


def test_ten_wrong_codes_for_each_person_who_may_be_behind_an_address():
    assert MOST == 10 * PEOPLE


def test_a_browser_may_try_so_many_codes_and_holds_back_no_other_browser_of_its_address():
    try_often("192.0.2.1", MOST_OF_BROWSER - 1, browser="one")
    assert is_allowed(ThrottledAction.CODE, address="192.0.2.1", browser="one") is True
    record_attempt(ThrottledAction.CODE, address="192.0.2.1", browser="one")
    browsers = ("one", "another", "")
    assert [is_allowed(ThrottledAction.CODE, address="192.0.2.1", browser=name) for name in browsers] == [
        False,
        True,
        True,
    ]


def test_a_browser_is_held_to_its_limit_at_every_address():
    try_often("192.0.2.1", MOST_OF_BROWSER, browser="one")
    assert is_allowed(ThrottledAction.CODE, address="192.0.2.2", browser="one") is False


def test_a_browser_may_try_again_after_a_while():
    try_often("192.0.2.1", MOST_OF_BROWSER, ago=WITHIN, browser="one")
    assert is_allowed(ThrottledAction.CODE, address="192.0.2.1", browser="one") is True


def test_the_attempts_of_browsers_are_counted_for_their_address_too():
    for number in range(MOST // MOST_OF_BROWSER):
        try_often("192.0.2.1", MOST_OF_BROWSER, browser=f"browser {number}")
    assert [is_allowed(ThrottledAction.CODE, address="192.0.2.1", browser=name) for name in ("another", "")] == [
        False,
        False,
    ]


def test_browsers_without_a_name_are_not_counted_as_one():
    try_often("192.0.2.1", MOST_OF_BROWSER)
    assert is_allowed(ThrottledAction.CODE, address="192.0.2.1") is True


@pytest.mark.parametrize("action", [ThrottledAction.SIGN_UP, ThrottledAction.PRACTICE])
def test_everybody_in_a_full_store_may_come_in_at_once(action):
    try_often("192.0.2.1", A_FULL_STORE - 1, action=action)
    assert is_allowed(action, address="192.0.2.1") is True


def test_an_address_is_let_in_again_after_a_while():
    try_often("192.0.2.1", MOST, ago=WITHIN)
    assert is_allowed(ThrottledAction.CODE, address="192.0.2.1") is True


def test_old_attempts_are_forgotten_and_those_of_actions_that_look_further_back_are_not():
    try_often("192.0.2.1", 100, ago=2 * WITHIN)
    try_often("192.0.2.1", 3, ago=2 * WITHIN, action=ThrottledAction.SIGN_UP)
    record_attempt(ThrottledAction.CODE, address="192.0.2.2")
    assert [
        Attempt.objects.filter(action=action).count() for action in (ThrottledAction.CODE, ThrottledAction.SIGN_UP)
    ] == [
        1,
        3,
    ]


def test_the_count_is_kept_where_all_processes_see_it():
    record_attempt(ThrottledAction.CODE, address="192.0.2.1", browser="one")
    assert list(Attempt.objects.values_list("action", "address", "browser")) == [("code", "192.0.2.1", "one")]


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
        ("", ""),
        ("x" * 5000, "x" * 64),
    ],
)
def test_a_client_that_may_pick_addresses_from_a_network_is_counted_as_one(address, counted_as):
    assert client_key(address) == counted_as


def test_an_odd_address_breaks_nothing():
    record_attempt(ThrottledAction.CODE, address="x" * 5000)
    assert is_allowed(ThrottledAction.CODE, address="x" * 5000) is True
