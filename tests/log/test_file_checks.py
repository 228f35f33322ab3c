"""A log that cannot have happened: each fault is named with its place, many at once, and by the rules themselves."""

import json
from copy import deepcopy

import pytest

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import LARGEST_FILE, read_log_file
from drafts.log.json_file import write_log_json
from drafts.presenters.log.logs import load_log
from drafts.services.draft.hosting import take_back_pass
from tests.factories import choose, let_bots_finish, make_event

pytestmark = pytest.mark.django_db

_KEPT: list[str] = []


@pytest.fixture
def log(organizer, sample_sets):
    """The log of a draft with a pass that was taken back, made once: the checks ask no database."""
    if not _KEPT:
        event = make_event(organizer, "Aichi", "Kamui", started=True)
        for seat in (0, 1, 0):
            choose(event, seat)
        take_back_pass(event=event, number=1)
        _KEPT.append(write_log_json(load_log(let_bots_finish(event))))
    return json.loads(_KEPT[0])


def faults(data) -> str:
    with pytest.raises(BadFile) as caught:
        check_log(read_log_file(data if isinstance(data, bytes) else json.dumps(data).encode()))
    return "\n".join(map(str, caught.value.faults))


def test_a_log_as_it_was_written_has_no_fault(log):
    assert check_log(read_log_file(json.dumps(log).encode())).file.event.code == log["event"]["code"]
    assert check_log(read_log_file(b"\xef\xbb\xbf" + json.dumps(log).encode()))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the file: is no JSON"),
        (b"{", "the file: is no JSON"),
        (b"\xff\xfe", "the file: is no JSON"),
        (b"[" * 100_000, "the file: is no JSON"),
        (b"[]", "the file: is no log of a draft"),
        (b"{}", "the file: is no log of a draft"),
        (b'{"version": 1, "event": {}, "tables": {}}', "the file: is no log of a draft"),
        (b'{"version": 2, "event": {}, "tables": []}', "version: is not 1"),
        (b'{"version": 1, "event": {"game": "chess"}, "tables": []}', "event.game: is none of vanguard, magic"),
        (b'{"version": 1, "event": {"game": "vanguard"}, "tables": []}', "event: Object missing required field"),
        (b" " * (LARGEST_FILE + 1), "the file: is larger than 64 MB"),
    ],
    ids=range(11),
)
def test_a_file_that_is_no_log_is_refused_in_words(data, said):
    assert said in faults(data)


def test_all_that_is_of_another_type_is_named_with_its_place(log):
    table = log["tables"][0]
    table["picks"][3]["card"] = "9"
    table["seats"][1]["name"] = "x" * 25
    table["packs"][2]["cards"][1]["grade"] = -1.5
    log["history"][1]["kind"] = "dance"
    log["event"]["created"] = "yesterday"
    log["entries"] = {"at": 1}
    said = faults(log)
    for where in (
        "tables[0].picks[3].card: Expected `int`, got `str`",
        "tables[0].seats[1].name: Expected `str` of length <= 24",
        "tables[0].packs[2].cards[1].grade: Expected `int | null`, got `float`",
        "history[1].kind: Invalid enum value 'dance'",
        "event.created: Expected `str` matching regex",
        "entries: is no list",
    ):
        assert where in said, said


def forged(log, path: str, value):
    """Change one thing: a path such as `tables.0.seats.1.name`, and the value or a function of the old one."""
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place = log
    for part in way:
        place = place[part]
    place[last] = value(deepcopy(place[last])) if callable(value) else value
    return log


def one_card_twice(picks):
    of_a_pack = [pick for pick in picks if pick["pack"] == [1, 0]]
    of_a_pack[-1]["card"] = of_a_pack[0]["card"]
    return picks


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("event.format", "magic-draft", "event.format: 'magic-draft' is no format of vanguard"),
        ("event.form", "dance", "event.form: 'dance' is no form of its fights"),
        ("event.pace", "hasty", "event.pace: 'hasty' is none of off, brisk, standard, relaxed"),
        ("event.sets", ["SMP01"], "event.sets: has 1 sets, and the draft 6 rounds"),
        ("event.seed", "0", "event.seed_hash: is not the SHA-256 of the seed"),
        ("event.stopped", True, "event.seed: is told unless the draft was stopped"),
        ("event.drafted", None, "event.drafted: the draft is not over"),
        ("event.started", "2026-02-31T00:00:00.000Z", "event.started: 2026-02-31T00:00:00.000Z is no moment"),
        ("event.started", "9999-12-31T23:59:59.999Z", "event.started: 9999-12-31T23:59:59.999Z is no moment"),
        ("event.name", "a\u202eb", "event.name: is no name"),
        ("event.pack_list", [["SMP01/001\ufffe"]], "event.pack_list[0][0]: has control characters in it"),
        ("event.later", {"a\0": 1}, "event.later: has a key with control characters in it"),
        ("event.pack_list", [["SMP01/001"]], "event.pack_list: stands with uploaded packs, and with no others"),
        ("tables", [], "tables: nothing was drafted"),
        ("tables.0.number", 2, "tables: are not numbered from 1"),
        ("tables.0.seats.0.seat", 1, "tables[0]: its seats are not numbered from 0, in order"),
        ("tables.0.seats.0.name", " Aichi", "is no nickname"),
        ("tables.0.seats.0.fighter", lambda old: old + 7, "nobody sits there who has this number"),
        ("tables.0.packs", lambda packs: packs[1:], "tables[0]: pack 1 of seat 0 is missing"),
        ("tables.0.packs.0.round", 12, "tables[0]: pack 12 of seat 0 cannot be there"),
        ("tables.0.packs.0.set", "SMP02", "tables[0].packs[0].set: is 'SMP02', and that of the round 'SMP01'"),
        ("tables.0.packs.0.cards.0.name", "a\x1b[31m", "cards[0].name: has control"),
        ("tables.0.packs.0.cards.0.power", 10**7, "cards[0].power: is not a whole number from 0 to 999999"),
        ("tables.0.packs.0.cards.0.id", 999, "that pack does not have the card"),
        ("tables.0.picks.0.pack", [1, 1], "that pack does not have the card"),
        ("tables.0.picks.0.auto", lambda old: not old, "does not fit"),
        ("tables.0.picks", lambda picks: picks[1:], "the rules refuse the choice: wrong_count"),
        ("tables.0.picks", lambda picks: picks[:-1], "the picks end here, and the draft does not"),
        ("tables.0.picks", one_card_twice, "the rules refuse the choice: not_in_pack"),
        ("history.0.facts", {}, "history[0]: start needs seats"),
        ("history.0.facts.card", 3, "says what no line of the kind start says"),
        ("history", lambda acts: acts[:-9], "history: leads to other picks than the file has"),
        ("history.0.facts.seats", ["here"] * 3, "history: it begins with other seats"),
        ("undone", [], "undone: are not the picks that the history took back"),
        ("fights", [{"round": 1, "fight": 1, "table": 3, "first": None, "best_of": 1, "result": None, "by": "time",
                     "sides": [{"fighter": 9, "name": "Ren", "counters": {"D!": 1}, "lost": None}]}],
         "fights[0].counts: name another counter than damage"),
        ("decks.0.fighter", lambda old: old + 7, "decks[0].fighter: does not sit there"),
        ("shares", [{"card": 1, "from": 99, "to": 99}], "shares[0].from: did not draft that card"),
    ],
)  # fmt: skip
def test_an_entry_that_cannot_have_happened_is_named(log, path, value, said):
    assert said in faults(forged(log, path, value))


def test_a_trigger_unit_that_was_due_and_not_taken_is_found_out(log):
    table = log["tables"][0]
    kinds = {card["id"]: card["card_type"] for pack in table["packs"] for card in pack["cards"]}
    own = [pick for pick in table["picks"] if (pick["round"], pick["pass"], pick["seat"]) == (1, 1, 0)]
    due = next(pick for pick in own if kinds[pick["card"]] == "trigger")
    taken = {pick["card"] for pick in own}
    due["card"] = next(
        card["id"] for card in table["packs"][0]["cards"] if card["card_type"] == "normal" and card["id"] not in taken
    )
    assert "seat 0 in pack 1, pass 1: the rules refuse the choice: trigger_required" in faults(log)


def test_two_people_of_one_name_are_found_out(log):
    first, second = log["tables"][0]["seats"]
    second["name"] = first["name"].upper()
    assert f"seats: the name '{first['name'].lower()}' is there twice" in faults(log)


def test_a_card_that_is_printed_in_two_ways_is_found_out(log):
    cards = [card for pack in log["tables"][0]["packs"] for card in pack["cards"]]
    double = next(card for card in cards if sum(one["number"] == card["number"] for one in cards) > 1)
    double["name"] = "Another"
    assert "is printed otherwise elsewhere in the file" in faults(log)
