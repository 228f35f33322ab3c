"""The pages of Rome: its rules, its cards as data, and both decks to print."""

import csv
import html
import io
import re
from collections import Counter
from urllib.parse import parse_qs, urlencode

import pytest

from drafts.rules.games.rome.lessons import LESSONS
from tests.web.pseudo import in_brackets, untranslated_in_page

pytestmark = pytest.mark.django_db
PAGES = ("/rules/rome/", "/rules/rome/print/")


def page_of(client, address="/rules/rome/"):
    return client.get(address).content.decode()


def words_of(client, number):
    clause = re.search(rf'<li class="clause" id="v{number}">(.*?)</li>', page_of(client), re.DOTALL)[1]
    return " ".join(re.sub(r"<[^>]+>", " ", clause).split())


@pytest.mark.parametrize("address", [*PAGES, "/rules/rome/cards.json", "/rules/rome/cards.json?as=csv"])
def test_everybody_may_read_of_rome_and_nothing_can_be_sent(client, address):
    assert [client.get(address).status_code, client.post(address).status_code] == [200, 405]


def test_each_clause_has_an_address_and_they_are_in_order(client):
    page = page_of(client)
    numbers = [str(number) for number in range(1, 55)]
    assert re.findall(r'<li class="clause" id="v(\d+)">', page) == numbers
    assert re.findall(r'class="clause__number" href="#v(\d+)"', page) == numbers


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (10, "Ten units are dealt to each player, and no commands."),
        (21, "hold seven at the end of your turn"),
        (31, "Archer 6 cards · power 1 Kills the unit that it hits"),
        (38, "Elephant 4 cards · power 5 · mounted Always face up"),
        (41, "Slinger 8 cards · power 1"),
        (43, "Flank 4 cards Move one of your units"),
        (50, "Volley 6 cards An Archer or a Slinger attacks too"),
        (51, "30 units and 20 commands"),
    ],
)
def test_a_clause_says_what_the_rule_is(client, number, words):
    assert words in words_of(client, number)


def test_the_makers_of_rome_are_named(client):
    assert "Tyler Robertson and Fried Monkey Games (2010)" in " ".join(page_of(client).split())


def test_the_rules_of_drafts_lead_to_those_of_rome_and_these_to_the_cards(client):
    assert 'href="/rules/rome/"' in page_of(client, "/rules/")
    page = page_of(client)
    for address in ("/rules/rome/print/", "/rules/rome/cards.json", "/rules/rome/cards.json?as=csv"):
        assert f'href="{address}"' in page


def test_the_cards_are_sixty_units_and_forty_commands(client):
    cards = client.get("/rules/rome/cards.json").json()
    assert list(cards) == ["units", "commands"]
    assert [len(cards["units"]), sum(card["count"] for card in cards["units"])] == [12, 60]
    assert [len(cards["commands"]), sum(card["count"] for card in cards["commands"])] == [8, 40]
    assert sum(card["count"] * card["power"] for card in cards["units"]) == 122
    assert sum(card["count"] for card in cards["units"] if card["mounted"]) == 20
    archer = cards["units"][0]
    assert {key: value for key, value in archer.items() if key != "text"} == {
        **{"kind": "Ar", "name": "Archer", "count": 6, "power": 1, "mounted": False}
    }
    assert [list(cards["commands"][0]), cards["commands"][0]["command"]] == [
        ["command", "name", "count", "text"],
        "flank",
    ]
    assert all(card["text"] for card in (*cards["units"], *cards["commands"]))


def test_the_cards_as_csv_are_the_same(client):
    answer = client.get("/rules/rome/cards.json?as=csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    cards = client.get("/rules/rome/cards.json").json()
    assert [(row["kind"], row["name"], int(row["count"]), row["text"]) for row in rows] == [
        (card.get("kind") or card["command"], card["name"], card["count"], card["text"])
        for card in (*cards["units"], *cards["commands"])
    ]
    assert [(row["deck"], row["power"], row["mounted"]) for row in (rows[7], rows[12])] == [
        ("units", "5", "yes"),
        ("commands", "", ""),
    ]


def test_the_sheets_have_each_card_as_often_as_its_deck_nine_to_a_page(client):
    page = page_of(client, "/rules/rome/print/")
    sheets = re.findall(
        r'<div class="rome-sheet" data-deck="(\w+)">(.*?)<div class="rome-sheet rome-sheet--', page, re.S
    )
    names = [re.findall(r'<span class="rome-card__name">(\w+)<', sheet) for _, sheet in sheets]
    assert [(deck, len(cards)) for (deck, _), cards in zip(sheets, names, strict=True)] == [
        *[("units", 9)] * 6,
        ("units", 6),
        *[("commands", 9)] * 4,
        ("commands", 4),
    ]
    cards = client.get("/rules/rome/cards.json").json()
    assert Counter(name for sheet in names for name in sheet) == {
        card["name"]: card["count"] for card in (*cards["units"], *cards["commands"])
    }


TASKS = [
    pytest.param(lesson, number, id=f"{lesson.slug}-{number}")
    for lesson in LESSONS
    for number in range(1, len(lesson.tasks) + 1)
]


def lesson_page(client, lesson, number, lines=(), unit="", lay=""):
    query = urlencode([*(("m", line) for line in lines), *(each for each in (("unit", unit), ("lay", lay)) if each[1])])
    return html.unescape(page_of(client, f"/rules/rome/learn/{lesson.slug}/{number}/?{query}"))


def ways_of(page):
    return [parse_qs(query) for query in re.findall(r'href="/rules/rome/learn/\w+/\d/\?([^"]+)"', page)]


def taps_of(line):
    """Return what is tapped before the move of a line itself: a unit, or a card."""
    verb, *words = line.split(" ")
    if verb in ("deploy", "plan", "end"):
        return []
    if verb in ("nightfall", "retreat"):
        return [f"play:{verb}"]
    if verb == "attack":  # units that a Standard takes along, and the Catapult that rests, are not chosen before
        return [f"play:{word.partition('=')[0]}" for word in words if not word.startswith(("with=", "hold="))]
    return [f"drawn:{words[0]}" if verb == "place" else words[0]]


def unit_that_goes_in_the_middle(page):
    """Return the own space of the only Elephant that can be tapped."""
    way = re.search(
        r'href="[^"]*[?&]unit=([fr]-?\d)[^"]*"><span[^>]*>[^<]*</span>\s*<span class="rome-unit[^>]*data-kind="El"',
        page,
    )
    return way[1]


@pytest.mark.parametrize(("lesson", "number"), TASKS)
def test_a_task_is_played_by_taps_alone(client, lesson, number):
    task = lesson.tasks[number - 1]
    assert task.words in lesson_page(client, lesson, number)
    for made, line in enumerate(task.solution):
        before, goal = task.solution[:made], [*task.solution[: made + 1]]
        page = lesson_page(client, lesson, number, before)
        for chosen in taps_of(line):
            assert [chosen] in [way.get("unit") for way in ways_of(page)]
            page = lesson_page(client, lesson, number, before, chosen)
        if line.startswith(("deploy", "plan")):
            lay = line.partition(" ")[2]
            page = lesson_page(client, lesson, number, before, unit_that_goes_in_the_middle(page))
            assert [lay] in [way.get("lay") for way in ways_of(page) if "unit" not in way]
            page = lesson_page(client, lesson, number, before, lay=lay)
        assert goal in [way.get("m") for way in ways_of(page) if "unit" not in way and "lay" not in way]
    done = lesson_page(client, lesson, number, task.solution)
    assert [task.praise in done, "Well done" in done, task.words in done] == [True, True, False]


@pytest.mark.parametrize(("lesson", "number"), TASKS)
def test_the_next_thing_to_do_is_the_only_gold_one(client, lesson, number):
    task = lesson.tasks[number - 1]
    for made, line in enumerate(task.solution):
        page = lesson_page(client, lesson, number, task.solution[:made])
        taps = [*taps_of(line), *(["a unit of the line"] if line.startswith(("deploy", "plan")) else [])]
        if line.startswith("flank"):
            taps = ["play:flank"]  # its unit can be tapped at once, but the card says what it does
        card = taps[0] if taps and ":" in taps[0] else None
        assert gold_cards(page) == ([card] if card else [])
        assert len(gold_buttons(page)) == (0 if taps else 1)
        if not taps:
            assert parse_qs(gold_buttons(page)[0].partition("?")[2])["m"] == [*task.solution[: made + 1]]


def gold_buttons(page):
    return re.findall(r'class="button button--primary" href="([^"]+)"', page)


def gold_cards(page):
    ways = re.findall(r'class="rome-lesson__card is-next" href="([^"]+)"', page)
    return [parse_qs(way.partition("?")[2])["unit"][0] for way in ways]


def test_nightfall_is_gold_then_the_line_that_is_laid_and_then_the_attack(client):
    lesson = LESSONS[-1]
    assert gold_cards(lesson_page(client, lesson, 2)) == ["play:nightfall"]
    chosen = lesson_page(client, lesson, 2, unit="play:nightfall")
    assert [parse_qs(way.partition("?")[2])["m"] for way in gold_buttons(chosen)] == [["nightfall"]]
    laying = lesson_page(client, lesson, 2, ["nightfall"])
    assert gold_buttons(laying) == []
    laid = lesson_page(client, lesson, 2, ["nightfall"], lay="f-1:In f0:El f1:In r0:Sl")
    assert len(gold_buttons(laid)) == 1


def test_a_wrong_move_is_told_before_the_attack_and_leads_back(client):
    lesson = LESSONS[2]
    page = lesson_page(client, lesson, 1, ["place Ba f-2"])
    assert [lesson.tasks[0].words in page, lesson.tasks[0].retry in page] == [True, True]
    assert gold_buttons(page) == ["/rules/rome/learn/units/1/"]
    right = lesson_page(client, lesson, 1, ["place Ba f2"])
    assert lesson.tasks[0].retry not in right


def test_the_first_page_leads_to_the_first_lesson(client):
    assert [
        page_of(client, "/").count(words) for words in ("New to Vanguard: Rome?", "/rules/rome/learn/attack/1/")
    ] == [1, 1]


def test_all_lessons_are_read_and_tapped_in_less_than_ten_minutes(client):
    texts, taps = set(), 0  # a button that is in all tasks is read once
    for lesson, number in (each.values for each in TASKS):
        solution = lesson.tasks[number - 1].solution
        for made in range(len(solution) + 1):
            texts |= texts_of(lesson_page(client, lesson, number, solution[:made]))
        taps += sum(len(taps_of(line)) + (3 if line.startswith(("deploy", "plan")) else 1) for line in solution) + 1
    assert sum(len(text.split()) for text in texts) / 200 + 3 * taps / 60 < 10


def texts_of(page):
    """Return the texts of a lesson above its board and below it, and its title."""
    parts = re.findall(
        r'<h1>.*?</h1>|<div class="rome-lesson__words.*?<div class="rome-lesson__board|rome-lesson__moves.*?<nav',
        page,
        re.DOTALL,
    )
    shown = re.sub(r'<p class="rome-card__(text|foot)">.*?</p>', "", "\n".join(parts), flags=re.DOTALL)
    return set(re.sub(r"<[^>]*>", "\n", shown).split("\n"))


def test_each_unit_of_a_lesson_is_read_out_with_its_space(client):
    page = lesson_page(client, LESSONS[0], 2, unit="f-1")
    units = re.findall(
        r'class="only-read">([^<]+)</span>\s*<span class="rome-unit[^>]*aria-label="([^"]+)"', page, re.DOTALL
    )
    assert units == [
        ("Enemy front, 1 on your left", "Infantry, power 2"),
        ("Enemy front, in the middle", "Cavalry, power 3"),
        ("Enemy front, 1 on your right", "Infantry, power 2"),
        ("Front, 1 left of the middle", "Praetorian, power 4"),
        ("Front, in the middle", "Infantry, power 2"),
        ("Front, 1 right of the middle", "Infantry, power 2"),
    ]
    assert page.count('class="rome-link" href="/rules/rome/learn/attack/2/" aria-current="true"') == 1


def test_a_command_that_moves_a_unit_is_tapped_before_it_or_not_at_all(client):
    lesson = next(lesson for lesson in LESSONS if lesson.slug == "commands")
    page = lesson_page(client, lesson, 4)
    assert {way["unit"][0] for way in ways_of(page) if "unit" in way} == {"f-2", "f-1", "f0", "f1", "play:flank"}
    page = lesson_page(client, lesson, 4, unit="play:flank")
    assert {way["unit"][0] for way in ways_of(page) if "unit" in way} == {"f-2", "f-1", "f1"}  # not the vanguard
    page = lesson_page(client, lesson, 4, unit="f-2")
    assert ["flank f-2 f2"] in [way.get("m") for way in ways_of(page)]


def test_a_vacant_space_to_which_a_retreat_leads_is_tapped_after_its_card(client):
    lesson = next(lesson for lesson in LESSONS if lesson.slug == "commands")
    page = lesson_page(client, lesson, 5, ["attack"])
    assert {way["unit"][0] for way in ways_of(page) if "unit" in way} == {"play:retreat"}
    page = lesson_page(client, lesson, 5, ["attack"], unit="play:retreat")
    assert ["attack", "retreat f2"] in [way.get("m") for way in ways_of(page)]


def test_an_attack_that_does_not_do_it_says_why_and_leads_back(client):
    lesson = LESSONS[0]
    page = lesson_page(client, lesson, 2, ["attack"])
    assert lesson.tasks[1].retry in page
    assert "The Cavalry is hit with 2 and has 3: it lives." in page
    assert 'href="/rules/rome/learn/attack/2/"' in page
    assert ["switch f-1 f0", "attack"] in [way.get("m") for way in ways_of(page)]


def test_lessons_lead_on_to_the_next_and_the_last_to_a_practice_and_the_rules(client):
    *ends, last = [lesson_page(client, lesson, len(lesson.tasks), lesson.tasks[-1].solution) for lesson in LESSONS]
    on = [re.search(r'class="button button--primary" href="([^"]+)"', page)[1] for page in ends]
    assert on == [f"/rules/rome/learn/{lesson.slug}/1/" for lesson in LESSONS[1:]]
    assert [word in last for word in ('action="/practice/"', 'value="rome"', 'value="simple"', "All the rules")] == [
        True
    ] * 4
    assert 'href="/rules/rome/learn/attack/1/"' in page_of(client)


@pytest.mark.parametrize(
    "lay", ["f0:El", "f0:El f0:El", "nonsense", "f-2:In f-1:Ce f0:El f1:Sl f2:Ch r-2:In r-1:St r0:Co r1:In r2:In"]
)
def test_a_line_that_cannot_be_laid_is_not_what_is_laid(client, lay):
    page = lesson_page(client, LESSONS[-1], 1, lay=lay)
    assert ["deploy f-2:In f-1:Ce f0:In f1:Sl f2:Ch r-2:El r-1:St r0:Co r1:In r2:Ca"] in [
        way.get("m") for way in ways_of(page)
    ]


def test_a_task_that_is_done_has_nothing_more_to_tap_on_its_board(client):
    lesson = LESSONS[1]
    done = lesson_page(client, lesson, 1, lesson.tasks[0].solution)
    assert [way for way in ways_of(done) if "unit" in way] == []


def test_a_face_down_unit_of_the_enemy_is_not_told(client):
    lesson = LESSONS[4]
    page = lesson_page(client, lesson, 3)
    assert [page.count("Standard"), page.count("is-hidden")] == [0, 1]


@pytest.mark.parametrize("query", ["m=attack&m=attack", "m=switch+f0+f1", "m=nonsense", "m=place+Ce+f9"])
def test_a_move_that_is_not_legal_leads_back_to_the_start(client, query):
    answer = client.get(f"/rules/rome/learn/attack/2/?{query}")
    assert (answer.status_code, answer.url) == (302, "/rules/rome/learn/attack/2/")


@pytest.mark.parametrize("unit", ["f9", "drawn:Xx", "play:flank", "play:", "%00", "f-1:lit f0"])
def test_a_thing_that_cannot_be_tapped_changes_nothing(client, unit):
    page = lesson_page(client, LESSONS[0], 2, unit=unit)
    assert [way["unit"] for way in ways_of(page) if "unit" in way] == [["f-1"]]


@pytest.mark.parametrize("place", ["attack/0", "attack/3", "chess/1"])
def test_there_is_no_other_lesson(client, place):
    assert client.get(f"/rules/rome/learn/{place}/").status_code == 404


@pytest.mark.parametrize(
    "address",
    [*PAGES, "/rules/rome/learn/turn/2/?unit=drawn:Ba", "/rules/rome/learn/commands/2/?m=attack+volley%3Dr1:2"],
)
def test_the_pages_of_rome_are_translated(client, address):
    with in_brackets():
        assert untranslated_in_page(page_of(client, address), []) == []
