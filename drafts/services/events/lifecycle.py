"""Events from their creation to their end."""

import secrets
from typing import Unpack

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_lazy

from drafts.models import (
    AvatarsKept,
    AvatarWay,
    CardSet,
    Draft,
    Event,
    Fighter,
    Fights,
    LogEntry,
    NightSettings,
    PackSource,
    PlanesPlayed,
    Policy,
    RomeSettings,
    WebhookEvent,
)
from drafts.models.event import CODE_ALPHABET, CODE_LENGTH
from drafts.queries.events.lookup import settings_of_battles
from drafts.rules.actors import ORGANIZER
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.errors import NotAllowed
from drafts.rules.formats import Format, Pace
from drafts.rules.games.registry import DEFAULT_FORMAT, FORMATS
from drafts.rules.ids import EventId
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.seating import FEWEST_AT_A_TABLE
from drafts.rules.night.stages import Stage, StageMove
from drafts.rules.packs import CannotFill
from drafts.services.announce import announce_change, announce_start
from drafts.services.avatars import keep_avatars
from drafts.services.draft.tables import locked_event
from drafts.services.errors import ServiceError
from drafts.services.events.guests import settle_guests
from drafts.services.events.lobby import (
    add_bot,
    join_event,
    lobby_changed,
    packs_cannot_be_made,
    token_of_request,
)
from drafts.services.events.seating import deal_packs, seat_fighters
from drafts.services.events.series import leave_series, locked_in_series
from drafts.services.events.settings import CheckedSettings, EventSettings, check_settings, save_settings
from drafts.services.events.stages import advance, begin_building
from drafts.services.fights.changes import FIGHTS_BEGAN, begin_fights
from drafts.services.integrations.webhook_events import queue_webhooks
from drafts.services.planes import keep_planes
from drafts.store.event_facts import facts_of
from drafts.store.fights import has_fights


def create_event(
    *,
    organizer: User | None,
    format_: str = DEFAULT_FORMAT.slug,
    request: str = "",
    **settings: Unpack[EventSettings],
) -> Event:
    """Create an event with a new code, and its draft with a secret seed.

    The same `request` of the same organizer again returns the event that it made. Raises ServiceError as
    `check_settings` does.
    """
    checked = check_settings(FORMATS[format_], settings)
    code = _code_of(organizer, request) if request else free_code()
    try:
        with transaction.atomic():
            if (made := _made_before(organizer, code)) is not None:
                return made
            event = open_lobby(Event(organizer=organizer, code=code), format_, checked)
            settle_guests(event=event, names=settings.get("guests", ()))
            return event
    except IntegrityError:
        made = _made_before(organizer, code)  # by the same request at the same time
        if made is None:
            raise
        return made


def _made_before(organizer: User | None, code: str) -> Event | None:
    return Event.objects.filter(code=code, organizer=organizer).first()


def _code_of(organizer: User | None, request: str) -> str:
    """Return the code of the event that a request makes, always the same unless another organizer's event has it."""
    digest = salted_hmac("an event's code", f"{organizer and organizer.pk} {request}", algorithm="sha256").digest()
    code = "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in digest[:CODE_LENGTH])
    return free_code() if Event.objects.filter(code=code).exclude(organizer=organizer).exists() else code


def open_lobby(event: Event, format_: str, settings: CheckedSettings) -> Event:
    """Write a new event, with a new code unless it has one, and its draft with a secret seed. In a transaction."""
    event.code = event.code or free_code()
    save_settings(event, Draft(format=format_, seed=secrets.token_hex(32)), settings)
    return event


def edit_event(*, event: Event, **settings: Unpack[EventSettings]) -> None:
    """Change all settings of an event in its lobby except its format: those left out become as in a new event.

    Raises ServiceError as `check_settings` does, and once the draft has started.
    """
    checked = check_settings(FORMATS[event.draft.format], settings)
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        if locked.phase != Stage.LOBBY:
            raise ServiceError(gettext("This draft has started already: its settings stay as they are."))
        if checked.draft["pack_source"] == PackSource.PAPER and locked.fighters.filter(bot=True).exists():
            words = gettext("Real packs cannot be held by bots: remove the bots first.")
            raise ServiceError(words, "packs")
        save_settings(locked, locked.draft, checked)
        if "guests" in settings:
            settle_guests(event=locked, names=settings["guests"], shown=settings.get("guests_shown"))
        LogEntry.objects.create(event=locked, text=gettext("The organizer changed the settings."))
        lobby_changed(locked)


def create_practice(
    *,
    format_: Format = DEFAULT_FORMAT,
    nickname: str = "",
    request: str = "",
    settings: EventSettings | None = None,
    avatars: str = AvatarWay.OFF,
    planes: str = PlanesPlayed.OFF,
    form: str = "",
    battles: RomeSettings | None = None,
    players: int = 0,
) -> tuple[Event, Fighter]:
    """Create a draft of one fighter against bots at a full table, and start it.

    `settings` are those of an event: the draft is like it, but without guests, a planned time and fights, and the
    server judges. Without them it is untimed, at a table of the usual size, with the format's sample set; its fighter
    gets an avatar as `avatars` says (M27), and fights have this `form`, "" for the first. Where a whole table fights at
    once it has so many `players`, 0 for the usual number. The same `request` (of `name_request`) again returns the
    draft that it made, as long as that goes on. Packs that are kept are opened at once, with one bot at the table. In a
    format of own decks the practice is a fight, which its fighter counts for all sides and ends
    (`nights.end_practice`). In a format of battles it is a battle, by the rules of `battles`. Raises ServiceError when
    the sample set is not loaded, for real packs, which bots cannot hold, and as `create_event` and `start_event` do.
    """
    asked: EventSettings = settings or {**_sample_settings(format_, avatars, planes), "fight_form": form}
    if format_.is_played:
        asked = {**asked, "battles": asked.get("battles") or battles or RomeSettings()}
    if players and format_.brings_decks and not format_.is_played:
        asked = {**asked, "table_size": players}
    practised = _settings_of_practice(format_, asked)
    with transaction.atomic():
        on_planes = [] if planes == PlanesPlayed.OFF else [f"planes {planes}"]
        rules = [] if battles is None else [str(sorted(settings_of_battles(battles).items()))]
        chosen = avatars if avatars != AvatarWay.OFF else ""
        what = " ".join(filter(None, [format_.slug, chosen, *on_planes, form, str(players or ""), *rules]))
        request_of_event = request and f"{what} {request}"
        event = create_event(organizer=None, format_=format_.slug, request=request_of_event, **practised)
        if event.phase != Stage.LOBBY:
            held = event.fighters.filter(token=token_of_request(event, request), bot=False)
            made = held.first() if event.phase in _goes_on_in(format_) else None
            if made is None:
                return create_practice(
                    format_=format_,
                    nickname=nickname,
                    settings=settings,
                    avatars=avatars,
                    planes=planes,
                    form=form,
                    battles=battles,
                    players=players,
                )
            return event, made
        fighter = join_event(event=event, nickname=nickname or gettext("You"), request=request)
        if format_.brings_decks:
            for name in _who_is_met(event.draft.table_size - 1):
                join_event(event=event, nickname=name, guest=True)
        for _ in range(event.fighters.count(), event.draft.table_size):
            add_bot(event=event)
        start_event(event=event)
        if format_.keeps:
            _open_at_once(event)
    return event, fighter


def _who_is_met(others: int) -> list[str]:
    """Return the names of the other sides, for whom the fighter of a practice counts too."""
    if others == 1:
        return [gettext("Opponent")]
    return [gettext("Fighter %(number)s") % {"number": number} for number in range(2, others + 2)]


def _goes_on_in(format_: Format) -> set[Stage]:
    """Return the stages of a practice in which there is something to do."""
    if format_.brings_decks or format_.is_played:
        return {Stage.FIGHTING}
    stages = set() if format_.keeps else {Stage.DRAFTING}
    return stages if format_.builder is None else {*stages, Stage.BUILDING}


def _open_at_once(event: Event) -> None:
    """Open the packs of a practice without a signal."""
    locked, now = locked_event(EventId(event.id)), timezone.now()
    advance(event=facts_of(locked), move=StageMove.GO_ON, at=now)
    deal_packs(event=locked, now=now)
    begin_building(event=locked, at=now)


def _sample_settings(format_: Format, avatars: str, planes: str) -> EventSettings:
    night = NightSettings(avatars=avatars, planes=planes, best_of=format_.best_of)
    if format_.brings_decks or format_.is_played:
        return {"name": "", "card_sets": [], "night": night}
    card_set = CardSet.objects.filter(code=format_.sample, partial=False).first()
    if card_set is None:
        raise ServiceError(gettext("The sample set is not loaded, so there is nothing to practise with yet."))
    sample: EventSettings = {"name": "", "card_sets": [card_set], "pace": Pace.OFF, "night": night}
    return {**sample, "table_size": FEWEST_AT_A_TABLE} if format_.keeps else sample


def _settings_of_practice(format_: Format, settings: EventSettings) -> EventSettings:
    if settings.get("packs") == PackSource.PAPER:
        raise ServiceError(gettext("Real packs cannot be tried here: bots do not hold them."), "packs")
    if format_.brings_decks:
        return {**settings, **_settings_of_fight(format_, settings)}
    if format_.is_played:
        return {**settings, **_settings_of_battle(settings.get("battles") or RomeSettings())}
    night = NightSettings(fights=Fights.OFF, sharing=Policy.KEEP)
    night.avatars = settings["night"].avatars if "night" in settings else night.avatars
    return {
        **settings,
        "name": gettext("Practice draft") if format_.rounds else gettext("Sealed practice"),
        "judge": JudgeBy.AUTOMATIC,
        "night": night,
        "log_visibility": LogVisibility.FIGHTERS,
        "log_opens": format_.log_opens,
        "on_first_page": False,
        "starts_at": None,
        "guests": (),
    }


def _settings_of_fight(format_: Format, settings: EventSettings) -> EventSettings:
    """Return the settings of a practice of fights: one fight of two sides or of a whole table, without a clock.

    Avatars are chosen once it is paired, since the practice begins with the fight.
    """
    forms = {form.slug: form for form in format_.forms}
    form = forms.get(settings.get("fight_form", ""), format_.forms[0])
    wanted = settings["night"] if "night" in settings else NightSettings(best_of=format_.best_of)
    at_once = form.at_table and (settings.get("table_size") or form.at_table[1])
    night = NightSettings(fights=Fights.ROUND_ROBIN, best_of=wanted.best_of, fight_minutes=0, swiss_rounds=1)
    night.avatars, night.avatar_every, night.planes = wanted.avatars, AvatarsKept.ROUND, wanted.planes
    return {
        "name": gettext("Practice fight"),
        "card_sets": [],
        "table_size": at_once or FEWEST_AT_A_TABLE * form.fighters,
        "night": night,
        "log_visibility": LogVisibility.FIGHTERS,
        "on_first_page": False,
        "starts_at": None,
        "guests": (),
    }


def _settings_of_battle(battles: RomeSettings) -> EventSettings:
    """Return the settings of a practice of battles: one battle at one table, without a clock."""
    return {
        "name": gettext("Practice battle"),
        "card_sets": [],
        "table_size": battles.players,
        "pace": Pace.OFF,
        "night": NightSettings(fights=Fights.AUTO, swiss_rounds=1, fight_minutes=0),
        "battles": battles,
        "log_visibility": LogVisibility.FIGHTERS,
        "on_first_page": False,
        "starts_at": None,
        "guests": (),
    }


def start_event(*, event: Event) -> None:
    """Seat everyone at random (R4) and open the first packs; a night without a draft begins with its fights.

    Raises ServiceError for fewer than two fighters (R1), a list with more or fewer packs than they open, a set that can
    no longer fill its packs, fights without opponents, and an event that has started.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        now = timezone.now()
        try:
            advance(event=facts_of(locked), move=StageMove.START, at=now)
        except NotAllowed as refusal:
            raise ServiceError(gettext("This draft has started already.")) from refusal
        locked.refresh_from_db()
        try:
            seat_fighters(event=locked, now=now)
        except CannotFill as fault:
            raise ServiceError(packs_cannot_be_made(fault)) from fault
        keep_avatars(event=locked)
        keep_planes(event=locked)
        begins_with_fights = locked.phase == Stage.FIGHTING
        if (begins_with_fights or locked.draft.procedure.brings_decks) and not has_fights(locked):
            raise ServiceError(gettext("No fighter here has an opponent: a fight needs two people."))
        if begins_with_fights:
            begin_fights(event=locked, at=now)
        elif locked.phase == Stage.BUILDING:
            begin_building(event=locked, at=now)
        otherwise = gettext("The draft started.") if locked.draft.procedure.rounds else gettext("The event started.")
        begun = str(_BEGUN.get(Stage(locked.phase), otherwise))
        LogEntry.objects.create(event=locked, at=now, text=begun)
        queue_webhooks(EventId(locked.id), WebhookEvent.STARTED, now)
        announce_start(EventId(locked.id))


_BEGUN = {
    Stage.FIGHTING: FIGHTS_BEGAN,
    Stage.BUILDING: gettext_lazy("Before the fights everybody gets ready."),
}


def stop_event(*, event: Event) -> None:
    """Stop an event for good before its draft has ended. Raises ServiceError when there is nothing to stop.

    An event that is cancelled in its lobby leaves its series, so that viewers of the one before are not led to it.
    """
    with transaction.atomic():
        locked = locked_in_series(EventId(event.id))
        is_cancelled = locked.phase == Stage.LOBBY
        end_event(event=locked, move=StageMove.STOP, log=gettext("The organizer stopped the event."))
        if is_cancelled:
            leave_series(locked)


def end_event(*, event: Event, move: StageMove, log: str) -> None:
    """End a locked event by this move of its organizer. Raises ServiceError at a stage that does not allow it."""
    now = timezone.now()
    try:
        versions = advance(event=facts_of(event), move=move, at=now, by=ORGANIZER)
    except NotAllowed as refusal:
        raise ServiceError(not_at_this_stage()) from refusal
    LogEntry.objects.create(event=event, at=now, text=log)
    announce_change(EventId(event.id), versions)


def not_at_this_stage() -> str:
    """Return a message: the event is at a stage that does not allow a move."""
    return gettext("That cannot be done now.")


def free_code() -> str:
    """Return a code that no event has."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if not Event.objects.filter(code=code).exists():
            return code
