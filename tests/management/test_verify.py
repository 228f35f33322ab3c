import itertools
import json
import re
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from drafts.log.json_file import log_as_data
from drafts.models import CardSet, Event, EventStage, NightSettings, StageAct
from drafts.presenters.log.logs import load_log
from drafts.rules.actors import ORGANIZER
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.games.base import DERIVED_NOW
from drafts.rules.games.magic.cards import MagicCard
from drafts.rules.night.fight_moves import CountMove, DecideResult
from drafts.rules.night.share_moves import LINES
from drafts.services.draft.hosting import take_back_pass
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.nights import finish_event, go_back, go_on
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.services.sharing import share_for
from drafts.store.catalog import load_pack_maker
from drafts.store.fights import load_fights
from drafts.store.shares import load_all_shares
from tests.factories import (
    act_in_fights,
    choose,
    drafted_event,
    fighting_event,
    let_bots_finish,
    make_cards,
    make_event,
)

pytestmark = pytest.mark.django_db

SECRET = (
    "This draft was stopped before its end. Its seed stays secret, since it also tells the packs that were not opened: "
    "without it seats and packs cannot be dealt again."
)


def verify(name):
    out = StringIO()
    call_command("verify", str(name), stdout=out)
    return out.getvalue()


def refused(name):
    with pytest.raises(CommandError) as caught:
        verify(name)
    return str(caught.value)


def test_M44_the_log_of_a_draft_of_another_game_is_recomputed_too(organizer, sample_sets):
    names = [f"Fighter {number}" for number in range(3)]
    event = drafted_event(organizer, *names, card_set="MAG01", format_="magic-draft")
    assert verify(event.code) == (
        "OK: the seed gives the seats and packs of Friday draft.\n"
        "OK: its fights and its sharing follow from the seed and from what was done.\n"
    )


def test_where_everybody_brings_a_deck_the_seed_gives_the_seats_alone(organizer, sample_sets):
    own = {"format_": "magic-own", "card_sets": [], "night": NightSettings(fights="auto")}
    event = make_event(organizer, "Ann", "Ben", started=True, **own)
    finish_event(event=event)
    assert verify(event.code).startswith("OK: the seed gives the seats of Friday draft.\n")


@pytest.fixture
def log(organizer, sample_sets):
    event = drafted_event(organizer, *(f"Fighter {number}" for number in range(5)), table_size=3, bots=1)
    return json.loads(json.dumps(log_as_data(load_log(event))))


@pytest.fixture
def told(log, tmp_path):
    """Write a log after a change, and return what the command says of it."""

    def tell(change=lambda log: None):
        change(log)
        file = tmp_path / "log.json"
        file.write_text(json.dumps(log))
        return refused(file)

    return tell


def test_a_log_is_verified_from_its_file(log, tmp_path):
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log))
    assert verify(file) == "OK: the seed gives the seats and packs of Friday draft.\n"


def test_a_log_is_verified_by_the_events_code(log):
    assert verify(log["event"]["code"].lower()).startswith("OK")


def test_the_downloaded_file_is_verified(organizer_client, log, tmp_path):
    file = tmp_path / "downloaded.json"
    file.write_bytes(organizer_client.get(f"/events/{log['event']['code']}/log/log.json").content)
    assert verify(file).startswith("OK")


def test_a_mix_of_sets_is_verified(organizer, sample_sets):
    sets = [CardSet.objects.get(code=code) for code in ("SMP01", "SMP02", "SMP02", "SMP01", "SMP01", "SMP02")]
    assert verify(drafted_event(organizer, "Aichi", "Kamui", card_sets=sets).code).startswith("OK")


def test_a_draft_from_before_avatars_lay_in_no_pack_is_verified(organizer, sample_sets):
    old = CardSet.objects.create(game="magic", code="OLD", name="Old", derived_by=2)
    types = ["Creature"] * 20 + ["Vanguard"] * 20
    make_cards(old, *(MagicCard(f"OLD/{n:03}", f"Card {n}", type_line=kind) for n, kind in enumerate(types)))
    event = drafted_event(organizer, "Ann", "Ben", format_="magic-draft", card_sets=[old])
    assert event.draft.tables.get().packs.filter(cards__card__magic__type_line="Vanguard").exists()
    assert verify(event.code).startswith("OK")
    CardSet.objects.filter(code="OLD").update(derived_by=DERIVED_NOW)
    assert load_pack_maker(CardSet.objects.get(code="OLD")).numbers == {f"OLD/{n:03}" for n in range(20)}


def test_listed_packs_are_verified(organizer, sample_sets):
    packs = "\n\n".join("\n".join(f"SMP01/{1 + (pack * 5 + card) % 100:03}" for card in range(5)) for pack in range(12))
    assert verify(drafted_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=packs).code).startswith("OK")


def test_a_draft_with_a_pass_that_was_taken_back_is_verified(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for seat in (0, 1, 0):
        choose(event, seat)
    take_back_pass(event=event, number=1)
    assert verify(let_bots_finish(event).code).startswith("OK")


def test_a_pick_that_the_history_does_not_lead_to_is_found_out(told):
    def swap(log):
        first, second = [pick for pick in log["tables"][0]["picks"] if (pick["round"], pick["pass"]) == (1, 1)][:2]
        first["card"], second["card"], first["seat"] = second["card"], first["card"], 1 - first["seat"]

    assert "Table 1: the history led to other picks than the log has: card " in told(swap)


def test_a_history_that_cannot_have_been_is_found_out(told):
    def forge(log):
        act = next(act for act in log["history"] if act["kind"] == "bot")
        act["facts"]["cards"] = [10**9]

    assert ": its history does not hold together: version " in told(forge)


def test_a_log_without_a_history_is_verified_as_before(log, tmp_path):
    file = tmp_path / "older.json"
    del log["history"], log["undone"]
    file.write_text(json.dumps(log))
    assert verify(file).startswith("OK")


def test_another_seed_is_found_out(told):
    said = told(lambda log: log["event"].update(seed="0" * 64))
    assert "The seed does not fit: its SHA-256 is " in said


def test_two_fighters_who_changed_seats_are_found_out(told):
    def change(log):
        first, second = log["tables"][0]["seats"][:2]
        first["name"], first["joined"], second["name"], second["joined"] = (
            second["name"], second["joined"], first["name"], first["joined"]
        )  # fmt: skip

    said = told(change)
    assert (said.splitlines()[0], said.count("and the seed seats")) == ("2 difference(s):", 2)
    assert "Table 1, Seat 1: the log has " in said


def test_an_exchanged_card_is_found_out(told):
    said = told(lambda log: log["tables"][1]["packs"][4]["cards"][2].update(number="SMP01/000"))
    assert said.startswith("1 difference(s):\nTable 2, pack 2 of Seat 2: the log has ")


def test_a_card_under_another_name_is_found_out(told):
    said = told(lambda log: log["tables"][0]["packs"][0]["cards"][0].update(id=9999))
    assert said.startswith("1 difference(s):\nTable 1, pack 1 of Seat 1: its cards are named 9999, ")


def test_a_missing_and_an_added_pack_are_found_out(told):
    def change(log):
        log["tables"][0]["packs"][0]["round"] = 7

    said = told(change)
    assert "Table 1, pack 1 of Seat 1: the log does not have it." in said
    assert "Table 1, pack 7 of Seat 1: the seed makes no such pack." in said


def test_a_missing_table_is_found_out(told):
    said = told(lambda log: log["tables"].pop())
    assert said.count("Table 1, pack ") == 18


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "{",
        "[" * 100_000,
        '{"event": {}, "tables": []}',
        '{"event": 1, "tables": "x"}',
        "\ufeff{}",
    ],
)
def test_a_file_that_is_no_log_is_refused_in_words(tmp_path, text):
    file = tmp_path / "log.json"
    file.write_text(text)
    assert "no log" in refused(file)


@pytest.mark.parametrize("changed", [{"packs_each": 13}, {"packs_each": -1}, {"picks": 4}])
def test_packs_and_picks_that_no_event_has_are_refused_before_they_are_counted(
    organizer, sample_sets, tmp_path, changed
):
    log = log_as_data(load_log(drafted_event(organizer, "Aichi", "Kamui", card_set="PLA01", format_="plain")))
    log["event"] |= changed
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log))
    assert "no log of a draft" in refused(file)


def test_a_file_that_is_no_text_is_refused_in_words(tmp_path):
    file = tmp_path / "log.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is no log.json" in refused(file)


def test_a_set_that_is_not_loaded_is_named(told):
    assert told(lambda log: log["event"].update(sets=["BT06"] * 6)).startswith("The set BT06 is not loaded here")


def test_a_draft_that_goes_on_is_not_verified_since_its_seed_is_secret(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert refused(event.code) == f"The draft of {event.code} is not over: its seed is still secret."


def test_a_draft_that_was_stopped_is_not_verified_since_its_seed_stays_secret(organizer, sample_sets, tmp_path):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    stop_event(event=event)
    event.refresh_from_db()
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log_as_data(load_log(event))))
    assert (refused(event.code), refused(file)) == (SECRET, SECRET)


def test_M27_before_the_end_of_fights_with_avatars_an_event_is_verified_and_its_file_is_not(
    organizer, sample_sets, tmp_path
):
    night = NightSettings(avatars="choose", avatar_every="round", sharing="keep")
    event = drafted_event(organizer, "Ann", "Ben", format_="magic-draft", card_set="MAG01", night=night)
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    data = log_as_data(load_log(event))
    assert (event.has_log, data["event"]["seed"]) == (True, None)
    assert verify(event.code).count("OK") == 2
    (tmp_path / "log.json").write_text(json.dumps(data))
    assert "fights of this event are not over" in refused(str(tmp_path / "log.json"))
    go_on(event=event, seen="fighting", confirmed=True)
    event.refresh_from_db()
    assert log_as_data(load_log(event))["event"]["seed"] == event.draft.seed


def test_a_name_that_leads_nowhere_is_refused_in_words(db):
    assert refused("AAAAAA") == "There is neither a file nor an event AAAAAA."


# After the draft ----------------------------------------------------------------------------------------------------

FOLLOWS = "OK: its fights and its sharing follow from the seed and from what was done.\n"


@pytest.fixture
def night(organizer, sample_sets):
    """A night of five with three rounds of fights, with cards taken, given by wishes and swapped."""
    names = ("Aichi", "Kamui", "Misaki", "Ren", "Kai")
    event = fighting_event(organizer, *names, table_size=5, card_set="SMP02")
    for number in (2, 3):
        for fight, *_, one in load_fights(event.id).fighting.fights():
            if not one.is_over:
                act_in_fights(event, one.fighters[0], CountMove(fight, one.fighters[0], "damage", 1))
                act_in_fights(event, ORGANIZER, DecideResult(fight, one.fighters[1], (0, 1)))
        begin_next_round(event=event, number=number, confirmed=False)
    go_on(event=event, seen="fighting", confirmed=True)
    share = load_all_shares(event.id)[0].shares
    share_for(event=event, fighter=share.turn, card=share.sharing.pool[0])
    go_on(event=Event.objects.get(id=event.id), seen="sharing", confirmed=True)
    return event


def test_corrections_and_steps_that_were_taken_back_follow_too(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    (number, *_, one), *_others = load_fights(event.id).fighting.fights()
    for seen in ("fighting", "sharing"):
        go_on(event=event, seen="fighting", confirmed=True)
        set_result(event=event, fight=number, winner=one.fighters[seen == "sharing"], score=None, confirmed=True)
        go_back(event=event, seen="sharing")
    set_result(event=event, fight=number, winner=BOTH_LOSE, score=None, confirmed=True)
    assert verify(event.code).endswith(FOLLOWS)


def test_the_fights_and_the_sharing_of_a_night_are_played_again(night):
    assert verify(night.code).endswith(FOLLOWS)
    assert FOLLOWS not in verify(night.code).splitlines()[0]


def otherwise_paired(line):
    """Return the line of a round in which each fighter stands where the next one stood: never the same pairing."""
    number, pairings = line.split(" ", 1)
    first, *others = re.findall(r"\d+", pairings)
    places = iter([*others, first])
    return f"{number} {re.sub(r'[0-9]+', lambda _: next(places), pairings)}"


def test_changed_rows_of_a_night_are_found(night):
    acts, stages = StageAct.objects.filter(stage__event=night), EventStage.objects.filter(event=night)
    fights, drawn = stages.get(stage="fighting"), acts.get(kind="round", version=2)
    paired = otherwise_paired(drawn.text)
    spoilt = [
        (drawn, {"text": paired}, f"The fights, version 2: round {paired} does not follow"),
        (acts.filter(kind="count")[0], {"text": "99 1 damage +1"}, "('count', '99 1 damage +1') cannot have been done"),
        (acts.filter(kind="decide")[0], {"kind": "dispute", "text": "1"}, "does not follow from what was before"),
        (acts.filter(kind="count")[1], {"version": 999}, "comes"),
        (acts.get(kind="take_for"), {"text": "1 9999"}, "The sharing of table 1, version 3"),
        (acts.filter(kind="turn_over")[3], {"text": "999999"}, "The sharing of table 1, version"),
        (stages.get(stage="sharing"), {"version": 3}, "it has the version 3, and its acts lead to"),
        (fights, {"setup": fights.setup | {"damage_limit": 9}}, "damage_limit is 9"),
    ]
    for row, changes, words in spoilt:
        rows, before = type(row).objects.filter(pk=row.pk), {name: getattr(row, name) for name in changes}
        rows.update(**changes)
        assert words in refused(night.code), changes
        rows.update(**before)
    assert verify(night.code).endswith(FOLLOWS)


def test_cards_that_were_given_so_that_more_change_hands_are_found(night):
    live = load_all_shares(night.id)[0]
    act = StageAct.objects.filter(stage=live.id, kind="turn_over").last()
    number = {card: held.card.number for card, held in live.cards.items()}
    drafted = Counter((fighter, number[card]) for card, fighter in live.shares.drafted.items())
    drafted.subtract((share.fighter, number[share.card]) for share in live.shares.sharing.taken)
    given = LINES.decode(act.kind, act.text).given
    kept = [(card, fighter) for card, fighter in given if live.shares.drafted[card] == fighter]
    (card, fighter), (other, another) = next(
        ((card, fighter), (other, another))
        for (card, fighter), (other, another) in itertools.permutations(kept, 2)
        if min(drafted[fighter, number[card]], drafted[another, number[other]]) >= 0
        and max(drafted[fighter, number[other]], drafted[another, number[card]]) <= 0
        and number[card] != number[other]
        and live.cards[card].card.rarity == live.cards[other].card.rarity
        and fighter != another
    )
    exchanged = {f"{card}:{fighter}": f"{other}:{fighter}", f"{other}:{another}": f"{card}:{another}"}
    act.text = " ".join(exchanged.get(word, word) for word in act.text.split())
    act.save()
    assert re.search("it leads to [0-9]+ hand-overs, and [0-9]+ would do", refused(night.code))


def test_a_sharing_by_the_first_rule_is_verified_by_it(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", card_set="SMP02")
    for stage in EventStage.objects.filter(event=event, stage="sharing"):
        del stage.setup["rule"]
        stage.save()
    go_on(event=event, seen="fighting", confirmed=True)
    go_on(event=Event.objects.get(id=event.id), seen="sharing", confirmed=True)
    assert set(StageAct.objects.filter(stage__stage="sharing", kind="begin").values_list("text", flat=True)) == {""}
    assert verify(event.code).endswith(FOLLOWS)


def test_cards_that_were_put_into_another_lot_are_found(night):
    stage = EventStage.objects.get(event=night, stage="sharing")
    stage.setup["lots"][0][1].append(stage.setup["lots"][-1][1].pop())
    stage.save()
    assert "The sharing of table 1: its lots are not those of the draft." in refused(night.code)
