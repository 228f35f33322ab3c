from drafts.rules.fights import has_lost, text_as_read


def test_R17_with_four_or_more_cards_in_the_damage_zone_a_fighter_loses():
    assert [has_lost(damage) for damage in range(7)] == [False] * 4 + [True] * 3


def test_R18_a_clan_that_is_named_is_read_as_all_of_the_clans():
    text = "If you have a non-«Kagero» vanguard, choose a «Royal Paladin» unit."
    assert text_as_read(text) == "If you have a non-«all of the clans» vanguard, choose a «all of the clans» unit."
    assert text_as_read("Draw a card.") == "Draw a card."
