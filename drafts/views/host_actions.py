"""What an organizer can do: an action's name to what is called, and what is said when it is done."""

from collections.abc import Callable

from django.http import QueryDict

from drafts.models import Event
from drafts.rules.night.nicknames import isolate
from drafts.services.errors import ServiceError
from drafts.services.events import finish_event, start_event, stop_event
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
from drafts.services.removals import remove_fighter, undo_removal
from drafts.services.tables import give_verdict

Action = Callable[[Event, QueryDict], str]
LARGEST_NUMBER = 2**31


def number_in(post: QueryDict, name: str) -> int | None:
    """Return a whole number of a form, or None when it is left out. Raises ServiceError for anything else."""
    text = post.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 10 and int(text) < LARGEST_NUMBER):
        raise ServiceError(f"The {name} must be a number.")
    return int(text)


def start(event: Event, post: QueryDict) -> str:
    start_event(event=event)
    return "The draft has started. Everyone sees their first pack."


def pause(event: Event, post: QueryDict) -> str:
    count = pause_tables(event=event, number=number_in(post, "table"))
    return f"{tables(event, post, count, 'is', 'are')} paused."


def resume(event: Event, post: QueryDict) -> str:
    count = resume_tables(event=event, number=number_in(post, "table"))
    return f"{tables(event, post, count, 'goes', 'go')} on."


def extend(event: Event, post: QueryDict) -> str:
    count = extend_tables(event=event, number=number_in(post, "table"))
    return f"{tables(event, post, count, 'has', 'have')} 30 seconds more."


def end_review(event: Event, post: QueryDict) -> str:
    count = end_reviews(event=event, number=number_in(post, "table"))
    return f"{tables(event, post, count, 'drafts', 'draft')} again: the review is over."


def add_bot(event: Event, post: QueryDict) -> str:
    return f"{isolate(seat_one_more_bot(event=event))} joins, a bot."


def remove(event: Event, post: QueryDict) -> str:
    return f"{isolate(remove_fighter(event=event, fighter_id=fighter_in(post)).nickname)} was removed."


def undo_remove(event: Event, post: QueryDict) -> str:
    return f"{isolate(undo_removal(event=event, fighter_id=fighter_in(post)))} takes part again."


def judge(event: Event, post: QueryDict) -> str:
    call, verdict = number_in(post, "call"), post.get("verdict")
    if call is None or verdict not in ("verified", "refused"):
        raise ServiceError("A call is answered with verified or refused.")
    give_verdict(event=event, call_id=call, verified=verdict == "verified")
    return "The call is answered."


def hand_to_bot(event: Event, post: QueryDict) -> str:
    return f"A bot chooses for {isolate(hand_over_seat(event=event, bot=True, **seat_in(post)))} now."


def hand_back(event: Event, post: QueryDict) -> str:
    return f"{isolate(hand_over_seat(event=event, bot=False, **seat_in(post)))} chooses again."


def new_link(event: Event, post: QueryDict) -> str:
    name = replace_link(event=event, fighter_id=number_in(post, "fighter"))
    return f"{isolate(name)} has a new link. The old phone is out."


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
    """Raise ServiceError unless the word was typed that says: I mean it."""
    if post.get("confirm", "").strip().casefold() != word.casefold():
        raise ServiceError(f"Nothing was done. To {deed}, type {word}.")


def fighter_in(post: QueryDict) -> int:
    """Return the number of the fighter of a form. Raises ServiceError where it is left out or no number."""
    fighter = number_in(post, "fighter")
    if fighter is None:
        raise ServiceError("Say which fighter.")
    return fighter


def seat_in(post: QueryDict) -> dict[str, int | None]:
    """Return the seat of a form, named by table and place or by its fighter. Raises ServiceError for no number."""
    return {
        "number": number_in(post, "table"),
        "seat": number_in(post, "seat"),
        "fighter_id": number_in(post, "fighter"),
    }


def tables(event: Event, post: QueryDict, count: int, one: str, more: str) -> str:
    """Return the tables to which something was done, and the verb in its number: "Table 2 is", "3 tables are"."""
    if event.tables.count() == 1:
        return f"The table {one}"
    if number := number_in(post, "table"):
        return f"Table {number} {one}"
    return f"One table {one}" if count == 1 else f"{count} tables {more}"


ACTIONS: dict[str, Action] = {
    "start": start,
    "pause": pause,
    "resume": resume,
    "extend": extend,
    "end-review": end_review,
    "add-bot": add_bot,
    "remove": remove,
    "undo-remove": undo_remove,
    "judge": judge,
    "seat-bot": hand_to_bot,
    "unseat-bot": hand_back,
    "new-link": new_link,
    "undo": undo,
    "finish": finish,
    "stop": stop,
    "cancel": cancel,
}
