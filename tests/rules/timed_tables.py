"""Tables in time for the tests: noon, and who sits there."""

from datetime import UTC, datetime, timedelta

from drafts.rules.draft.timed import SeatState, TableSettings
from drafts.rules.draft.timed_table import make_choice, start
from drafts.rules.formats import Pace
from tests.rules.positions import state

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
HERE, AWAY, BOT = SeatState(connected=True), SeatState(), SeatState(bot=True)
STANDARD = TableSettings(pace=Pace.STANDARD, review_seconds=120, seed="secret")
FIVE = ("T1 N2 N3 N4 N5", "T6 N7 N8 N9 N10")
RARE = ("T1 L2 L3 N4 N5", "T6 N7 N8 N9 N10")
REVIEW = {"at": "3.4 review", "rounds": ("4: T1 N2 N3 N4 N5 / T6 N7 N8 N9 N10",)}


def after(seconds):
    return NOON + timedelta(seconds=seconds)


def seated(*seats, table=None, settings=STANDARD):
    return start(table or state(*FIVE), seats, settings, NOON).timed


def chosen(timed, seat, chosen_cards, seconds=0, at="1.1"):
    round_, pass_number = map(int, at.split("."))
    return make_choice(timed, seat, chosen_cards, after(seconds), round_=round_, pass_number=pass_number)
