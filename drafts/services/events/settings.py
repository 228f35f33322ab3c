"""Settings of an event before its draft: checked and stored alike for a new event and one in its lobby."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from django.utils.translation import gettext

from drafts.importers.faults import BadFile, at_most
from drafts.importers.pack_list import ListedCard, pack_list_of, read_pack_list
from drafts.languages import translated
from drafts.models import (
    AvatarWay,
    Card,
    CardSet,
    ConstructedFormat,
    Decks,
    Draft,
    DraftSet,
    Event,
    Fights,
    Lists,
    NightSettings,
    OwnPicks,
    PackSource,
    PlanesPlayed,
    RomeSettings,
)
from drafts.models.games.rome import PLAYERS, TURNS
from drafts.models.night import BEST_OF, BUILD_MINUTES, DAMAGE_LIMITS, FIGHT_MINUTES, LONGEST_COUNTER, SWISS_ROUNDS
from drafts.queries.events.lookup import battles_of, settings_of_night
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.errors import PlanarDeckSmall
from drafts.rules.fights.forms import MOST_COUNTED
from drafts.rules.formats import PACKS_EACH, PICKS, Format, Pace
from drafts.rules.games.base import CardGame, Game
from drafts.rules.night.rights import LogOpens, LogVisibility
from drafts.rules.night.stages import FIGHT_NIGHT, Stage
from drafts.rules.packs import CannotFill
from drafts.rules.planes import OWN_DECK, shared_size
from drafts.services.errors import ServiceError
from drafts.services.planes import too_few_planes
from drafts.store.card_numbers import numbers_meant
from drafts.store.catalog import cards_by_row, load_pack_maker
from drafts.store.choices.avatars import loaded_avatars
from drafts.store.choices.planes import loaded_planes

PACK_CARDS = range(2, 61)
"""How many cards a real pack can have if its set is not named."""

EACH_POISON = 10
TEAM_POISON = (EACH_POISON, 15)
"""How many poison counters lose a fight of teams: a head's own, or the team's (M34)."""


class EventSettings(TypedDict):
    """The settings that an organizer chooses for an event; the format has defaults for those that are left out.

    `card_sets`: one for all rounds, or one for each; `night` are unsaved settings of the stages after the draft, and
    `battles` those of fights that are played here. `guests` are the names of fighters without a phone; if they are left
    out, no guest is added or removed. `guests_shown` is the list that the organizer has edited to `guests`.
    """

    name: str
    card_sets: Sequence[CardSet]
    packs: NotRequired[str]
    packs_each: NotRequired[int | None]
    pack_cards: NotRequired[int | None]
    picks: NotRequired[int | None]
    fight_form: NotRequired[str]
    team_poison: NotRequired[int | None]
    pack_list: NotRequired[str]
    table_size: NotRequired[int | None]
    pace: NotRequired[Pace]
    review_seconds: NotRequired[int]
    judge: NotRequired[JudgeBy]
    own_picks: NotRequired[OwnPicks]
    one_tap: NotRequired[bool]
    log_visibility: NotRequired[LogVisibility]
    log_opens: NotRequired[LogOpens]
    hide_names: NotRequired[bool]
    on_first_page: NotRequired[bool]
    starts_at: NotRequired[datetime | None]
    night: NotRequired[NightSettings]
    battles: NotRequired[RomeSettings | None]
    guests: NotRequired[Sequence[str]]
    guests_shown: NotRequired[Sequence[str] | None]


@dataclass(frozen=True, slots=True)
class CheckedSettings:
    """Valid settings, in the form of rows: columns of the event and its draft, and a set for each round.

    There are no sets if the packs are listed, or the format has no cards.
    """

    event: dict[str, Any]
    draft: dict[str, Any]
    sets: list[CardSet]
    night: NightSettings
    battles: RomeSettings | None = None


def check_settings(format_: Format, settings: EventSettings) -> CheckedSettings:
    """Return the valid settings of an event of this format.

    Raises ServiceError, with the field: for what the format does not allow, a number of sets that does not fit, a set
    of another game or one that cannot fill a slot of its packs (which is named), a pack list with a number that no
    loaded set of the game has (the line is named), visible own picks where the game's rules hide them, and impossible
    fights. With paper packs a set need not fill them, and the server, which knows no cards, neither judges nor shows
    any.
    """
    packs_each, picks = _passing(format_, settings)
    form, team_poison = _form_of(format_, settings)
    format_ = format_.with_packs(packs_each, picks).fought_as(form, team_poison)
    size, review_seconds = settings.get("table_size"), settings.get("review_seconds", 0)
    table_size = format_.usual_fighters if size is None else size
    _check_draft(format_, table_size, review_seconds)
    night = settings.get("night") or usual_night(format_)
    if format_.own_form is None:
        night.counter = ""
    night.best_of = format_.forms[0].games or night.best_of
    battles = (settings.get("battles") or RomeSettings()) if format_.is_played else None
    if battles is not None and battles.players > PLAYERS[0]:
        night.fights = Fights.AUTO
    night.fights = _fights_of(format_, night)
    if not format_.announces:
        night.constructed_format = ConstructedFormat.OTHER
    if Stage.BUILDING not in format_.stages or not format_.brings_decks:
        night.lists = Lists.OFF
    if format_.avatar_game is None:
        night.avatars = AvatarWay.OFF
    if format_.plane_game is None or night.fights == Fights.OFF:
        night.planes = PlanesPlayed.OFF
    for field, fault in {**faults_of_night(night, format_), **faults_of_battles(battles)}.items():
        raise ServiceError(fault, field)
    if night.fights == Fights.OFF and (format_.brings_decks or format_.stages == FIGHT_NIGHT):
        raise ServiceError(nothing_left(), "fights")
    packs = settings.get("packs", PackSource.GENERATED) if format_.cards else PackSource.GENERATED
    if packs == PackSource.PAPER and format_.keeps:
        raise ServiceError(no_paper_to_keep(), "packs")
    is_listed, is_paper = packs == PackSource.UPLOADED, packs == PackSource.PAPER
    own_picks = settings.get("own_picks", OwnPicks.CLOSED)
    if own_picks == OwnPicks.OPEN and not format_.may_show_picks:
        raise ServiceError(gettext("The rules of this game keep own picks face down."), "own_picks")
    pack_cards = _cards_of_a_pack(settings) if is_paper and not settings["card_sets"] else 0
    has_sets = format_.cards is not None and not is_listed and not pack_cards
    pack_list = _checked_pack_list(settings.get("pack_list", ""), format_.card_game) if is_listed else ""
    return CheckedSettings(
        event={
            "name": settings["name"],
            "log_visibility": settings.get("log_visibility", LogVisibility.FIGHTERS).value,
            "log_opens": (settings.get("log_opens") or format_.log_opens if format_.cards else format_.log_opens).value,
            "hide_names": settings.get("hide_names", False),
            "on_first_page": settings.get("on_first_page", False),
            "starts_at": settings.get("starts_at"),
        },
        draft={
            "packs_each": packs_each,
            "picks": picks,
            "fight_form": form,
            "team_poison": team_poison,
            "pack_cards": pack_cards,
            "pack_source": packs,
            "pack_list": pack_list,
            "table_size": table_size,
            "pace": settings.get("pace", Pace.STANDARD).value,
            "review_seconds": review_seconds,
            "judge": (JudgeBy.ORGANIZER if is_paper else settings.get("judge", JudgeBy.ORGANIZER)).value,
            "own_picks": (OwnPicks.CLOSED if is_paper else own_picks).value,
            "one_tap": settings.get("one_tap", False),
        },
        sets=_sets_of_rounds(settings["card_sets"], format_, made=not is_paper) if has_sets else [],
        night=night,
        battles=battles,
    )


EVENT_SETTINGS = ("name", "log_visibility", "log_opens", "hide_names", "on_first_page")
DRAFT_SETTINGS = (
    *("packs_each", "picks", "fight_form", "team_poison", "pack_cards", "pack_source", "pack_list", "table_size"),
    *("pace", "review_seconds", "judge", "own_picks", "one_tap"),
)


def settings_again(event: Event) -> CheckedSettings:
    """Return the settings of an event for another one of the same night, unchecked: its start checks them again."""
    night = NightSettings(**settings_of_night(event.night))
    rounds = event.draft.rounds.order_by("round").select_related("card_set")
    return CheckedSettings(
        event={name: getattr(event, name) for name in EVENT_SETTINGS},
        draft={name: getattr(event.draft, name) for name in DRAFT_SETTINGS},
        sets=[each.card_set for each in rounds],
        night=night,
        battles=_battles_again(event),
    )


def _battles_again(event: Event) -> RomeSettings | None:
    if not event.draft.procedure.is_played:
        return None
    settled = battles_of(event)
    columns = (field.name for field in RomeSettings._meta.concrete_fields if not field.primary_key)
    return RomeSettings(**{name: getattr(settled, name) for name in columns})


def save_settings(event: Event, draft: Draft, settings: CheckedSettings) -> None:
    """Store settings in an event and its draft, new or not. To be called in a transaction that has locked them."""
    _save(event, settings.event)
    draft.event = event
    _save(draft, settings.draft)
    draft.rounds.all().delete()
    DraftSet.objects.bulk_create(
        DraftSet(draft=draft, round=number, card_set=card_set) for number, card_set in enumerate(settings.sets, start=1)
    )
    settings.night.event = event
    settings.night.save()
    if settings.battles is not None:
        settings.battles.event = event
        settings.battles.save()


def _save(row: Event | Draft, columns: dict[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=None if row._state.adding else list(columns))


def _cards_of_a_pack(settings: EventSettings) -> int:
    """Return the cards of a real pack without a named set, 0 if the settings do not say. Raises ServiceError."""
    cards = settings.get("pack_cards") or 0
    if cards and cards not in PACK_CARDS:
        raise ServiceError(_not_so_many_cards(PACK_CARDS), "pack_cards")
    return cards


def _passing(format_: Format, settings: EventSettings) -> tuple[int, int]:
    """Return the packs of each fighter and the cards of a pick, 0 where the format decides. Raises ServiceError."""
    if not format_.settles_packs:
        return 0, 0
    packs, picks = settings.get("packs_each") or format_.packs, settings.get("picks") or format_.picks
    if packs not in PACKS_EACH:
        raise ServiceError(_out_of(PACKS_EACH, gettext("From %(least)s to %(most)s packs.")), "packs_each")
    if picks not in PICKS and not format_.keeps:
        raise ServiceError(_not_so_many_cards(PICKS), "picks")
    return packs, 0 if format_.keeps else picks


def _form_of(format_: Format, settings: EventSettings) -> tuple[str, int]:
    """Return the form of the fights, "" for the first of the format, and the limit of a counter that teams can share.

    Raises ServiceError for what the format does not have.
    """
    slug, limit = settings.get("fight_form", ""), settings.get("team_poison") or EACH_POISON
    forms = {form.slug: form for form in format_.forms}
    if slug and slug not in forms:
        raise ServiceError(gettext("Fights of this format have no such form."), "fight_form")
    if limit not in TEAM_POISON:
        raise ServiceError(gettext("A head loses at 10 poison counters, or a team at 15."), "team_poison")
    if not slug or slug == format_.forms[0].slug:
        return "", EACH_POISON
    return slug, EACH_POISON if forms[slug].team_limit is None else limit


def _checked_pack_list(text: str, game: CardGame) -> str:
    """Return a list of packs in which each number is that of a loaded card of the game, in full.

    A short number that several cards have means the one that can lie in packs. Raises ServiceError, which names the
    lines, for an unknown or ambiguous number, and for a card that cannot lie in packs.
    """
    try:
        packs = read_pack_list(text)
    except BadFile as bad:
        raise ServiceError(_lines(fault.words for fault in bad.faults), "pack_list") from bad
    listed = [card for pack in packs for card in pack]
    meant = numbers_meant({card.number for card in listed}, game)
    apart = _apart({number for numbers in meant.values() for number in numbers}, game)
    meant = {number: [one for one in numbers if one not in apart] or numbers for number, numbers in meant.items()}
    faults = [words for card in listed if (words := _fault_of_listed(card, meant[card.number], apart))]
    if faults:
        raise ServiceError(_lines(faults), "pack_list")
    return pack_list_of([meant[card.number][0] for card in pack] for pack in packs)


def _lines(faults: Iterable[str]) -> str:
    """Return the first faults of a list of packs, a line for each."""
    return "\n".join(translated(fault) for fault in at_most(faults))


def _apart(numbers: Collection[str], game: CardGame) -> frozenset[str]:
    """Return those of the numbers whose cards cannot lie in packs."""
    if not game.apart:
        return frozenset()
    cards = cards_by_row(Card.objects.filter(number__in=numbers), [game]).values()
    return frozenset(card.number for card in cards if not game.apart.isdisjoint(card.traits))


def _fault_of_listed(card: ListedCard, meant: Sequence[str], apart: Collection[str]) -> str:
    facts = {"line": card.line, "number": card.number[:40], "numbers": ", ".join(map(translated, at_most(meant, 3)))}
    if not meant:
        return gettext("line %(line)s: no loaded set has %(number)s") % facts
    if len(meant) > 1:
        return gettext("line %(line)s: %(number)s can be %(numbers)s") % facts
    return gettext("line %(line)s: %(number)s lies in no pack") % facts if meant[0] in apart else ""


def _check_draft(format_: Format, table_size: int, review_seconds: int) -> None:
    fewest, most = format_.fighters
    if not format_.can_seat(table_size):
        words = gettext("From %(fewest)s to %(most)s fighters sit at a table.")
        if table_size % format_.team:
            words = gettext("Teams of %(size)s sit together: their number fills a table, such as %(most)s.")
        raise ServiceError(words % {"size": format_.team, "fewest": fewest, "most": most}, "table_size")
    if 0 < review_seconds < format_.review_least:
        words = gettext("The review lasts 0 seconds, until you end it, or %(least)s and more.")
        raise ServiceError(words % {"least": format_.review_least}, "review_seconds")


def nothing_left() -> str:
    """Return a message: an event of fights alone needs its fights."""
    return gettext("Without its fights nothing is left of this event.")


def usual_night(format_: Format) -> NightSettings:
    """Return the unsaved default settings of a night of the format.

    In a format that leaves open what is counted there are no fights. Battles have clocks of their own. All other rounds
    are equally long: clients that leave out the minutes rely on it.
    """
    fights = Fights.AUTO if format_.own_form is None else Fights.OFF
    rounds = {"swiss_rounds": 1} if format_.forms[0].at_table else {}
    night = NightSettings(best_of=format_.best_of, fights=fights, build_minutes=format_.build_minutes, **rounds)
    if format_.is_played:
        night.fight_minutes = 0
    return night


def faults_of_night(night: NightSettings, format_: Format) -> dict[str, str]:
    """Return the faults of a night's settings, by the names of columns and form fields."""
    faults = {}
    if format_.own_form is not None:
        faults = _faults_of_counter(night)
    if night.swiss_rounds not in SWISS_ROUNDS:
        faults["swiss_rounds"] = _out_of(SWISS_ROUNDS, gettext("From %(least)s to %(most)s rounds."))
    if night.best_of not in BEST_OF:
        faults["best_of"] = gettext("A fight is one game, or the best of three.")
    if night.fight_minutes and night.fight_minutes not in FIGHT_MINUTES:
        words = gettext("A round lasts from %(least)s to %(most)s minutes, or 0: without a clock.")
        faults["fight_minutes"] = _out_of(FIGHT_MINUTES, words)
    if night.build_minutes and night.build_minutes not in BUILD_MINUTES:
        words = gettext("Decks are built for %(least)s to %(most)s minutes, or 0: until you go on.")
        faults["build_minutes"] = _out_of(BUILD_MINUTES, words)
    if night.damage_limit not in DAMAGE_LIMITS:
        faults["damage_limit"] = _out_of(DAMAGE_LIMITS, gettext("From %(least)s to %(most)s damage."))
    if night.avatars != AvatarWay.OFF and format_.avatar_game and not loaded_avatars(format_.avatar_game).exists():
        faults["avatars"] = no_avatars()
    if fault := _fault_of_planes(night, format_):
        faults["planes"] = fault
    return faults


def _fault_of_planes(night: NightSettings, format_: Format) -> str:
    """Return a message if there are too few planes for a fight of two, the smallest (M38), or ""."""
    if night.planes == PlanesPlayed.OFF or format_.plane_game is None:
        return ""
    least = OWN_DECK if night.planes == PlanesPlayed.OWN else shared_size(2)
    count = loaded_planes(format_.plane_game).count()
    return too_few_planes(PlanarDeckSmall(count, least)) if count < least else ""


def _fights_of(format_: Format, night: NightSettings) -> Fights:
    """Return how fighters are paired: in pods if a whole table fights at once.

    Raises ServiceError for pods in another form.
    """
    fights = Fights(night.fights)
    if format_.forms[0].at_table:
        return fights if fights is Fights.OFF else Fights.PODS
    if fights is Fights.PODS:
        raise ServiceError(no_pods(), "fights")
    return fights


def no_paper_to_keep() -> str:
    """Return a message: real packs are not kept."""
    return gettext("Packs that everyone keeps are made by the server, or come from a list.")


def no_pods() -> str:
    """Return a message: this form of fights has no pods."""
    return gettext("In this form of fights two sides meet at a time.")


def faults_of_battles(battles: RomeSettings | None) -> dict[str, str]:
    """Return the faults of an event's settings of battles, by the names of columns and form fields."""
    faults: dict[str, str] = {}
    if battles is None:
        return faults
    if battles.players not in PLAYERS:
        faults["players"] = _out_of(PLAYERS, gettext("From %(least)s to %(most)s fighters play one battle."))
    if battles.decks == Decks.OWN and battles.players != PLAYERS[0]:
        faults["decks"] = gettext("Only in battles of two each fighter has decks of their own.")
    if battles.turns and battles.turns not in TURNS:
        words = gettext("From %(least)s to %(most)s turns, or 0: until it ends by itself.")
        faults["turns"] = _out_of(TURNS, words)
    return faults


def no_avatars() -> str:
    """Return a message: no avatars are loaded."""
    return gettext("No avatar is loaded here. Load a set that has some, such as the sample set MAV01.")


def _faults_of_counter(night: NightSettings) -> dict[str, str]:
    if not night.counter:
        return (
            {"counter": gettext("Name what is counted in fights, such as Life.")} if night.fights != Fights.OFF else {}
        )
    if len(night.counter) > LONGEST_COUNTER or not night.counter.isprintable():
        words = gettext("At most %(longest)s letters, digits, signs and spaces.")
        return {"counter": words % {"longest": LONGEST_COUNTER}}
    for name in ("counter_start", "counter_loses"):
        if abs(getattr(night, name)) > MOST_COUNTED:
            return {name: gettext("From -%(most)s to %(most)s.") % {"most": MOST_COUNTED}}
    if night.counter_start == night.counter_loses:
        return {"counter_loses": gettext("The counter begins there: it would be lost at once.")}
    return {}


def must_be_of_game(card_set: CardSet, game: Game) -> None:
    """Raise ServiceError, about the field of sets, for a set of another game."""
    if card_set.game != game.slug:
        raise ServiceError(gettext("%(code)s is a set of another game.") % {"code": card_set.code}, "card_set")


def _not_so_many_cards(numbers: range) -> str:
    return _out_of(numbers, gettext("From %(least)s to %(most)s cards."))


def _out_of(numbers: range, words: str) -> str:
    return words % {"least": numbers[0], "most": numbers[-1]}


def _sets_of_rounds(card_sets: Sequence[CardSet], format_: Format, *, made: bool) -> list[CardSet]:
    """Return the set of each round; `made`: its packs are made from loaded cards. Raises ServiceError."""
    rounds = format_.packs
    if len(card_sets) not in (1, rounds):
        words = gettext("Give one set for all packs, or %(rounds)s, one for each pack.")
        raise ServiceError(words % {"rounds": rounds}, "card_set")
    for card_set in card_sets:
        must_be_of_game(card_set, format_.game)
        if not made:
            continue
        try:
            load_pack_maker(card_set)
        except CannotFill as fault:
            words = gettext("%(code)s cannot be drafted: %(fault)s.")
            said = words % {"code": card_set.code, "fault": translated(fault.words)}
            raise ServiceError(said, "card_set") from fault
    return list(card_sets) * (rounds // len(card_sets))
