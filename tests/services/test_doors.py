from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import WrongCode
from drafts.services.doors import MOST_WRONG_CODES, WINDOW, may_try_codes, note_wrong_code

pytestmark = pytest.mark.django_db


def try_often(address, times, ago=timedelta(0)):
    at = timezone.now() - ago
    WrongCode.objects.bulk_create(WrongCode(address=address, at=at) for _ in range(times))


def test_an_address_may_mistype_some_codes_and_not_many():
    try_often("192.0.2.1", MOST_WRONG_CODES - 1)
    assert may_try_codes(address="192.0.2.1") is True
    note_wrong_code(address="192.0.2.1")
    assert may_try_codes(address="192.0.2.1") is False


def test_every_address_is_counted_on_its_own():
    try_often("192.0.2.1", MOST_WRONG_CODES)
    assert may_try_codes(address="192.0.2.2") is True


def test_the_door_opens_again_after_the_window():
    try_often("192.0.2.1", MOST_WRONG_CODES, ago=WINDOW)
    assert may_try_codes(address="192.0.2.1") is True


def test_old_tries_are_forgotten():
    try_often("192.0.2.1", 100, ago=2 * WINDOW)
    note_wrong_code(address="192.0.2.2")
    assert WrongCode.objects.count() == 1


def test_the_count_is_kept_where_all_processes_see_it():
    note_wrong_code(address="192.0.2.1")
    assert list(WrongCode.objects.values_list("address", flat=True)) == ["192.0.2.1"]


def test_an_odd_address_breaks_nothing():
    note_wrong_code(address="x" * 5000)
    assert may_try_codes(address="x" * 5000) is True
