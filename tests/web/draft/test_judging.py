"""A judge's way in, what they may do there and what not, by forms."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from drafts.models import Event, JudgeCall, NightSettings, StaffLink, Table
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import go_on
from drafts.services.events.staff import make_link, revoke_link
from drafts.sessions import JUDGES
from drafts.store.fights import load_fights
from drafts.store.shares import load_shares, stages_of_shares
from drafts.views.events.host_actions import ACTIONS, JUDGE_ACTIONS
from tests.factories import call_judge, drafted_event, fighter, fighting_event, make_event, messages_of, sit_down
from tests.web.shown import shown

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_event(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.ORGANIZER)


@pytest.fixture
def event(made_event, db):
    return Event.objects.get(id=made_event.id)


@pytest.fixture
def link(event):
    return make_link(event=event, name="Kim")


@pytest.fixture
def judge(link):
    client = Client()
    client.get(f"/judge/{link.token}/")
    return client


@pytest.fixture
def call(event):
    call_judge(table_id=event.draft.tables.get().id, seat=0, reason="rules", card=None, request="r1")
    return JudgeCall.objects.get()


def act(client, event, action, **fields):
    return client.post(f"/events/{event.code}/host/{action}/", fields)


# Links --------------------------------------------------------------------------------------------------------------


def test_the_organizer_makes_a_link_that_opens_a_judges_page(organizer_client, event):
    made = organizer_client.post(f"/events/{event.code}/host/staff/", {"name": "Kim"})
    assert (made.status_code, messages_of(made)) == (302, ["The link for \u2068Kim\u2069 is made. Let them scan it."])
    page = organizer_client.get(f"/events/{event.code}/host/staff/").content.decode()
    path = re.search(r"/judge/[\w-]+/", page)[0]
    assert "not opened yet" in page
    judge = Client()
    answer = judge.get(path)
    assert (answer["Location"], answer["Referrer-Policy"]) == (f"/events/{event.code}/judge/", "no-referrer")
    assert judge.get(answer["Location"]).status_code == 200
    assert "not opened yet" not in organizer_client.get(f"/events/{event.code}/host/staff/").content.decode()


@pytest.mark.parametrize(("name", "said"), [("", "Say who gets the link."), ("Kim", "a link with that name already")])
def test_a_link_that_cannot_be_made_says_why_beside_the_field(organizer_client, event, link, name, said):
    page = organizer_client.post(f"/events/{event.code}/host/staff/", {"name": name})
    assert (page.status_code, said in page.content.decode(), StaffLink.objects.count()) == (200, True, 1)


@pytest.mark.parametrize("number", ["", "x", "0", "9" * 30])
def test_a_number_that_is_no_link_is_not_revoked(organizer_client, event, link, number):
    answer = organizer_client.post(f"/events/{event.code}/host/staff/", {"revoke": number})
    assert (answer.status_code in (302, 404), StaffLink.objects.get().revoked_at) == (True, None)


def test_links_are_the_organizers_alone(event, judge, link):
    sit_down(judge, fighter(event, "Aichi"))
    assert judge.get(f"/events/{event.code}/host/staff/").status_code == 302  # to the sign-in
    for form in ({"name": "Lee"}, {"revoke": link.id}):
        assert act(judge, event, "staff", **form).status_code == 404
    assert list(StaffLink.objects.values_list("name", "revoked_at")) == [("Kim", None)]


def test_a_revoked_link_opens_nothing_and_says_so(event, judge, link, call):
    revoke_link(event=event, link_id=link.id)
    for client, path in ((judge, f"/events/{event.code}/judge/"), (Client(), f"/judge/{link.token}/")):
        page = client.get(path)
        assert page.status_code in (403, 404)
        assert "This link no longer works" in page.content.decode()
    assert act(judge, event, "take", call=call.id).status_code == 404


def test_the_link_of_another_judge_asks_before_it_takes_the_place_of_ones_own(event, judge, link):
    other = make_link(event=event, name="Lee")
    page = judge.get(f"/judge/{other.token}/")
    assert [words in page.text for words in ("Stay as <bdi", 'Switch to <bdi dir="auto">Lee</bdi>', "/judge/")] == [
        True
    ] * 3
    assert (page.status_code, page["Referrer-Policy"], judge.session[JUDGES]) == (
        (200, "strict-origin", {event.code: link.token})
    )
    assert judge.get(f"/judge/{link.token}/").status_code == 302
    assert judge.post(f"/judge/{other.token}/", {"replace": "yes"})["Location"] == f"/events/{event.code}/judge/"
    assert judge.session[JUDGES] == {event.code: other.token}
    revoke_link(event=event, link_id=other.id)
    assert judge.get(f"/judge/{link.token}/").status_code == 302


def test_a_link_that_never_was_says_so(sample_sets):
    page = Client().get(f"/judge/{'x' * 43}/")
    assert (page.status_code, "This judge’s link is not valid" in page.content.decode()) == (404, True)


def test_a_judge_signs_in_and_out_of_an_account_and_stays_a_judge(organizer, event, judge):
    judge.force_login(organizer)
    judge.post("/accounts/logout/")
    assert judge.get(f"/events/{event.code}/judge/").status_code == 200


# Rights of a judge ----------------------------------------------------------------------------------------------


def test_no_other_visitor_sees_a_judges_page(event, organizer_client, link):
    seated = Client()
    sit_down(seated, fighter(event, "Aichi"))
    pages = [client.get(f"/events/{event.code}/judge/").status_code for client in (Client(), seated, organizer_client)]
    assert pages == [404, 404, 404]


def test_a_judge_takes_and_answers_a_call_by_forms(event, judge, link, call):
    page = judge.get(f"/events/{event.code}/judge/").content.decode()
    assert [words in page for words in ("I’m coming", "A question about the rules", "waits ")] == [True] * 3
    taken = act(judge, event, "take", call=call.id)
    assert (taken["Location"], messages_of(taken)) == (
        f"/events/{event.code}/judge/",
        [f"\u2068{call.seat.fighter.nickname}\u2069 reads that you are on the way."],
    )
    assert "You are on the way" in judge.get(f"/events/{event.code}/judge/").content.decode()
    act(judge, event, "judge", call=call.id, verdict="verified", note="Both may look.")
    call.refresh_from_db()
    assert (call.verdict, call.note, call.taken_staff) == ("verified", "Both may look.", link)


def test_the_panel_says_who_has_taken_a_call(event, organizer_client, judge, call):
    act(judge, event, "take", call=call.id)
    page = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    assert '<bdi dir="auto">Kim</bdi> is on the way' in page
    refused = act(organizer_client, event, "take", call=call.id)
    assert messages_of(refused) == ["\u2068Kim\u2069 is on the way already."]
    act(organizer_client, event, "take", call=call.id, confirm="take")
    assert "You are on the way" in organizer_client.get(f"/events/{event.code}/host/").content.decode()


@pytest.mark.parametrize("fields", [{}, {"call": "x"}, {"call": "99999"}, {"call": "9" * 40}])
def test_a_call_that_there_is_not_is_refused(event, judge, call, fields):
    assert act(judge, event, "take", **fields).status_code == 302
    assert JudgeCall.objects.get().taken_by == ""


def test_a_judge_pauses_and_lets_go_on(event, judge):
    act(judge, event, "pause")
    assert Table.objects.get().paused is True
    act(judge, event, "resume", table=1)
    assert Table.objects.get().paused is False


def test_a_judge_settles_a_fight(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    judge = Client()
    judge.get(f"/judge/{make_link(event=event, name='Kim').token}/")
    number, *_, fight = next(load_fights(event.id).fighting.fights())
    page = judge.get(f"/events/{event.code}/judge/").content.decode()
    assert ("next-stage" in page, "reopen" in page, f'value="{fight.fighters[0]}"' in page) == (False, False, True)
    act(judge, event, "result", fight=number, winner=fight.fighters[0])
    act(judge, event, "pause")
    live = load_fights(event.id).fighting
    assert (next(live.fights())[3].result.by.value, live.clock.stands) == ("judge", True)


@pytest.mark.parametrize("action", sorted(ACTIONS.keys() - set(JUDGE_ACTIONS)))
def test_everything_else_is_the_organizers(event, judge, action):
    assert act(judge, event, action, fighter=fighter(event, "Aichi").id, confirm=event.code).status_code == 404


@pytest.mark.parametrize("action", JUDGE_ACTIONS)
def test_a_judge_of_another_event_and_a_fighter_do_nothing_here(organizer, event, call, action):
    other, seated = Client(), Client()
    other.get(f"/judge/{make_link(event=make_event(organizer, 'Ren'), name='Kim').token}/")
    sit_down(seated, fighter(event, "Aichi"))
    answers = [act(client, event, action, call=call.id, verdict="verified") for client in (other, seated)]
    assert [answer.status_code for answer in answers] == [404, 404]


@pytest.mark.parametrize("path", ["host/", "host/connections/", "edit/", "log/log.json", "delete/"])
def test_a_judge_reads_no_page_of_the_organizers(event, judge, path):
    assert judge.get(f"/events/{event.code}/{path}").status_code in (302, 403, 404)


def test_an_organizer_who_opened_a_link_acts_as_what_the_page_says(organizer_client, event, link, call):
    organizer_client.get(f"/judge/{link.token}/")
    by_panel = act(organizer_client, event, "take", call=call.id)
    assert (by_panel["Location"], JudgeCall.objects.get().taken_by) == (f"/events/{event.code}/host/", "organizer")
    as_judge = act(organizer_client, event, "take", call=call.id, confirm="take", **{"as": "judge"})
    assert (as_judge["Location"], JudgeCall.objects.get().taken_by) == (f"/events/{event.code}/judge/", "judge")


def test_a_judge_counts_and_begins_the_next_game_by_forms(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"best_of": 3})
    judge = Client()
    judge.get(f"/judge/{make_link(event=event, name='Kim').token}/")
    page = judge.get(f"/events/{event.code}/judge/").content.decode()
    one = load_fights(event.id).fighting.groups[0].rounds[0][0].fighters[0]
    assert (f'value="{one} damage 1 0"' in page, 'data-part="game-form"' in page) == (True, True)
    act(judge, event, "count", fight=1, step=f"{one} damage 1 0")
    act(judge, event, "game", fight=1, game=1, winner=one)
    fight = load_fights(event.id).fighting.groups[0].rounds[0][0]
    assert [(game.winner, [change.by for change in game.changes]) for game in fight.games] == [(one, [1])]
    act(judge, event, "undo-count", fight=1)
    act(judge, event, "undo-count", fight=1)
    fight = load_fights(event.id).fighting.groups[0].rounds[0][0]
    assert (fight.games, fight.changes) == ((), ())


def test_a_judge_sees_whose_turn_it_is_in_the_sharing_and_no_card_of_it(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", card_set="SMP02", night=NightSettings(fights="off"))
    judge = Client()
    judge.get(f"/judge/{make_link(event=event, name='Kim').token}/")
    go_on(event=event, seen="building", confirmed=False)
    event.refresh_from_db()
    shares = load_shares(stages_of_shares(event.id).get().id)
    page = judge.get(f"/events/{event.code}/judge/").content.decode()
    assert "Now choosing" in shown(page)
    assert f'data-part="turn">{shares.names[shares.shares.turn]}</bdi>' in page
    assert [card.card.name for card in shares.cards.values() if escape(card.card.name) in page] == []
    assert "share-for" not in page.split("<template")[0]
    assert '<div class="judge-tables" id="tables" data-part="tables" hidden>' in page
