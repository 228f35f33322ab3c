"""The lines of a history from the facts that they say: what `history.facts_of` reads, written again."""

from collections.abc import Callable

from drafts.rules.draft.history import PLACES, BadHistory, Facts, Kind, facts_of


def line_of(kind: Kind, facts: Facts) -> str:
    """Return the line that says these facts. Raises BadHistory where no line of the kind says just them."""
    write = _WRITERS.get(kind)
    try:
        line = write(facts) if write else ""
    except KeyError as missing:
        raise BadHistory(f"{kind.value} needs {missing.args[0]}") from missing
    if facts_of(kind, line) != facts:
        raise BadHistory(f"{dict(facts)} says what no line of the kind {kind.value} says")
    return line


def _seat(facts: Facts) -> str:
    return str(facts["seat"])


def _moment(facts: Facts) -> str:
    return f"{facts['round']}.{facts['pass']}"


def _placed(facts: Facts) -> str:
    return f"{_seat(facts)} {_moment(facts)} {' '.join(map(str, facts['cards']))}"


def _called(facts: Facts) -> str:
    card = f" {facts['card']}" if "card" in facts else ""
    return f"{_seat(facts)} {facts['reason']}{card}"


def _undone(facts: Facts) -> str:
    round_, number = facts["from"]
    return f"{_moment(facts)} from {round_}.{number}"


_OF_A_SEAT = (
    *(Kind.CONNECTED, Kind.DISCONNECTED, Kind.HERE, Kind.READY, Kind.SEAT_BOT, Kind.UNSEAT_BOT),
    *(Kind.REMOVE, Kind.LEAVE, Kind.TAKE_IN, Kind.NEW_LINK, Kind.DECK_CHECK),
)
_WRITERS: dict[Kind, Callable[[Facts], str]] = {
    **dict.fromkeys(PLACES, _placed),
    **dict.fromkeys(_OF_A_SEAT, _seat),
    Kind.JOIN: lambda facts: f"{_seat(facts)} {facts['was']}",
    Kind.START: lambda facts: " ".join(facts["seats"]),
    Kind.ADVANCE: _moment,
    Kind.PAUSE: lambda facts: _moment(facts) if "round" in facts else "",
    Kind.EXTEND: lambda facts: f"{facts['seconds']:.1f}".removesuffix(".0"),
    Kind.CALL: _called,
    Kind.TAKE: _called,
    Kind.VERDICT: lambda facts: f"{_called(facts)} {facts['verdict']}",
    Kind.UNDO: _undone,
}
