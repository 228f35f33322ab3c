"""Dealing a draft again from its seed: what anybody can do with a log once it is open (docs/protocol.md, "Log").

Where the log has a history, that is played again too: it must lead to the picks.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from drafts.log.battle_replay import BattleFault, replayed
from drafts.log.event_log import PlanarCard
from drafts.log.file_reading import moment_of
from drafts.log.file_types import LogBattle, LogBattleRules, LogFight, LogPlanarCard
from drafts.log.from_file import fight_of, plane_terms, planes_by_seed
from drafts.models import CardSet
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft.history import BadHistory, Kind
from drafts.rules.draft.replay_history import replay_history
from drafts.rules.draft.table import OpenedPack
from drafts.rules.errors import Refusal
from drafts.rules.fights.acts import DieRolled, Planeswalked
from drafts.rules.fights.dice import throws
from drafts.rules.fights.sides import emperors_at
from drafts.rules.fights.turns import courses_of, fight_as_played
from drafts.rules.formats import PACKS_EACH, PICKS, Format
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import FighterId, SeatNumber
from drafts.rules.night.seating import seat_at_random, seat_by_draw
from drafts.rules.packs import CannotFill, DrawnCard, PackMaker, TablePacks
from drafts.rules.planes import die_shows
from drafts.services.events.seating import PackPlace, as_listed, deal_public_ids, places_of
from drafts.store.card_numbers import NumbersHere
from drafts.store.catalog import load_pack_maker

Data = Mapping[str, Any]


Opened = dict[PackPlace, list[str]]
PLANAR_ACTS = (DieRolled, Planeswalked)


class BadLog(Exception):
    """Something that is no log, or one that cannot be checked here, with the reason in words."""


def differences(log: Data) -> list[str]:
    """Return everything in which a log differs from what its seed gives, in words; [] when all is as it should be.

    Raises BadLog for data that is no log, for a stopped draft, whose seed stays secret, and where a set of the draft is
    not loaded here.
    """
    try:
        return list(_differences(log))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, msgspec.ValidationError) as fault:
        raise BadLog(f"This is no log of a draft ({type(fault).__name__}: {fault}).") from fault


def _differences(log: Data) -> Iterator[str]:
    event, tables = log["event"], sorted(log["tables"], key=lambda table: int(table["number"]))
    if event["seed"] is None and not event.get("stopped"):
        raise BadLog(
            "The fights of this event are not over, and its seed also tells the avatars and planes that are hidden "
            "in them. The log has it afterwards."
        )
    if event["seed"] is None:
        raise BadLog(
            "This draft was stopped before its end. Its seed stays secret, since it also tells the packs that were not "
            "opened: without it seats and packs cannot be dealt again."
        )
    seed = str(event["seed"])
    digest = sha256(seed.encode()).hexdigest()
    if digest != event["seed_hash"]:
        yield f"The seed does not fit: its SHA-256 is {digest}, and the log has {event['seed_hash']}."
    rings = _drawn(event, tables, seed)
    sat = [len(table["seats"]) for table in tables]
    if [len(ring) for ring in rings] != sat:
        yield f"The seed makes tables of {[len(ring) for ring in rings]}, and the log has tables of {sat}."
        return
    yield from _seat_differences(tables, rings)
    yield from _dice_differences(log, seed)
    yield from _battle_differences(log, seed)
    places = places_of(sat, _format_of(event).packs)
    logged = _logged(tables)
    opened = _opened(event, places, seed, logged)
    packs = list(_pack_differences(logged, _renumbered(event, opened, logged), seed))
    packs += [] if packs else list(_foil_differences(event, places, seed, tables))
    yield from packs
    for table in tables if not packs else ():
        acts = [act for act in log.get("history", []) if act["table"] == table["number"]]
        if acts and acts[0]["kind"] == Kind.START:
            yield from _history_differences(table, acts, _format_of(event))


def _dice_differences(log: Data, seed: str) -> Iterator[str]:
    """Yield the fights whose dice are not those of the seed (M22)."""
    for fight in log.get("fights", []):
        logged = [[(die["fighter"], die["face"]) for die in throw] for throw in fight.get("dice", [])]
        if logged:
            sides = [side["fighter"] for side in fight["sides"]]
            thrown = list(map(list, throws(sides, Chance(seed, "dice", fight["fight"]))))
            if thrown != logged:
                yield f"Fight {fight['fight']}: its dice are not those of the seed."
        yield from _planar_die_differences(fight, seed)
        yield from _planar_deck_differences(fight, log)
        yield from _planar_order_differences(fight, log, seed)


def _battle_differences(log: Data, seed: str) -> Iterator[str]:
    """Yield the battles that seed, rules and moves do not give again as they are told (V1-V54)."""
    for told in log.get("battles", []):
        battle = msgspec.convert(told, LogBattle)
        try:
            replayed(battle, msgspec.convert(log["event"]["rome"], LogBattleRules), seed)
        except BattleFault as fault:
            yield f"The battle of fight {battle.fight} {fault}."


def _planar_deck_differences(fight: Data, log: Data) -> Iterator[str]:
    """Yield the cards that were turned up and are not in the planar deck that their fighter had chosen (M38)."""
    chosen = {deck["fighter"]: deck["planar"] for deck in log.get("decks", []) if deck.get("planar")}
    for act in fight.get("acts", []):
        deck = chosen.get(act.get("fighter")) if act["kind"] in ("roll", "walk") else None
        if deck is not None and "number" in act and act["number"] not in deck:
            yield f"Fight {fight['fight']}: {act['number']} is not in the planar deck of {act['fighter']}."


def _planar_order_differences(fight: Data, log: Data, seed: str) -> Iterator[str]:
    """Yield the cards that were turned up, in acts that stand, where the seed gives others (M38).

    Nothing is asked where the log does not say with which planes the event began, as older ones do not.
    """
    event, part = log["event"], msgspec.convert(fight, LogFight)
    told = msgspec.convert(event.get("planar_cards", []), list[LogPlanarCard])
    if not told or len(part.sides) == 1:
        return
    terms = plane_terms(event["planes"], (PlanarCard(card.number, card.name, card.phenomenon) for card in told))
    chosen = {FighterId(deck["fighter"]): deck["planar"] for deck in log.get("decks", []) if deck.get("planar")}
    try:
        planes = planes_by_seed(terms, seed, part, chosen)
    except Refusal as refusal:
        yield f"Fight {part.fight}: its planar decks cannot be dealt: {refusal.code}."
        return
    format_ = _format_of(event)
    seats = (seat for table in log["tables"] for seat in table["seats"])
    emperors = emperors_at(((seat["seat"], FighterId(seat["fighter"])) for seat in seats), format_.forms[0])
    played = fight_of(part, format_, emperors, planes)
    for game in range(1, played.game + 1):
        walks = [course for act, course in courses_of(fight_as_played(played, game)) if isinstance(act, PLANAR_ACTS)]
        acts = [act for act in part.acts if act.kind in ("roll", "walk") and act.game == game and act.undone_at is None]
        for act, course in zip(sorted(acts, key=lambda act: moment_of(act.at)), walks, strict=True):
            due = "" if course.plane is None else course.plane.plane.number
            if act.number is not msgspec.UNSET and act.number != due:
                yield f"Fight {part.fight}: {act.number} was turned up at {act.at}, and the seed gives {due}."


def _planar_die_differences(fight: Data, seed: str) -> Iterator[str]:
    """Yield the rolls of the event's planar die that show another face than the seed gives (M39).

    Rolls count through all games of a fight; one that was taken back before counts no more.
    """
    rolls = [act for act in fight.get("acts", []) if act["kind"] == "roll"]
    for act in rolls:
        before = [each for each in rolls if each["at"] < act["at"]]
        stood = sum(each["undone_at"] is None or each["undone_at"] > act["at"] for each in before)
        shown = die_shows(seed, fight["fight"], stood + 1).value
        if not act.get("own") and act["face"] != shown:
            yield f"Fight {fight['fight']}: the planar die shows {shown} at {act['at']} by the seed, not {act['face']}."


def _format_of(event: Data) -> Format:
    packs, picks = int(event.get("packs_each", 0)), int(event.get("picks", 0))
    if packs not in {0, *PACKS_EACH} or picks not in {0, *PICKS}:
        raise ValueError(f"{packs} packs each and {picks} cards a pick")
    return (
        FORMATS[event["format"]]
        .with_packs(packs, picks)
        .fought_as(event.get("form", ""), int(event.get("team_poison", 0)))
    )


def _drawn(event: Data, tables: Sequence[Data], seed: str) -> list[list[int]]:
    """Return the places in the order of joining as the seed seats them, table by table (R4).

    Seats that were drawn in the lobby were drawn from the fighters' numbers in the event.
    """
    joined = sorted(int(seat["joined"]) for table in tables for seat in table["seats"])
    listed, draws = event["packs"] == "uploaded", int(event.get("draws", 0))
    sizes = _format_of(event).table_sizes(len(joined), int(event["table_size"]), listed=listed)
    if not draws:
        return seat_at_random(joined, sizes, seed)
    places = {int(seat["fighter"]): int(seat["joined"]) for table in tables for seat in table["seats"]}
    drawn = seat_by_draw(list(places), sizes, seed, draws)
    return [[places[fighter] for fighter in table] for table in drawn]


def _seat_differences(tables: Sequence[Data], rings: Sequence[Sequence[int]]) -> Iterator[str]:
    names = {seat["joined"]: seat["name"] for table in tables for seat in table["seats"]}
    for table, ring in zip(tables, rings, strict=True):
        for seat, drawn in zip(sorted(table["seats"], key=lambda row: int(row["seat"])), ring, strict=True):
            if seat["joined"] != drawn:
                where = f"Table {table['number']}, Seat {int(seat['seat']) + 1}"
                yield f"{where}: the log has {seat['name']}, and the seed seats {names[drawn]} there."


def _opened(event: Data, places: Sequence[PackPlace], seed: str, logged: Mapping[PackPlace, Sequence[Data]]) -> Opened:
    """Return the card numbers of all packs as the seed makes them, in the order of making.

    No seed tells the content of real packs: those are taken as they were logged.
    """
    if event["packs"] == "uploaded":
        listed = dict(zip(as_listed(_format_of(event), places), event["pack_list"], strict=True))
        return {place: Chance(seed, "order", *place).shuffled(listed[place]) for place in places}
    if event["packs"] == "paper":
        return {place: [card["number"] for card in logged[place]] for place in places if place in logged}
    return {place: [drawn.card.number for drawn in pack] for place, pack in _made(event, places, seed).items()}


def _made(event: Data, places: Sequence[PackPlace], seed: str) -> dict[PackPlace, tuple[DrawnCard, ...]]:
    """Return the cards of generated packs as the seed makes them. Raises BadLog."""
    makers = {code: _maker(code) for code in set(event["sets"])}
    packs = TablePacks()
    try:
        return {
            place: packs.draw(makers[event["sets"][place.round - 1]], place.table, Chance(seed, "pack", *place))
            for place in places
        }
    except CannotFill as fault:
        raise BadLog(f"The packs cannot be made of what is loaded here: {fault}.") from fault


def _foil_differences(event: Data, places: Sequence[PackPlace], seed: str, tables: Sequence[Data]) -> Iterator[str]:
    """Yield the packs in which other cards are of foil than the seed makes. Of other packs none is."""
    made = _made(event, places, seed) if event["packs"] == "generated" else {}
    for place, cards in _logged(tables).items():
        foils = [drawn.foil for drawn in made.get(place, ())] or [False] * len(cards)
        if [bool(card.get("foil")) for card in cards] != foils:
            yield f"{_named(place)}: other cards are foil than the seed makes."


def _maker(code: str) -> PackMaker:
    card_set = CardSet.objects.filter(code=code).first()
    if card_set is None:
        raise BadLog(f"The set {code} is not loaded here: load it first, as it was on the day of the draft.")
    if card_set.partial:
        raise BadLog(
            f"Of the set {code} only the cards of imported logs are known here, so packs cannot be dealt again: load "
            "the set first, as it was on the day of the draft."
        )
    try:
        return load_pack_maker(card_set)
    except CannotFill as fault:
        raise BadLog(f"No packs can be made of the set {code} that is loaded here: {fault}.") from fault


def _logged(tables: Sequence[Data]) -> dict[PackPlace, Sequence[Data]]:
    return {
        PackPlace(int(table["number"]), int(pack["round"]), SeatNumber(int(pack["opened_by"]))): pack["cards"]
        for table in tables
        for pack in table["packs"]
    }


def _renumbered(event: Data, opened: Opened, logged: Mapping[PackPlace, Sequence[Data]]) -> Opened:
    """Return the numbers of the packs that the seed makes, as the log has them where cards have other numbers here."""
    if event["packs"] != "generated":
        return opened
    here = NumbersHere(event["sets"])
    then: Opened = {}
    for place, numbers in opened.items():
        code, cards = event["sets"][place.round - 1], logged.get(place, ())
        told = [str(card["number"]) for card in cards]
        is_same = [here.number_of(code, number) for number in told] == numbers
        then[place] = told if is_same else numbers
    return then


def _pack_differences(logged: dict[PackPlace, Sequence[Data]], opened: Opened, seed: str) -> Iterator[str]:
    public_ids = iter(deal_public_ids(seed, sum(map(len, opened.values()))))
    for place, numbers in opened.items():
        ids = [next(public_ids) for _ in numbers]
        where = _named(place)
        cards = logged.pop(place, None)
        if cards is None:
            yield f"{where}: the log does not have it."
        elif [card["number"] for card in cards] != list(numbers):
            found = ", ".join(str(card["number"]) for card in cards)
            yield f"{where}: the log has {found}, and the seed gives {', '.join(numbers)}."
        elif [card["id"] for card in cards] != ids:
            found = ", ".join(str(card["id"]) for card in cards)
            yield f"{where}: its cards are named {found}, and the seed names them {', '.join(map(str, ids))}."
    for place in logged:
        yield f"{_named(place)}: the seed makes no such pack."


def _history_differences(table: Data, acts: Sequence[Data], format_: Format) -> Iterator[str]:
    """Yield in what the picks of a log differ from what its history led to. An older log has no history, or half."""
    history = [(int(act["version"]), Kind(act["kind"]), act["facts"]) for act in acts]
    try:
        *_, (_, end) = replay_history(format_, _packs_of(format_, table), history)
    except BadHistory as fault:
        yield f"Table {table['number']}: its history does not hold together: {fault}."
        return
    led_to = [(pick.seat, pick.round, pick.pass_number, card) for pick in end.picks for card in pick.cards]
    picks = [(pick["seat"], pick["round"], pick["pass"], pick["card"]) for pick in table["picks"]]
    if sorted(led_to) != sorted(picks):
        odd = sorted(set(led_to) ^ set(picks))
        where = [f"card {card}, Seat {seat + 1} in pack {round_}, pass {number}" for seat, round_, number, card in odd]
        yield f"Table {table['number']}: the history led to other picks than the log has: {'; '.join(where)}."


def _packs_of(format_: Format, table: Data) -> list[list[OpenedPack]]:
    fighters = len(table["seats"])
    packs = {(pack["round"], pack["opened_by"]): pack for pack in table["packs"]}
    return [
        [_pack(format_.card_game, packs[round_, seat]) for seat in range(fighters)]
        for round_ in range(1, format_.packs + 1)
    ]


def _pack(game: CardGame, pack: Data) -> OpenedPack:
    """Return a pack as a replay asks about it: cards with the facts that a log tells of them."""
    cards = [
        CardInPack(
            CardId(card["id"]),
            game.card(
                number=card["number"],
                name=card["name"],
                rarity=card["rarity"],
                **{field.name: card[field.name] for field in game.fields},
            ),
        )
        for card in pack["cards"]
    ]
    return OpenedPack(tuple(cards), guaranteed=bool(pack["guaranteed"]), set_code=pack["set"])


def _named(place: PackPlace) -> str:
    return f"Table {place.table}, pack {place.round} of Seat {place.seat + 1}"
