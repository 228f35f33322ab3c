"""Who takes part: everything that happens to fighters outside their packs."""

import secrets
from base64 import urlsafe_b64encode

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from drafts.importers.pack_list import read_pack_list
from drafts.models import Event, EventPhase, Fighter, LogEntry, Packs, Seat
from drafts.rules.formats import FORMATS
from drafts.rules.nicknames import BadNickname, clean_nickname, nickname_key
from drafts.services.announce import announce_change, announce_leave
from drafts.services.faults import Fault
from drafts.services.tables import locked_event, seat_bot

MOST_FIGHTERS = 128
JOIN_REQUESTS = Signer(salt="a request to join")
BOT_NAMES = (
    "Brass Finch",
    "Copper Owl",
    "Tin Hound",
    "Iron Moth",
    "Silver Carp",
    "Bronze Hare",
    "Quartz Toad",
    "Amber Wasp",
    "Cobalt Crab",
)


def join_event(*, event: Event, nickname: str, bot: bool = False, request: str = "") -> Fighter:
    """Take a place in the lobby. Raises Fault for a bad or taken nickname, or when the event is started or full.

    The same request (of `name_request`) again gets the same place: an impatient thumb taps twice.
    """
    token = _token_of(event, request)
    try:
        name = clean_nickname(nickname)
    except BadNickname as bad:
        raise Fault(str(bad), "nickname") from bad
    with transaction.atomic():
        locked = _locked_lobby(event)
        already = locked.fighters.filter(token=token).first()
        if already is not None:
            return already
        if locked.fighters.count() >= most_fighters(locked):
            raise Fault("This event is full. Ask the organizer whether a place comes free.")
        if locked.fighters.filter(nickname_key=nickname_key(name)).exists():
            raise Fault("Somebody here has that nickname already.", "nickname")
        fighter = Fighter.objects.create(
            event=locked, nickname=name, nickname_key=nickname_key(name), token=token, bot=bot, ready=bot
        )
        _lobby_changed(locked)
    return fighter


def most_fighters(event: Event) -> int:
    """Return how many can take part: with uploaded packs, as many as there are packs for."""
    if event.packs == Packs.UPLOADED:
        return max(1, len(read_pack_list(event.pack_list)) // len(FORMATS[event.format].rounds))
    return MOST_FIGHTERS


def add_bot(*, event: Event) -> Fighter:
    """Let a bot take a place in the lobby. Raises Fault when the event is started or full."""
    taken = set(event.fighters.values_list("nickname_key", flat=True))
    rounds = range(1, MOST_FIGHTERS + 2)
    names = (name if number == 1 else f"{name} {number}" for number in rounds for name in BOT_NAMES)
    return join_event(event=event, nickname=next(name for name in names if nickname_key(name) not in taken), bot=True)


def leave_event(*, fighter: Fighter) -> None:
    """Give up a place: in the lobby it comes free, later a bot takes the seat over."""
    _remove(fighter, f"{fighter.nickname} left.")


def remove_fighter(*, event: Event, fighter_id: int) -> Fighter:
    """Remove a fighter as their organizer: in the lobby the place comes free, later a bot takes the seat over.

    Raises Fault when nobody of that id takes part.
    """
    fighter = event.fighters.filter(id=fighter_id).first()
    if fighter is None:
        raise Fault("Nobody of that name takes part.")
    _remove(fighter, f"The organizer removed {fighter.nickname}.")
    return fighter


def set_ready(*, fighter: Fighter) -> int:
    """Note "I'm ready" in the lobby. Returns the lobby's version."""
    with transaction.atomic():
        event = _locked_lobby(fighter.event)
        Fighter.objects.filter(id=fighter.id).update(ready=True)
        return _lobby_changed(event)


def set_connected(*, fighter_id: int, connected: bool) -> None:
    """Note that a fighter in the lobby came or went; after the start the table notes it."""
    with transaction.atomic():
        fighter = Fighter.objects.filter(id=fighter_id).first()
        if fighter is None:
            return
        event = locked_event(fighter.event_id)
        changed = Fighter.objects.filter(id=fighter_id).exclude(connected=connected)
        if event.phase == EventPhase.LOBBY and changed.update(connected=connected):
            _lobby_changed(event)


def renew_token(*, fighter: Fighter) -> str:
    """Give a fighter's seat a new token, for a new phone: every device that holds the old one is turned away."""
    token = new_token()
    with transaction.atomic():
        Fighter.objects.filter(id=fighter.id).update(token=token)
        announce_leave(fighter.event_id, fighter.id)
    return token


def new_token() -> str:
    """Return a token that cannot be guessed: 43 characters for a link."""
    return secrets.token_urlsafe(32)


def name_request() -> str:
    """Return a name for one wish to join, signed: whoever joins under a name that others know shares their seat."""
    return JOIN_REQUESTS.sign(new_token())


def _token_of(event: Event, request: str) -> str:
    """Return a new token, always the same for the same request to join this event."""
    try:
        name = JOIN_REQUESTS.unsign(request)
    except BadSignature:
        return new_token()
    digest = salted_hmac("a seat's token", f"{event.code} {name}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def _remove(fighter: Fighter, log: str) -> None:
    with transaction.atomic():
        event = locked_event(fighter.event_id)
        announce_leave(event.id, fighter.id)
        if event.phase == EventPhase.LOBBY:
            fighter.delete()
            _lobby_changed(event)
            return
        Fighter.objects.filter(id=fighter.id).update(token=new_token())
        seat = Seat.objects.filter(fighter=fighter, bot=False).first()  # nobody sits in an event that was cancelled
        if event.phase == EventPhase.DRAFTING and seat is not None:
            seat_bot(table_id=seat.table_id, seat=seat.position, bot=True, log=log)
        else:
            LogEntry.objects.create(event=event, text=log)


def _locked_lobby(event: Event) -> Event:
    locked = locked_event(event.id)
    if locked.phase == EventPhase.FINISHED:
        raise Fault("This event is over.")
    if locked.phase != EventPhase.LOBBY:
        raise Fault("This draft has started already. Watch it on the big screen, or come to the next one.")
    return locked


def _lobby_changed(event: Event) -> int:
    Event.objects.filter(id=event.id).update(version=F("version") + 1)
    announce_change(event.id)
    return event.version + 1
