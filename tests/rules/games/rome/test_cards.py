"""The cards of V4 and V31-V50, as data."""

from drafts.rules.games.rome.cards import MOUNTED, POWERS, UNIT_COUNTS, command_cards, unit_cards


def test_V4_there_are_sixty_units_and_forty_commands():
    units = {card["kind"]: card["count"] for card in unit_cards()}
    assert sum(units.values()) == 60
    assert " ".join(f"{kind}{count}" for kind, count in units.items()) == (
        "Ar6 Ba4 Ca4 Cv4 Ce6 Ch4 Co4 El4 In8 Pr4 Sl8 St4"
    )
    commands = {card["command"]: card["count"] for card in command_cards()}
    assert sum(commands.values()) == 40
    assert " ".join(f"{command}{count}" for command, count in commands.items()) == (
        "flank4 javelin6 nightfall4 reinforcements6 retreat6 stampede4 surprise4 volley6"
    )


def test_V25_the_printed_powers_add_up_to_122_and_twenty_units_are_mounted():
    assert sum(POWERS[kind] * count for kind, count in UNIT_COUNTS.items()) == 122
    assert sum(UNIT_COUNTS[kind] for kind in MOUNTED) == 20
    assert {card["kind"] for card in unit_cards() if card["mounted"]} == {"Ba", "Ca", "Cv", "Ch", "El"}


def test_each_card_has_a_name_and_a_text_of_its_own():
    texts = [card["text"] for card in (*unit_cards(), *command_cards())]
    names = [card["name"] for card in (*unit_cards(), *command_cards())]
    assert len({*texts}) == len({*names}) == 20
    assert names[0] == "Archer"
    assert names[-1] == "Volley"
