"""The page of a set's statistics: public, by all finished drafts, and of none that goes on."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from drafts.models import Draft, Event
from drafts.rules.actors import ORGANIZER
from drafts.rules.draft.table import Phase
from drafts.rules.games.registry import CARD_GAMES, format_of
from drafts.rules.night.fight_moves import DecideResult
from drafts.rules.night.rights import LogVisibility
from drafts.services.draft.hosting import hand_over_seat
from drafts.services.events.nights import finish_event
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.fights import load_fights
from tests.factories import (
    act_in_fights,
    choose,
    drafted_event,
    ended_before,
    fighting_event,
    finished_event,
    make_event,
)

pytestmark = pytest.mark.django_db
PAGE = "/sets/SMP01/statistics/"


def shown(client, address=PAGE, status=200):
    answer = client.get(address)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def numbers(html):
    return re.findall(r'<tr data-number="([^"]+)"', html)


def facts(client, address=PAGE):
    """How many drafts, fighters and cards a page counts."""
    found = re.search(r"(\d+) drafts? · (\d+) fighters? · (\d+) cards? chosen", words(shown(client, address)))
    return [int(number) for number in found.groups()]


def test_a_set_leads_to_its_statistics_which_say_so_when_there_are_none(client, sample_sets):
    assert f'href="{PAGE}"' in shown(client, "/sets/SMP01/")
    assert "No draft with this set is counted yet." in shown(client)
    assert client.get("/sets/NONE/statistics/").status_code == 404


def test_sets_of_every_game_have_statistics(client, sample_sets):
    for game in CARD_GAMES.values():
        assert "No draft with this set is counted yet." in shown(client, f"/sets/{format_of(game).sample}/statistics/")


def test_of_a_magic_set_it_is_said_how_last_seen_differs_from_alsa(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui", card_set="MAG01", format_="magic-draft")
    finished_event(organizer, "Misaki", "Kourin", bots=1)
    count_finished_drafts()
    assert ["ALSA" in shown(client, f"/sets/{code}/statistics/") for code in ("MAG01", "SMP01")] == [True, False]


def test_a_finished_draft_is_on_the_page_once_the_clock_has_counted_it(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui", bots=1)
    assert "1 finished draft is being counted" in shown(client)
    count_finished_drafts()
    assert "being counted" not in shown(client)
    assert (facts(client), facts(client, f"{PAGE}?bots=with")) == ([1, 2, 60], [1, 2, 90])
    html = shown(client)
    assert "What the figures mean" in html
    assert not {"Aichi", "Kamui", Event.objects.get().code} & set(re.findall(r"\w+", words(html)))


def test_of_a_draft_that_goes_on_nobody_learns_anything(client, organizer_client, organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(4)), table_size=2, started=True)
    addresses = (PAGE, f"{PAGE}?bots=with&sort=opened", f"{PAGE}?event={event.code}")
    before = [words(shown(client, address)) for address in addresses]
    choose(event, 0, table=1)
    for seat in (0, 1):
        hand_over_seat(event=event, number=2, seat=seat, bot=True)
    count_finished_drafts()
    assert event.draft.tables.get(number=2).phase == Phase.DRAFTED
    assert [words(shown(client, address)) for address in addresses] == before
    assert "No draft with this set" in shown(organizer_client, addresses[2])


def test_of_an_event_that_is_not_finished_nobody_learns_anything(client, organizer_client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    count_finished_drafts()
    assert "No draft with this set" in shown(client)
    assert "No draft with this set" in shown(organizer_client, f"{PAGE}?event={event.code}")


@pytest.mark.parametrize("visibility", [LogVisibility.FIGHTERS, LogVisibility.ORGANIZER])
def test_of_a_draft_whose_log_is_not_public_only_its_organizer_sees_figures(
    client, organizer_client, organizer, sample_sets, visibility
):
    empty = words(shown(client))
    event = finished_event(organizer, "Aichi", "Kamui", log_visibility=visibility)
    count_finished_drafts()
    assert words(shown(client)) == empty
    assert facts(organizer_client, f"{PAGE}?event={event.code}") == [1, 2, 60]


def test_cards_stand_in_the_order_that_is_asked_for(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui", "Misaki", "Ren")
    count_finished_drafts()
    assert numbers(shown(client, f"{PAGE}?sort=number"))[:3] == ["SMP01/001", "SMP01/002", "SMP01/003"]
    assert numbers(shown(client, f"{PAGE}?sort=number&order=desc&page=2"))[-1] == "SMP01/001"
    for measure in ("opened", "average_taken_at", "first_choice_rate", "results"):
        page = client.get(f"{PAGE}?sort={measure}&order=desc").context
        values = [row.of.figures[measure].value or 0 for row in page["rows"]]
        assert values == sorted(values, reverse=True)
    assert client.get(f"{PAGE}?sort=nonsense&order=sideways&by=nothing&page=x").status_code == 200


def test_figures_of_few_observations_are_greyed(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui")
    count_finished_drafts()
    page = client.get(f"{PAGE}?sort=seen").context
    thin = {cell.is_thin for row in page["rows"] for cell in row.cells}
    assert thin == {True}
    commons = next(group for group in client.get(f"{PAGE}?by=rarity").context["groups"] if group.of.answer == "C")
    assert [cell.is_thin for cell in commons.cells][:4] == [False] * 4


def test_a_group_is_the_sum_of_its_cards(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui")
    count_finished_drafts()
    for question in ("rarity", "clan", "grade", "kind"):
        groups = client.get(f"{PAGE}?by={question}").context["groups"]
        assert sum(group.of.counts.taken for group in groups) == 60
        assert sum(group.of.cards for group in groups) == 102


def test_a_day_that_is_none_is_named_and_the_rest_is_shown(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui")
    count_finished_drafts()
    assert "Write a day as 2026-11-27." in shown(client, f"{PAGE}?from=yesterday", status=422)
    assert "lies before the first one" in shown(client, f"{PAGE}?from=2026-02-01&to=2026-01-01", status=422)
    assert "Select a valid choice" in shown(client, f"{PAGE}?packs=golden", status=422)


def test_the_days_are_those_on_which_drafts_ended(client, organizer, sample_sets):
    for days in (3, 1):
        ended_before(finished_event(organizer, "Aichi", "Kamui"), days=days)
    count_finished_drafts()
    day = (timezone.now() - timedelta(days=2)).date()
    assert [facts(client, f"{PAGE}?{end}={day}") for end in ("from", "to")] == [[1, 2, 60]] * 2
    assert "No finished draft matches all filters." in shown(client, f"{PAGE}?from={day}&to={day}")
    assert "No finished draft matches all filters." in shown(client, f"{PAGE}?packs=paper")


def test_only_its_organizer_sees_an_event_apart(client, organizer_client, organizer, sample_sets):
    other = User.objects.create_user("ren")
    mine, theirs = finished_event(organizer, "Aichi", "Kamui"), finished_event(other, "Ren", "Misaki", "Leon")
    count_finished_drafts()
    asked = [f"{PAGE}?event={event.code}" for event in (mine, theirs)]
    assert [facts(organizer_client, asked[0]), facts(client, asked[0])] == [[1, 2, 60], [2, 5, 150]]
    assert theirs.code not in shown(organizer_client)
    assert "Select a valid choice" in shown(organizer_client, asked[1], status=422)


# The answers that come first -----------------------------------------------------------------------------------------


def answers(client, address=PAGE):
    """The answers of a page, by question."""
    return {answer.question: answer for answer in client.get(address).context["answers"]}


def test_the_answers_come_first_with_the_figures_of_the_page(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui", "Misaki", "Ren")
    count_finished_drafts()
    page = client.get(PAGE)
    html = unescape(page.content.decode())
    assert html.index("Which cards are taken first?") < html.index("All figures")
    known = {row.of.card.name: row.sorted_cell for row in page.context["rows"]}
    first = answers(client)["Which cards are taken first?"]
    assert [(line.value, line.n) for line in first.lines] == [
        (known[line.name].value, known[line.name].n) for line in first.lines
    ]
    assert first.sentence.startswith(f"{first.lines[0].name} goes first: taken at {first.lines[0].value}")
    groups = {row.of.answer: row.sorted_cell.value for row in page.context["groups"]}
    clans = answers(client)["Which clan is taken first?"].lines
    assert {line.name: line.value for line in clans} == {name: groups[name] for name in (line.name for line in clans)}
    assert [line.value for line in clans] == sorted(line.value for line in clans)


def test_a_card_that_a_rule_makes_a_first_choice_is_no_answer(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui", "Misaki", "Ren")
    count_finished_drafts()
    traits = {each.card.name: each.card.traits for each in client.get(PAGE).context["statistics"].cards}
    found = answers(client)
    for question in ("Which cards are taken first?", "Which cards go last?"):
        assert not [line.name for line in found[question].lines if "trigger" in traits[line.name]]


def test_few_observations_are_called_a_hint(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui")
    count_finished_drafts()
    assert "Few observations: a hint, no proof" in shown(client)


def test_without_a_fight_no_card_wins_and_with_one_those_of_the_winner_do(client, organizer, sample_sets):
    finished_event(organizer, "Ren", "Leon")
    count_finished_drafts()
    assert "No fight of these drafts is counted" in answers(client)["Which cards win?"].sentence
    event = fighting_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    number, _, _, fight = next(load_fights(event.id).fighting.fights())
    act_in_fights(event, ORGANIZER, DecideResult(number, fight.sides[0].fighters[0], (1, 0)))
    finish_event(event=event)
    count_finished_drafts()
    winning = answers(client)["Which cards win?"]
    assert winning.sentence == f"Decks with {winning.lines[0].name} won 100 % of their fights."
    assert {line.value for line in winning.lines} == {"100 %"}
    assert "Which clan wins?" in answers(client)


def test_only_drafts_with_public_logs_tell_how_long_they_took(client, organizer_client, organizer, sample_sets):
    def lasted(minutes, **settings):
        event = finished_event(organizer, "Aichi", "Kamui", **settings)
        drafted = event.draft.drafted_at
        Draft.objects.filter(event=event).update(started_at=drafted - timedelta(minutes=minutes))
        Event.objects.filter(id=event.id).update(finished_at=drafted + timedelta(hours=1))
        return event

    for minutes in (10, 20, 60):
        lasted(minutes)
    hidden = lasted(200, log_visibility=LogVisibility.ORGANIZER)
    count_finished_drafts()
    question = "How long does it take?"
    assert answers(client)[question].sentence == (
        "Half of the drafts took 20 min or less, the longest 1 h 0 min. "
        "From the first pack to the end of the event: 1 h 20 min for half of them."
    )
    assert "3 h 20 min" in answers(organizer_client, f"{PAGE}?event={hidden.code}")[question].sentence


def test_figures_are_in_four_tabs_that_lead_to_every_measure(client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui")
    count_finished_drafts()
    families = client.get(f"{PAGE}?sort=wheel_rate").context["families"]
    assert [(family.label, family.is_chosen) for family in families] == [
        ("How early", False), ("What comes back", True), ("What wins", False), ("How many", False)
    ]  # fmt: skip
    assert sorted(column.name for family in families for column in family.columns) == sorted(
        column.name for column in client.get(PAGE).context["columns"]
    )
