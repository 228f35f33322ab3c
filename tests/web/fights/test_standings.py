"""The standings of a night: the page, its reasons, and the same as JSON."""

import re
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client

from drafts.models import Across, Fights, NightSettings
from drafts.numbers import rounded
from drafts.presenters.fights.standings import tie_sentences
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import CountMove, Drop
from drafts.services.events.nights import finish_event, go_on
from drafts.services.fights.changes import begin_next_round, change_fights, set_result
from drafts.store.fights import load_fights
from drafts.views.events.host_night import panel_night
from tests.factories import begin_fights, drafted_event, fighter, make_event, match_event, sit_down
from tests.web.battles.test_leaving import begun
from tests.web.shown import shown

pytestmark = pytest.mark.django_db

FOUR = ("Aichi", "Kamui", "Misaki", "Toshiki")


@pytest.fixture(autouse=True)
def _sets(sample_sets):
    """Every event is drafted from a sample set."""


def fighting_event(organizer, *names, settings=None, **event_settings):
    """Make an event in its first round."""
    event = drafted_event(organizer, *names, **event_settings)
    NightSettings.objects.filter(event=event).update(**settings or {})
    event.refresh_from_db()
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    return event


def open_fights_of(event):
    return [
        (number, fight.fighters)
        for number, _, _, fight in load_fights(EventId(event.id)).fighting.fights()
        if not fight.is_over
    ]


def win(event, winner):
    """Decide the open fight of a fighter for them."""
    own = fighter(event, winner).id
    number = next(number for number, sides in open_fights_of(event) if own in sides)
    set_result(event=event, fight=number, winner=FighterId(own), score=None)


def count(event, name, by):
    own = FighterId(fighter(event, name).id)
    number = next(number for number, sides in open_fights_of(event) if own in sides)
    change_fights(event=event, verb=lambda _: CountMove(number, own, "damage", by))


def page_of(event, client=None):
    answer = (client or Client()).get(f"/events/{event.code}/standings/")
    assert answer.status_code == 200
    return answer


def words_of(answer):
    html = shown(re.sub(r"<(script|noscript|style).*?</\1>", "", answer.content.decode(), flags=re.DOTALL))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def json_of(event, client=None):
    answer = (client or Client()).get(f"/events/{event.code}/standings/standings.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    return answer.json()


def fight_all(event, *orders):
    """Fight rounds to their end: of each pair wins who stands first in the order of the round."""
    for number, order in enumerate(orders, start=1):
        if number > 1:
            begin_next_round(event=event, number=number, confirmed=False)
        ids = [fighter(event, name).id for name in order]
        for fight, sides in open_fights_of(event):
            set_result(event=event, fight=fight, winner=FighterId(min(sides, key=ids.index)), score=None)


def test_before_the_fights_the_page_says_so_and_the_json_is_empty(organizer):
    for event in (make_event(organizer, *FOUR), drafted_event(organizer, *FOUR)):
        assert "The fights have not begun." in words_of(page_of(event))
        assert json_of(event) == {"round": 0, "standings": []}


def test_an_event_without_fights_says_so_from_the_start(organizer):
    event = make_event(organizer, *FOUR)
    NightSettings.objects.filter(event=event).update(fights=Fights.OFF)
    assert "This event has no fights." in words_of(page_of(event))


def test_before_the_first_result_nobody_has_a_place(organizer):
    event = fighting_event(organizer, *FOUR)
    words = words_of(page_of(event))
    assert "Places appear once a fight is decided." in words
    assert "Round 1 of 3" in words
    assert words.count("in progress") == 2
    assert "<summary>" not in page_of(event).content.decode()
    assert [(place["points"], place["won"]) for place in json_of(event)["standings"]] == [(0, 0)] * 4


def test_a_bye_before_the_first_result_shares_no_place_yet(organizer):
    event = fighting_event(organizer, *FOUR, "Ren", settings={"fights": Fights.BRACKET})
    words = words_of(page_of(event))
    assert ("Round 1: a bye, 3 points" in words, "Shared place" in words) == (True, False)


def test_a_night_that_is_closed_in_the_middle_of_its_fights_says_after_which_round(organizer):
    event = fighting_event(organizer, *FOUR)
    finish_event(event=event)
    words = words_of(page_of(event))
    assert "Ended after round 1 of 3" in words
    assert words.count("decided when the round ended") == 2
    assert "Finished" not in words


def test_the_json_has_the_rows_of_the_socket_and_anybody_may_read_it(organizer):
    event = fighting_event(organizer, *FOUR)
    win(event, "Aichi")
    sent = json_of(event)
    assert sent["round"] == 1
    first = sent["standings"][0]
    assert (first["rank"], first["fighter"], first["name"]) == (1, fighter(event, "Aichi").id, "Aichi")
    assert set(first) == {
        "rank", "fighter", "name", "points", "won", "drawn", "lost", "ties", "table", "dropped", "fighters"
    }  # fmt: skip
    assert {(tie["by"], type(tie["value"])) for place in sent["standings"] for tie in place["ties"]} >= {
        ("damage_difference", int)
    }


def test_neither_page_nor_json_is_kept_by_a_cache(organizer, client):
    event = fighting_event(organizer, *FOUR)
    for address in ("", "standings.json"):
        answer = client.get(f"/events/{event.code}/standings/{address}")
        assert "no-store" in answer["Cache-Control"]


def test_after_the_last_round_the_standings_are_final(organizer):
    event = fighting_event(organizer, *FOUR)
    fight_all(event, FOUR, FOUR, FOUR)
    go_on(event=event, seen="fighting", confirmed=False)
    words = words_of(page_of(event))
    assert "Final standings" in words
    assert [(place["name"], place["points"], place["ties"]) for place in json_of(event)["standings"]] == [
        ("Aichi", 9, []), ("Kamui", 6, []), ("Misaki", 3, []), ("Toshiki", 0, [])
    ]  # fmt: skip
    assert "pages/standings.js" not in page_of(event).content.decode()


def test_points_are_explained_round_by_round(organizer):
    event = fighting_event(organizer, *FOUR)
    fight_all(event, FOUR, FOUR, FOUR)
    answer = page_of(event)
    aichi = answer.context["standings"].groups[0].places[0]
    assert [re.sub("[\u2068\u2069]", "", line) for line in aichi.fights] == [
        f"Round {number}: won against {name}, 3 points"
        for number, name in zip((1, 2, 3), opponents_of(event, "Aichi"), strict=True)
    ]
    assert all(f"Round {number}" in words_of(answer) for number in (1, 2, 3))


def opponents_of(event, name):
    own = fighter(event, name).id
    live = load_fights(EventId(event.id))
    return [
        live.names[next(side for side in fight.fighters if side != own)]
        for _, _, _, fight in live.fighting.fights()
        if own in fight.fighters
    ]


def ties_of(event, name):
    groups = page_of(event).context["standings"].groups
    place = next(place for group in groups for place in group.places if place.name == name)
    return {tie.by: (tie.value, [re.sub("[\u2068\u2069]", "", line) for line in tie.lines]) for tie in place.ties}


def test_damage_that_separates_them_is_explained_fight_by_fight(organizer):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki")
    beats = {"Aichi": "Kamui", "Kamui": "Misaki", "Misaki": "Aichi"}
    for number in (1, 2, 3):
        if number > 1:
            begin_next_round(event=event, number=number, confirmed=False)
        ((_, sides),) = open_fights_of(event)
        names = {event.fighters.get(id=side).nickname for side in sides}
        winner = next(name for name in names if beats[name] in names)
        count(event, beats[winner], 4)
        if winner == "Aichi":
            count(event, winner, 1)
        win(event, winner)
    aichi, misaki = ties_of(event, "Aichi"), ties_of(event, "Misaki")
    assert aichi["head_to_head"][0] == "3"
    assert sorted(aichi["head_to_head"][1]) == ["Lost to Misaki: 0 points", "Won against Kamui: 3 points"]
    assert aichi["damage_difference"][0] == "\N{MINUS SIGN}1"
    assert "Against Kamui: 4 dealt, 1 taken" in aichi["damage_difference"][1]
    assert aichi["damage_difference"][1][-1] == "Together: 4 dealt, 5 taken, which makes \N{MINUS SIGN}1"
    assert misaki["damage_difference"][0] == "0"
    words = words_of(page_of(event))
    assert "Damage difference" in words
    assert "These tie-breaks are house rules, not official ones." in words


def test_M33_ties_of_magic_are_broken_by_life_and_gained_life_is_told_below_zero(organizer):
    event = match_event(organizer)
    ((fight, sides),) = open_fights_of(event)
    for side in sides:
        change_fights(event=event, verb=lambda _, side=side: CountMove(fight, side, "life", 3))
    set_result(event=event, fight=fight, winner=None, score=None)
    assert ties_of(event, "Ann")["damage_taken"] == (
        "\N{MINUS SIGN}3",
        ["Against Ben: \N{MINUS SIGN}3 life lost", "Together: \N{MINUS SIGN}3 life lost"],
    )
    words = words_of(page_of(event))
    assert ("Life difference. The life that opponents lost" in words, "amage" in words) == (True, False)
    assert "Life lost: \N{MINUS SIGN}3. Less is better." in panel_night(event).groups[0].places[0].ties


def test_a_shared_place_names_those_who_share_it(organizer):
    event = fighting_event(organizer, "Aichi", "Kamui")
    ((fight, _),) = open_fights_of(event)
    set_result(event=event, fight=fight, winner=None, score=None)
    assert ties_of(event, "Aichi") == {
        "head_to_head": ("1", ["A draw against Kamui: 1 point"]),
        "damage_difference": ("0", ["Against Kamui: 0 dealt, 0 taken", "Together: 0 dealt, 0 taken, which makes 0"]),
        "damage_taken": ("0", ["Against Kamui: 0 taken", "Together: 0 taken"]),
        "shared": ("2", ["Shared with Kamui"]),
    }
    assert [place["rank"] for place in json_of(event)["standings"]] == [1, 1]


def test_of_a_double_loss_no_tie_break_says_that_the_other_side_won(organizer):
    event = fighting_event(organizer, "Aichi", "Kamui")
    ((fight, _),) = open_fights_of(event)
    set_result(event=event, fight=fight, winner=BOTH_LOSE, score=None)
    assert ties_of(event, "Aichi")["head_to_head"] == ("0", ["Both lost, against Kamui: 0 points"])


def test_M36_a_lost_fight_of_several_names_its_winner_alone_in_the_tie_break(organizer):
    night = NightSettings(fights=Fights.PODS, swiss_rounds=4)
    event = begin_fights(
        make_event(
            organizer, *FOUR, started=True, format_="magic-own", fight_form="commander", card_sets=[], night=night
        )
    )
    for number, winner in enumerate(FOUR, start=1):
        if number > 1:
            begin_next_round(event=event, number=number, confirmed=False)
        win(event, winner)
    *lost, won = sorted(ties_of(event, "Aichi")["head_to_head"][1])
    assert lost == [f"Lost to {name}: 0 points" for name in FOUR[1:]]
    assert all(name in won for name in FOUR[1:])


def test_the_opponents_share_of_points_is_worked_out_for_each_of_them(organizer):
    event = fighting_event(organizer, *FOUR, settings={"fights": Fights.SWISS, "swiss_rounds": 2})
    fight_all(event, FOUR)
    winner, loser = opponents_of(event, "Aichi")[0], "Aichi"
    ties = ties_of(event, loser)
    assert ties["opponents_win"] == (
        "33.3 %",
        [f"{winner}: 0 of 3 points, which counts as 33.3 %", "On average: 33.3 %"],
    )
    assert ties["opponents_opponents_win"][0] == "100.0 %"


def night_of_five(organizer):
    """Return an event of five in which the first-named side has won each fight of three rounds."""
    event = fighting_event(organizer, *FOUR, "Ren", settings={"fights": Fights.SWISS, "swiss_rounds": 3})
    for number in (1, 2, 3):
        if number > 1:
            begin_next_round(event=event, number=number, confirmed=False)
        for fight, sides in open_fights_of(event):
            set_result(event=event, fight=fight, winner=sides[0], score=None)
    return event


def test_page_panel_and_json_show_each_share_alike_and_rounded_half_up(organizer, organizer_client):
    event = night_of_five(organizer)
    sent = {
        (place["name"], tie["by"]): (tie["value"], tie["text"])
        for place in json_of(event)["standings"]
        for tie in place["ties"]
    }
    exact = {
        (place["name"], tie.by.value): tie.value
        for place, own in zip(
            json_of(event)["standings"], load_fights(event.id).fighting.groups[0].standings(), strict=True
        )
        for tie in own.ties
    }
    for (name, by), (value, text) in sent.items():
        if by.endswith("opponents_win"):
            assert (value, text) == (float(rounded(exact[name, by], 4)), f"{rounded(100 * exact[name, by], 1)} %")
    page, panel = page_of(event), panel_night(event)
    on_page = {
        (place.name, tie.by): tie.value for place in page.context["standings"].groups[0].places for tie in place.ties
    }
    assert on_page == {key: text for key, (_, text) in sent.items()}
    on_panel = {place.name: place.ties for place in panel.groups[0].places}
    for (name, by), (_, text) in sent.items():
        assert tie_sentences(VANGUARD.game)[by] % {"value": text} in on_panel[name]
    words = words_of(organizer_client.get(f"/events/{event.code}/host/"))
    assert all(tie_sentences(VANGUARD.game)[by] % {"value": text} in words for (_, by), (_, text) in sent.items())


def test_a_reader_who_averages_the_shown_shares_finds_the_shown_average(organizer):
    event = night_of_five(organizer)
    for name in (*FOUR, "Ren"):
        for by in ("opponents_win", "opponents_opponents_win"):
            if by in (ties := ties_of(event, name)):
                *shares, average = [Fraction(line.rsplit(None, 2)[-2]) for line in ties[by][1]]
                assert rounded(sum(shares) / len(shares), 1) == rounded(average, 1)


def test_a_bye_is_said_to_be_one(organizer):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki")
    words = words_of(page_of(event))
    assert "a bye, which counts as a win" in words
    assert "Round 1: a bye, 3 points" in words
    assert "Places appear once a fight is decided." in words  # a bye is none


def test_a_fighter_who_has_dropped_out_keeps_their_place_and_is_marked(organizer):
    event = fighting_event(organizer, *FOUR)
    own = FighterId(fighter(event, "Misaki").id)
    change_fights(event=event, verb=lambda _: Drop(own))
    html = page_of(event).content.decode()
    assert re.search(r"Misaki</bdi> <span class=\"chip is-quiet\">dropped out", html)
    assert html.count('<span class="chip is-quiet">dropped out') == 1
    assert "one side dropped out" in words_of(page_of(event))
    assert [place["name"] for place in json_of(event)["standings"] if place["dropped"]] == ["Misaki"]


def two_tables(organizer, across):
    names = (*FOUR, "Ren", "Kourin", "Emi", "Taishi")
    return fighting_event(organizer, *names, table_size=4, settings={"fights_across": across})


def test_each_table_has_standings_of_its_own(organizer):
    event = two_tables(organizer, Across.TABLE)
    headings = re.findall(r"<h2 id=\"group-(\d)\">\s*(.*?)\s*</h2>", page_of(event).content.decode())
    assert headings == [("1", "Table 1"), ("2", "Table 2")]
    assert [place["table"] for place in json_of(event)["standings"]] == [1] * 4 + [2] * 4


def test_across_tables_there_is_one_list(organizer):
    event = two_tables(organizer, Across.EVENT)
    html = page_of(event).content.decode()
    assert re.findall(r"<h2 id=\"group-(\d)\" class=\"only-read\">", html) == ["0"]
    assert [place["table"] for place in json_of(event)["standings"]] == [0] * 8


def test_fighters_and_organizers_read_the_same_as_everybody(organizer, organizer_client):
    event = fighting_event(organizer, *FOUR)
    win(event, "Aichi")
    seated = Client()
    sit_down(seated, fighter(event, "Aichi"))
    assert json_of(event, seated) == json_of(event, organizer_client) == json_of(event)


def test_an_event_that_was_stopped_before_its_fights_says_both(organizer, organizer_client):
    event = make_event(organizer, *FOUR, started=True)
    organizer_client.post(f"/events/{event.code}/host/stop/", {"confirm": event.code})
    words = words_of(page_of(event))
    assert "The event was stopped. This event had no fights." in words


def test_a_name_is_never_markup(organizer):
    event = fighting_event(organizer, "<b>Aichi</b>", "Kamui")
    win(event, "<b>Aichi</b>")
    html = page_of(event).content.decode()
    assert "<b>Aichi" not in html
    assert '<bdi dir="auto">&lt;b&gt;Aichi&lt;/b&gt;</bdi>' in html


@pytest.mark.parametrize("fighters", [2, 3])
def test_standings_of_battles_of_three_say_that_only_the_first_place_counts(organizer, fighters):
    page = page_of(begun(organizer, fighters)).content.decode()
    assert ('href="/rules/rome/#v53">V53</a>) do not count here.' in page) is (fighters == 3)
