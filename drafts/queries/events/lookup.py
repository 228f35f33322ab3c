"""Values that pages show about events."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.sessions.backends.base import SessionBase
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from drafts.models import DraftSet, Event, Fighter, NightSettings, RomeSettings
from drafts.prepared import HOW_MANY, Prepared
from drafts.queries.events.stores import zone_of
from drafts.rules.formats import Format
from drafts.rules.night.stages import Stage
from drafts.sessions import GUEST_SEATS, SEATS
from drafts.store.series import token_brought_along

PAST_ON_A_PAGE = 20
DECKS_SHOWN = timedelta(days=1)

_PEOPLE = Prepared(lambda: Fighter.objects.filter(event=0).order_by().values_list(HOW_MANY, flat=True))


@dataclass(frozen=True, slots=True)
class EventLists:
    """An organizer's events: those that go on or may begin today, the later ones, and a page of those that are over.

    `past_count` counts all that are over, whatever is searched for.
    """

    tonight: list[Event]
    coming: list[Event]
    past: Page[Event]
    past_count: int


def event_with_code(code: str) -> Event | None:
    """Return the event of a code in any case of letters, or None."""
    return Event.objects.filter(code=code.upper()).first()


def people_in(event: Event) -> int:
    """Return how many take part in an event, bots and guests among them."""
    people: int = _PEOPLE.rows(event.id)[0]
    return people


def events_of(user: User, *, search: str = "", page: str = "1", now: datetime | None = None) -> EventLists:
    """Return an organizer's events, each with `fighter_count` and `table_count`.

    `search` is a part of a past event's name, or its code. The time zone of the store says where today ends.
    """
    counts = {"fighter_count": Count("fighters", distinct=True), "table_count": Count("draft__tables", distinct=True)}
    rows = Event.objects.filter(organizer=user).annotate(**counts).order_by("-created_at", "-id")
    rows = rows.select_related("draft", "follows", "follower")
    is_later = Q(phase=Stage.LOBBY, starts_at__gte=_tomorrow(user, now or timezone.now()))
    going_on, over = rows.exclude(phase=Stage.FINISHED), rows.filter(phase=Stage.FINISHED)
    found = over.filter(Q(name__icontains=search) | Q(code__iexact=search)) if search else over
    past = Paginator(found, PAST_ON_A_PAGE).get_page(page)
    return EventLists(
        tonight=list(going_on.exclude(is_later)),
        coming=list(going_on.filter(is_later).order_by("starts_at", "id")),
        past=past,
        past_count=over.count(),
    )


@dataclass(frozen=True, slots=True)
class EventValues:
    """The values of an event for programs. `sets` are codes, round by round; no value reveals a card."""

    event: Event
    sets: list[str]
    fighters: int
    tables: int


def events_to_tell(user: User) -> "QuerySet[Event]":
    """Return an organizer's events, the newest first, for `facts_of_event`."""
    own = Event.objects.filter(organizer=user).order_by("-created_at", "-id")
    return own.select_related("draft").prefetch_related("draft__rounds__card_set", "draft__tables", "fighters")


def facts_of_event(event: Event) -> EventValues:
    """Return what programs are told of an event."""
    rounds = sorted(event.draft.rounds.all(), key=lambda each: each.round)
    return EventValues(
        event,
        [each.card_set.code for each in rounds],
        len(event.fighters.all()),
        len(event.draft.tables.all()),
    )


def _tomorrow(user: User, now: datetime) -> datetime:
    zone = zone_of(user)
    return datetime.combine(now.astimezone(zone).date() + timedelta(days=1), time.min, tzinfo=zone)


class SeatsHeld(NamedTuple):
    """The seats that a session holds, its own before those of guests, the latest first.

    `seats` are of unfinished events, and of a finished one while it leads to a place in the next draft of the night
    that is not taken. `decks` are of drafts that ended less than a day ago.
    """

    seats: list[Fighter]
    decks: list[Fighter]


def seats_held(session: SessionBase) -> SeatsHeld:
    """Return the seats that a session holds."""
    guests = [token for held in session.get(GUEST_SEATS, {}).values() for token in held]
    tokens = [*guests, *session.get(SEATS, {}).values()]
    if not tokens:
        return SeatsHeld([], [])
    rows = Fighter.objects.filter(token__in=tokens).select_related("event__draft").prefetch_related("became__event")
    every = sorted(rows, key=lambda fighter: tokens.index(fighter.token), reverse=True)
    seats = [seat for seat in every if seat.event.phase != Stage.FINISHED or _leads_on(seat, tokens)]
    return SeatsHeld(seats, [seat for seat in every if seat not in seats and _is_just_over(seat.event)])


def _is_just_over(event: Event) -> bool:
    """Whether a draft was begun, and ended less than a day ago."""
    since = event.finished_at
    return event.draft.started_at is not None and since is not None and timezone.now() - since < DECKS_SHOWN


def _leads_on(seat: Fighter, tokens: Collection[str]) -> bool:
    """Whether this seat gives its holder one in the next draft of the night, whose token is none of these."""
    following = [one for one in seat.became.all() if one.event.phase != Stage.FINISHED]
    return any(one.token == token_brought_along(one.event, seat) and one.token not in tokens for one in following)


def event_to_help_with(user: AbstractBaseUser | AnonymousUser, code: str) -> Event | None:
    """Return the event of the code, or else the newest that is not over, where it is the user's own; else None."""
    if not user.is_authenticated:
        return None
    own = Event.objects.select_related("draft", "night").filter(organizer_id=user.pk)
    unfinished = own.exclude(phase=Stage.FINISHED).order_by("-created_at", "-id")
    named = own.filter(code=code.upper()).first() if code.isascii() and code.isalnum() else None
    return named or unfinished.first()


def settings_to_repeat(user: User, code: str) -> dict[str, Any]:
    """Return the settings of one of the organizer's events as a new event's form takes them; {} for any other code."""
    event = event_to_repeat(user, code)
    return settings_of(event) | {"guests": ""} if event is not None else {}


def event_to_repeat(user: User, code: str) -> Event | None:
    """Return the organizer's event of a code; None for any other code."""
    could_be = code.isascii() and code.isalnum()
    own = Event.objects.select_related("draft", "night").filter(organizer=user)
    return own.filter(code=code.upper()).first() if could_be else None


def last_set_of(user: User, format_: Format) -> str:
    """Return the code of the first set of the organizer's last event of a format; "" without such an event."""
    rounds = DraftSet.objects.filter(draft__event__organizer=user, draft__event__imported=False)
    rounds = rounds.filter(draft__format=format_.slug).order_by("-draft", "round")
    return rounds.values_list("card_set__code", flat=True).first() or ""


def settings_of(event: Event) -> dict[str, Any]:
    """Return the settings of an event as its form takes them, without a list of packs: that names cards."""
    codes = list(event.draft.rounds.order_by("round").values_list("card_set__code", flat=True))
    names = (
        "format",
        "packs_each",
        "picks",
        "pack_cards",
        "table_size",
        "pace",
        "review_seconds",
        "judge",
        "own_picks",
        "team_poison",
    )
    return {name: getattr(event.draft, name) for name in names} | {
        "name": event.name,
        "packs": event.draft.pack_source,
        "fight_form": event.draft.procedure.forms[0].slug,
        "one_tap": "on" if event.draft.one_tap else "off",
        "log_visibility": event.log_visibility,
        "log_opens": event.log_opens,
        "hide_names": "on" if event.hide_names else "off",
        "on_first_page": "on" if event.on_first_page else "off",
        "card_set": codes[:1] if len(set(codes)) == 1 else codes,
        **settings_of_night(event.night),
        **(settings_of_battles(battles_of(event)) if event.draft.procedure.is_played else {}),
        "guests": "\n".join(event.fighters.filter(guest=True).order_by("id").values_list("nickname", flat=True)),
    }


def settings_of_night(night: NightSettings) -> dict[str, Any]:
    """Return what is settled of a night, by the names of columns and of form fields."""
    columns = (field.name for field in NightSettings._meta.concrete_fields if not field.primary_key)
    return {name: getattr(night, name) for name in columns}


def battles_of(event: Event) -> RomeSettings:
    """Return by which rules the battles of an event are played; as usual where it has settled none."""
    return RomeSettings.objects.filter(event=event).first() or RomeSettings()


def settings_of_battles(battles: RomeSettings) -> dict[str, Any]:
    """Return by which rules battles are played, by the names of form fields, as a form has them."""
    said = {True: "yes", False: "no"}
    columns = {name: getattr(battles, name) for name in ("players", "decks", "end", "turns", "bots")}
    return {**columns, "rear": said[battles.rear], "commands": said[battles.commands]}
