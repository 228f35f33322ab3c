"""Actions of an organizer for guests without a phone and for late fighters, and the draw of the seats."""

from collections.abc import Callable

from django.http import QueryDict
from django.utils.translation import gettext

from drafts.models import Event
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import isolate
from drafts.services.draft.hosting import draw_seats
from drafts.services.errors import ServiceError
from drafts.services.events.guests import add_guest
from drafts.services.events.late_guests import give_bot_seat
from drafts.views.form_values import fighter_in, text_in, word_in

Action = Callable[[Event, QueryDict], str]

LONGEST_NAME = 200


def add(event: Event, post: QueryDict) -> str:
    guest = add_guest(event=event, nickname=_name_in(post))
    return gettext("%(name)s joins, a guest without a phone.") % {"name": isolate(guest.nickname)}


def show_link(event: Event, post: QueryDict) -> str:
    guest = event.fighters.filter(id=fighter_in(post), guest=True).first()
    if guest is None:
        raise ServiceError(gettext("There is no such guest."))
    return gettext("Play for %(name)s on this device, or let a neighbour scan the code.") % {
        "name": isolate(guest.nickname)
    }


def offer_seat(event: Event, post: QueryDict) -> str:
    bot = FighterId(fighter_in(post))
    late = give_bot_seat(event=event, fighter_id=bot, nickname=_name_in(post), guest=word_in(post, "guest") == "on")
    return gettext("%(name)s has the seat. The bot chooses until they are there.") % {"name": isolate(late.nickname)}


def draw(event: Event, post: QueryDict) -> str:
    if draw_seats(event=event) == 1:
        return gettext("The seats are drawn.")
    return gettext("The seats are drawn again.")


def _name_in(post: QueryDict) -> str:
    name = text_in(post, "name")
    if not name:
        raise ServiceError(gettext("Say the name of the guest."), "name")
    return name[:LONGEST_NAME]


GUEST_ACTIONS: dict[str, Action] = {
    "add-guest": add,
    "guest-link": show_link,
    "offer-seat": offer_seat,
    "draw-seats": draw,
}
