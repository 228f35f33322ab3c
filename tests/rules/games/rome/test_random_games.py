"""Properties of every battle, over random legal play."""

import itertools
import random
from collections import Counter

import orjson
import pytest

from drafts.rules.errors import Refusal
from drafts.rules.games.rome.bots.timeouts import timeout_move, timeout_moves
from drafts.rules.games.rome.cards import COMMAND_COUNTS, UNIT_COUNTS, CommandKind, UnitKind
from drafts.rules.games.rome.lines import extent, is_closed, shifts
from drafts.rules.games.rome.moves import read_move, write_move
from drafts.rules.games.rome.notation import decode, encode
from drafts.rules.games.rome.offers import attack_options, legal
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.replays import PlayedMove, positions
from drafts.rules.games.rome.spaces import name_of
from drafts.rules.games.rome.state import HAND_LIMIT, BattlePhase
from drafts.rules.games.rome.stocks import cards_of
from drafts.rules.games.rome.turns import apply, due
from tests.rules.games.rome.games import random_battle
from tests.rules.games.rome.hidden import reshuffled, seen


def all_units(battle):
    """Return all cards of units, wherever they lie."""
    cards = Counter()
    for stock in battle.stocks:
        cards.update(stock.units + stock.unit_discard)
    for side in battle.sides:
        cards.update(side.drawn)
        for unit in side.line.values():
            cards.update(cards_of(unit))
    return cards


def all_commands(battle):
    held = itertools.chain.from_iterable(side.hand for side in battle.sides)
    return Counter(itertools.chain(held, *((*stock.commands, *stock.command_discard) for stock in battle.stocks)))


def check_turn(before, battle):
    """Assert what holds when a turn has ended."""
    assert all_units(battle) == UNIT_COUNTS
    assert all_commands(battle) == COMMAND_COUNTS
    assert all(len(side.hand) <= HAND_LIMIT for seat, side in enumerate(battle.sides) if seat != battle.seat)
    assert is_closed(battle.sides[before.seat].line) or not before.turn


def test_V4_V21_sixty_units_and_forty_commands_stay_in_play_and_hands_keep_to_seven():
    turns, ended, phases = 0, 0, set()
    for number in range(300):
        battle = None
        for before, _, _, battle in random_battle(number):
            if battle.turn > before.turn or battle.replays > before.replays:
                check_turn(before, battle)
            phases.add(battle.phase)
        turns += battle.turn
        ended += battle.phase is BattlePhase.OVER
        assert all_units(battle) == UNIT_COUNTS
    assert phases == {*BattlePhase}
    assert turns > 10_000
    assert ended > 30


def test_V19_in_every_turn_an_open_line_can_be_closed():
    for number in range(20):
        for battle, _, _, _ in random_battle(number, 60):
            if battle.phase is BattlePhase.ACT:
                line = battle.sides[battle.seat].line
                assert is_closed(line) or any(shifts(line))


def spaces_around(battle):
    columns = [extent(side.line) for side in battle.sides]
    low, high = min(low for low, _ in columns), max(high for _, high in columns)
    return [f"{row}{column}" for row in "fr" for column in range(low - 2, high + 3)]


def every_line(battle):
    """Return all lines that could be moves in a position, most of them not legal; of attacks those of one word."""
    spaces = spaces_around(battle)
    seats = range(4)
    own = [name_of(space) for space in battle.sides[battle.seat].line]
    yield from ("back", "nightfall", "reinforcements", "attack", "end", "plan f0:In", "deploy f0:In")
    yield from (f"place {kind} {space}" for kind in UnitKind for space in spaces)
    yield from (f"retreat {space}" for space in spaces)
    yield from (f"{verb} {at} {to}" for verb in ("shift", "switch", "drive", "flank") for at in spaces for to in spaces)
    ats = ["", *(f" at={seat}" for seat in seats)]
    targets = [f"{word}={space}" for word in ("javelin", "surprise", "stampede") for space in spaces]
    targets += [f"volley={space}:{far}" for space in spaces for far in (1, 2)]
    targets += [f"stampede={seat}/{space}" for seat in seats for space in spaces]
    targets += [f"hold={space}" for space in spaces]
    targets += [f"with={standard}>{unit}" for standard in own for unit in own]
    yield from (f"attack{at} {target}" for at in ats for target in targets)
    yield from (f"attack{at}" for at in ats)
    yield from (
        f"end discard={','.join(cards)}"
        for size in (1, 2)
        for cards in itertools.combinations_with_replacement(sorted(CommandKind), size)
    )


def is_accepted(battle, line):
    try:
        apply(battle, battle.seat, line)
    except Refusal:
        return False
    return True


def test_offered_moves_are_accepted_and_no_others():
    dice = random.Random(1)
    looked_at = Counter()
    for number in range(30):
        for battle, _, _, _ in random_battle(number, 60):
            if battle.phase in (BattlePhase.ACT, BattlePhase.AFTER) and dice.random() < 0.004:
                looked_at[battle.phase] += 1
                offered = list(legal(battle, battle.seat))
                assert len({*offered}) == len(offered)
                assert [line for line in offered if not is_accepted(battle, line)] == []
                accepted = {line for line in every_line(battle) if is_accepted(battle, line)}
                if len(ring_of(battle)) == 2:
                    accepted = {line for line in accepted if " at=" not in line}
                assert accepted - {*offered} == set()
                few = {
                    line
                    for line in offered
                    if len(line.removeprefix("attack").split()) <= 1 or not line.startswith("attack")
                }
                of_two = {
                    line for line in few if line.count(",") == 0 or (line.startswith("end") and line.count(",") == 1)
                }
                assert of_two - accepted == set()
    assert looked_at[BattlePhase.ACT] > 30
    assert looked_at[BattlePhase.AFTER] > 1


def test_each_word_of_the_attack_options_is_legal_alone():
    seen_words = Counter()
    for number in range(24):
        for battle, seat, _, _ in random_battle(number, 60):
            options = attack_options(battle, seat)
            if options is None or options["at"]:
                continue
            words = [f"with={along}" for along in options["with"]]
            words += [f"{command}={target}" for command, targets in options["commands"].items() for target in targets]
            words += [f"{word} with={along}" for word, chains in options["with_command"].items() for along in chains]
            words += [f"hold={space}" for space in options["hold"]]
            for word in words:
                assert is_accepted(battle, f"attack {word}"), (encode(battle), word)
                seen_words[word.partition("=")[0]] += 1
    assert {*seen_words} == {"with", "hold", "javelin", "surprise", "stampede", "volley"}


def test_V9_no_view_tells_apart_what_is_hidden():
    dice = random.Random(9)
    differed = 0
    for number in range(30):
        for battle, seat, line, _ in random_battle(number, 60):
            if dice.random() > 0.02:
                continue
            for viewer in (None, *range(battle.options.players)):
                other = reshuffled(battle, viewer, dice)
                assert seen(battle, viewer) == seen(other, viewer), encode(battle)
                differed += encode(other) != encode(battle)
                if viewer == seat:
                    assert is_accepted_by(other, seat, line)
    assert differed > 500


def is_accepted_by(battle, seat, line):
    apply(battle, seat, line)
    return True


def test_V9_something_that_is_not_hidden_would_be_told_apart():
    battle = next(after for _, _, _, after in random_battle(1) if after.phase is BattlePhase.ACT)
    turned = battle.sides[0]._replace(
        line={space: unit._replace(kind=UnitKind.SLINGER) for space, unit in battle.sides[0].line.items()}
    )
    assert seen(battle, None) != seen(type(battle)(**{**fields(battle), "sides": (turned, *battle.sides[1:])}), None)


def fields(battle):
    return {name: getattr(battle, name) for name in battle.__slots__}


def test_moves_give_every_position_again_and_lines_are_read_as_they_were_written():
    for number in range(12):
        rows, every = [], []
        for before, seat, line, after in random_battle(number, 40):
            assert write_move(read_move(line)) == line
            every = every or [before]
            if line != "back":
                rows.append(PlayedMove(seat, line))
                every.append(after)
        first = every[0]
        assert list(positions(first.seed, first.fight, first.options, rows)) == every


def test_a_position_is_read_as_it_was_written():
    for number in range(12):
        for battle, _, _, after in random_battle(number, 40):
            line = encode(after)
            again = decode(line, battle.options)
            assert encode(again) == line
            assert [side.line.keys() for side in again.sides] == [side.line.keys() for side in after.sides]
            assert [side.hand for side in again.sides] == [side.hand for side in after.sides]


def test_moves_of_a_time_out_are_legal_and_end_the_phase():
    ended = 0
    for number in range(30):
        for battle, seat, _, _ in random_battle(number, 40):
            if number % 5 or battle.phase is not BattlePhase.ACT:
                lines = timeout_moves(battle, seat)
                now = battle
                for line in lines:
                    now = apply(now, seat, line)
                assert (now.phase, now.turn, now.replays) != (battle.phase, battle.turn, battle.replays) or (
                    seat not in due(now)
                )
                ended += 1
            if battle.turn > 20:
                break
    assert ended > 500


def test_whole_battles_of_time_alone_go_on():
    for number in range(30):
        for battle, _, _, _ in random_battle(number, 60, lambda battle, seat, _: timeout_move(battle, seat)):
            assert battle.phase is not BattlePhase.OVER


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_views_are_json(viewer):
    battle = next(after for _, _, _, after in random_battle(3) if after.report and after.phase is BattlePhase.ACT)
    assert orjson.loads(seen(battle, viewer))
