"""Late guests: after the start, the organizer may give them a bot's seat with its pile."""

from django.db import transaction
from django.utils.translation import gettext

from drafts.models import Event, Fighter, Seat
from drafts.rules.actors import ORGANIZER
from drafts.rules.draft import timed_table
from drafts.rules.draft.history import Kind, join_act, own_act
from drafts.rules.draft.table import Phase
from drafts.rules.ids import EventId, FighterId, SeatNumber, TableId
from drafts.rules.night.nicknames import nickname_key
from drafts.rules.night.stages import Stage
from drafts.services.draft.tables import change_table, locked_event
from drafts.services.errors import ServiceError
from drafts.services.events.lobby import cleaned_nickname, must_be_free, new_token


def give_bot_seat(*, event: Event, fighter_id: FighterId, nickname: str, guest: bool = False) -> Fighter:
    """Give the seat of a bot to a late guest, with a new link, and return the guest.

    The bot goes on choosing until the new fighter of the seat says that they are there (`timed_table.come_back`).
    Raises ServiceError for a bad or taken nickname, and where no such bot sits at a table that drafts.
    """
    name = cleaned_nickname(nickname, "name")
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        seats = Seat.objects.current().filter(fighter=fighter_id, fighter__event=locked, fighter__bot=True)
        seat = seats.exclude(table__phase=Phase.DRAFTED).select_related("fighter").first()
        if seat is None or locked.phase != Stage.DRAFTING:
            raise ServiceError(_no_such_seat(locked))
        must_be_free(name, locked.fighters.exclude(id=fighter_id).values_list("nickname", flat=True), "name")
        position, was = SeatNumber(seat.position), seat.fighter.nickname
        acts = [join_act(position, was, ORGANIZER)]
        if guest:
            acts.append(own_act(Kind.CONNECTED, position))
        facts = {"nickname": name, "nickname_key": nickname_key(name), "bot": False, "guest": guest}
        Fighter.objects.filter(id=fighter_id).update(**facts, token=new_token(), connected=guest)
        change_table(
            table_id=TableId(seat.table_id),
            verb=lambda timed, now: timed_table.attend(timed, position, connected=guest, at=now),
            causes=acts,
        )
    return Fighter.objects.get(id=fighter_id)


def _no_such_seat(event: Event) -> str:
    """Return why no seat can be given away."""
    if event.phase in (Stage.LOBBY, Stage.OPENING):
        return gettext("No pack is opened yet: whoever comes still joins with the code.")
    if event.phase == Stage.DRAFTING and not event.fighters.filter(bot=True).exists():
        return gettext("No bot sits here, and only the seat of a bot can be given away.")
    return gettext("There is no such seat of a bot in a draft that goes on.")
