from drafts.rules.games.vanguard.fights import has_lost


def test_R17_with_four_or_more_cards_in_the_damage_zone_a_fighter_loses():
    assert [has_lost(damage) for damage in range(7)] == [False] * 4 + [True] * 3
