import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from drafts.exporters.csv_cells import guarded
from drafts.exporters.moments import stamp
from drafts.log.csv_file import WHENCE_AND_HOW, WHO_AND_WHAT, write_log_csv
from drafts.log.event_log import (
    EntryRecord,
    EventLog,
    EventRecord,
    PackRecord,
    PickRecord,
    SeatRecord,
    TableRecord,
    steps_of,
)
from drafts.log.json_file import write_log_json
from drafts.log.seat_log import write_seat_log
from drafts.log.seat_text import write_seat_text
from drafts.rules.cards import CardInPack
from drafts.rules.draft.replay import How
from drafts.rules.draft.table import Phase
from drafts.rules.formats import Direction
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from drafts.rules.night.stages import Stage, progress_of

AT = datetime(2026, 11, 20, 19, 3, 4, 120_999, tzinfo=UTC)
LEFT = {1: Direction.LEFT}

COLUMNS = (*WHO_AND_WHAT, "grade", "clan", "trigger", *WHENCE_AND_HOW)


def card(id_, **more):
    return CardInPack(id_, VanguardCard(**{"number": f"X/{id_:03}", "name": f"Card {id_}", "grade": 1, **more}))


PACKS = (
    PackRecord(1, 0, "X", True, (card(5), card(3), card(8))),
    PackRecord(1, 1, "X", True, (card(1), card(2, card_type=CardType.TRIGGER, trigger=Trigger.HEAL), card(9))),
)


def pick(pass_number, seat, id_, opened_by, how=How.CHOSEN, seconds=1.5):
    return PickRecord(1, pass_number, seat, id_, opened_by, how, AT, seconds)


PICKS = (
    pick(1, 0, 3, 0, seconds=12.4),
    pick(1, 1, 2, 1),
    pick(2, 1, 8, 0, How.TIME),
    pick(2, 0, 9, 1, How.BOT),
    pick(3, 0, 5, 0, How.LAST_CARD),
    pick(3, 1, 1, 1, How.LAST_CARD),
)
TABLE = TableRecord(
    1,
    Phase.DRAFTED,
    1,
    3,
    (SeatRecord(0, "Aichi", False, 2, 41), SeatRecord(1, "=Kamui", True, 1, 40)),
    PACKS,
    PICKS,
    (),
)
EVENT = EventRecord(
    code="K7QF3M",
    name="Friday draft",
    format="vanguard",
    table_size=4,
    draws=0,
    pace="off",
    review_seconds=0,
    judge="organizer",
    packs="generated",
    sets=("X",),
    listed=(),
    seed="seed",
    seed_hash="hash",
    created=AT,
    started=AT,
    drafted=AT,
    finished=None,
    stopped=False,
    stages=progress_of((Stage.LOBBY, Stage.DRAFTING, Stage.BUILDING, Stage.FINISHED), Stage.BUILDING),
)
LOG = EventLog(EVENT, (TABLE,), (EntryRecord(AT, 1, "The organizer paused the table."),))


def numbers(cards):
    return [held.id for held in cards]


def test_a_seat_saw_what_was_left_of_each_pack_when_it_came():
    steps = [(step.opened_by, numbers(step.pack), numbers(step.taken)) for step in steps_of(TABLE, 0, LEFT)]
    assert steps == [(0, [5, 3, 8], [3]), (1, [1, 9], [9]), (0, [5], [5])]


def test_the_cards_of_one_pass_are_one_step():
    twice = replace(TABLE, picks=(pick(1, 0, 5, 0, seconds=3.0), pick(1, 0, 8, 0, seconds=9.0)))
    (step,) = steps_of(twice, 0, LEFT)
    assert (numbers(step.taken), step.seconds) == ([5, 8], 9.0)


def test_a_pack_that_is_not_there_is_a_key_error():
    with pytest.raises(KeyError):
        TABLE.pack(2, 0)


def test_the_json_has_the_documented_keys_and_values():
    log = json.loads(write_log_json(LOG))
    table = log["tables"][0]
    assert (log["version"], list(log), list(table)) == (
        1,
        ["version", "event", "tables", "entries", "history", "undone", "fights", "shares", "decks", "comments"],
        ["number", "seats", "packs", "picks", "calls"],
    )
    assert table["picks"][2] == {
        "round": 1, "pass": 2, "seat": 1, "card": 8, "pack": [1, 0], "auto": True, "how": "time",
        "at": "2026-11-20T19:03:04.120Z", "seconds": 1.5,
    }  # fmt: skip
    assert (table["packs"][0]["opened_by"], table["packs"][0]["set"], table["packs"][1]["cards"][1]["trigger"]) == (
        0, "X", "heal"
    )  # fmt: skip
    assert log["event"]["stages"] == [{"stage": "drafting", "state": "done"}, {"stage": "building", "state": "now"}]
    assert table["seats"][1] == {"seat": 1, "name": "=Kamui", "bot": True, "joined": 1, "fighter": 40}
    assert log["entries"] == [{"at": "2026-11-20T19:03:04.120Z", "table": 1, "text": "The organizer paused the table."}]


def test_only_a_fighters_own_choice_is_not_automatic():
    assert {one.how: one.auto for one in PICKS} == {
        How.CHOSEN: False, How.TIME: True, How.BOT: True, How.LAST_CARD: True
    }  # fmt: skip


def test_listed_packs_are_in_the_json_as_they_were_listed():
    listed = replace(LOG, event=replace(EVENT, listed=(("X/1", "X/2"), ("X/3",))))
    assert json.loads(write_log_json(listed))["event"]["pack_list"] == [["X/1", "X/2"], ["X/3"]]
    assert "pack_list" not in json.loads(write_log_json(LOG))["event"]


def test_no_moment_is_no_stamp():
    assert stamp(None) is None


def test_the_csv_has_a_heading_and_a_row_for_each_card():
    text = write_log_csv(LOG)
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert (text[0], tuple(rows[0]), len(rows)) == ("\ufeff", COLUMNS, 7)
    assert dict(zip(COLUMNS, rows[2], strict=True)) == {
        "table": "1", "round": "1", "pass": "1", "seat": "1", "fighter": "'=Kamui", "bot": "yes", "card_id": "2",
        "card_number": "X/002", "card_name": "Card 2", "rarity": "C", "grade": "1", "clan": "", "trigger": "heal",
        "pack_opened_by": "1", "pack_set": "X", "pack_size": "3", "how": "chosen", "auto": "no", "seconds": "1.5",
        "at": "2026-11-20T19:03:04.120Z", "seat_from_1": "2", "pack_opened_by_from_1": "2",
    }  # fmt: skip


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_text_of_the_csv_is_a_formula(sign):
    assert guarded(f"{sign}1+1") == f"'{sign}1+1"


@pytest.mark.parametrize("sign", ["＝", "＋", "－", "＠"])
def test_wide_signs_that_some_spreadsheets_take_for_narrow_ones_begin_no_formula(sign):
    assert guarded(f"{sign}1+1") == f"'{sign}1+1"


@pytest.mark.parametrize("part", [";", "\t", "|", "\n"])
def test_a_sign_that_some_countries_part_cells_at_lets_no_formula_begin_behind_it(part):
    assert guarded(f"Ren{part}=1+1") == f"Ren{part}'=1+1"


@pytest.mark.parametrize("value", ["Aichi", "", "1=1", "a; b", "Ren-chan", -5, 1.5, None])
def test_a_value_that_is_no_formula_stays_as_it_is(value):
    assert guarded(value) == value


def test_a_seats_text_marks_what_was_taken_and_how():
    assert write_seat_text(LOG, TABLE, TABLE.seats[1], LEFT) == (
        "Friday draft (K7QF3M)\n"
        "Table 1, Seat 2: =Kamui\n"
        "Fighters: Aichi, =Kamui\n"
        "\n"
        "Pack 1, pass 1 (opened by =Kamui, passed left): 1.5 s\n"
        "    X/001 Card 1 [C]\n"
        "--> X/002 Card 2 [C]\n"
        "    X/009 Card 9 [C]\n"
        "\n"
        "Pack 1, pass 2 (opened by Aichi, passed left): 1.5 s, time ran out\n"
        "    X/005 Card 5 [C]\n"
        "--> X/008 Card 8 [C]\n"
        "\n"
        "Pack 1, pass 3 (opened by =Kamui, passed left): 1.5 s, the last card\n"
        "--> X/001 Card 1 [C]\n"
    )


def test_a_seats_text_counts_picks_where_the_game_calls_them_so():
    magic = replace(LOG, event=replace(EVENT, format="magic-draft"))
    heads = [
        line for line in write_seat_text(magic, TABLE, TABLE.seats[1], LEFT).splitlines() if line.startswith("Pack")
    ]
    assert heads == [
        "Pack 1, pick 1 (opened by =Kamui, passed left): 1.5 s",
        "Pack 1, pick 2 (opened by Aichi, passed left): 1.5 s, time ran out",
        "Pack 1, pick 3 (opened by =Kamui, passed left): 1.5 s, the last card",
    ]


def test_a_name_that_runs_to_the_left_turns_nothing_else_of_a_seats_text():
    arabic = replace(TABLE, seats=(SeatRecord(0, "عبد الرحمن", False, 1, 41), TABLE.seats[1]))
    text = write_seat_text(LOG, arabic, arabic.seats[0], LEFT)
    assert text.splitlines()[1:3] == [
        "Table 1, Seat 1: \u2068عبد الرحمن\u2069",
        "Fighters: \u2068عبد الرحمن\u2069, =Kamui",
    ]
    assert "(opened by \u2068عبد الرحمن\u2069, passed left)" in text


def test_a_seat_is_written_as_programs_that_show_drafts_read_it():
    assert write_seat_log(LOG, TABLE, TABLE.seats[0], LEFT) == (
        "Event #: K7QF3M\n"
        "Time:    11/20/2026 7:03:04 PM\n"
        "Players:\n"
        "--> Aichi\n"
        "    =Kamui\n"
        "\n"
        "------ X ------\n"
        "\n"
        "Pack 1 pick 1:\n"
        "    Card 5\n"
        "--> Card 3\n"
        "    Card 8\n"
        "\n"
        "Pack 1 pick 2:\n"
        "    Card 1\n"
        "--> Card 9\n"
        "\n"
        "Pack 1 pick 3:\n"
        "--> Card 5\n"
    )


@pytest.mark.parametrize(("hour", "said"), [(0, "12:03:04 AM"), (11, "11:03:04 AM"), (12, "12:03:04 PM")])
def test_its_moment_is_told_by_the_clock_of_twelve_hours(hour, said):
    event = replace(EVENT, started=AT.replace(hour=hour))
    assert f"Time:    11/20/2026 {said}\n" in write_seat_log(replace(LOG, event=event), TABLE, TABLE.seats[0], LEFT)


def test_cards_that_are_taken_at_once_have_an_arrow_each():
    twice = replace(TABLE, picks=(pick(1, 0, 5, 0), pick(1, 0, 8, 0)))
    text = write_seat_log(LOG, twice, TABLE.seats[0], LEFT)
    assert text.endswith("Pack 1 pick 1:\n--> Card 5\n    Card 3\n--> Card 8\n")
