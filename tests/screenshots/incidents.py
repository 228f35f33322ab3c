"""Nights in which something is out of the ordinary: phones that sleep, empty seats, results that differ, crowds."""

from tests.clients.device import Organizer
from tests.clients.views import pass_is
from tests.clients.ws_client import WebSocketClient
from tests.screenshots.nights import Night, count, draft, first_round, lobby, own_side, pairs, say_won

LONG_NAMES = (
    "Aichi",
    "Maximiliana-Alexandrova",
    "عبد الرحمن المقاتل فارس",
    "Владислав Сергеевич",
    "Bartholomew the Patient",
    "Ng",
    "Wilhelmine Schreckenberg",
    "Κωνσταντίνος ο Γρήγορος",
    "Zoë Ångström-Núñez",
)
"""Nine fighters, most of whom have names as long as can be."""


def hurried(organizer: Organizer) -> Night:
    """Aichi's phone has lain on the table for two passes, and the seat has five seconds a pass."""
    night = lobby(organizer, pace="brisk")
    night.act("start")
    night.connect()
    for number in (1, 2):
        for socket in night.sockets[1:]:
            socket.wait_for(pass_is(1, number), patience=90)
            socket.choose()
    for socket in night.sockets:
        socket.wait_for(pass_is(1, 3), patience=90)
    for _ in range(6):
        night.act("extend")
    return night.stay()


def stalled(organizer: Organizer) -> Night:
    """All phones have slept for a pass, and the table has paused itself."""
    night = lobby(organizer, pace="brisk")
    night.act("start")
    night.connect()
    for socket in night.sockets:
        socket.wait_for(lambda state: bool(state["clock"]["paused"]), patience=90)
    return night.stay()


def replaced(organizer: Organizer) -> Night:
    """A bot chooses for Aichi."""
    night = draft(organizer)
    night.act("seat-bot", fighter=_number_of(night.sockets[0]))
    return night


def removed(organizer: Organizer) -> Night:
    """Aichi has been taken off the list before the draft."""
    night = lobby(organizer)
    night.connect()
    night.act("remove", fighter=_number_of(night.sockets[0]))
    night.sockets = night.sockets[1:]
    return night.stay()


def disputed(organizer: Organizer) -> Night:
    """Aichi and whom they fight both say that they have won."""
    night = first_round(organizer)
    aichi, other = _pair_of(night, night.sockets[0])
    say_won(night, aichi)
    other.wait_for(lambda state: bool(state["fight"]["result"]))
    say_won(night, other)
    return night.stay()


def dropped(organizer: Organizer) -> Night:
    """Aichi has dropped out of the fights in the first round."""
    night = first_round(organizer)
    night.act("drop", fighter=_number_of(night.sockets[0]))
    return night.stay()


def bye(organizer: Organizer) -> Night:
    """Three fighters, and the first has nobody to fight in this round."""
    night = first_round(organizer, ("Aichi", "Kamui", "Misaki"), table_size="3")
    paired = {socket.state["you"]["name"] for pair in pairs(night) for socket in pair}
    night.fighters = dict(sorted(night.fighters.items(), key=lambda fighter: fighter[0] in paired))
    return night.stay()


def best_of_three(organizer: Organizer) -> Night:
    """Aichi has lost the first game of three, and the second goes on."""
    night = first_round(organizer, best_of="3")
    aichi, other = _pair_of(night, night.sockets[0])
    for _ in range(4):
        count(night, aichi, other)
    fight = other.state["fight"]["fight"]
    night.ask(other, type="game", fight=fight, game=1, winner=own_side(other)["fighter"])
    aichi.wait_for(lambda state: bool(state["fight"]["games"]))
    count(night, other, aichi)
    return night.stay()


def crowd(organizer: Organizer) -> Night:
    """Nine sit at a table, most of whom have long names."""
    return draft(organizer, LONG_NAMES, table_size="9")


def crowd_fights(organizer: Organizer) -> Night:
    """Nine fight, one of whom has a bye."""
    night = first_round(organizer, LONG_NAMES, table_size="9")
    say_won(night, pairs(night)[0][0])
    return night.stay()


def four_tables(organizer: Organizer) -> Night:
    return draft(organizer, LONG_NAMES[:8], table_size="2")


def four_tables_fight(organizer: Organizer) -> Night:
    night = first_round(organizer, LONG_NAMES[:8], table_size="2", fights_across="table")
    say_won(night, pairs(night)[0][0])
    return night.stay()


def _pair_of(night: Night, socket: WebSocketClient) -> tuple[WebSocketClient, WebSocketClient]:
    """Return a fighter, and whom they fight."""
    one, two = next(pair for pair in pairs(night) if socket in pair)
    return (one, two) if one is socket else (two, one)


def _number_of(socket: WebSocketClient) -> int:
    you = socket.state["you"]["seat"]
    return int(socket.state["table"]["seats"][you]["fighter"])
