"""Links for judges: a name each, so many at once, ended for good."""

import pytest

from drafts.models import StaffLink
from drafts.presenters.log.entries import entries_of, newest_entries
from drafts.rules.actors import judge_by
from drafts.rules.fights.fight import DecidedBy
from drafts.rules.night.fight_moves import Reopen
from drafts.services.errors import ServiceError
from drafts.services.events.nights import finish_event
from drafts.services.events.staff import MOST_JUDGES, make_link, revoke_link
from drafts.services.fights.changes import change_fights, set_result
from drafts.store.fights import load_fights
from tests.factories import drafted_event, fighting_event, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi")


@pytest.mark.parametrize("name", ["", "K", "x" * 25, "Ki\u202em"])
def test_a_judge_is_called_what_a_fighter_may_be_called(event, name):
    with pytest.raises(ServiceError) as caught:
        make_link(event=event, name=name)
    assert (caught.value.field, StaffLink.objects.count()) == ("name", 0)


def test_two_judges_of_one_name_are_made_one_after_the_other(event):
    first = make_link(event=event, name="Kim")
    with pytest.raises(ServiceError, match="a link with that name already"):
        make_link(event=event, name="KIM")
    revoke_link(event=event, link_id=first.id)
    assert make_link(event=event, name="KIM").token != first.token


def test_an_event_has_so_many_judges_and_one_more_when_one_has_gone(event):
    links = [make_link(event=event, name=f"Judge {number}") for number in range(MOST_JUDGES)]
    with pytest.raises(ServiceError, match=f"up to {MOST_JUDGES} such links"):
        make_link(event=event, name="One more")
    revoke_link(event=event, link_id=links[0].id)
    make_link(event=event, name="One more")


def test_a_link_is_revoked_once_and_only_in_its_own_event(event, organizer):
    link = make_link(event=event, name="Kim")
    with pytest.raises(ServiceError, match=r"There is no such link\."):
        revoke_link(event=make_event(organizer, "Ren"), link_id=link.id)
    first = revoke_link(event=event, link_id=link.id).revoked_at
    assert revoke_link(event=event, link_id=link.id).revoked_at == first
    assert [entry.text for entry in entries_of(event)] == [
        "The organizer made a judge's link for Kim.",
        "The organizer revoked the judge's link of Kim.",
    ]
    assert "\u2068Kim\u2069" in newest_entries(event.id, 1)[0].text


def test_an_event_that_is_over_takes_no_judges(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    finish_event(event=event)
    with pytest.raises(ServiceError, match=r"This event is over\."):
        make_link(event=event, name="Kim")


def test_a_result_that_a_judge_sets_says_so(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    kim = judge_by(make_link(event=event, name="Kim").id)
    number, *_, fight = next(load_fights(event.id).fighting.fights())
    set_result(event=event, fight=number, winner=fight.fighters[0], score=None, by=kim)
    decided = next(load_fights(event.id).fighting.fights())[3]
    assert decided.result.by is DecidedBy.JUDGE
    change_fights(event=event, verb=lambda live: Reopen(number))
    set_result(event=event, fight=number, winner=None, score=None, by=kim)
    names = load_fights(event.id).names
    one, other = (names[side] for side in fight.fighters)
    assert [entry.text for entry in entries_of(event) if "judge)" in entry.text] == [
        f"Kim (judge) decided: {one} won, {one} against {other}.",
        f"Kim (judge) decided: {one} against {other} is a draw.",
    ]
