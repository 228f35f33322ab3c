"""The decks of a table in time (M20): building, registering, the clock, and what becomes of all when time is up."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.actors import ORGANIZER, SERVER, fighter_by, judge_by
from drafts.rules.building import NO_DECK, BuiltDeck, DeckLine
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.history import BadHistory
from drafts.rules.errors import DeckLocked, DeckTooSmall, NotAllowed, NotInOwnPool, Refusal, StaleDeck
from drafts.rules.games.magic.building import MAGIC_BUILDER
from drafts.rules.ids import FighterId
from drafts.rules.night.building import (
    LINES,
    NOTHING_BUILT,
    Building,
    CheckMove,
    ComeBack,
    DeckMove,
    DropOut,
    Lock,
    RegisterMove,
    apply,
    completed,
    deck_of_text,
    deck_text,
)
from drafts.rules.night.clock_moves import Extend, Pause, Resume
from tests.rules.games.magic_cards import card

BEGAN = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
ANN, BEN = FighterId(4), FighterId(7)
POOLS = {ANN: range(1, 43), BEN: range(43, 85)}


def begun(minutes: int = 30) -> Building:
    pools = {
        fighter: {CardId(one): CardInPack(CardId(one), card(name=f"Card {one}")) for one in cards}
        for fighter, cards in POOLS.items()
    }
    clock = clocks.started(BEGAN, minutes * 60 or None)
    return Building(MAGIC_BUILDER, pools, dict.fromkeys(POOLS, NOTHING_BUILT), clock)


def at(minutes: float) -> datetime:
    return BEGAN + timedelta(minutes=minutes)


def do(building, by, *moves, minutes=1.0):
    """Make moves as they are asked for, one after the other."""
    actor = fighter_by(by) if isinstance(by, int) else by
    for move in moves:
        building = apply(building, actor, completed(building, actor, move), at(minutes))
    return building


def deck(cards, **lands) -> BuiltDeck:
    return BuiltDeck(tuple(map(CardId, cards)), (), tuple(lands.items()))


LEGAL = deck(range(1, 24), Island=17)


def test_M20_each_deck_makes_a_version_and_registering_makes_none():
    built = do(begun(), ANN, DeckMove(deck=deck([1]), seen=1), DeckMove(deck=LEGAL, seen=2), RegisterMove(seen=3))
    work = built.works[ANN]
    assert (work.version, work.deck, work.registered.deck, work.registered.auto, work.is_same) == (
        3, LEGAL, LEGAL, False, True
    )  # fmt: skip
    assert built.works[BEN] is NOTHING_BUILT
    assert [built.progress(one) for one in POOLS] == ["registered", "none"]


def test_M20_the_same_deck_again_is_a_version_too_and_the_same_registration_changes_nothing():
    built = do(begun(), ANN, DeckMove(deck=LEGAL, seen=1), DeckMove(deck=LEGAL, seen=2), RegisterMove(seen=3))
    assert built.works[ANN].version == 3
    assert do(built, ANN, RegisterMove(seen=3)) is built


def test_M20_of_two_devices_the_one_that_saw_an_older_deck_is_stale():
    built = do(begun(), ANN, DeckMove(deck=deck([1]), seen=1))
    for move in (DeckMove(deck=deck([2]), seen=1), DeckMove(deck=deck([2]), seen=3), RegisterMove(seen=1)):
        with pytest.raises(StaleDeck):
            do(built, ANN, move)
    assert do(built, ANN, DeckMove(deck=deck([2]), seen=2)).works[ANN].deck == deck([2])


def test_M20_a_registered_deck_stays_the_one_of_record_while_another_is_built():
    built = do(begun(), ANN, DeckMove(deck=LEGAL, seen=1), RegisterMove(seen=2), DeckMove(deck=deck([9]), seen=2))
    work = built.works[ANN]
    assert (work.deck, work.of_record, work.is_same) == (deck([9]), LEGAL, False)
    assert built.progress(ANN) == "registered"
    with pytest.raises(DeckTooSmall):
        do(built, ANN, RegisterMove(seen=3))


def test_M20_when_time_is_up_registered_decks_stay_and_the_others_are_filled_and_registered():
    built = do(begun(), ANN, DeckMove(deck=LEGAL, seen=1), RegisterMove(seen=2), DeckMove(deck=deck([9]), seen=2))
    built = do(built, BEN, DeckMove(deck=deck([43, 44], Swamp=2), seen=1))
    locked = do(built, SERVER, Lock(), minutes=30)
    ann, ben = locked.works[ANN], locked.works[BEN]
    assert (ann.deck, ann.registered.deck, ann.registered.auto) == (LEGAL, LEGAL, False)
    assert (ben.deck.main, ben.deck.size, ben.registered.auto, ben.registered.at) == ((43, 44), 40, True, at(30))
    assert dict(ben.deck.basics) == {"Island": 36, "Swamp": 2}
    assert locked.unregistered == ()


def test_M20_a_fighter_who_has_built_nothing_gets_40_lands():
    locked = do(begun(), SERVER, Lock(), minutes=30)
    assert [work.deck.size for work in locked.works.values()] == [40, 40]
    assert locked.works[ANN].deck.main == ()


def test_M20_nothing_is_built_or_registered_or_timed_once_the_decks_are_locked():
    locked = do(begun(), SERVER, Lock(), minutes=30)
    version = locked.works[ANN].version
    for move in (DeckMove(deck=deck([1]), seen=version), DeckMove(deck=deck([1]), seen=99), RegisterMove(seen=version)):
        with pytest.raises(DeckLocked):
            do(locked, ANN, move)
    for move in (Pause(), Resume(), Extend(30)):
        with pytest.raises(NotAllowed):
            do(locked, ORGANIZER, move)
    assert do(locked, ORGANIZER, Lock()) is locked


def test_M20_a_pause_stops_the_clock_and_not_the_building():
    paused = do(begun(), ORGANIZER, Pause(), minutes=10)
    assert (paused.clock.deadline, paused.clock.left, paused.paused_by) == (None, 1200, ORGANIZER.kind)
    built = do(paused, ANN, DeckMove(deck=LEGAL, seen=1), RegisterMove(seen=2), minutes=15)
    assert built.progress(ANN) == "registered"
    assert do(built, ORGANIZER, Resume(), Extend(60), minutes=20).clock.deadline == at(41)


def test_M20_without_a_clock_more_time_changes_nothing():
    untimed = begun(minutes=0)
    assert do(untimed, ORGANIZER, Extend(60)) is untimed


def test_M20_only_officials_look_at_a_deck_and_only_at_one_that_is_registered():
    with pytest.raises(NotAllowed):
        do(begun(), ORGANIZER, CheckMove(ANN))
    built = do(begun(), ANN, DeckMove(deck=LEGAL, seen=1), RegisterMove(seen=2))
    with pytest.raises(NotAllowed):
        do(built, BEN, CheckMove(ANN))
    looked = do(do(built, ORGANIZER, CheckMove(ANN), minutes=3), judge_by(1), CheckMove(ANN), minutes=4)
    assert [(check.by, check.at) for check in looked.works[ANN].checks] == [("organizer", at(3)), ("judge", at(4))]
    assert looked.works[BEN].checks == ()


def test_M20_a_deck_counts_until_its_fighter_leaves_without_one_registered():
    built = do(begun(), ANN, DeckMove(deck=LEGAL, seen=1), RegisterMove(seen=2))
    assert built.counted == (ANN, BEN)
    gone = do(built, ORGANIZER, DropOut(ANN), DropOut(BEN))
    assert gone.counted == (ANN,)
    assert do(gone, ORGANIZER, ComeBack(BEN)).counted == (ANN, BEN)
    locked = do(gone, SERVER, Lock(), minutes=30)
    assert (locked.counted, locked.progress(BEN)) == ((ANN,), "none")
    assert do(locked, ORGANIZER, ComeBack(BEN)).counted == (ANN, BEN)


def test_M20_no_fighter_builds_for_another_locks_or_stops_the_clock():
    for by, move in ((FighterId(99), DeckMove(deck=LEGAL, seen=1)), (ANN, Lock()), (ANN, Pause()), (ANN, Extend(60))):
        with pytest.raises(NotAllowed):
            do(begun(), by, move)
    with pytest.raises(NotAllowed):
        apply(begun(), fighter_by(ANN), DeckMove(BEN, LEGAL), at(1))


def test_M20_refusals_are_asked_in_their_order():
    built = do(begun(), ANN, DeckMove(deck=deck([1]), seen=1))
    with pytest.raises(StaleDeck):
        do(built, ANN, DeckMove(deck=deck([99]), seen=1))
    with pytest.raises(NotInOwnPool):
        do(built, ANN, DeckMove(deck=deck([43]), seen=2))
    with pytest.raises(StaleDeck):
        do(built, ANN, RegisterMove(seen=1))
    with pytest.raises(DeckTooSmall):
        do(built, ANN, RegisterMove(seen=2))


def test_decks_that_were_filled_otherwise_than_stored_cannot_be_of_those_who_had_registered():
    built = do(begun(), ANN, DeckMove(deck=LEGAL, seen=1), RegisterMove(seen=2))
    with pytest.raises(NotAllowed):
        apply(built, SERVER, Lock(((ANN, LEGAL), (BEN, LEGAL))), at(30))


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (DeckMove(ANN, BuiltDeck((91, 94), (101,), (("Plains", 8),))), ("deck", "4 91 94 | 101 | Plains 8")),
        (DeckMove(ANN, BuiltDeck((91,), (), ())), ("deck", "4 91 | |")),
        (DeckMove(ANN, BuiltDeck((), (), (("Plains", 8), ("Forest", 9)))), ("deck", "4 | | Plains 8 Forest 9")),
        (DeckMove(ANN, NO_DECK), ("deck", "4")),
        (RegisterMove(ANN), ("register", "4")),
        (CheckMove(ANN), ("deck_check", "4")),
        (Lock(), ("auto", "")),
        (
            Lock(((ANN, BuiltDeck((91,), (101,), ())), (BEN, BuiltDeck((), (), (("Island", 40),))))),
            ("auto", "4 91 | 101 |, 7 | | Island 40"),
        ),
        (Pause(), ("pause", "")),
        (Extend(30), ("extend", "30")),
    ],
)
def test_the_lines_of_all_moves_are_written_and_read(move, line):
    assert LINES.encode(move) == line
    assert LINES.decode(*line) == move


@pytest.mark.parametrize("line", ["91 94", "x", "4 91 | 101", "4 91 | | Plains", "4  91 | |", "4 91 | | Plains 8 9"])
def test_a_line_that_says_no_deck_is_refused(line):
    with pytest.raises(BadHistory):
        LINES.decode("deck", line)


ZONES = ["main", "side", "command"]
cards = st.lists(st.integers(1, 10**6), max_size=20).map(lambda numbers: tuple(map(CardId, numbers)))
lands = st.dictionaries(st.sampled_from(["Plains", "Forest"]), st.integers(1, 99))
names = st.text("aé '/,-忍", min_size=1).map(lambda text: f"x{text}x")
lines = st.tuples(names, st.integers(1, 99), st.sampled_from(["main", "side", "command"]))
in_zones = st.lists(lines, min_size=1, max_size=9).map(lambda said: sorted(said, key=lambda line: ZONES.index(line[2])))
any_list = in_zones.map(lambda said: BuiltDeck(listed=tuple(DeckLine(*line) for line in said)))
of_pool = st.builds(BuiltDeck, cards, cards, lands.map(lambda counts: tuple(counts.items())), st.just(()))
any_deck = of_pool | any_list


@given(any_deck)
def test_any_deck_is_read_again_as_it_was_written(deck):
    assert deck_of_text(deck_text(deck)) == deck
    move = DeckMove(ANN, deck)
    assert LINES.decode(*LINES.encode(move)) == move


requests = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from([ANN, BEN]),
            st.builds(
                lambda cards, lands, seen: DeckMove(deck=deck(cards, Forest=lands), seen=seen),
                st.lists(st.integers(1, 84), unique=True, max_size=30),
                st.integers(0, 40),
                st.integers(1, 4),
            ),
        ),
        st.tuples(st.sampled_from([ANN, BEN]), st.builds(RegisterMove, st.none(), st.integers(1, 4))),
        st.tuples(st.sampled_from([ORGANIZER, SERVER]), st.sampled_from([Pause(), Resume(), Extend(30.0), Lock()])),
        st.tuples(st.just(ORGANIZER), st.builds(CheckMove, st.sampled_from([ANN, BEN]))),
    ),
    max_size=25,
)


@given(requests)
def test_M20_the_acts_alone_lead_to_the_same_and_a_registered_deck_is_legal_whatever_is_asked(asked):
    building, acts = begun(), []
    for minute, (by, move) in enumerate(asked):
        actor = fighter_by(by) if isinstance(by, int) else by
        try:
            stored = completed(building, actor, move)
            after = apply(building, actor, stored, at(minute))
        except Refusal:
            continue
        if after is not building:
            acts.append((actor, LINES.decode(*LINES.encode(stored)), at(minute)))
        building = after
        for work in building.works.values():
            assert work.registered is None or work.registered.deck.size >= 40
            assert work.registered is not None or not building.locked
    assert LINES.replay(apply, begun(), acts) == building
