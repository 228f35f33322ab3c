"""The moves by which the events of `0b00b4f.sql` are played to their end, by that version and by this one alike.

`make_0b00b4f.py` plays them with the code of 0b00b4f, and `test_0b00b4f.py` with the code that is there now. So the
moves stay as they are, and only the imports of this module follow when code is renamed.
"""

from django.db import transaction

from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.draft.table import Phase, has_chosen
from drafts.rules.draft.timed_table import make_choice
from drafts.rules.night.share_moves import TakeMove
from drafts.services.acts import record_acts
from drafts.services.draft.calls import give_verdict
from drafts.services.draft.hosting import end_reviews
from drafts.services.draft.tables import change_table
from drafts.services.events.nights import go_on
from drafts.services.fights.changes import begin_next_round, locked_fights, set_result
from drafts.services.sharing import tick_card
from drafts.store.shares import load_all_shares, shares_change
from drafts.store.tables import load_table
from tests.rules.actors import actor


def play_draft(event, time):
    """Refuse the open calls, and choose for every seat until the draft is over."""
    (table,) = event.draft.tables.all()
    for call in load_table(table.id).calls:
        give_verdict(event=event, call_id=call.id, verified=False)
    while (now := load_table(table.id).timed.table).phase is not Phase.DRAFTED:
        time.pass_time()
        if now.phase is Phase.REVIEW:
            end_reviews(event=event)
        else:
            choose(event, next(seat for seat in range(now.fighters) if not has_chosen(now, seat)))
    event.refresh_from_db()


def choose(event, seat):
    """Let a seat choose what chance chooses for it."""
    live = load_table(event.draft.tables.get().id)
    now = live.timed.table
    cards = automatic_choice(now, seat, (), Chance("fixture", seat, live.version))
    change_table(
        table_id=live.id,
        verb=lambda timed, at: make_choice(timed, seat, cards, at, round_=now.round, pass_number=now.pass_number),
    )


def play_fights(event, time):
    """Let the first side of every open fight win, round after round, and go on to what follows the fights."""
    while True:
        with transaction.atomic():
            live = locked_fights(event)
        for number, *_group, fight in live.fighting.fights():
            if not fight.is_over:
                time.pass_time()
                set_result(event=event, fight=number, winner=fight.fighters[0], score=None)
        time.pass_time()
        if not any(group.may_go_on for group in live.fighting.groups):
            break
        begin_next_round(event=event, number=live.fighting.round + 1, confirmed=False)
    go_on(event=event, seen="fighting", confirmed=False)
    event.refresh_from_db()


def play_sharing(event, time):
    """Let everybody take the first card that is there, hand over what is not at its owner's, and close the event."""
    (live,) = load_all_shares(event.id)
    while (turn := live.shares.turn) is not None:
        time.pass_time()
        live = ask(live, turn, TakeMove(live.shares.sharing.pool[0]), time)
    for card, _holder, _owner in live.shares.to_hand_over():
        time.pass_time()
        tick_card(event=event, card=card, handed=True)
    go_on(event=event, seen="sharing", confirmed=False)
    event.refresh_from_db()


def ask(live, by, move, time):
    """Make a move of a fighter in the sharing, as their room does, and return the sharing after it."""
    change = shares_change(live, actor(by), move, time())
    assert record_acts(chains=[[change]]) == [True]
    return change.after
