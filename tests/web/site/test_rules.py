"""The pages of rules: they say what the formats and docs/rules*.md say."""

import re
from dataclasses import replace

import pytest

from drafts.presenters.catalog.packs import in_minutes, length_of, minutes_of, usual_shape
from drafts.presenters.site.rules import PaceRow, rules_of
from drafts.rules.draft.clock import HURRY_SECONDS, seconds_to_choose
from drafts.rules.formats import Direction, Pace, Quota
from drafts.rules.games.base import Shape
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.registry import FORMATS, TOLD_GAMES
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.factories import fighter, make_event, sit_down
from tests.server import ROOT
from tests.web.pseudo import in_brackets, untranslated_in_page

pytestmark = pytest.mark.django_db
PLACES = {
    "vanguard": ("rules.md", "R", range(1, 20)),
    "magic": ("rules-magic.md", "M", range(1, 41)),
    "plain": ("rules-plain.md", "P", range(1, 9)),
}
"""Of each game: where its clauses stand, their letter, and those fighters have to know. Of Rome: test_rome."""


def text_of(client, address):
    page = client.get(address).content.decode()
    return " ".join(re.sub(r"<[^>]+>", "", page[page.index("<main") :]).split())


@pytest.mark.parametrize("address", ["/rules/", "/help/", *(f"/rules/{game}/" for game in TOLD_GAMES)])
def test_rules_and_help_are_open_to_everybody_and_nothing_can_be_sent_to_them(client, address):
    assert [client.get(address).status_code, client.post(address).status_code] == [200, 405]


def test_there_are_no_rules_of_a_game_that_there_is_not(client):
    assert client.get("/rules/chess/").status_code == 404


@pytest.mark.parametrize("game", PLACES)
def test_each_clause_has_an_anchor_and_no_other_is_cited(client, game):
    document, letter, clauses = PLACES[game]
    written = re.findall(rf"^\| ({letter}\d+) \|", (ROOT / "docs" / document).read_text(), re.MULTILINE)
    page = client.get(f"/rules/{game}/").content.decode()
    anchors = re.findall(rf'id="({letter.lower()}\d+)"', page)
    assert sorted(anchors) == sorted(f"{letter.lower()}{number}" for number in clauses)
    assert {anchor.upper() for anchor in anchors} <= set(written)
    letters = "".join(letter.lower() for _, letter, _ in PLACES.values())
    assert set(re.findall(rf'href="#([{letters}]\d+)"', page)) == set(anchors)


@pytest.mark.parametrize("format_", [each for each in FORMATS.values() if each.rounds], ids=lambda each: each.slug)
def test_the_pace_is_that_of_the_clock(client, format_):
    page = text_of(client, f"/rules/{format_.game.slug}/")
    for pace in (Pace.BRISK, Pace.STANDARD, Pace.RELAXED):
        for in_hand in range(2, format_.pack_size + 1):
            seconds = seconds_to_choose(format_, pace, pack_size=format_.pack_size, in_hand=in_hand, due=1)
            assert f"{seconds} s" in page
        assert f"{minutes_of(_length(format_, pace))} min" in page
    assert in_minutes(_length(format_, Pace.STANDARD)) in page
    assert f"has {HURRY_SECONDS} seconds" in page


def _length(format_, pace):
    return length_of(format_, pace, [usual_shape(format_)], format_.review_seconds)


def test_a_format_that_changes_changes_what_is_told_of_it():
    first, *others = VANGUARD.rounds
    turned = replace(
        VANGUARD, rounds=(replace(first, direction=Direction.RIGHT), *others), pack_size=7, fighters=(2, 6)
    )
    told, as_it_is = rules_of(turned), rules_of(VANGUARD)
    assert [(way.first, way.last, way.direction) for way in as_it_is.ways] == [(1, 3, "left"), (4, 6, "right")]
    assert [(way.first, way.last) for way in told.ways] == [(1, 1), (2, 3), (4, 6)]
    assert (as_it_is.hands, told.hands) == ((5, 3, 2, 1), (7, 5, 4, 3, 2, 1))
    assert (as_it_is.deck, told.deck, told.most) == (30, 42, 6)
    assert as_it_is.rows[0] == PaceRow(5, 5, (25, 45, 75))


def test_packs_that_differ_are_told_of_without_a_number():
    mixed = rules_of(VANGUARD, [Shape((5,), guaranteed=True), Shape((7,), guaranteed=False)])
    assert (mixed.size, mixed.deck, mixed.guaranteed, mixed.hands) == (None, None, None, ())


def test_the_sentences_about_vanguard_are_those_of_its_format(client):
    rule = VANGUARD.rounds[0].rule(1)
    assert (rule.guaranteed, rule.unguaranteed) == (Quota(featured=1, plain=1), Quota(any=1))
    assert (rule.called_guaranteed, rule.called_unguaranteed) == (Quota(featured=1, any=2), Quota(any=2))
    assert [of_round.review_after for of_round in VANGUARD.rounds] == [False, False, True, False, False, False]
    page = text_of(client, "/rules/vanguard/")
    for words in (
        "Each fighter has 6 booster packs.",
        "trigger unit and one normal unit",
        "the trigger unit and two other cards",
        "Packs 1 to 3",
        "Packs 4 to 6",
        "you hold 5, 3, 2, 1, and then none",
        "Between pack 3 and pack 4 you may look at your own cards",
        f"{VANGUARD.review_seconds} seconds",
        "The 30 cards that you chose are your deck",
        "A fighter with 4 or more cards in the damage zone loses.",
    ):
        assert words in page


def test_the_sentences_about_magic_are_those_of_its_format(client):
    assert {rule for of_round in MAGIC_DRAFT.rounds for rule in of_round.passes} == {MAGIC_DRAFT.rounds[0].rule(1)}
    assert MAGIC_DRAFT.rounds[0].rule(1).guaranteed == Quota(any=1)
    page = text_of(client, "/rules/magic/")
    for words in (
        "Each fighter opens 3 packs",
        "A pack has 14 cards to choose from, and you end with 42.",
        "Pack 1 is passed to the left. Pack 2 is passed to the right. Pack 3 is passed to the left.",
        "After packs 1 and 2 everyone has 30 seconds at least",
        "and 60 unless the organizer has settled another time",
        "You begin with 20 life, and lose when none is left or with 10 poison counters.",
        "the best of 3 games",
    ):
        assert words in page


def test_every_way_of_passing_is_drawn_with_an_arrow_and_words(client):
    page = client.get("/rules/magic/").content.decode()
    drawn = re.findall(r'<figure class="passing__way" data-direction="(\w+)">(.*?)</figure>', page, re.DOTALL)
    assert [direction for direction, _ in drawn] == ["left", "right", "left"]
    for direction, figure in drawn:
        assert f'href="#i-{direction}"' in figure
        assert f"Pass {direction}" in figure
        assert figure.count("passing__seat") == MAGIC_DRAFT.usual_fighters


def test_a_visitor_who_has_a_seat_finds_the_way_back_from_the_rules(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    assert "Back to your seat" not in client.get("/rules/vanguard/").content.decode()
    sit_down(client, fighter(event, "Aichi"))
    for address in ("/rules/", "/rules/vanguard/", "/rules/magic/check/", "/rules/magic/turn/"):
        assert f'href="/events/{event.code}/"' in client.get(address).content.decode()


def test_the_rules_are_a_tap_away_wherever_a_fighter_is(client, organizer, organizer_client, sample_sets):
    event = make_event(organizer, "Aichi")
    magic = make_event(organizer, "Aichi", card_set="MAG01", format_="magic-draft")
    assert 'href="/rules/"' in client.get("/").content.decode()
    assert 'href="/rules/magic/" target="_blank"' in client.get(f"/join/{magic.code}/").content.decode()
    sit_down(client, fighter(event, "Aichi"))
    seat = client.get(f"/events/{event.code}/").content.decode()
    ways = re.findall(r'<a [^>]*href="/rules/vanguard/"[^>]*>', seat)
    assert (len(ways), all('target="_blank"' in way for way in ways)) == (2, True)
    panel = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    assert [address in panel for address in (f'"/help/?event={event.code}"', f'"/events/{event.code}/sheets/"')] == [
        True,
        True,
    ]


def test_the_rules_of_each_game_are_told_in_every_language(client):
    with in_brackets():
        for game in TOLD_GAMES:
            assert untranslated_in_page(client.get(f"/rules/{game}/").content.decode(), []) == []


def test_M40_the_structure_of_a_turn_is_a_page_with_an_address_for_each_step(client):
    page = client.get("/rules/magic/turn/").content.decode()
    anchors = re.findall(r'id="m40-(\d+)"', page)
    assert anchors == [str(number) for number in range(1, 15)] == re.findall(r'href="#m40-(\d+)"', page)
    text = text_of(client, "/rules/magic/turn/")
    steps = ["Untap:", "Upkeep:", "Draw:", "Attackers:", "Blockers:", "First-strike damage", "End step:", "Cleanup:"]
    places = [text.index(step) for step in steps]
    assert places == sorted(places)
    assert 'href="/rules/magic/turn/"' in client.get("/rules/magic/").content.decode()
    assert client.get("/rules/vanguard/turn/").status_code == client.get("/rules/chess/turn/").status_code == 404


def test_M32_the_effects_of_the_rules_of_magic_by_themselves_are_a_sheet_with_an_address_for_each_line(client):
    page = client.get("/rules/magic/check/").content.decode()
    anchors = re.findall(r'id="m32-(\d+)"', page)
    assert anchors == [str(number) for number in range(1, 22)] == re.findall(r'href="#m32-(\d+)"', page)
    text = text_of(client, "/rules/magic/check/")
    for words in ("0 life or less", "deathtouch", "each player keeps one", "Of several Roles", "+1/+1 and −1/−1"):
        assert words in text
    assert 'href="/rules/magic/check/"' in client.get("/rules/magic/").content.decode()
    assert 'href="/rules/magic/check/"' in client.get("/help/").content.decode()
    assert client.get("/rules/vanguard/check/").status_code == client.get("/rules/chess/check/").status_code == 404


@pytest.mark.parametrize(
    ("address", "clauses"),
    [
        ("/rules/magic/turn/", {22, 34, 37, 39, 40}),
        ("/rules/magic/check/", {31, 32, 34, 36, 37}),
        ("/help/", {24, 31, 32, 34, 36, 37, 39, 40}),
    ],
)
def test_M31_M40_sheets_and_help_lead_to_the_clauses_that_they_rest_on(client, address, clauses):
    cited = set(re.findall(r'href="/rules/magic/#(m\d+)"', client.get(address).content.decode()))
    assert cited == {f"m{number}" for number in clauses}
    page = client.get("/rules/magic/").content.decode()
    assert all(f'id="{clause}"' in page for clause in cited)


def test_M34_M37_help_says_what_becomes_of_a_team_that_somebody_leaves(client):
    page = " ".join(client.get("/help/").content.decode().split())
    assert "it loses the fight that is on, and the others of it play on in the next." in page
    assert "a team is out with its emperor, or else with any of its fighters." in page
