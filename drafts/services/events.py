"""Events from their making to their end."""

import secrets
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.importers.faults import BadFile, at_most
from drafts.importers.pack_list import read_pack_list
from drafts.languages import translated
from drafts.models import (
    Card,
    CardSet,
    Draft,
    DraftSet,
    Event,
    Fighter,
    Fights,
    LogEntry,
    NightSettings,
    PackSource,
    Policy,
)
from drafts.models.event import CODE_ALPHABET, CODE_LENGTH
from drafts.rules.draft.history import Official
from drafts.rules.draft.timed_table import JudgeBy
from drafts.rules.errors import NotAllowed
from drafts.rules.formats import Format, Pace
from drafts.rules.games.base import Game
from drafts.rules.games.registry import DEFAULT_FORMAT, FORMATS
from drafts.rules.ids import EventId
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Move
from drafts.rules.packs import CannotFill
from drafts.services.announce import announce_change, announce_start
from drafts.services.errors import ServiceError
from drafts.services.lobby import add_bot, join_event
from drafts.services.seating import seat_fighters
from drafts.services.stages import advance
from drafts.services.tables import locked_event
from drafts.store.catalog import game_of, load_pack_maker
from drafts.store.tables import facts_of


def create_event(
    *,
    organizer: User | None,
    name: str,
    card_sets: Sequence[CardSet],
    format_: str = DEFAULT_FORMAT.slug,
    packs: str = PackSource.GENERATED,
    pack_list: str = "",
    table_size: int | None = None,
    pace: Pace = Pace.STANDARD,
    review_seconds: int = 0,
    judge: JudgeBy = JudgeBy.ORGANIZER,
    log_visibility: LogVisibility = LogVisibility.FIGHTERS,
    night: NightSettings | None = None,
) -> Event:
    """Create an event with a new code, and its draft with a secret seed. `card_sets`: one for all rounds, or for each.

    Without a table size it is the format's usual one; `night` are unsaved settings of what follows the draft.
    Raises ServiceError: for a table size or a review that the format does not allow, a number of sets that does not
    fit, a set of another game or one that cannot fill a slot of its packs (which is named), or a pack list with a
    number that no loaded set of the game has (the line is named).
    """
    of_format = FORMATS[format_]
    table_size = of_format.usual_fighters if table_size is None else table_size
    _check_settings(of_format, table_size, review_seconds)
    if packs == PackSource.UPLOADED:
        check_pack_list(pack_list, of_format.game)
        of_rounds: list[CardSet] = []
    else:
        of_rounds = _sets_of_rounds(card_sets, of_format)
    with transaction.atomic():
        event = Event.objects.create(
            code=_free_code(),
            organizer=organizer,
            name=name,
            log_visibility=log_visibility.value,
        )
        settings = night or NightSettings()
        settings.event = event
        settings.save(force_insert=True)
        draft = Draft.objects.create(
            event=event,
            format=format_,
            pack_source=packs,
            pack_list=pack_list if packs == PackSource.UPLOADED else "",
            table_size=table_size,
            pace=pace.value,
            review_seconds=review_seconds,
            judge=judge.value,
            seed=secrets.token_hex(32),
        )
        DraftSet.objects.bulk_create(
            DraftSet(draft=draft, round=number, card_set=card_set) for number, card_set in enumerate(of_rounds, start=1)
        )
    return event


def check_pack_list(text: str, game: Game) -> None:
    """Raise ServiceError when a list of packs cannot be used: lines with numbers of no card of the game are named."""
    try:
        packs = read_pack_list(text)
    except BadFile as bad:
        said = "\n".join(translated(words) for words in at_most(fault.words for fault in bad.faults))
        raise ServiceError(said, "pack_list") from bad
    listed = [card for pack in packs for card in pack]
    cards = Card.objects.filter(card_set__game=game.slug, number__in={card.number for card in listed})
    known = set(cards.values_list("number", flat=True))
    unknown = [card for card in listed if card.number not in known]
    if unknown:
        words = gettext("line %(line)s: no loaded set has %(number)s")
        lines = [words % {"line": card.line, "number": card.number[:40]} for card in unknown]
        raise ServiceError("; ".join(translated(line) for line in at_most(lines, 5)), "pack_list")


def create_practice(*, format_: Format = DEFAULT_FORMAT, nickname: str = "") -> tuple[Event, Fighter]:
    """Make an untimed draft of one fighter against bots at a table of the usual size, and start it.

    It is drafted with the format's sample set. Raises ServiceError when that is not loaded.
    """
    card_set = CardSet.objects.filter(code=format_.sample).first()
    if card_set is None:
        raise ServiceError(gettext("The sample set is not loaded, so there is nothing to practise with yet."))
    with transaction.atomic():
        event = create_event(
            organizer=None,
            name=gettext("Practice draft"),
            card_sets=[card_set],
            format_=format_.slug,
            pace=Pace.OFF,
            judge=JudgeBy.AUTOMATIC,
            night=NightSettings(fights=Fights.OFF, sharing=Policy.KEEP),
        )
        fighter = join_event(event=event, nickname=nickname or gettext("You"))
        for _ in range(1, format_.usual_fighters):
            add_bot(event=event)
        start_event(event=event)
    return event, fighter


def start_event(*, event: Event) -> None:
    """Seat everyone at random (R4) and open the first packs.

    Raises ServiceError: fewer than two fighters (R1), a list with more or fewer packs than they open, a set that has
    changed so that it cannot fill its packs, or an event that has started.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        now = timezone.now()
        try:
            advance(event=facts_of(locked), move=Move.START, at=now)
        except NotAllowed as refusal:
            raise ServiceError(gettext("This draft has started already.")) from refusal
        locked.refresh_from_db()
        try:
            seat_fighters(event=locked, now=now)
        except CannotFill as fault:
            raise ServiceError(
                gettext("The packs cannot be made: %(fault)s.") % {"fault": translated(fault.words)}
            ) from fault
        LogEntry.objects.create(event=locked, at=now, text=gettext("The draft started."))
        announce_start(EventId(locked.id))


def stop_event(*, event: Event) -> None:
    """Stop an event for good before its draft has ended. Raises ServiceError when there is nothing to stop."""
    with transaction.atomic():
        end_event(
            event=locked_event(EventId(event.id)), move=Move.STOP, log=gettext("The organizer stopped the event.")
        )


def end_event(*, event: Event, move: Move, log: str) -> None:
    """End a locked event by this move of its organizer. Raises ServiceError at a stage at which that cannot be."""
    now = timezone.now()
    try:
        versions = advance(event=facts_of(event), move=move, at=now, by=Official.ORGANIZER)
    except NotAllowed as refusal:
        raise ServiceError(gettext("That cannot be done now.")) from refusal
    LogEntry.objects.create(event=event, at=now, text=log)
    announce_change(EventId(event.id), versions)


def _check_settings(format_: Format, table_size: int, review_seconds: int) -> None:
    fewest, most = format_.fighters
    if not fewest <= table_size <= most:
        words = gettext("From %(fewest)s to %(most)s fighters sit at a table.")
        raise ServiceError(words % {"fewest": fewest, "most": most}, "table_size")
    if 0 < review_seconds < format_.review_least:
        words = gettext("The review lasts 0 seconds, until you end it, or %(least)s and more.")
        raise ServiceError(words % {"least": format_.review_least}, "review_seconds")


def _sets_of_rounds(card_sets: Sequence[CardSet], format_: Format) -> list[CardSet]:
    rounds = len(format_.rounds)
    if len(card_sets) not in (1, rounds):
        words = gettext("Give one set for all packs, or %(rounds)s, one for each pack.")
        raise ServiceError(words % {"rounds": rounds}, "card_set")
    for card_set in card_sets:
        if game_of(card_set) is not format_.game:
            words = gettext("%(code)s is a set of another game.")
            raise ServiceError(words % {"code": card_set.code}, "card_set")
        try:
            load_pack_maker(card_set)
        except CannotFill as fault:
            words = gettext("%(code)s cannot be drafted: %(fault)s.")
            said = words % {"code": card_set.code, "fault": translated(fault.words)}
            raise ServiceError(said, "card_set") from fault
    return list(card_sets) * (rounds // len(card_sets))


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if not Event.objects.filter(code=code).exists():
            return code
