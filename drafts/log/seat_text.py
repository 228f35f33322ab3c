"""A seat's draft as text to read: pass by pass the pack, with a mark at what was taken."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from drafts.exporters.names import isolated
from drafts.log.event_log import EventLog, PackRecord, PassView, SeatRecord, TableRecord, pool_of, steps_of
from drafts.rules.cards import CardInPack
from drafts.rules.draft.replay import How
from drafts.rules.formats import Direction
from drafts.rules.wording import Say, Wording, gettext_noop

HOW = {
    How.CHOSEN: gettext_noop("%(seconds)s s"),
    How.TIME: gettext_noop("%(seconds)s s, time ran out"),
    How.LAST_CARD: gettext_noop("%(seconds)s s, the last card"),
    How.BOT: gettext_noop("%(seconds)s s, chosen by a bot"),
    How.ENTERED: gettext_noop("%(seconds)s s"),
}
PASSED = {Direction.LEFT: "step left", Direction.RIGHT: "step right"}
"""The names of steps in the words of the game (`Game.words`)."""


def write_seat_text(
    log: EventLog, table: TableRecord, seat: SeatRecord, directions: Mapping[int, Direction], say: Say = str
) -> str:
    """Return what a seat saw and took; seats count from 1. A line `--> BT06/001EN Name` is a card that was taken.

    Where packs are kept it is what lay in those of this seat.
    """
    place = {"table": table.number, "seat": seat.seat + 1, "name": isolated(seat.name)}
    names = ", ".join(isolated(other.name) for other in table.seats)
    head = [
        f"{isolated(log.event.name)} ({log.event.code})",
        say(gettext_noop("Table %(table)s, Seat %(seat)s: %(name)s", **place)),
        say(gettext_noop("Fighters: %(names)s", names=names)),
    ]
    words = log.event.procedure.game.words
    parts = ["\n".join(head)]
    if log.event.procedure.keeps:
        parts += [_kept(pack, say) for pack in pool_of(table, seat.seat)]
    parts += [_step(step, table, words, say) for step in steps_of(table, seat.seat, directions)]
    return "\n\n".join(parts) + "\n"


def _step(step: PassView, table: TableRecord, words: Mapping[str, Wording], say: Say) -> str:
    opener = isolated(table.seats[step.opened_by].name)
    place: dict[str, object] = {"round": step.round, "pass": step.pass_number, "name": opener}
    head = say(words[PASSED[step.direction]].filled(**place))
    tail = say(HOW[step.how].filled(seconds=str(Decimal(str(step.seconds)).quantize(Decimal("0.1"), ROUND_HALF_UP))))
    taken = {held.id for held in step.taken}
    lines = [f"{'--> ' if held.id in taken else '    '}{_line(held)}" for held in step.pack]
    return "\n".join([f"{head}: {tail}", *lines])


def _kept(pack: PackRecord, say: Say) -> str:
    head = say(gettext_noop("Pack %(number)s (%(set)s)", number=pack.round, set=pack.set_code))
    return "\n".join([head, *map(_line, pack.cards)])


def _line(held: CardInPack) -> str:
    card = held.card
    return f"{card.number} {card.name} [{card.rarity}]"
