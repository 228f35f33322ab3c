"""Fighters before the draft: joining, bots, tokens, and the state of the lobby."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence

from django.core.signing import BadSignature, Signer
from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from drafts.importers.pack_list import read_pack_list
from drafts.languages import translated
from drafts.models import Event, Fighter, LogEntry, PackSource
from drafts.prepared import Prepared
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.nicknames import BadNickname, clean_nickname, looks_like_one_of, nickname_key
from drafts.rules.night.seating import MOST_FIGHTERS
from drafts.rules.night.stages import Stage
from drafts.rules.packs import CannotFill
from drafts.services.announce import announce_change, announce_leave
from drafts.services.draft.tables import locked_event, no_bots
from drafts.services.errors import ServiceError
from drafts.services.events.seating import seat_anew
from drafts.store.lobbies import LobbyChange, save_lobby

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

_PRESENT = Prepared(lambda: Fighter.objects.filter(event=0).order_by().values_list("token", "nickname"))


def join_event(*, event: Event, nickname: str, bot: bool = False, guest: bool = False, request: str = "") -> Fighter:
    """Take a place in the lobby, or a seat while packs wait to be opened; a `guest` has no phone.

    Raises ServiceError for a bad or taken nickname, or when the event is started or full.

    The same request (of `name_request`) again gets the same place, so that a double tap is harmless.
    """
    token, name = token_of_request(event, request), cleaned_nickname(nickname, "nickname")
    with transaction.atomic():
        locked = _locked_open(event)
        present = dict(_PRESENT.rows(locked.id))
        if token in present:
            return locked.fighters.get(token=token)
        if len(present) >= most_fighters(locked):
            if bot or guest:  # the organizer adds them
                raise ServiceError(gettext("This event is full. Remove somebody first."))
            raise ServiceError(gettext("This event is full. Ask the organizer whether a place comes free."))
        must_be_free(name, present.values(), "nickname")
        fighter = Fighter.objects.create(
            event=locked,
            nickname=name,
            nickname_key=nickname_key(name),
            token=token,
            bot=bot,
            guest=guest,
            ready=bot or guest or locked.phase != Stage.LOBBY,  # a latecomer has a seat, and is not asked
            connected=guest,
        )
        if locked.phase == Stage.LOBBY:
            lobby_changed(locked)
        else:
            _seat_late(locked, name)
    return fighter


def cleaned_nickname(text: str, field: str) -> str:
    """Return a nickname in normal form. Raises ServiceError, about that field, for a bad one."""
    try:
        return clean_nickname(text)
    except BadNickname as bad:
        raise ServiceError(translated(bad.words), field) from bad


def must_be_free(nickname: str, taken: Iterable[str], field: str) -> None:
    """Raise ServiceError, about that field, for a nickname that looks like a taken one."""
    if looks_like_one_of(nickname, taken):
        raise ServiceError(gettext("That nickname is taken here."), field)


def must_be_found(fighter: Fighter | None) -> Fighter:
    """Return the fighter that a look-up found. Raises ServiceError for None."""
    if fighter is None:
        raise ServiceError(gettext("No fighter has that name."))
    return fighter


def must_not_be_over(event: Event, field: str | None = None) -> None:
    """Raise ServiceError, about that field, for an event that is over."""
    if event.phase == Stage.FINISHED:
        raise ServiceError(gettext("This event is over."), field)


def may_join(event: Event) -> bool:
    """Whether fighters can still join, as long as there is room: no pack is opened yet.

    Once teams are seated nobody can: fighters join one by one, and a team that is not full cannot be seated (M34).
    """
    return event.phase == Stage.LOBBY or (event.phase == Stage.OPENING and event.draft.procedure.team == 1)


def _seat_late(event: Event, name: str) -> None:
    """Seat a fighter who comes while the packs wait to be opened: all seats are drawn again."""
    try:
        seat_anew(event=event, now=timezone.now())
    except CannotFill as fault:
        raise ServiceError(packs_cannot_be_made(fault)) from fault
    said = gettext("%(name)s came late. No pack is opened, so the seats were drawn again.")
    LogEntry.objects.create(event=event, text=said % {"name": name})


def packs_cannot_be_made(fault: CannotFill) -> str:
    """Return a sentence that says why packs cannot be made."""
    return gettext("The packs cannot be made: %(fault)s.") % {"fault": translated(fault.words)}


def most_fighters(event: Event) -> int:
    """Return how many can take part: with uploaded packs, as many as there are packs for."""
    draft = event.draft
    if draft.pack_source == PackSource.UPLOADED:
        return max(1, len(read_pack_list(draft.pack_list)) // draft.procedure.packs)
    return MOST_FIGHTERS


def add_bot(*, event: Event) -> Fighter:
    """Let a bot take a place in the lobby.

    Raises ServiceError when the event is started or full, with paper packs, and where fighters bring decks, since bots
    do not fight.
    """
    if event.draft.is_paper:
        raise ServiceError(no_bots())
    if event.draft.procedure.brings_decks:
        raise ServiceError(gettext("Bots do not fight: here everybody brings a deck."))
    taken = list(event.fighters.values_list("nickname", flat=True))
    rounds = range(1, MOST_FIGHTERS + 2)
    names = (name if number == 1 else f"{name} {number}" for number in rounds for name in BOT_NAMES)
    free = next(name for name in names if not looks_like_one_of(name, taken))
    return join_event(event=event, nickname=free, bot=True)


def record_lobbies(*, chains: Sequence[Sequence[LobbyChange]]) -> list[bool]:
    """Write chains of changes of lobbies, and return for each whether it was written.

    A chain is not written if the lobby has changed meanwhile or the draft has started, where tables note who is there.
    """
    written = []
    for chain in chains:
        with transaction.atomic():
            written.append(save_lobby(chain))
    return written


def renew_token(*, fighter: Fighter) -> str:
    """Give a fighter's seat a new token, for a new phone: devices with the old one lose their access."""
    token = new_token()
    with transaction.atomic():
        Fighter.objects.filter(id=fighter.id).update(token=token)
        announce_leave(EventId(fighter.event_id), FighterId(fighter.id))
    return token


def new_token() -> str:
    """Return a secure random token: 43 characters for a link."""
    return secrets.token_urlsafe(32)


def name_request(secret: str = "") -> str:
    """Return a signed idempotency key for a form that gives a seat, a new one unless it is made from a secret.

    The same key gives the same seat, so it is secret.
    """
    return JOIN_REQUESTS.sign(secret or new_token())


def token_of_request(event: Event, request: str) -> str:
    """Return the token for a request (of `name_request`) to join this event, always the same; a random one without."""
    try:
        name = JOIN_REQUESTS.unsign(request)
    except BadSignature:
        return new_token()
    digest = salted_hmac("a seat's token", f"{event.code} {name}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def _locked_open(event: Event) -> Event:
    """Lock an event that fighters can join, and return it. Raises ServiceError for another."""
    locked = locked_event(EventId(event.id))
    must_not_be_over(locked)
    if locked.phase == Stage.OPENING and not may_join(locked):
        words = gettext("Teams of %(size)s are seated already, so one more fighter cannot join.")
        raise ServiceError(words % {"size": locked.draft.procedure.team})
    if not may_join(locked):
        raise ServiceError(
            gettext("This draft has started already. Watch it on the big screen, or come to the next one.")
        )
    return locked


def lobby_changed(event: Event) -> int:
    """Note and announce that a lobby has changed, and return its version."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE drafts_event SET version = version + 1 WHERE id = %s", [event.id])
    announce_change(EventId(event.id))
    return event.version + 1
