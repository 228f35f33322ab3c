"""Guests: fighters without a phone, for whom the organizer or another fighter acts."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext, ngettext

from drafts.languages import translated
from drafts.models import Event, Fighter, LogEntry
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import BadNickname, clean_nickname, isolate, looks_like_one_of, nickname_key
from drafts.rules.night.seating import MOST_FIGHTERS
from drafts.services.errors import ServiceError
from drafts.services.events.lobby import join_event
from drafts.services.events.removals import remove_fighter

FIELD = "guests"
MOST_FAULTS = 5


def guests_listed(text: str) -> list[str]:
    """Return the names of a list of guests, one a line. Raises ServiceError, which names each line that is at fault."""
    names: dict[str, str] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), start=1):
        if len(names) > MOST_FIGHTERS:
            break  # too many already, and each name is compared with all before it
        if not line.strip():
            continue
        try:
            name = clean_nickname(line)
        except BadNickname as bad:
            faults.append(_of_line(number, translated(bad.words)))
            continue
        if looks_like_one_of(name, names.values()):
            said = gettext("%(name)s is in the list twice.") % {"name": isolate(name)}
            faults.append(_of_line(number, said))
        names.setdefault(nickname_key(name), name)
    if faults:
        raise ServiceError("\n".join(_first_of(faults)), FIELD)
    if len(names) > MOST_FIGHTERS:
        raise ServiceError(gettext("At most %(most)s fighters take part in an event.") % {"most": MOST_FIGHTERS}, FIELD)
    return list(names.values())


def add_guest(*, event: Event, nickname: str) -> Fighter:
    """Let a guest take a place in the lobby, as the organizer. Raises ServiceError as `join_event` does."""
    with transaction.atomic():
        guest = join_event(event=event, nickname=nickname, guest=True)
        words = gettext("The organizer added %(name)s, a guest without a phone.")
        LogEntry.objects.create(event=event, text=words % {"name": guest.nickname})
    return guest


def settle_guests(*, event: Event, names: Sequence[str], shown: Sequence[str] | None = None) -> None:
    """Make these the guests in the lobby: others are removed, new ones added. Raises ServiceError for a bad name.

    `shown` is the list that was edited to `names`: guests who were added or removed since it was shown stay so. To be
    called in a transaction that has locked the event.
    """
    there = {guest.nickname_key: guest for guest in event.fighters.filter(guest=True)}
    wanted = {nickname_key(name): name for name in names}
    before = there.keys() if shown is None else {nickname_key(name) for name in shown}
    for key in (there.keys() & before) - wanted.keys():
        remove_fighter(event=event, fighter_id=FighterId(there[key].id))
    for name in [name for key, name in wanted.items() if key not in there and (shown is None or key not in before)]:
        try:
            add_guest(event=event, nickname=name)
        except ServiceError as fault:
            raise ServiceError(f"{isolate(name)}: {fault.message}", FIELD) from fault


def _of_line(number: int, said: str) -> str:
    return gettext("Line %(line)s: %(fault)s") % {"line": number, "fault": said}


def _first_of(faults: Sequence[str]) -> list[str]:
    more = len(faults) - MOST_FAULTS
    if more <= 0:
        return list(faults)
    words = ngettext("One more line cannot be used.", "%(count)s more lines cannot be used.", more)
    return [*faults[:MOST_FAULTS], words % {"count": more}]
