"""Whole drafts with observers in every role: nobody hears of a card before they may."""

import json
from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.contrib import admin
from django.urls import URLPattern, get_resolver, resolve
from django.urls.exceptions import Resolver404

from drafts.models import CardSet
from tests.secrets.checker import checker_of
from tests.secrets.observed_event import AFTER_DRAFT, OF_A_MAGIC_PACK
from tests.secrets.questions import oracles
from tests.secrets.scenarios import Outcome

ROLES = {
    "host", "stranger", "Aichi", "Kamui", "Kamui's other phone", "Misaki", "Taishi", "guesser", "another host",
    "another fighter", "trainee", "judge",
}  # fmt: skip


SCENARIOS = (
    "one_table", "two_tables", "stopped", "practice", "night", "match", "with_real_packs",
)  # fmt: skip


@pytest.fixture(params=SCENARIOS)
def outcome(request: pytest.FixtureRequest) -> Outcome:
    return request.getfixturevalue(request.param)


def test_no_client_hears_of_a_card_or_a_key_before_it_may(outcome):
    assert checker_of(outcome).findings() == []


def test_no_answer_tells_whether_there_is_such_a_card(outcome):
    assert len(outcome.transcript.said) > 50 or "fighting" in phases_of(outcome)
    assert oracles(outcome.transcript, outcome.truths) == []


def test_no_answer_came_too_fast_to_be_an_answer(outcome):
    assert [said for said in outcome.transcript.said if "rate_limited" in said.answer] == []


def test_everybody_is_told_the_same_of_a_table_at_the_same_time(outcome):
    tables = {}
    for frame in states(outcome):
        counts_own = "you" in frame and frame["event"]["phase"] in AFTER_DRAFT  # private acts, which no other `seq` has
        if frame["event"]["phase"] != "lobby" and "judge_calls" not in frame and not counts_own:
            tables.setdefault((frame["table"]["number"], frame["seq"]), []).append(frame["table"])
    assert [seq for seq, (first, *others) in tables.items() if any(table != first for table in others)] == []


def test_cards_are_shown_as_they_lie_in_their_pack(outcome):
    for frame in states(outcome):
        hand = [card["id"] for card in frame.get("you", {}).get("pack", [])]
        packs = outcome.truths[frame["table"]["number"]].packs.values() if hand else []
        assert not hand or hand in [[card for card in pack if card in hand] for pack in packs]


def test_a_deadline_tells_only_when_the_pass_began(two_tables):
    began = {}
    for table in two_tables.log["tables"]:
        for pick in table["picks"]:
            moment = (table["number"], pick["round"], pick["pass"])
            began[moment] = max(began.get(moment, ""), pick["at"])
    told = [
        frame for frame in states(two_tables) if frame["event"]["phase"] == "drafting" and frame["table"]["pass"] > 1
    ]
    assert len(told) > 50
    for frame in told:
        table, clock = frame["table"], frame["clock"]
        last = datetime.fromisoformat(began[table["number"], table["round"], table["pass"] - 1])
        assert datetime.fromisoformat(clock["deadline"]) == last + timedelta(seconds=clock["seconds"])


def test_every_role_was_there_and_every_moment(one_table):
    received = one_table.transcript.received
    assert {each.observer for each in received} == ROLES
    drafted = {tuple(pick[name] for name in ("round", "pass")) for pick in one_table.log["tables"][0]["picks"]}
    seen = {(each.number, each.round) for moments in one_table.transcript.moments for each in moments.values()}
    asked = {
        moment[1:3]
        for each in received
        if not each.is_frame
        for moment in one_table.transcript.moments[each.since].values()
    }
    last_cards = {(round_, max(number for one, number in drafted if one == round_)) for round_, _ in drafted}
    assert drafted - last_cards <= asked, seen
    assert [call["verdict"] for call in one_table.log["tables"][0]["calls"]][-1] == "verified"
    assert {"bot", "chosen", "last_card"} == {pick["how"] for pick in one_table.log["tables"][0]["picks"]}


def test_there_was_something_to_find(one_table):
    """Each card of the main observed was shown to somebody at some time, and only ever to those who held it."""
    checker = checker_of(one_table)
    shown = Counter(
        number
        for received in one_table.transcript.received
        if received.is_frame
        for number in checker.named(received.body)
    )
    assert len(shown) >= 100


def test_a_night_had_wishes_swaps_and_cards_that_went_from_hand_to_hand(night):
    shared = [moment.shared for tables in night.transcript.moments for moment in tables.values()]
    assert {"building", "fighting", "sharing", "finished"} <= phases_of(night)
    assert len({fighter for each in shared for _, fighter in each.wishes}) == 3
    assert len({each.pool for each in shared}) > 6
    assert any(each.swaps for each in shared)
    first, *_, last = [dict(each.owners) for each in shared if each.swaps]
    assert [card for card, owner in first.items() if last[card] != owner] != []


def test_a_log_that_opens_after_the_fights_was_asked_for_before(match):
    assert {"building", "fighting", "finished"} <= phases_of(match)
    checker = checker_of(match)
    shown = [bool(checker.named(one.body)) for one in match.transcript.received if "/log/log.json" in one.what]
    assert {False, True} == set(shown)


def test_M23_a_deck_was_changed_between_two_games_and_shown_to_its_fighter_alone(match):
    frames = [(each.observer, json.loads(each.body)) for each in match.transcript.received if each.is_frame]
    views = [(name, frame["you"]["deck"].get("match")) for name, frame in frames if "deck" in frame.get("you", {})]
    seen = {name: {deck["version"] for one, deck in views if one == name and deck} for name, _ in views}
    assert seen == {"Aichi": {1, 2}, "Kamui": {1}, "Misaki": set()}
    checker, asked = checker_of(match), [one for one in match.transcript.received if "GET" in one.what]
    logs = [one for one in asked if "/log/log.json" in one.what and not checker.is_open_to(one)]
    assert {one.head[:3] for one in logs if one.host} == {"403"}
    assert not any(one.head.startswith("200") for one in logs)
    [deck] = match.log["fights"][0]["decks"]
    assert (deck["game"], len(deck["main"])) == (2, 23)


def test_own_picks_were_in_sight_where_the_event_shows_them_and_nowhere_else(match, one_table):
    def in_sight(outcome):
        drafting = [frame for frame in states(outcome) if "you" in frame and frame["event"]["phase"] == "drafting"]
        return {len(frame["you"]["pile"] or []) for frame in drafting}

    assert in_sight(match) == set(range(3 * OF_A_MAGIC_PACK))
    assert in_sight(one_table) == {0}


def test_real_packs_were_entered_in_part_in_the_fights_and_by_everybody(with_real_packs):
    tables = [moment for tables in with_real_packs.transcript.moments for moment in tables.values()]
    in_part = [moment for moment in tables if moment.entered.cards and not moment.entered.all_are]
    stages = {"opening", "drafting", "review", "building", "fighting", "sharing", "finished"}
    assert stages <= phases_of(with_real_packs)
    assert {"building", "fighting"} <= {moment.phase for moment in in_part}
    assert len({fighter for _, fighter in in_part[-1].entered.cards}) == 4
    assert {pick["how"] for pick in with_real_packs.log["tables"][0]["picks"]} == {"entered"}


def test_every_page_was_asked_for(one_table, practice):
    """A new page needs a line in `addresses`."""
    asked = {
        received.what.split()[1].split("?")[0]
        for received in one_table.transcript.received
        if not received.is_frame and " /" in received.what
    }
    routes = {resolve(path).route for path in asked if is_page(path)}
    missing = set(all_routes(get_resolver())) - routes
    assert missing == set()


def test_the_admin_shows_no_draft():
    own = {model.__name__ for model in admin.site._registry if model._meta.app_label == CardSet._meta.app_label}
    assert own == {"CardSet", "Card", "PackRecipe", "PackLayout", "PackSlot"}


def phases_of(outcome):
    return {moment.phase for tables in outcome.transcript.moments for moment in tables.values()}


def states(outcome):
    """Yield every view of a table that anybody was sent."""
    frames = (json.loads(received.body) for received in outcome.transcript.received if received.is_frame)
    return [frame for frame in frames if frame["type"] == "state"]


def is_page(path):
    try:
        return bool(resolve(path))
    except Resolver404:
        return False


def all_routes(resolver, before=""):
    """Yield the route of every page but those of the admin, which shows no draft."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        elif getattr(pattern, "app_name", None) != "admin":
            yield from all_routes(pattern, route)
