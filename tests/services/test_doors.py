from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Attempt, Door
from drafts.services.doors import LIMITS, household, may_try, note_attempt

pytestmark = pytest.mark.django_db
MOST, WITHIN = LIMITS[Door.CODE]
A_FULL_STORE = 60


def try_often(address, times, ago=timedelta(0), door=Door.CODE):
    at = timezone.now() - ago
    Attempt.objects.bulk_create(Attempt(door=door, address=household(address), at=at) for _ in range(times))


@pytest.mark.parametrize("door", Door)
def test_an_address_may_try_each_door_so_often_and_no_oftener(door):
    try_often("192.0.2.1", LIMITS[door].most - 1, door=door)
    assert may_try(door, address="192.0.2.1") is True
    note_attempt(door, address="192.0.2.1")
    assert may_try(door, address="192.0.2.1") is False


def test_every_address_is_counted_on_its_own():
    try_often("192.0.2.1", MOST)
    assert may_try(Door.CODE, address="192.0.2.2") is True


def test_every_door_is_counted_on_its_own():
    try_often("192.0.2.1", MOST)
    assert may_try(Door.PRACTICE, address="192.0.2.1") is True


@pytest.mark.parametrize("door", [Door.SIGN_UP, Door.PRACTICE])
def test_everybody_in_a_full_store_may_come_in_at_once(door):
    try_often("192.0.2.1", A_FULL_STORE - 1, door=door)
    assert may_try(door, address="192.0.2.1") is True


def test_the_door_opens_again_after_a_while():
    try_often("192.0.2.1", MOST, ago=WITHIN)
    assert may_try(Door.CODE, address="192.0.2.1") is True


def test_old_attempts_are_forgotten_and_those_at_doors_that_look_further_back_are_not():
    try_often("192.0.2.1", 100, ago=2 * WITHIN)
    try_often("192.0.2.1", 3, ago=2 * WITHIN, door=Door.SIGN_UP)
    note_attempt(Door.CODE, address="192.0.2.2")
    assert [Attempt.objects.filter(door=door).count() for door in (Door.CODE, Door.SIGN_UP)] == [1, 3]


def test_the_count_is_kept_where_all_processes_see_it():
    note_attempt(Door.CODE, address="192.0.2.1")
    assert list(Attempt.objects.values_list("door", "address")) == [("code", "192.0.2.1")]


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
def test_who_may_pick_addresses_from_a_network_is_counted_as_one(address, counted_as):
    assert household(address) == counted_as


def test_an_odd_address_breaks_nothing():
    note_attempt(Door.CODE, address="x" * 5000)
    assert may_try(Door.CODE, address="x" * 5000) is True
