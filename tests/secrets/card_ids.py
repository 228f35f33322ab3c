"""Which numbers of a message may be the ids of cards."""

from collections.abc import Iterator, Mapping

# Whole numbers that are no card's; every other one counts as the id of a card.
NO_CARD = {
    *("seq", "number", "seat", "round", "rounds", "pass", "passes", "table_size", "seconds", "left"),
    *("in_hand", "face_down", "must_hold", "must_place", "must_choose", "grade", "power", "shield", "critical"),
    *("mana_value", "toughness", "loyalty", "defense"),
    *("face", "hand", "bottom"),
    *("grace", "by_time", "judge_called", "fighter", "start", "seating", "groups"),
    *("expected", "entered"),
    *("version", "basics", "suggested", "tallies"),
    *("count", "g_zone", "g_units", "grades", "triggers", "clans", "fighters", "call", "counts"),
    *(
        "first",
        "best_of",
        "winner",
        "score",
        "scores",
        "entered_by",
        "counters",
        "last_count",
        "of",
        "rank",
        "points",
        "value",
    ),
    *(
        "by",
        "counted",
        "games",
        "game",
        "chooses",
        "won",
        "drawn",
        "lost",
        "order",
        "turn",
        "next",
        "other",
        "seconds_left",
        "to_give",
        "to_get",
    ),
}


def ids_in(part: object) -> Iterator[int]:
    """Yield every whole number of a message that may be the id of a card, however deep, also one put as text."""
    match part:
        case dict():
            for key, value in part.items():
                if _may_hold_ids(key, value, part):
                    yield from ids_in(value)
        case list():
            for value in part:
                yield from ids_in(value)
        case bool():
            pass
        case int():
            yield part
        case str() if part.isdecimal():
            yield int(part)


def _may_hold_ids(key: str, value: object, part: Mapping[str, object]) -> bool:
    if key in ("table", "fight", "swap", "cards", "main"):
        return isinstance(value, dict | list)  # its subject, not its number, nor how many there are
    if (key == "id" and "reason" in part) or (key == "text" and "value" in part):
        return False  # a call's own id; the value of a tie as it is read
    return key not in NO_CARD
