"""What an organizer can do: an action's name to what is called, and what is said when it is done."""

from collections.abc import Callable

from django.http import QueryDict

from drafts.models import Event
from drafts.services.events import finish_event, start_event, stop_event
from drafts.services.faults import Fault
from drafts.services.hosting import (
    cancel_event,
    end_reviews,
    extend_tables,
    hand_over_seat,
    pause_tables,
    replace_link,
    resume_tables,
    seat_one_more_bot,
    take_back_pass,
)
from drafts.services.lobby import remove_fighter
from drafts.services.tables import give_verdict

Action = Callable[[Event, QueryDict], str]
LARGEST_NUMBER = 2**31


def number_in(post: QueryDict, name: str) -> int | None:
    """Return a whole number of a form, or None when it is left out. Raises Fault for anything else."""
    text = post.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 10 and int(text) < LARGEST_NUMBER):
        raise Fault(f"The {name} must be a number.")
    return int(text)


def start(event: Event, post: QueryDict) -> str:
    start_event(event=event)
    return "The draft has started. Everyone sees their first pack."


def pause(event: Event, post: QueryDict) -> str:
    return f"Paused: {tables(pause_tables(event=event, number=number_in(post, 'table')))}."


def resume(event: Event, post: QueryDict) -> str:
    return f"Going on: {tables(resume_tables(event=event, number=number_in(post, 'table')))}."


def extend(event: Event, post: QueryDict) -> str:
    return f"30 seconds more for {tables(extend_tables(event=event, number=number_in(post, 'table')))}."


def end_review(event: Event, post: QueryDict) -> str:
    return f"Cards down at {tables(end_reviews(event=event, number=number_in(post, 'table')))}."


def add_bot(event: Event, post: QueryDict) -> str:
    return f"{seat_one_more_bot(event=event)} joins, a bot."


def remove(event: Event, post: QueryDict) -> str:
    fighter = number_in(post, "fighter")
    if fighter is None:
        raise Fault("Say whom to remove.")
    return f"{remove_fighter(event=event, fighter_id=fighter).nickname} was removed."


def judge(event: Event, post: QueryDict) -> str:
    call, verdict = number_in(post, "call"), post.get("verdict")
    if call is None or verdict not in ("verified", "refused"):
        raise Fault("A call is answered with verified or refused.")
    give_verdict(event=event, call_id=call, verified=verdict == "verified")
    return "The call is answered."


def hand_to_bot(event: Event, post: QueryDict) -> str:
    number, seat = number_in(post, "table"), number_in(post, "seat")
    return f"A bot chooses for {hand_over_seat(event=event, number=number, seat=seat, bot=True)} now."


def hand_back(event: Event, post: QueryDict) -> str:
    number, seat = number_in(post, "table"), number_in(post, "seat")
    return f"{hand_over_seat(event=event, number=number, seat=seat, bot=False)} chooses again."


def new_link(event: Event, post: QueryDict) -> str:
    name = replace_link(event=event, fighter_id=number_in(post, "fighter"))
    return f"{name} has a new link. The old phone is out."


def undo(event: Event, post: QueryDict) -> str:
    confirm(post, "undo", "take the pass back")
    take_back_pass(event=event, number=number_in(post, "table"))
    return "The pass is taken back. Everyone chooses again."


def finish(event: Event, post: QueryDict) -> str:
    finish_event(event=event)
    return "The event is over."


def stop(event: Event, post: QueryDict) -> str:
    confirm(post, event.code, "stop the event")
    stop_event(event=event)
    return "The event is stopped."


def cancel(event: Event, post: QueryDict) -> str:
    cancel_event(event=event)
    return "The event is cancelled."


def confirm(post: QueryDict, word: str, deed: str) -> None:
    """Raise Fault unless the word was typed that says: I mean it."""
    if post.get("confirm", "").strip().casefold() != word.casefold():
        raise Fault(f"Nothing was done. To {deed}, type {word}.")


def tables(count: int) -> str:
    """Return a number of tables in words."""
    return "one table" if count == 1 else f"{count} tables"


ACTIONS: dict[str, Action] = {
    "start": start,
    "pause": pause,
    "resume": resume,
    "extend": extend,
    "end-review": end_review,
    "add-bot": add_bot,
    "remove": remove,
    "judge": judge,
    "seat-bot": hand_to_bot,
    "unseat-bot": hand_back,
    "new-link": new_link,
    "undo": undo,
    "finish": finish,
    "stop": stop,
    "cancel": cancel,
}
