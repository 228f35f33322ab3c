"""All fights of an event on one page: who reads it, and how officials correct results there without scripts."""

import re

import pytest
from django.test import Client

from drafts.models import Fights, StageAct
from drafts.presenters.log.entries import newest_entries
from drafts.presenters.log.logs import load_log
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.nights import finish_event, go_on
from drafts.services.events.staff import make_link
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.store.fights import load_fights
from tests.factories import drafted_event, fighter, fighting_event, make_event, messages_of, sit_down
from tests.web.shown import shown

pytestmark = pytest.mark.django_db
FOUR = ("Aichi", "Kamui", "Misaki", "Ren")


@pytest.fixture(autouse=True)
def _sets(sample_sets):
    pass


def address_of(event):
    return f"/events/{event.code}/host/fights/"


def words_of(answer):
    page = shown(answer.content.decode())
    words = " ".join(plain(re.sub(r"<[^>]+>", " ", page)).split())
    return re.sub(r" ([:.,;])", r"\1", words)


def plain(text):
    return text.translate({0x2068: None, 0x2069: None})


def fight_of(event, number):
    return load_fights(event.id).fighting.fight(number)


def decide_all(event):
    for number, *_, fight in load_fights(event.id).fighting.fights():
        if not fight.is_over:
            set_result(event=event, fight=number, winner=fight.fighters[0], score=None)


def in_round_two(organizer, **settings):
    event = fighting_event(organizer, *FOUR, **settings)
    decide_all(event)
    begin_next_round(event=event, number=2, confirmed=False)
    return event


def send(client, event, **fields):
    return client.post(f"/events/{event.code}/host/result/", {"page": "fights", **fields})


# Access -------------------------------------------------------------------------------------------------------------


def test_organizers_and_judges_read_it_and_nobody_else(organizer, organizer_client):
    event = fighting_event(organizer, *FOUR)
    judge, fighter_, stranger = Client(), Client(), Client()
    judge.get(f"/judge/{make_link(event=event, name='Kim').token}/")
    sit_down(fighter_, fighter(event, "Aichi"))
    statuses = [client.get(address_of(event)).status_code for client in (organizer_client, judge, fighter_, stranger)]
    assert statuses == [200, 200, 302, 302]


def test_another_organizer_does_not_find_it(organizer, django_user_model):
    event = fighting_event(organizer, *FOUR)
    other = Client()
    other.force_login(django_user_model.objects.create_user("other"))
    assert other.get(address_of(event)).status_code == 404


def test_the_panel_the_judges_page_and_the_standings_lead_officials_to_it(organizer, organizer_client):
    event = fighting_event(organizer, *FOUR)
    judge = Client()
    judge.get(f"/judge/{make_link(event=event, name='Kim').token}/")
    link = f'href="{address_of(event)}"'
    assert link in organizer_client.get(f"/events/{event.code}/host/").content.decode()
    assert link in judge.get(f"/events/{event.code}/judge/").content.decode()
    standings = f"/events/{event.code}/standings/"
    assert [link in client.get(standings).content.decode() for client in (organizer_client, judge, Client())] == [
        True, True, False,
    ]  # fmt: skip


# Contents -----------------------------------------------------------------------------------------------------------


def test_before_the_fights_it_says_so(organizer, organizer_client):
    assert "There are no fights yet." in words_of(organizer_client.get(address_of(drafted_event(organizer, *FOUR))))


def test_all_fights_are_there_the_newest_round_first(organizer, organizer_client):
    event = in_round_two(organizer)
    page = organizer_client.get(address_of(event)).content.decode()
    assert re.findall(r'id="(round-\d|fight-\d)"', page) == [
        "round-2",
        "fight-3",
        "fight-4",
        "round-1",
        "fight-1",
        "fight-2",
    ]
    assert (page.count("Correct the result"), page.count("Set the result")) == (2, 2)


def test_the_fight_that_an_official_came_for_is_unfolded(organizer, organizer_client):
    event = in_round_two(organizer)
    folds = re.compile(r'<li class="panel all-fight" id="fight-(\d)">.*?<details class="more"( open)?>', re.DOTALL)
    page = organizer_client.get(f"{address_of(event)}?fight=2").content.decode()
    assert [number for number, opened in folds.findall(page) if opened] == ["2"]
    assert not [
        number for number, opened in folds.findall(organizer_client.get(address_of(event)).content.decode()) if opened
    ]


def test_a_fight_goes_on_from_here_in_the_newest_round_only(organizer, organizer_client):
    event = in_round_two(organizer)
    decide_all(event)
    page = organizer_client.get(address_of(event)).content.decode()
    assert re.findall(r'host/reopen/">.*?value="(\d+)"', page, re.DOTALL) == ["3", "4"]
    reopened = organizer_client.post(f"/events/{event.code}/host/reopen/", {"fight": 3, "page": "fights"})
    assert (reopened["Location"], fight_of(event, 3).result) == (address_of(event), None)
    refused = organizer_client.post(f"/events/{event.code}/host/reopen/", {"fight": 1, "page": "fights"})
    assert messages_of(refused)[-1:] == [
        "Only a fight of the newest round can go on. You can correct the result of this one."
    ]


# Correcting ---------------------------------------------------------------------------------------------------------


def test_a_correction_says_what_changes_before_it_is_confirmed(organizer, organizer_client):
    event = in_round_two(organizer)
    one, other = fight_of(event, 1).fighters
    acts = StageAct.objects.count()
    asked = send(organizer_client, event, fight=1, winner=other)
    words = words_of(asked)
    names = load_fights(event.id).names
    assert (asked.status_code, StageAct.objects.count()) == (409, acts)
    assert f"Round 1: {names[one]} won. After the correction: {names[other]} won." in words
    assert re.search(rf"Places: .*{names[one]}: \d → \d", words)
    assert "Pairings and shared cards stay as they are." in words
    assert 'name="confirm" value="correct"' in asked.content.decode()
    assert f'href="{address_of(event)}"' in asked.content.decode()


def test_a_confirmed_correction_moves_points_and_is_told_in_the_log(organizer, organizer_client):
    event = in_round_two(organizer)
    one, other = fight_of(event, 1).fighters
    names = load_fights(event.id).names
    done = send(organizer_client, event, fight=1, winner=other, confirm="correct")
    assert (done["Location"], messages_of(done)) == (
        address_of(event), ["The result is corrected. The fighters are told."],
    )  # fmt: skip
    points = {place.fighter: place.points for place in load_fights(event.id).fighting.groups[0].standings()}
    assert (points[one], points[other]) == (0, 3)
    part = load_log(event).fights[0]
    assert (part.by, part.result.winner, [each.was.winner for each in part.corrections]) == ("organizer", other, [one])
    told = f"The organizer corrected a result of round 1: {names[other]} won, and not: {names[one]} won."
    assert told in [plain(entry.text) for entry in newest_entries(event.id, 5)]
    page = words_of(organizer_client.get(address_of(event)))
    assert f"Before: {names[one]} won." in page
    assert "Corrected by the organizer at" in page
    standings = words_of(Client().get(f"/events/{event.code}/standings/"))
    assert f"decided by the organizer; corrected (before: {names[one]} won)" in standings
    log = plain(organizer_client.get(f"/events/{event.code}/log/").content.decode())
    assert "decided by the organizer; corrected (before:" in log


def test_results_are_corrected_while_cards_are_shared_and_when_all_is_over(organizer, organizer_client):
    event = in_round_two(organizer)
    one, other = fight_of(event, 1).fighters
    go_on(event=event, seen="fighting", confirmed=True)
    send(organizer_client, event, fight=1, winner=other, confirm="correct")
    assert fight_of(event, 1).result.winner == other
    finish_event(event=event)
    assert "Correct the result" in words_of(organizer_client.get(address_of(event)))
    send(organizer_client, event, fight=1, winner=one, confirm="correct")
    assert [each.was.winner for each in fight_of(event, 1).corrections] == [one, other]
    standings = Client().get(f"/events/{event.code}/standings/standings.json").json()["standings"]
    assert {place["fighter"]: place["points"] for place in standings}[one] >= 3


def test_a_judge_corrects_too_and_is_named_so(organizer):
    event = in_round_two(organizer)
    judge = Client()
    judge.get(f"/judge/{make_link(event=event, name='Kim').token}/")
    page = judge.get(address_of(event)).content.decode()
    assert ("host/reopen/" in page, 'name="as" value="judge"' in page) == (False, True)
    send(judge, event, fight=1, winner=fight_of(event, 1).fighters[1], confirm="correct")
    assert "Corrected by a judge at" in words_of(judge.get(address_of(event)))
    assert "Kim (judge) corrected a result of round 1" in plain(newest_entries(event.id, 1)[0].text)


def test_a_double_loss_is_set_and_corrected(organizer, organizer_client):
    event = in_round_two(organizer)
    send(organizer_client, event, fight=3, winner="none")
    send(organizer_client, event, fight=1, winner="none", confirm="correct")
    results = [fight_of(event, number).result for number in (1, 3)]
    assert [(result.winner, result.double_loss) for result in results] == [(None, True), (None, True)]
    one = fight_of(event, 1).fighters[0]
    place = next(place for place in load_fights(event.id).fighting.groups[0].standings() if place.fighter == one)
    assert (place.points, place.drawn) == (0, 0)
    page = words_of(organizer_client.get(address_of(event)))
    assert "a double loss, decided by the organizer" in page
    assert load_log(event).fights[0].result.double_loss is True


def test_a_best_of_three_is_corrected_by_its_games(organizer, organizer_client):
    event = in_round_two(organizer, night={"best_of": 3})
    page = organizer_client.get(address_of(event)).content.decode()
    assert '<option value="1,2">1 : 2</option>' in page
    send(organizer_client, event, fight=1, score="1,2", confirm="correct")
    assert fight_of(event, 1).result.score == (1, 2)


def test_where_the_winner_has_fought_on_in_a_bracket_the_result_stays_and_it_is_said_who(organizer, organizer_client):
    event = in_round_two(organizer, night={"fights": Fights.BRACKET})
    one, other = fight_of(event, 1).fighters
    name = load_fights(event.id).names[one]
    refused = send(organizer_client, event, fight=1, winner=other, confirm="correct")
    assert refused.status_code == 409
    assert f"{name} has already fought the next round: this result can no longer be corrected." in words_of(refused)
    assert 'name="confirm"' not in refused.content.decode()
    page = words_of(organizer_client.get(address_of(event)))
    assert f"{name} has already fought the next round, so this result stays." in page
    assert (page.count("Correct the result"), page.count("Both lose")) == (0, 0)
    by_script = organizer_client.post(
        f"/events/{event.code}/host/result/", {"fight": 1, "winner": other}, HTTP_X_REQUESTED_WITH="fetch"
    )
    assert (by_script.status_code, by_script.json()["done"]) == (409, False)


def test_names_on_it_are_never_markup(organizer, organizer_client):
    event = fighting_event(organizer, "<b>Aichi", "Kamui")
    page = organizer_client.get(address_of(event)).content.decode()
    assert ("<b>Aichi" in page, "&lt;b&gt;Aichi" in page) == (False, True)


def test_the_question_names_each_place_that_changes_on_a_line_of_its_own(organizer, organizer_client):
    event = in_round_two(organizer)
    one, other = fight_of(event, 1).fighters
    page = plain(send(organizer_client, event, fight=1, winner=other).content.decode())
    words = re.search(r'class="error__lines">(.*?)</span>', page, re.DOTALL)[1]
    names = load_fights(event.id).names
    lines = re.sub(r"<[^>]+>", "", words).split("\n")
    assert lines[0] == f"Round 1: {names[one]} won. After the correction: {names[other]} won."
    assert lines[1] == "Places:"
    assert all(re.fullmatch(r".+: \d → \d", line) for line in lines[2:-1])
    assert lines[-1] == "Pairings and shared cards stay as they are."


def test_tables_are_named_where_there_are_several(organizer, organizer_client):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", "Kourin")
    assert "all-fight__table" not in organizer_client.get(address_of(event)).content.decode()
    event = fighting_event(organizer, *FOUR, table_size=2)
    assert organizer_client.get(address_of(event)).content.decode().count("all-fight__table") == 2


def test_an_event_that_was_stopped_before_its_fights_promises_none(organizer, organizer_client):
    event = make_event(organizer, *FOUR, started=True)
    assert "There are no fights yet." in words_of(organizer_client.get(address_of(event)))
    stop_event(event=event)
    page = words_of(organizer_client.get(address_of(event)))
    assert ("There were no fights in this event." in page, "yet" in page) == (True, False)


def test_an_event_that_shares_its_cards_without_fights_promises_none(organizer, organizer_client):
    event = drafted_event(organizer, "Aichi", bots=1)
    assert go_on(event=event, seen="building", confirmed=False) == "sharing"
    page = words_of(organizer_client.get(address_of(event)))
    assert ("There were no fights in this event." in page, "yet" in page) == (True, False)


def test_a_correction_of_a_best_of_three_begins_at_the_result_that_stands(organizer_client, organizer):
    event = fighting_event(organizer, *FOUR, night={"best_of": 3})

    def offered():
        page = organizer_client.get(address_of(event)).text
        return re.findall(r'value="(\d,\d)" selected', page.partition('id="score-1"')[2].partition("</select>")[0])

    assert offered() == []
    send(organizer_client, event, fight=1, score="1,2")
    assert offered() == ["1,2"]
