"""The statistics of one event: open as its log is, a fighter's own choices to them and to the organizer."""

from collections import Counter

import pytest
from django.test import Client

from drafts.models import Event, Pick, Seat
from drafts.rules.actors import ORGANIZER
from drafts.rules.night.fight_moves import DecideResult
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event
from drafts.services.log.log_access import open_log
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, drafted_event, fighter, fighting_event, make_event, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return drafted_event(module_organizer, "Aichi", "Kamui", "Misaki")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def seated(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def page(event, query=""):
    return f"/events/{event.code}/statistics/{query}"


def test_it_is_closed_while_the_log_is(client, organizer_client, organizer, sample_sets):
    going_on = make_event(organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC)
    for somebody in (client, organizer_client, seated(going_on, "Aichi")):
        assert somebody.get(page(going_on)).status_code == 403


def test_it_is_open_to_whom_the_log_is(client, organizer_client, event):
    everybody = (client, seated(event, "Aichi"), organizer_client)
    assert [somebody.get(page(event)).status_code for somebody in everybody] == [403, 200, 200]
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.ORGANIZER)
    assert [somebody.get(page(event)).status_code for somebody in everybody] == [403, 403, 200]


def test_a_draft_of_any_other_game_tells_which_types_were_taken(organizer, organizer_client, sample_sets):
    plain = drafted_event(organizer, "Aichi", "Kamui", format_="plain", card_set="PLA01")
    answer = organizer_client.get(page(plain))
    assert (answer.status_code, answer.context["question"].name) == (200, "kind")


def test_the_log_leads_there(organizer_client, event):
    assert page(event) in organizer_client.get(f"/events/{event.code}/log/").content.decode()


def test_each_seat_shows_what_it_took_and_what_it_cut(organizer_client, event):
    tastes = organizer_client.get(page(event)).context["tastes"]
    assert [sum(share.cards for share in taste.shares) for taste in tastes] == [30] * 3
    for taste in tastes:
        clans = Pick.objects.filter(seat__draft=event.draft, seat__position=taste.seat.seat)
        found = {share.answer: share.cards for share in taste.shares}
        first = taste.shares[0]
        assert found[first.answer] == clans.filter(pack_card__card__kin=first.answer).count()
        assert {words.receiver.seat for words in taste.cuts} == {0, 1, 2} - {taste.seat.seat}
        assert all(0 <= words.cut.taken <= words.cut.of for words in taste.cuts)


def test_a_fighter_sees_their_own_choices_and_nobody_elses(event):
    open_log(event=event, visibility=LogVisibility.PUBLIC, hide_names=False)
    finish_event(event=event)
    count_finished_drafts()
    client = seated(event, "Aichi")
    own = Seat.objects.get(fighter__nickname="Aichi")
    shown = client.get(page(event)).context["own"]
    assert (shown.seat.name, len(shown.choices)) == ("Aichi", 30)
    assert all(choice.average.n for choice in shown.choices)
    asked = [client.get(page(event, f"?seat={seat}")).status_code for seat in (0, 1, 2, 9)]
    assert asked == [200 if seat == own.position else 404 for seat in (0, 1, 2, 9)]


def test_the_usual_choice_follows_from_public_figures_only(event):
    finish_event(event=event)
    count_finished_drafts()
    own = seated(event, "Aichi").get(page(event)).context["own"]
    assert (len(own.choices), {choice.average.n for choice in own.choices}) == (30, {0})


def test_the_organizer_sees_the_choices_of_whom_they_ask_for(organizer_client, event):
    assert organizer_client.get(page(event)).context["own"] is None
    for seat in event.draft.tables.get().seats.all():
        own = organizer_client.get(page(event, f"?seat={seat.position}")).context["own"]
        assert own.seat.name == seat.fighter.nickname
    wrong = ("?seat=3", "?table=2", "?seat=x")
    assert [organizer_client.get(page(event, query)).status_code for query in wrong] == [404] * 3


def test_a_reader_of_a_public_log_sees_nobodys_choices_one_by_one_and_hidden_names_stay_hidden(client, event):
    Event.objects.filter(id=event.id).update(log_visibility=LogVisibility.PUBLIC, hide_names=True)
    answer = client.get(page(event))
    assert (answer.status_code, answer.context["own"]) == (200, None)
    assert not any(name in answer.content.decode() for name in ("Aichi", "Kamui", "Misaki"))
    assert client.get(page(event, "?seat=0")).status_code == 404


def test_it_says_first_who_won_what_was_wanted_and_how_long_it_took(organizer_client, organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    number, _, _, fight = next(load_fights(event.id).fighting.fights())
    winner = fight.sides[0].fighters[0]
    act_in_fights(event, ORGANIZER, DecideResult(number, winner, (1, 0)))
    finish_event(event=event)
    answer = organizer_client.get(page(event))
    said = {each.question: each.sentence for each in answer.context["answers"]}
    assert said["Who won?"] == f"\u2068{event.fighters.get(id=winner).nickname}\u2069 won."
    counts = Counter()
    for taste in answer.context["tastes"]:
        counts.update({share.answer: share.cards for share in taste.shares})
    most = max(counts.values())
    names = {name for name, count in counts.items() if count == most}
    assert {*said["What was drafted most?"].split(": ")[0].split(", ")} == names
    assert f"{most} of 60 cards" in said["What was drafted most?"]
    assert said["How long did it take?"].startswith("The draft took 1 min. From the first pack to the end of the event")


def test_an_event_that_ended_before_its_last_result_names_no_winner(organizer_client, event):
    finish_event(event=event)
    questions = [each.question for each in organizer_client.get(page(event)).context["answers"]]
    assert "Who won?" not in questions
