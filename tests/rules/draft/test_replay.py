from drafts.rules.draft.replay import PlacedCards, replay
from drafts.rules.draft.table import Call, OpenedPack, Phase, call_for_card, choose, end_review, open_table
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.positions import all_choose, cards, verified


def numbered(*kinds):
    """Six rounds for two fighters; the cards of round r, seat s are numbered 100 r + 10 s and up."""
    return [
        [
            OpenedPack(cards(" ".join(f"{kind}{100 * round_ + 10 * seat + place}" for place, kind in enumerate(kinds))))
            for seat in range(2)
        ]
        for round_ in range(1, 7)
    ]


PACKS = numbered("T", "L", "L")
TWO_CARDS = numbered("T", "N")


def whole_rounds(count):
    return [
        PlacedCards(round_, 1, seat, (100 * round_ + 10 * seat, 100 * round_ + 10 * seat + 1))
        for round_ in range(1, count + 1)
        for seat in range(2)
    ]


def test_without_picks_it_is_the_opened_table():
    assert replay(VANGUARD, PACKS, []) == open_table(VANGUARD, PACKS)


def test_picks_give_the_table_that_they_led_to():
    played = all_choose(open_table(VANGUARD, PACKS), [100, 101], [111, 110])
    played = choose(played, 0, [112])
    picks = [PlacedCards(1, 1, 0, (100, 101)), PlacedCards(1, 1, 1, (111, 110)), PlacedCards(1, 2, 0, (112,))]
    assert replay(VANGUARD, PACKS, picks) == played


def test_R13_a_review_stands_until_it_is_said_to_be_over():
    table = replay(VANGUARD, TWO_CARDS, whole_rounds(3))
    assert (table.phase, table.round) == (Phase.REVIEW, 3)
    assert replay(VANGUARD, TWO_CARDS, whole_rounds(3), review_over=True) == end_review(table)


def test_R13_a_pick_after_the_review_tells_that_it_was_over():
    table = replay(VANGUARD, TWO_CARDS, whole_rounds(4))
    assert (table.phase, table.round) == (Phase.DRAFTING, 5)


def test_R15_all_picks_give_the_end():
    table = replay(VANGUARD, TWO_CARDS, whole_rounds(6))
    assert table.phase is Phase.DRAFTED
    assert [len(pile) for pile in table.piles] == [12, 12]


def test_R9_a_verified_legion_rare_binds_only_its_round():
    played = verified(choose(open_table(VANGUARD, PACKS), 1, [110, 112]), 0, 101)
    picks = [PlacedCards(1, 1, 1, (110, 112))]
    assert replay(VANGUARD, PACKS, picks, verified_rounds={1}) == played
    played = choose(choose(played, 0, [100, 101, 102]), 1, [111])
    picks += [PlacedCards(1, 1, 0, (100, 101, 102)), PlacedCards(1, 1, 1, (111,))]
    assert replay(VANGUARD, PACKS, picks, verified_rounds={1}) == played
    assert (played.round, played.called) == (2, False)


def test_R9_an_open_call_holds_the_pass():
    played = call_for_card(open_table(VANGUARD, PACKS), 0, 102)
    picks = [PlacedCards(1, 1, 0, (100, 101)), PlacedCards(1, 1, 1, (110, 111))]
    calls = {1: [Call(0, 102)]}
    assert replay(VANGUARD, PACKS, [], calls=calls) == played
    held = all_choose(played, [100, 101], [110, 111])
    assert replay(VANGUARD, PACKS, picks, calls=calls) == held
    assert held.pass_number == 1
