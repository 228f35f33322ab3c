from drafts.rules.formats import Direction, Quota
from drafts.rules.games.registry import FORMATS
from drafts.rules.games.vanguard.formats import VANGUARD


def test_R2_vanguard_has_six_rounds():
    assert len(VANGUARD.rounds) == 6
    assert FORMATS["vanguard"] is VANGUARD


def test_R6_R7_R9_R12_vanguard_asks_in_each_pass_for_what_the_rules_say():
    first, later = VANGUARD.rounds[0].passes
    quotas = [
        (rule.quota(guaranteed=True, called=rare), rule.quota(guaranteed=False, called=rare))
        for rule in (first, later)
        for rare in (False, True)
    ]
    assert quotas == [
        (Quota(featured=1, plain=1), Quota(any=1)),
        (Quota(featured=1, any=2), Quota(any=2)),
        (Quota(any=1), Quota(any=1)),
        (Quota(any=1), Quota(any=1)),
    ]
    assert all(round_rule.passes == (first, later) for round_rule in VANGUARD.rounds)


def test_R12_the_last_pass_rule_goes_on():
    round_rule = VANGUARD.rounds[0]
    assert [round_rule.rule(number) for number in (1, 2, 3, 9)] == [round_rule.passes[0], *[round_rule.passes[1]] * 3]


def test_R13_vanguard_stops_for_a_look_after_the_third_round_only():
    assert [round_rule.review_after for round_rule in VANGUARD.rounds] == [False, False, True, False, False, False]


def test_R11_R14_vanguard_passes_left_three_times_and_then_right():
    assert [round_rule.direction for round_rule in VANGUARD.rounds] == [Direction.LEFT] * 3 + [Direction.RIGHT] * 3
    assert (Direction.LEFT.step, Direction.RIGHT.step) == (1, -1)


def test_R15_the_usual_deck_is_what_the_usual_packs_add_up_to():
    assert VANGUARD.deck_size == len(VANGUARD.rounds) * VANGUARD.pack_size == 30
