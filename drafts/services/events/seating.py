"""The start of a draft: tables, seats and packs, all from the draft's seed, so that they can be recomputed.

Packs that each fighter keeps are made later, at the organizer's signal (M12).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from drafts.importers.pack_list import read_pack_list
from drafts.languages import translated
from drafts.models import Card, CardSet, Draft, Event, Fighter, Pack, PackCard, PackSource, Seat, Table
from drafts.rules.actors import ORGANIZER, SERVER
from drafts.rules.chance import Chance
from drafts.rules.draft.history import Act, Kind, seats_act
from drafts.rules.draft.timed_table import deal, start
from drafts.rules.formats import Format
from drafts.rules.ids import EventId, SeatNumber, TableId, Version
from drafts.rules.night.seating import FEWEST_AT_A_TABLE, seat_at_random, seat_by_draw
from drafts.rules.packs import TablePacks, TooFewForTable
from drafts.services.announce import announce_change, announce_reseating
from drafts.services.draft.tables import change_of, record_changes
from drafts.services.errors import ServiceError
from drafts.store.catalog import cube_fighters, guarantees, load_pack_maker, recipe_of
from drafts.store.tables import load_table


class PackPlace(NamedTuple):
    """The place of a pack: a table's number, a round from 1, and the seat that opens it."""

    table: int
    round: int
    seat: SeatNumber


class DealtPack(NamedTuple):
    """A pack for a table: its set, and its card numbers in order, None for a blank card.

    `foils` are the places of foil cards.
    """

    card_set: CardSet | None
    guaranteed: bool
    numbers: tuple[str | None, ...]
    foils: frozenset[int] = frozenset()


def seat_fighters(*, event: Event, now: datetime) -> None:
    """Make tables, seats and packs for an event that starts, and let every table begin (R2, R4, R5).

    If packs wait for the organizer's signal, seats are drawn so that a latecomer does not change the order of the
    others. Packs that are kept are not made yet, and without rounds nothing begins here. Raises ServiceError for fewer
    than two fighters, an incomplete team, a wrong number of uploaded packs or a bot with paper ones, and CannotFill if
    a set is too small.
    """
    draft, fighters = event.draft, list(event.fighters.order_by("id"))
    must_fill_a_table(len(fighters))
    if (uneven := draft.procedure.uneven(len(fighters))) is not None:
        raise ServiceError(translated(uneven))
    if draft.is_paper and any(fighter.bot for fighter in fighters):
        raise ServiceError(gettext("The packs are real, and a bot cannot hold them: remove the bots."))
    if draft.waits_for_signal and not draft.draws:
        draft.draws = 1
        draft.save(update_fields=["draws"])
    listed = draft.pack_source == PackSource.UPLOADED
    if listed:
        _check_uploaded(draft, len(fighters))
    format_ = draft.procedure
    tables = _drawn(draft, fighters, format_.table_sizes(len(fighters), draft.table_size, listed=listed))
    places = places_of([len(table) for table in tables], format_.packs)
    opened = _OPENED[PackSource(draft.pack_source)](draft, places) if places else []
    if format_.keeps:  # this was only a check: they are made, and known, at the signal
        places, opened = [], []
    version = Version(event.version + 1)  # above the lobby's, so that versions only grow for viewers
    rows = [_make_table(draft, number, version, table, now) for number, table in enumerate(tables, start=1)]
    _make_packs(draft, rows, dict(zip(places, opened, strict=True)))
    for row in rows:
        live = load_table(TableId(row.id))
        begins = bool(format_.rounds) and not draft.is_paper
        step = start(live.timed.table, live.timed.seats, live.timed.settings, now, begins=begins)
        begun = seats_act(live.timed.seats, ORGANIZER if event.organizer_id else SERVER)
        record_changes(chains=[[change_of(live, step, now, causes=[begun])]])


def must_fill_a_table(fighters: int) -> None:
    """Raise ServiceError for fewer fighters than a table needs (R1)."""
    if fighters < FEWEST_AT_A_TABLE:
        raise ServiceError(gettext("A table needs two fighters or more. Add a bot, or wait for somebody to join."))


def deal_packs(*, event: Event, now: datetime) -> None:
    """Make all packs that fighters keep, and give each fighter their own (M11, M12).

    To be called in a transaction that has locked the event with its tables, after the event has left the opening stage.
    Raises CannotFill.
    """
    draft, tables = event.draft, list(event.draft.tables.order_by("number"))
    sizes = Counter(draft.seats.values_list("table__number", flat=True))
    places = places_of([sizes[table.number] for table in tables], draft.procedure.packs)
    opened = _OPENED[PackSource(draft.pack_source)](draft, places)
    _make_packs(draft, tables, dict(zip(places, opened, strict=True)))
    for table in tables:
        live = load_table(TableId(table.id))
        record_changes(chains=[[change_of(live, deal(live.timed), now, causes=[Act(Kind.DEAL, ORGANIZER)])]])
        announce_change(EventId(event.id), [TableId(table.id)])


def seat_anew(*, event: Event, now: datetime) -> None:
    """Draw all seats again, as the start does, for a fighter who joins before the first pack is opened.

    To be called in a transaction that has locked the event with its tables. Raises as `seat_fighters` does.
    """
    tables = event.draft.tables.all()
    event.version = max(event.version, *tables.values_list("version", flat=True)) + 1
    event.save(update_fields=["version"])
    tables.delete()
    seat_fighters(event=event, now=now)
    announce_reseating(EventId(event.id))


def _drawn(draft: Draft, fighters: Sequence[Fighter], sizes: Sequence[int]) -> list[list[Fighter]]:
    """Return the fighters of each table in order of seats: as drawn in the lobby, else as drawn now."""
    if not draft.draws:
        return seat_at_random(fighters, sizes, draft.seed)
    rows = {fighter.id: fighter for fighter in fighters}
    drawn = seat_by_draw(list(rows), sizes, draft.seed, draft.draws)
    return [[rows[fighter] for fighter in table] for table in drawn]


def places_of(sizes: Sequence[int], rounds: int) -> list[PackPlace]:
    """Return the places of packs in the order in which they are made: by round, then table, then seat."""
    return [
        PackPlace(table, round_, seat)
        for round_ in range(1, rounds + 1)
        for table, size in enumerate(sizes, start=1)
        for seat in map(SeatNumber, range(size))
    ]


def open_generated(draft: Draft, places: Sequence[PackPlace]) -> list[DealtPack]:
    """Make the packs, each from its own random stream `pack/table/round/seat`. Raises CannotFill."""
    sets = {of_round.round: of_round.card_set for of_round in draft.rounds.select_related("card_set")}
    makers = {card_set: load_pack_maker(card_set) for card_set in set(sets.values())}
    opened, packs = [], TablePacks()
    for place in places:
        maker = makers[sets[place.round]]
        try:
            cards = packs.draw(maker, place.table, Chance(draft.seed, "pack", *place))
        except TooFewForTable as fault:
            raise TooFewForTable(fault.slot, cube_fighters(draft).get(sets[place.round])) from fault
        numbers, foils = tuple(card.number for card, _ in cards), {at for at, (_, foil) in enumerate(cards) if foil}
        opened.append(DealtPack(sets[place.round], maker.recipe.guarantees, numbers, frozenset(foils)))
    return opened


def as_listed(format_: Format, places: Iterable[PackPlace]) -> list[PackPlace]:
    """Return the places of the packs of a list, in its order: by round, or by seat for packs that are kept (M13)."""
    return sorted(places, key=lambda place: (place.table, place.seat)) if format_.keeps else list(places)


def open_uploaded(draft: Draft, places: Sequence[PackPlace]) -> list[DealtPack]:
    """Take the listed packs; the order of the cards in each is shuffled (stream `order/table/round/seat`)."""
    packs = read_pack_list(draft.pack_list)
    numbers = {card.number for pack in packs for card in pack}
    rows = Card.objects.filter(number__in=numbers).select_related("card_set")
    sets = {row.number: row.card_set for row in rows}
    guaranteed = {card_set.id: guarantees(card_set) for card_set in set(sets.values())}
    opened = {}
    for place, pack in zip(as_listed(draft.procedure, places), packs, strict=True):
        listed = [card.number for card in pack]
        every = all(guaranteed[sets[number].id] for number in listed)
        shuffled = Chance(draft.seed, "order", *place).shuffled(listed)
        opened[place] = DealtPack(sets[listed[0]], every, tuple(shuffled))
    return [opened[place] for place in places]


def open_blank(draft: Draft, places: Sequence[PackPlace]) -> list[DealtPack]:
    """Make packs of blank cards, as large as most packs of the round's set, or without a set as the settings say."""
    if draft.lacks_sets:
        pack = DealtPack(None, bool(draft.procedure.featured), (None,) * draft.pack_cards)
        return [pack] * len(places)
    sets = {of_round.round: of_round.card_set for of_round in draft.rounds.select_related("card_set")}
    recipes = {card_set: recipe_of(card_set) for card_set in set(sets.values())}
    return [
        DealtPack(card_set, recipes[card_set].guarantees, (None,) * recipes[card_set].usual_size)
        for card_set in (sets[place.round] for place in places)
    ]


_OPENED = {
    PackSource.GENERATED: open_generated,
    PackSource.UPLOADED: open_uploaded,
    PackSource.PAPER: open_blank,
}


def deal_public_ids(seed: str, cards: int) -> list[int]:
    """Return the public ids of all physical cards of a draft, from 1, in random order (stream `handles`)."""
    return Chance(seed, "handles").shuffled(range(1, cards + 1))


def _check_uploaded(draft: Draft, fighters: int) -> None:
    format_ = draft.procedure
    packs, each, most = len(read_pack_list(draft.pack_list)), format_.packs, format_.fighters[1]
    if packs != fighters * each:
        words = ngettext(
            "%(count)s fighter needs %(wanted)s packs, %(each)s each, and the list has %(listed)s.",
            "%(count)s fighters need %(wanted)s packs, %(each)s each, and the list has %(listed)s.",
            fighters,
        )
        facts = {"count": fighters, "wanted": fighters * each, "each": each, "listed": packs}
        raise ServiceError(words % facts)
    if fighters > most and format_.needs_one_table(listed=True):
        words = gettext("Listed packs are drafted at one table: %(most)s fighters at most, not %(count)s.")
        raise ServiceError(words % {"most": most, "count": fighters})


def _make_table(draft: Draft, number: int, version: Version, fighters: Sequence[Fighter], now: datetime) -> Table:
    table = Table.objects.create(draft=draft, number=number, version=version, started_at=now)
    Seat.objects.bulk_create(
        Seat(
            table=table,
            draft=draft,
            position=position,
            fighter=fighter,
            bot=fighter.bot,
            connected=fighter.connected,
            away_since=fighter.away_since,
        )
        for position, fighter in enumerate(fighters)
    )
    return table


def _make_packs(draft: Draft, tables: Sequence[Table], opened: dict[PackPlace, DealtPack]) -> None:
    by_number = {table.number: table for table in tables}
    packs = Pack.objects.bulk_create(
        Pack(
            table=by_number[place.table],
            round=place.round,
            opened_by=place.seat,
            card_set=pack.card_set,
            guaranteed=pack.guaranteed,
        )
        for place, pack in opened.items()
    )
    numbers = {number for pack in opened.values() for number in pack.numbers if number}
    keys = dict(Card.objects.filter(number__in=numbers).values_list("number", "id"))
    lying = [
        (row, number, place in pack.foils)
        for row, pack in zip(packs, opened.values(), strict=True)
        for place, number in enumerate(pack.numbers)
    ]
    public_ids = deal_public_ids(draft.seed, len(lying))
    PackCard.objects.bulk_create(
        PackCard(draft=draft, pack=row, card_id=keys[number] if number else None, public_id=public_id, foil=foil)
        for (row, number, foil), public_id in zip(lying, public_ids, strict=True)
    )
