import csv
import io
import re
from datetime import UTC
from hashlib import sha256

import pytest
from django.test import Client

from drafts.models import CardSet, Event, LogEntry, PackCard, Seat, TableEvent
from drafts.rules.draft.table import Phase
from drafts.rules.night.rights import LogVisibility
from drafts.services.draft.hosting import hand_over_seat, pause_tables, resume_tables, take_back_pass
from drafts.services.events.lifecycle import stop_event
from drafts.store.tables import load_table
from tests.factories import choose, drafted_event, fighter, let_bots_finish, make_event, play_to_review, sit_down
from tests.web.shown import one_line

pytestmark = pytest.mark.django_db

PAGES = ("", "log.json", "log.csv", "t1.json", "figures.json", "preview.png", "t1-s0.txt", "t1-s0/log.txt")

DRAWN = re.compile(r"<svg.*?</svg>", re.DOTALL)
"""The drawings of a page, which are made of numbers, as acts are."""


@pytest.fixture(scope="module")
def drafted(module_organizer, module_sets):
    return drafted_event(module_organizer, "Aichi", "Kamui", bots=1)


@pytest.fixture
def event(drafted, db):
    return Event.objects.get(id=drafted.id)


def statuses(client, event):
    return [client.get(f"/events/{event.code}/log/{page}").status_code for page in PAGES]


def seated(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


@pytest.mark.parametrize("visibility", list(LogVisibility))
def test_the_log_is_closed_to_everybody_until_every_table_has_drafted(
    organizer_client, client, organizer, module_sets, visibility
):
    event = make_event(
        organizer, *(f"Fighter {number}" for number in range(6)), table_size=3, log_visibility=visibility, started=True
    )
    everybody = (client, organizer_client, seated(event, "Fighter 0"))
    assert [statuses(somebody, event) for somebody in everybody] == [[403] * len(PAGES)] * 3
    let_bots_finish_table(event, 1)
    assert [statuses(somebody, event) for somebody in everybody] == [[403] * len(PAGES)] * 3


def let_bots_finish_table(event, number):
    for seat in event.draft.tables.get(number=number).seats.filter(bot=False):
        hand_over_seat(event=event, number=number, seat=seat.position, bot=True)
    assert event.draft.tables.get(number=number).phase == Phase.DRAFTED


def test_a_closed_log_says_kindly_when_it_opens(client, organizer, module_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert "it opens when all tables have drafted" in client.get(f"/events/{event.code}/log/").content.decode()


@pytest.mark.parametrize(
    ("visibility", "allowed"),
    [
        (LogVisibility.FIGHTERS, [403, 200, 200]),
        (LogVisibility.PUBLIC, [200, 200, 200]),
        (LogVisibility.ORGANIZER, [403, 403, 200]),
    ],
)
def test_spectator_fighter_and_organizer_read_the_log_as_the_event_says(organizer_client, event, visibility, allowed):
    event.log_visibility = visibility
    event.save()
    everybody = (Client(), seated(event, "Aichi"), organizer_client)
    assert [statuses(somebody, event) for somebody in everybody] == [[status] * len(PAGES) for status in allowed]


def test_the_log_stays_open_when_the_event_is_over(organizer_client, event):
    event.phase = "finished"
    event.save()
    assert statuses(organizer_client, event) == [200] * len(PAGES)


def test_an_event_stopped_before_its_draft_has_an_empty_log(organizer_client, organizer, module_sets):
    event = make_event(organizer, "Aichi")
    organizer_client.post(f"/events/{event.code}/host/cancel/")
    assert "Nothing was opened" in organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert organizer_client.get(f"/events/{event.code}/log/log.json").json()["tables"] == []


# The page --------------------------------------------------------------------------------------------------------


def test_the_page_shows_one_seat_pass_by_pass_with_what_was_taken(organizer_client, event):
    context = organizer_client.get(f"/events/{event.code}/log/?table=1&seat=1&view=list").context
    steps = context["steps"]
    assert (context["seat"].seat, len(steps)) == (1, 24)
    assert [(step.round, step.pass_number, len(step.pack), len(step.taken)) for step in steps[:5]] == [
        (1, 1, 5, 2), (1, 2, 3, 1), (1, 3, 2, 1), (1, 4, 1, 1), (2, 1, 5, 2)
    ]  # fmt: skip
    assert all(set(step.taken) <= set(step.pack) for step in steps)


def seen(answer):
    return answer.context["table"].number, answer.context["seat"].seat


def test_the_page_opens_at_the_readers_own_seat(organizer, module_sets):
    event = drafted_event(organizer, *(f"Fighter {number}" for number in range(6)), table_size=3)
    for seat in Seat.objects.filter(table__draft__event=event).select_related("fighter", "table"):
        client, own = seated(event, seat.fighter.nickname), (seat.table.number, seat.position)
        page = f"/events/{event.code}/log/"
        assert (seen(client.get(page)), seen(client.get(f"{page}?table={own[0]}"))) == (own, own)
        assert seen(client.get(f"{page}?table={3 - own[0]}")) == (3 - own[0], 0)
        assert seen(client.get(f"{page}?table=1&seat=1")) == (1, 1)


def test_a_visitor_who_was_not_there_is_told_how_to_read_it_and_a_fighter_is_not(organizer, module_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    seated = Client()
    sit_down(seated, event.fighters.get(nickname="Aichi"))
    pages = [somebody.get(f"/events/{event.code}/log/").content.decode() for somebody in (Client(), seated)]
    assert ["How to read this" in page for page in pages] == [True, False]
    assert "2 fighters drafted at this table" in pages[0]


def test_the_page_opens_at_seat_1_for_a_reader_without_a_seat(organizer_client, event):
    assert seen(organizer_client.get(f"/events/{event.code}/log/")) == (1, 0)


def test_seats_count_from_1_on_the_page_and_ones_own_is_you(event):
    client = seated(event, "Aichi")
    page = one_line(client.get(f"/events/{event.code}/log/?view=list").content.decode())
    others = event.draft.tables.get().seats.exclude(fighter__nickname="Aichi")
    tabs = re.findall(r'class="only-read">Seat </span>(\d)</span> (.*?)</span></a>', page)
    names = {seat.position + 1: f'<bdi dir="auto">{seat.fighter.nickname}</bdi>' for seat in others}
    assert {int(number): name for number, name in tabs} == names | {
        seen(client.get(f"/events/{event.code}/log/"))[1] + 1: "You"
    }


def test_no_possessive_tears_a_name_off_its_pack(organizer_client, event):
    page = organizer_client.get(f"/events/{event.code}/log/?seat=0&view=list").content.decode()
    right = event.draft.tables.get().seats.get(position=2).fighter.nickname  # passes to the first seat
    words = ("own pack", f'Pack of <bdi dir="auto">{right}</bdi>', "'s pack", "the own")
    assert [each in page for each in words] == [True, True, False, False]


def test_a_title_keeps_the_direction_of_an_events_name_to_itself(organizer_client, organizer, module_sets):
    event = drafted_event(organizer, "Aichi", "Kamui", name="سهرة")
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert "<title>The log of \u2068سهرة\u2069 · Pass Left</title>" in page


def test_names_in_what_the_organizer_did_keep_their_direction_to_themselves(organizer_client, organizer, module_sets):
    event = drafted_event(organizer, "سهرة", "Kamui")
    LogEntry.objects.create(event=event, text="A bot chooses for سهرة.")
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert '<span>A bot chooses for <bdi dir="auto">سهرة</bdi>.</span>' in page


def test_times_are_utc_until_a_script_knows_the_device(organizer_client, event):
    page = one_line(organizer_client.get(f"/events/{event.code}/log/").content.decode())
    at = event.entries.order_by("id").first().at.astimezone(UTC)
    stamp = at.isoformat()
    assert f'<time class="quiet small" datetime="{stamp}" data-local="time">{at:%H:%M:%S} UTC</time>' in page


def test_every_pass_has_an_address_of_its_own(organizer_client, event):
    page = organizer_client.get(f"/events/{event.code}/log/?seat=2&view=list").content.decode()
    assert 'id="r2p3s2"' in page


@pytest.mark.parametrize(
    "query", ["table=2", "table=0", "seat=3", "seat=-1", "table=x", "seat=" + "9" * 5000, "seat=²", "table=%7F"]
)
def test_a_seat_that_is_not_there_is_not_found(organizer_client, event, query):
    assert organizer_client.get(f"/events/{event.code}/log/?{query}").status_code == 404


@pytest.mark.parametrize("name", ["t2-s0", "t0-s0", "t1-s3", "t99999-s0", "t1-s-1", "tx-s0"])
def test_the_text_of_a_seat_that_is_not_there_is_not_found(organizer_client, event, name):
    assert organizer_client.get(f"/events/{event.code}/log/{name}.txt").status_code == 404


def test_the_page_shows_the_seed_and_how_to_check_it(organizer_client, event):
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    digest = sha256(event.draft.seed.encode()).hexdigest()
    assert [words in page for words in (event.draft.seed, digest, "manage.py verify")] == [True] * 3


def test_names_are_shown_as_they_are_and_never_as_markup(organizer_client, organizer, module_sets):
    event = drafted_event(organizer, "<b>Aichi</b>", "Kamui")
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert ("<b>Aichi" in page, "&lt;b&gt;Aichi" in page) == (False, True)


# The files -------------------------------------------------------------------------------------------------------


def test_the_json_is_as_documented(organizer_client, event):
    log = organizer_client.get(f"/events/{event.code}/log/log.json").json()
    (table,) = log["tables"]
    assert (log["version"], log["event"]["code"], log["event"]["seed"]) == (1, event.code, event.draft.seed)
    assert (table["number"], [seat["seat"] for seat in table["seats"]]) == (1, [0, 1, 2])
    assert sorted(seat["joined"] for seat in table["seats"]) == [1, 2, 3]
    assert [(pack["round"], pack["opened_by"], pack["set"], len(pack["cards"])) for pack in table["packs"]] == [
        (round_, seat, "SMP01", 5) for round_ in range(1, 7) for seat in range(3)
    ]
    assert {type(pick[name]) for pick in table["picks"] for name in ("round", "pass", "seat", "card")} == {int}
    assert {(type(pick["auto"]), type(pick["at"]), type(pick["seconds"])) for pick in table["picks"]} == {
        (bool, str, float)
    }
    assert all(pick["pack"][0] == pick["round"] and pick["at"].endswith("Z") for pick in table["picks"])


def test_every_card_of_every_pack_is_picked_once_and_from_that_pack(organizer_client, event):
    (table,) = organizer_client.get(f"/events/{event.code}/log/log.json").json()["tables"]
    lying = {card["id"]: [pack["round"], pack["opened_by"]] for pack in table["packs"] for card in pack["cards"]}
    assert {pick["card"]: pick["pack"] for pick in table["picks"]} == lying
    assert len(table["picks"]) == len(lying) == 90


def test_the_json_rebuilds_what_everybody_saw(organizer_client, event):
    """The packs by round and opener, moved by rule, are the hands that the picks were made from."""
    (table,) = organizer_client.get(f"/events/{event.code}/log/log.json").json()["tables"]
    fighters, at_end = len(table["seats"]), load_table(event.draft.tables.get().id).timed.table
    for pick in table["picks"]:
        step = 1 if pick["round"] <= 3 else -1
        assert pick["pack"][1] == (pick["seat"] - step * (pick["pass"] - 1)) % fighters
    piles = [[pick["card"] for pick in table["picks"] if pick["seat"] == seat] for seat in range(fighters)]
    assert piles == [[held.id for held in pile] for pile in at_end.piles]


def test_the_csv_has_a_row_for_each_card(organizer_client, event):
    answer = organizer_client.get(f"/events/{event.code}/log/log.csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert (answer["Content-Type"], len(rows)) == ("text/csv; charset=utf-8", 90)
    assert {row["fighter"] for row in rows} == {"Aichi", "Kamui", "Brass Finch"}


def test_no_name_becomes_a_formula_in_a_spreadsheet(organizer_client, organizer, module_sets):
    event = drafted_event(organizer, "=1+1", "@SUM(A1)")
    text = organizer_client.get(f"/events/{event.code}/log/log.csv").content.decode("utf-8-sig")
    assert {row["fighter"] for row in csv.DictReader(io.StringIO(text))} == {"'=1+1", "'@SUM(A1)"}


def test_a_seats_text_tells_its_draft(organizer_client, event):
    text = organizer_client.get(f"/events/{event.code}/log/t1-s0.txt").content.decode()
    assert (text.count("\nPack "), text.count("--> ")) == (24, 30)


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("log.json", "log-{}.json"),
        ("log.csv", "log-{}.csv"),
        ("t1-s0.txt", "log-{}-table-1-seat-1.txt"),
    ],
)
def test_every_file_is_a_download_under_the_events_code(organizer_client, event, page, name):
    answer = organizer_client.get(f"/events/{event.code}/log/{page}")
    assert answer["Content-Disposition"] == f'attachment; filename="{name.format(event.code)}"'


def test_a_mix_of_sets_is_in_the_log_by_round(organizer_client, organizer, module_sets):
    sets = [CardSet.objects.get(code=code) for code in ("SMP01", "SMP02", "SMP02", "SMP01", "SMP01", "SMP02")]
    event = drafted_event(organizer, "Aichi", "Kamui", card_sets=sets)
    log = organizer_client.get(f"/events/{event.code}/log/log.json").json()
    by_round = {pack["round"]: pack["set"] for pack in log["tables"][0]["packs"]}
    assert log["event"]["sets"] == list(by_round.values()) == [card_set.code for card_set in sets]


# The history ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def drafted_again(module_organizer, module_sets):
    event = make_event(module_organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC, started=True)
    for seat in (0, 1, 0):
        choose(event, seat)
    pause_tables(event=event)
    take_back_pass(event=event, number=1)
    resume_tables(event=event)
    return let_bots_finish(event)


@pytest.fixture
def taken_back(drafted_again, db):
    """A draft in which everybody chose in the first pass, which was taken back, and that bots drafted to the end."""
    return Event.objects.get(id=drafted_again.id)


def log_of(event):
    return Client().get(f"/events/{event.code}/log/log.json").json()


def test_the_json_tells_every_act_in_order(taken_back):
    log = log_of(taken_back)
    (table,) = log["tables"]
    fighters = {seat["seat"]: seat["fighter"] for seat in table["seats"]}
    told = [(act["by"], act["kind"]) for act in log["history"]]
    assert told[:7] == [
        ("organizer", "start"), (fighters[0], "choose"), (fighters[1], "choose"), (fighters[0], "choose"),
        ("organizer", "pause"), ("organizer", "undo"), ("organizer", "resume"),
    ]  # fmt: skip
    assert (told[7], told[-1]) == (("organizer", "seat_bot"), (None, "all_drafted"))
    undo = log["history"][5]
    assert (list(undo), undo["table"]) == (["version", "at", "table", "by", "kind", "facts"], 1)
    assert undo["facts"] == {"round": 1, "pass": 1, "from": [1, 2]}
    assert [act["version"] for act in log["history"]] == sorted(act["version"] for act in log["history"])


def test_the_json_keeps_what_was_taken_back_beside_the_picks_that_stand(taken_back):
    log = log_of(taken_back)
    (table,) = log["tables"]
    lying = {card["id"] for pack in table["packs"] for card in pack["cards"]}
    (at,) = {pick["undone_at"] for pick in log["undone"]}
    assert at == next(act["at"] for act in log["history"] if act["kind"] == "undo")
    assert [(pick["table"], pick["round"], pick["pass"], pick["seat"]) for pick in log["undone"]] == [
        (1, 1, 1, 0), (1, 1, 1, 0), (1, 1, 1, 1), (1, 1, 1, 1), (1, 1, 2, 0)
    ]  # fmt: skip
    assert {pick["card"] for pick in table["picks"]} == lying
    assert len(table["picks"]) == len(lying) == 60


def test_no_other_reader_of_the_log_counts_what_was_taken_back(taken_back):
    page = Client().get(f"/events/{taken_back.code}/log/log.csv").content.decode()
    assert len(page.strip().splitlines()) == 61
    text = Client().get(f"/events/{taken_back.code}/log/t1-s0.txt").content.decode()
    assert text.count("--> ") == 30


def test_the_entries_say_in_words_what_was_done(taken_back):
    texts = [entry["text"] for entry in log_of(taken_back)["entries"]]
    assert texts[:4] == [
        "The draft started.",
        "The organizer paused the table.",
        "Taken back: pack 1, pass 1, and everything after it.",
        "The organizer let the table go on.",
    ]


def test_packs_of_a_round_that_was_taken_back_and_then_stopped_were_opened(client, organizer, module_sets):
    event = make_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC, started=True)
    while event.draft.tables.get().round == 1:
        for seat in range(2):
            choose(event, seat)
    choose(event, 0)
    take_back_pass(event=event, number=1)
    take_back_pass(event=event, number=1)
    assert event.draft.tables.get().round == 1
    log = log_of(stopped(event))
    cards = {card["id"] for pack in log["tables"][0]["packs"] for card in pack["cards"]}
    assert {pack["round"] for pack in log["tables"][0]["packs"]} == {1, 2}
    assert {pick["round"] for pick in log["undone"]} == {1, 2}
    assert {pick["card"] for pick in log["undone"]} <= cards


def test_the_history_is_closed_while_the_draft_goes_on_and_the_panel_names_no_card(organizer_client, taken_back):
    event = taken_back
    event.phase = "drafting"
    event.save(update_fields=["phase"])
    cards = {card.card.number for card in PackCard.objects.filter(draft=event.draft).select_related("card")}
    chosen = TableEvent.objects.filter(table__draft=event.draft, kind__in=["choose", "bot", "last_card"])
    acts = {act.text for act in chosen}
    answers = [organizer_client.get(f"/events/{event.code}/{page}") for page in ("log/log.json", "log/", "host/")]
    assert [answer.status_code for answer in answers] == [403, 403, 200]
    said = [DRAWN.sub("", answer.content.decode()) for answer in answers]
    assert "Taken back: pack 1, pass 1" in said[2]
    assert [word for word in cards | acts for page in said if word in page] == []


# A draft that was stopped ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def half_drafted(module_organizer, module_sets):
    names = [f"Fighter {number}" for number in range(6)]
    event = make_event(module_organizer, *names, table_size=3, log_visibility=LogVisibility.PUBLIC, started=True)
    while event.draft.tables.get(number=1).round == 1:
        play_pass(event)
    choose(event, 0)
    let_bots_finish_table(event, 2)
    return event


@pytest.fixture
def two_tables(half_drafted, db):
    """Two tables of three: one stands in its second pack, the other one has drafted."""
    return Event.objects.get(id=half_drafted.id)


def play_pass(event):
    for seat in range(3):
        choose(event, seat)


def stopped(event):
    stop_event(event=event)
    event.refresh_from_db()
    return event


def unopened(event, number, round_):
    """Return the ids of a table's cards that lie in packs of later rounds."""
    cards = PackCard.objects.filter(draft=event.draft, pack__table__number=number, pack__round__gt=round_)
    return {card.public_id for card in cards}


def test_the_log_of_a_stopped_draft_holds_the_packs_that_were_opened_table_by_table(client, two_tables):
    log = client.get(f"/events/{stopped(two_tables).code}/log/log.json").json()
    rounds = {table["number"]: sorted({pack["round"] for pack in table["packs"]}) for table in log["tables"]}
    assert rounds == {1: [1, 2], 2: [1, 2, 3, 4, 5, 6]}
    assert [len(table["picks"]) for table in log["tables"]] == [15 + 2, 90]


def test_no_page_of_a_stopped_draft_names_a_card_that_was_not_opened(client, two_tables):
    code, closed = stopped(two_tables).code, unopened(two_tables, 1, 2)
    log = client.get(f"/events/{code}/log/log.json").json()
    told = {card["id"] for table in log["tables"] for pack in table["packs"] for card in pack["cards"]}
    listed = csv.DictReader(io.StringIO(client.get(f"/events/{code}/log/log.csv").content.decode("utf-8-sig")))
    assert (len(closed), told & closed, {int(row["card_id"]) for row in listed} & closed) == (60, set(), set())


@pytest.mark.parametrize("page", ["log/", "log/log.json", "log/log.csv", "log/t1-s0.txt", "host/", "table/1/"])
def test_the_seed_of_a_stopped_draft_stays_closed_to_everybody(organizer_client, two_tables, page):
    event = stopped(two_tables)
    answer = organizer_client.get(f"/events/{event.code}/{page}")
    assert (answer.status_code, event.draft.seed in answer.content.decode()) == (200, False)


def test_the_json_of_a_stopped_draft_has_no_seed_but_its_hash(client, two_tables):
    event = stopped(two_tables)
    told = client.get(f"/events/{event.code}/log/log.json").json()["event"]
    assert (told["stopped"], told["seed"], told["seed_hash"]) == (
        True,
        None,
        sha256(event.draft.seed.encode()).hexdigest(),
    )


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "Stopped in pack 2, pass 1: unopened packs stay closed."),
        (2, "The event was stopped when this table had drafted all its packs."),
    ],
)
def test_the_page_of_a_stopped_draft_says_where_each_table_stopped(client, two_tables, number, words):
    page = client.get(f"/events/{stopped(two_tables).code}/log/?table={number}").content.decode()
    assert (words in page, "stays secret" in page, "verify" in page) == (True, True, False)


def test_the_page_of_a_draft_that_was_stopped_in_its_review_says_so(client, organizer, module_sets):
    event = make_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC, started=True)
    play_to_review(event)
    page = client.get(f"/events/{stopped(event).code}/log/").content.decode()
    assert "Stopped in the review after pack 3: unopened packs stay closed." in page


def test_listed_packs_that_were_not_opened_stay_closed_after_a_stop(client, organizer, module_sets):
    packs = [[f"SMP01/{1 + (pack * 5 + card) % 100:03}" for card in range(5)] for pack in range(12)]
    listed = "\n\n".join("\n".join(pack) for pack in packs)
    event = make_event(
        organizer,
        "Aichi",
        "Kamui",
        packs="uploaded",
        pack_list=listed,
        log_visibility=LogVisibility.PUBLIC,
        started=True,
    )
    log = client.get(f"/events/{stopped(event).code}/log/log.json").json()
    assert log["event"]["pack_list"] == packs[:2]
