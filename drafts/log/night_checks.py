"""Whether the fights and the sharing that an imported log tells of can have been: as far as that can be asked.

The acts in them are not told, so they are not played again; battles are, since each of their moves is.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec import UNSET

from drafts.importers.card_fields import is_plain
from drafts.importers.faults import ImportFault
from drafts.log.battle_replay import BattleFault, replayed
from drafts.log.event_log import PlanarCard
from drafts.log.file_types import LogCard, LogFight, LogFighter, LogFile, LogGameDeck, LogResult, LogSide
from drafts.log.from_file import built_deck_of, form_of, game_deck_of, kept_avatars, plane_terms, planes_by_seed
from drafts.rules.building import BuiltDeck, with_side_of
from drafts.rules.errors import NotInOwnList, Refusal
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.sides import Side
from drafts.rules.games.rome.bots.steady import BotLevel
from drafts.rules.ids import FighterId

T = TypeVar("T")


def twice(values: Iterable[T]) -> list[T]:
    """Return the values that are there more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def faults_of_the_night(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the faults of the fights, battles and shares, and of avatars, planes and commanders."""
    names = {seat.fighter: seat.name for table in log.tables for seat in table.seats}
    tables = {table.number for table in log.tables}
    for double in twice(fight.fight for fight in log.fights):
        yield ImportFault("fights", f"the fight {double} is there twice")
    for place, fight in enumerate(log.fights):
        where = f"fights[{place}]"
        yield from _of_the_sides(fight, where, names)
        try:
            yield from _of_the_form(fight, where, names, form_of(fight, log.event.procedure))
        except KeyError:
            yield ImportFault(f"{where}.form", "is no form of fights of this format")
        if fight.table is not None and fight.table not in tables:
            yield ImportFault(f"{where}.table", "there is no such table")
        if (fight.result is None) != (fight.by is None):
            yield ImportFault(f"{where}.by", "stands with a result, and with nothing else")
        if fight.result is not None:
            yield from _of_the_result(fight.result, [side.fighter for side in fight.sides], f"{where}.result")
        yield from _of_the_corrections(fight, where)
        yield from _of_the_games(fight, where, log)
    yield from _of_the_battles(log)
    yield from _of_the_avatars(log)
    yield from _of_the_planar_cards(log)
    yield from _of_the_planar_decks(log)
    yield from _of_the_commanders(log)
    yield from _of_the_shares(log, names)


def _of_the_battles(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the battles that are of no fight, and those that cannot have been played as they are told (V1-V54)."""
    rules, battles = log.event.rome, log.battles or ()
    if rules is not UNSET and rules.bots not in [level.value for level in BotLevel]:
        yield ImportFault("event.rome.bots", f"is none of {', '.join(BotLevel)}")
    if battles and (rules is UNSET or not log.event.procedure.is_played):
        yield ImportFault("battles", "stand only where fights are played, with the rules of them")
        return
    for double in twice(battle.fight for battle in battles):
        yield ImportFault("battles", f"the battle of fight {double} is there twice")
    sides = {fight.fight: ([side.fighter for side in fight.sides], fight.places) for fight in log.fights}
    for place, battle in enumerate(battles):
        fighters, places = sides.get(battle.fight, ([], UNSET))
        if fighters != list(battle.fighters):
            yield ImportFault(f"battles[{place}].fighters", "are not the sides of its fight, in their order")
        elif places is not UNSET and places != battle.places:
            yield ImportFault(f"battles[{place}].places", "are not those of its fight")
        elif rules is not UNSET and log.event.seed is not None:
            try:
                replayed(battle, rules, log.event.seed)
            except BattleFault as fault:
                yield ImportFault(f"battles[{place}]", str(fault))


def _of_the_avatars(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the decks with another avatar than their fighter fought with (M27)."""
    fought_with = kept_avatars(log.fights)
    for place, deck in enumerate(log.decks):
        is_kept = log.event.avatar_every == "event"
        if deck.avatar is not UNSET and (not is_kept or fought_with.get(deck.fighter, deck.avatar) != deck.avatar):
            yield ImportFault(f"decks[{place}].avatar", "is not the avatar that its fighter had for all of the event")


def _of_the_planar_cards(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the faults of the planes of an event, and the fights whose planar decks they cannot make (M38)."""
    cards = log.event.planar_cards or ()
    if not cards:
        return
    if (
        log.event.planes is UNSET
        or twice(card.number for card in cards)
        or not all(is_plain(card.name) for card in cards)
    ):
        yield ImportFault("event.planar_cards", "are no planes of an event whose fights are on planes")
        return
    chosen = {FighterId(deck.fighter): deck.planar for deck in log.decks if deck.planar is not UNSET}
    terms = plane_terms(log.event.planes, (PlanarCard(card.number, card.name, card.phenomenon) for card in cards))
    for place, fight in enumerate(log.fights):
        try:
            planes_by_seed(terms, log.event.seed or "", fight, chosen)
        except (KeyError, Refusal):
            yield ImportFault(f"fights[{place}].sides", "have planar decks that event.planar_cards cannot make")


def _of_the_commanders(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the commanders that no fighter can have named, and those that are not in their list (M35)."""
    for place, deck in enumerate(log.decks):
        if deck.commander is UNSET:
            continue
        listed = [deck.commander] if deck.list is UNSET else [line.name for line in deck.list if line.zone == "command"]
        if log.event.form != "commander" or not is_plain(deck.commander) or deck.commander not in listed:
            yield ImportFault(f"decks[{place}].commander", "is no commander that a fighter of this event can have")


def _of_the_planar_decks(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the planar decks that no fighter can have chosen, and cards that were turned up from no such deck (M38)."""
    for place, deck in enumerate(log.decks):
        if deck.planar is UNSET:
            continue
        if log.event.planes != "own" or twice(deck.planar):
            yield ImportFault(f"decks[{place}].planar", "is no planar deck that a fighter of this event can choose")
    chosen = {deck.fighter: deck.planar for deck in log.decks if deck.planar is not UNSET}
    for place, fight in enumerate(log.fights):
        for act in fight.acts:
            of_whom = chosen.get(act.fighter) if act.fighter is not UNSET and act.kind in ("roll", "walk") else None
            if of_whom is not None and act.number is not UNSET and act.number not in of_whom:
                yield ImportFault(
                    f"fights[{place}].acts", f"turn up {act.number}, which is not in the deck of {act.fighter}"
                )


def _of_the_sides(fight: LogFight, where: str, names: dict[int, str]) -> Iterator[ImportFault]:
    fighters, sides = [one for side in fight.sides for one in side.numbers], {side.fighter for side in fight.sides}
    if not names.keys() >= set(fighters) or twice(fighters):
        yield ImportFault(f"{where}.sides", "are not fighters of this event")
    elif any(side.fighter != side.numbers[0] for side in fight.sides):
        yield ImportFault(f"{where}.sides", "are not named by their first fighters")
    elif any(not _has_its_names(side, names) for side in fight.sides):
        yield ImportFault(f"{where}.sides", "have other names than at their seats")
    if not {*fight.games, fight.first} - {None} <= sides or any(
        not {count.fighter, *({count.source} - {UNSET})} <= {*fighters} for count in fight.counts
    ):
        yield ImportFault(where, "names somebody who is no side of it")


def _has_its_names(side: LogSide, names: Mapping[int, str]) -> bool:
    called = {FighterId(number): names[number] for number in side.numbers}
    own = Side(tuple(called)).name(called)
    return side.name == own and all(each.name == names[each.fighter] for each in side.fighters)


def _of_the_form(fight: LogFight, where: str, fighters: Collection[int], form: FightForm) -> Iterator[ImportFault]:
    if len(fight.sides) > form.sides or any(len(side.numbers) > form.fighters for side in fight.sides):
        yield ImportFault(f"{where}.sides", f"are more than {form.slug} has")
    counted = [rule.name for rule in form.counters]
    told: list[LogSide | LogFighter] = [*fight.sides, *(each for side in fight.sides for each in side.fighters)]
    named = {name for each in told for name in (*each.counters, *filter(None, [each.lost]))}
    if not named | {count.counter for count in fight.counts} <= set(counted):
        yield ImportFault(f"{where}.counts", f"name another counter than {', '.join(counted)}")
    for place, count in enumerate(fight.counts):
        is_of_pair = form.paired is not None and count.counter == form.paired.name
        if is_of_pair != (count.source is not UNSET) or count.source == count.fighter:
            yield ImportFault(f"{where}.counts[{place}]", "does not say from whom, or says it where nobody is")
    if any(isinstance(count.who, int) and count.who not in fighters for count in fight.counts):
        yield ImportFault(f"{where}.counts", "are of somebody who is no fighter of this event")


def _of_the_games(fight: LogFight, where: str, log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the faults of the dice, of acts that are no counts, and of decks between games."""
    sides, fighters = {side.fighter for side in fight.sides}, {one for side in fight.sides for one in side.numbers}
    if not sides >= {die.fighter for throw in fight.dice for die in throw}:
        yield ImportFault(f"{where}.dice", "are of somebody who is no side of it")
    for place, act in enumerate(fight.acts):
        named = {act.fighter, act.extra} - {UNSET} if act.fighters is UNSET else set(act.fighters)
        is_told = (act.fighters is not UNSET) == (act.kind == "out") and (
            act.kind != "avatar" or act.number is not UNSET
        )
        if (not named and act.kind != "turn") or not fighters >= named or not is_told:
            yield ImportFault(f"{where}.acts[{place}]", "names nobody who fights in it")
        if act.kind == "roll" and UNSET in (act.face, act.turn, act.paid, act.own):
            yield ImportFault(f"{where}.acts[{place}]", "does not say what the planar die showed, or when")
    pools = {
        seat.fighter: {pick.card for pick in table.picks if pick.seat == seat.seat}
        for table in log.tables
        for seat in table.seats
    }
    brought = {deck.fighter: built_deck_of(deck) for deck in log.decks if deck.list is not UNSET}
    for place, deck in enumerate(fight.decks):
        of_whom = deck.fighter if deck.fighter in fighters else 0
        if not _may_have(deck, pools.get(of_whom, set()), brought.get(of_whom)):
            yield ImportFault(f"{where}.decks[{place}]", "has cards that its fighter did not have")


def _may_have(deck: LogGameDeck, pool: Collection[int], brought: BuiltDeck | None) -> bool:
    """Whether a deck of a later game is of the cards that its fighter has taken, or of the list that they brought."""
    cards = [*deck.main, *deck.command]
    if deck.list is UNSET or brought is None:
        return deck.list is UNSET and brought is None and {*pool} >= {*cards} and not twice(cards)
    try:
        with_side_of(game_deck_of(deck), brought)
    except NotInOwnList:
        return False
    return not cards and not deck.basics


def _of_the_result(result: LogResult, sides: list[int], where: str) -> Iterator[ImportFault]:
    winner, score = result.winner, list(result.score)
    if len(score) != len(sides) or (winner is not None and winner not in sides):
        yield ImportFault(where, "does not fit the sides")
    elif winner is not None and result.double_loss is True:
        yield ImportFault(where, "has a winner, and both sides have lost")
    elif winner is None and len(set(score)) > 1:
        yield ImportFault(where, "has no winner, and one side has won more games")
    elif winner is not None and score[sides.index(winner)] < max(score):
        yield ImportFault(where, "the winner has won fewer games")


def _of_the_corrections(fight: LogFight, where: str) -> Iterator[ImportFault]:
    sides = [side.fighter for side in fight.sides]
    if fight.corrections and (fight.result is None or len(sides) == 1):
        yield ImportFault(f"{where}.corrections", "are of a fight without a result that can be corrected")
    for place, correction in enumerate(fight.corrections):
        yield from _of_the_result(correction.was, sides, f"{where}.corrections[{place}].was")


def _of_the_shares(log: LogFile[LogCard], fighters: Collection[int]) -> Iterator[ImportFault]:
    drafted = {
        pick.card: table.seats[pick.seat].fighter
        for table in log.tables
        for pick in table.picks
        if pick.seat < len(table.seats)
    }
    for place, share in enumerate(log.shares):
        if drafted.get(share.card) != share.giver:
            yield ImportFault(f"shares[{place}].from", "did not draft that card")
        if share.taker not in fighters:
            yield ImportFault(f"shares[{place}].to", "nobody has this number")
    for double in twice(share.card for share in log.shares):
        yield ImportFault("shares", f"the card {double} is there twice")
