"""The link by which a fighter shows their seat of a log to others: made and taken back."""

from drafts.models import Fighter, Seat
from drafts.services.events.lobby import new_token


def show_seat(*, fighter: Fighter) -> None:
    """Make the link to a fighter's seat, unless there is one. The caller has checked that seats are shown."""
    Seat.objects.current().filter(fighter=fighter, link=None).update(link=new_token())


def hide_seat(*, fighter: Fighter) -> None:
    """Remove the link to a fighter's seat for good: a later one gets another token."""
    Seat.objects.current().filter(fighter=fighter).update(link=None)
