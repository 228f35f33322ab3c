"""The protocol's two halves without a server: frames read, and messages built."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import get_args

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.protocol import (
    BadMessage,
    CallJudge,
    Choose,
    Here,
    Mark,
    NotJson,
    Ping,
    Ready,
    Resync,
    Return,
    ack,
    error,
    parse,
    pong,
    refusal,
    seed_hash,
)
from drafts.protocol.answers import WORDS
from drafts.protocol.parse import FightMessage, ShareMessage
from drafts.protocol.parts import card_part, clock_part, stamp
from drafts.rules import errors
from drafts.rules.building import BuiltDeck
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.timed_table import expire, pause
from drafts.rules.fights.acts import SetTo
from drafts.rules.games.registry import GAMES
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from drafts.rules.night import fight_moves, share_moves
from tests.rules.timed_tables import HERE, NOON, after, seated

CODES = {
    "bad_message", "not_a_fighter", "not_drafting", "paused", "stale", "already_chosen", "wrong_count", "not_in_pack",
    "duplicate_card", "trigger_required", "too_many_triggers", "not_allowed", "rate_limited", "review_minimum",
    "not_your_fight", "fight_over", "bad_amount", "not_confirmed", "not_your_turn", "not_in_pool",
    "deck_locked", "deck_too_small", "too_many_copies", "deck_wrong_size", "no_commander", "outside_identity",
    "type_not_in_deck", "lands_not_free",
    "avatar_not_offered", "avatar_fixed", "avatar_missing", "planar_deck_small", "planar_duplicate",
    "one_command", "not_in_hand", "no_unit", "wrong_unit", "already_used", "bad_space", "bad_plan", "must_place",
    "line_open", "choose_enemy", "already_attacking", "out_of_reach", "no_target", "hand_full", "nothing_to_undo",
}  # fmt: skip


@pytest.mark.parametrize(
    ("message", "meaning"),
    [
        ({"type": "choose", "id": "a", "round": 1, "pass": 2, "cards": [91, 94]}, Choose("a", 1, 2, (91, 94))),
        ({"type": "choose", "id": "é" * 64, "round": 0, "pass": 0, "cards": []}, Choose("é" * 64, 0, 0, ())),
        ({"type": "mark", "cards": [91]}, Mark((91,))),
        ({"type": "call_judge", "id": "a", "reason": "legion_rare", "card": 93}, CallJudge("a", "legion_rare", 93)),
        ({"type": "call_judge", "id": "a", "reason": "other"}, CallJudge("a", "other", None)),
        ({"type": "call_judge", "id": "a", "reason": "rules", "card": 93}, CallJudge("a", "rules", None)),
        *(
            ({"type": "call_judge", "id": "a", "reason": "other", "card": odd}, CallJudge("a", "other", None))
            for odd in ("x", -1, [1], 2**31)
        ),
        ({"type": "ready", "id": "a"}, Ready("a")),
        ({"type": "here", "id": "a"}, Here("a")),
        ({"type": "return", "id": "a"}, Return("a")),
        ({"type": "resync"}, Resync()),
        ({"type": "ping", "more": {"deep": [1]}}, Ping()),
        ({"type": "ping", "ms": 42}, Ping(42)),
        ({"type": "ping", "ms": -1}, Ping()),
        ({"type": "ping", "ms": 10**9}, Ping()),
        ({"type": "ping", "ms": True}, Ping()),
        ({"type": "ping", "ms": "42"}, Ping()),
    ],
)
def test_each_documented_message_is_read(message, meaning):
    assert parse(json.dumps(message)) == meaning


@pytest.mark.parametrize(
    "text", ["", " ", "{", "nonsense", "NaN", "Infinity", "1e400", '"\\ud800"', "[" * 5000, "9" * 5000]
)
def test_a_text_that_is_not_json_is_no_frame(text):
    with pytest.raises(NotJson):
        parse(text)


@pytest.mark.parametrize("text", ["null", "true", "0", '"x"', "[]", "{}", '{"type":"choose"}', '{"type":{}}'])
def test_json_that_is_no_message_is_bad(text):
    with pytest.raises(BadMessage):
        parse(text)


def test_a_bad_message_keeps_its_id_if_it_has_one():
    for frame, name in (({"type": "nothing", "id": "a"}, "a"), ({"type": "ready", "id": 5}, None), ({"id": "a"}, "a")):
        with pytest.raises(BadMessage) as bad:
            parse(json.dumps(frame))
        assert bad.value.request == name


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
types = st.sampled_from(["choose", "mark", "call_judge", "ready", "resync", "ping"]) | json_values


@given(type_=types, more=st.fixed_dictionaries({}, optional=dict.fromkeys(
    ("id", "round", "pass", "cards", "reason", "card"), json_values)))  # fmt: skip
def test_any_frame_is_read_or_refused_and_never_anything_else(type_, more):
    try:
        message = parse(json.dumps({"type": type_, **more}))
    except (BadMessage, NotJson):
        return
    match message:
        case Choose(id=request, round=round_, pass_number=number, cards=cards):
            assert request.isprintable()
            assert all(type(value) is int for value in (round_, number, *cards))
        case Mark(cards=cards):
            assert all(type(card) is int for card in cards)
        case CallJudge(reason=reason, card=card):
            assert (reason == "legion_rare") == (card is not None)


@given(text=st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    with pytest.raises((BadMessage, NotJson)):
        parse(text)


def test_the_small_answers_are_as_documented():
    assert json.loads(ack("a", 9)) == {"type": "ack", "id": "a", "seq": 9}
    assert json.loads(pong(9))["type"] == "pong"
    refused = json.loads(refusal("a", errors.NotInPack()))
    assert refused == {"type": "error", "id": "a", "code": "not_in_pack", "message": WORDS["not_in_pack"]}
    assert json.loads(error(None, "bad_message"))["id"] is None


def leaves(refusal_type):
    return [leaf for child in refusal_type.__subclasses__() for leaf in (leaves(child) or [child])]


def test_every_code_has_words_and_every_refusal_a_documented_code():
    assert {*WORDS, *(code for game in GAMES.values() for code in game.refusals)} == CODES
    assert {leaf.code for leaf in leaves(errors.Refusal)} <= CODES


def test_moments_are_written_in_utc_with_milliseconds():
    east = timezone(timedelta(hours=2))
    assert stamp(datetime(2026, 11, 20, 21, 3, 4, 120999, tzinfo=east)) == "2026-11-20T19:03:04.120Z"
    assert stamp(datetime(2026, 11, 20, tzinfo=UTC)) == "2026-11-20T00:00:00.000Z"


def test_a_card_is_sent_with_what_is_printed_on_it():
    card = VanguardCard(
        "BT06/001EN", "A name", card_type=CardType.NORMAL, grade=3, clan="A clan", power=11000, rarity="RRR"
    )
    sent = orjson.loads(orjson.dumps(card_part(CardInPack(CardId(91), card))))
    documented = {
        "id": 91, "number": "BT06/001EN", "name": "A name", "card_type": "normal", "grade": 3, "clan": "A clan",
        "power": 11000, "shield": None, "trigger": None, "rarity": "RRR",
    }  # fmt: skip
    assert {key: sent[key] for key in documented} == documented


def sent_as(**printed):
    return orjson.loads(orjson.dumps(card_part(CardInPack(CardId(1), VanguardCard("H/1", "A name", **printed)))))


def test_a_card_is_sent_with_its_text_and_the_address_of_its_picture_or_null():
    sent = sent_as(text="Draw a card.", image=f"{'0' * 32}.png")
    assert (sent["text"], sent["text_read"], sent["image"]) == ("Draw a card.", None, f"/cards/{'0' * 32}.png")
    bare = sent_as()
    assert (bare["text"], bare["text_read"], bare["image"]) == (None, None, None)


def test_R18_a_text_that_names_a_clan_is_sent_as_printed_and_as_read():
    sent = sent_as(text="Call a «Kagero» unit.")
    assert sent["text"] == "Call a «Kagero» unit."
    assert sent["text_read"] == [["Call a ", None], ["«all of the clans»", "Kagero"], [" unit.", None]]


def test_a_trigger_unit_is_sent_with_its_kind():
    card = VanguardCard("SMP01/050", "A trigger", card_type=CardType.TRIGGER, grade=0, trigger=Trigger.HEAL)
    sent = orjson.loads(orjson.dumps(card_part(CardInPack(CardId(1), card))))
    assert (sent["card_type"], sent["trigger"]) == ("trigger", "heal")


def test_a_seeds_hash_is_that_of_its_text():
    assert seed_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_pause_tells_who_made_it():
    timed = seated(HERE, HERE)
    told = [clock_part(each, None, NOON)["paused_by"] for each in (timed, pause(timed, NOON))]
    assert told == [None, "organizer"]
    assert clock_part(expire(timed, after(45)).timed, None, NOON)["paused_by"] == "time"


@pytest.mark.parametrize(
    ("message", "lines"),
    [(message, fight_moves.LINES) for message in get_args(FightMessage)]
    + [(message, share_moves.LINES) for message in get_args(ShareMessage)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_message_to_a_stage_is_a_move_of_the_same_kind_with_the_same_fields(message, lines):
    values = {field: object() for field in message.__struct_fields__ if field not in ("id", "to")}
    asked = message("a", **values)
    move = lines.made(asked.kind, asked.fields)
    assert move._asdict() == {**move._field_defaults, **values}


def test_a_count_has_an_amount_or_a_value_and_not_both():
    said = {"id": "a", "type": "count", "fight": 1, "fighter": 2, "counter": "life"}
    assert parse(json.dumps({**said, "to": 17})).fields["by"] == SetTo(17)
    for wrong in ({}, {"by": 1, "to": 17}):
        with pytest.raises(BadMessage):
            parse(json.dumps({**said, **wrong}))


def test_M23_a_deck_about_a_fight_is_a_move_in_it():
    said = {"id": "a", "type": "deck", "seen": 1, "main": [91], "basics": {"Plains": 8}}
    asked = parse(json.dumps({**said, "fight": 12}))
    assert (asked.kind, asked.fields) == ("side", {"fight": 12, "deck": DECK, "seen": 1})
    assert (parse(json.dumps(said)).kind, parse(json.dumps(said)).fields["deck"]) == ("deck", DECK)
    with pytest.raises(BadMessage):
        parse(json.dumps({**said, "type": "side", "fight": 12}))


DECK = BuiltDeck((91,), (), (("Plains", 8),))
