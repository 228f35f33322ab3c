"""Queries whose SQL is written once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafts.models import Event, Fighter
from drafts.prepared import HOW_MANY, Prepared
from drafts.store.series import next_of
from tests.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]


def test_a_prepared_query_returns_what_the_query_returns_with_these_values(organizer: User) -> None:
    events = [make_event(organizer, name="One"), make_event(organizer, name="Another")]
    by_code = Prepared(lambda: Event.objects.filter(code="").select_related("draft", "night"))
    for event in events:
        found = by_code.first(event.code)
        assert found is not None
        usual = Event.objects.select_related("draft", "night").get(code=event.code)
        for mine, its in ((found, usual), (found.draft, usual.draft), (found.night, usual.night)):
            fields = [field.attname for field in mine._meta.concrete_fields]
            assert [getattr(mine, name) for name in fields] == [getattr(its, name) for name in fields]
    assert by_code.first("222222") is None


def test_joined_rows_cost_no_further_query(organizer: User) -> None:
    event = make_event(organizer)
    by_code = Prepared(lambda: Event.objects.filter(code="").select_related("draft", "follower"))
    with CaptureQueriesContext(connection) as queries:
        found = by_code.first(event.code)
        assert found is not None
        assert (found.draft.format, next_of(found)) == ("vanguard", None)
    assert len(queries) == 1


def test_rows_are_counted_and_moments_compared(organizer: User) -> None:
    event = make_event(organizer, "Ann", "Ben")
    since = Prepared(
        lambda: (
            Fighter.objects.filter(event=0)
            .filter(joined_at__gte=datetime.now(UTC))
            .order_by()
            .values_list(HOW_MANY, flat=True)
        )
    )
    now = datetime.now(UTC)
    assert since.rows(event.id, now - timedelta(hours=1)) == [2]
    assert since.rows(event.id, now + timedelta(hours=1)) == [0]


def test_values_that_do_not_fit_are_a_fault() -> None:
    by_code = Prepared(lambda: Event.objects.filter(code=""))
    with pytest.raises(ValueError, match="not the values of SELECT"):
        by_code.first("222222", 3)


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_on_its_own_connection(organizer: User) -> None:
    event = make_event(organizer, "Ann")
    names = Prepared(lambda: Fighter.objects.filter(event=0).values_list("nickname", flat=True))

    def ask() -> list[str]:
        try:
            return names.rows(event.id)
        finally:
            connection.close()

    assert names.rows(event.id) == ["Ann"]
    with ThreadPoolExecutor() as pool:
        assert [pool.submit(ask).result() for _ in range(2)] == [["Ann"], ["Ann"]]
