"""Any table on one line, for tests, logs and reports: written and read here and nowhere else.

    vanguard 1.1 left // T1 N2 N3 / N4 | T5 N6 // 1: T1 N2 N3 / T5 N4 N6

The head names the format, round and pass, and where the table stands. Then come the seats, each with hand, placed cards
and pile, then the packs of each round. `docs/notation.md` has it all.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.table import Call, Cards, DraftTable, OpenedPack, Phase, open_table, opener_of, with_quotas
from drafts.rules.formats import Format
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import FORMATS

_PART, _SEAT, _PILE = " // ", " / ", "|"
_CALLED, _UNGUARANTEED = "rare", "?"
_CARD = re.compile(r"^([A-Z]*)([0-9]+)$", re.ASCII)
_MOMENT = re.compile(r"^([1-9][0-9]*)\.([1-9][0-9]*)$", re.ASCII)
_CALL = re.compile(r"^call=([0-9]+):([0-9]+)$", re.ASCII)
_ROUND = re.compile(r"^([1-9][0-9]*):(.*)$", re.ASCII)
_VARIED = re.compile(r"^([1-9]|1[0-2])x([1-3])$", re.ASCII)
_KEPT = re.compile(r"^([1-9]|1[0-2])$", re.ASCII)
_PILES_OF_A_SEAT = 3
_NO_ROUND = "0.0"
"""Where a table of a format without rounds stands."""


class BadNotation(ValueError):
    """A line that describes no table; the text names what is wrong."""


def write(table: DraftTable) -> str:
    """Return the table as one line. Of a card only what the rules ask is kept: its id and its traits, as letters."""

    def line_of(cards: Cards) -> str:
        return " ".join(f"{table.format.card_game.letters(held.card)}{held.id}" for held in cards)

    def heaps(seat: tuple[Cards, Cards, Cards]) -> str:
        return f" {_PILE} ".join(map(line_of, seat)).rstrip(f" {_PILE}")

    def line_of_pack(pack: OpenedPack) -> str:
        return f"{'' if pack.guaranteed else _UNGUARANTEED + ' '}{line_of(pack.cards)}".strip()

    seats = zip(table.hands, table.placed, table.piles, strict=True)
    rounds = [
        f"{number}: {_SEAT.join(map(line_of_pack, packs))}"
        for number, packs in enumerate(table.packs, start=1)
        if any(pack.cards or not pack.guaranteed for pack in packs)
    ]
    line = _PART.join([_head(table), _SEAT.join(map(heaps, seats)), *rounds])
    return " ".join(line.split())


def read(line: str, formats: Mapping[str, Format] = FORMATS) -> DraftTable:
    """Return the table that a line describes, its cards made up: `N7` is a plain card named N7.

    Packs that the line leaves out are made up too: those of this round from what is on the table, the others empty.
    Raises BadNotation.
    """
    head, *parts = line.strip().split(_PART.strip())
    words = head.split()
    if len(words) < 2 or not parts:
        raise BadNotation("a line starts with format, round and pass, and goes on with // and the seats")
    bare = _seated(_format_named(words[0], formats), parts[0])
    table = _at(bare, words[1], words[2:])
    return _judged(_with_packs(table, parts[1:]), words[2:])


def made_up_card(game: CardGame, text: str) -> CardInPack:
    """Return a made-up card of letters, which are traits in the game's writing, and a number. Raises BadNotation."""
    found = _CARD.match(text)
    if not found:
        raise BadNotation(f"{text!r} is no card")
    letters, number = found[1], int(found[2])
    try:
        card = game.made_up(letters, "")
    except KeyError:
        raise BadNotation(f"{text!r} is no card of {game.name}") from None
    name = f"{game.letters(card)}{number}"
    return CardInPack(CardId(number), replace(card, number=name, name=name))


def _head(table: DraftTable) -> str:
    words = [_named(table.format), f"{table.round}.{table.pass_number}", _standing(table)]
    if table.called:
        words.append(_CALLED)
    return " ".join([*words, *(f"call={call.seat}:{call.card}" for call in table.calls)])


def _named(format_: Format) -> str:
    if format_.varied is None:
        return format_.slug
    packs, picks = format_.varied
    return f"{format_.slug}:{packs}" if format_.keeps else f"{format_.slug}:{packs}x{picks}"


def _format_named(name: str, formats: Mapping[str, Format]) -> Format:
    slug, _, varied = name.partition(":")
    format_ = formats.get(slug)
    found = (_KEPT if format_ and format_.keeps else _VARIED).match(varied)
    if format_ is None or (varied and not (found and format_.settles_packs)):
        raise BadNotation(f"no format is named {name!r}")
    packs, picks = (*map(int, found.groups()), 0)[:2] if found else (0, 0)
    return format_.with_packs(packs, picks)


def _standing(table: DraftTable) -> str:
    return table.rule.direction.value if table.phase is Phase.DRAFTING else table.phase.value


def _seated(format_: Format, text: str) -> DraftTable:
    """Return a table at its very beginning, with those seats and no packs."""
    seats = [_seat(format_, part) for part in text.split(_SEAT.strip())]
    if len(seats) < 2:
        raise BadNotation("a table has two seats at least, parted by /")
    hands, placed, piles = zip(*seats, strict=True)
    _check_unique(held for pile in (*hands, *placed, *piles) for held in pile)
    return DraftTable(format=format_, packs=(), hands=hands, placed=placed, piles=piles)


def _seat(format_: Format, text: str) -> tuple[Cards, Cards, Cards]:
    piles = text.split(_PILE)
    if len(piles) > _PILES_OF_A_SEAT:
        raise BadNotation(f"a seat has a hand, placed cards and a pile, not {len(piles)} heaps: {text.strip()!r}")
    hand, placed, pile = (_read_cards(format_, heap) for heap in [*piles, "", ""][:_PILES_OF_A_SEAT])
    return hand, placed, pile


def _read_cards(format_: Format, text: str) -> Cards:
    words = text.split()
    if words and format_.cards is None:
        raise BadNotation(f"{format_.slug} has no cards")
    return tuple(made_up_card(format_.card_game, word) for word in words)


def _check_unique(cards: Iterable[CardInPack]) -> None:
    seen: set[CardId] = set()
    for held in cards:
        if held.id in seen:
            raise BadNotation(f"card {held.id} lies in two places")
        seen.add(held.id)


def _at(table: DraftTable, moment: str, words: list[str]) -> DraftTable:
    """Put the table into the round and pass of `moment`, and into the phase that the first word may tell."""
    if not table.format.rounds and moment == _NO_ROUND:
        return replace(table, round=0, pass_number=0, passes=0, phase=Phase.DRAFTED)
    found = _MOMENT.match(moment)
    if not found:
        raise BadNotation(f"{moment!r} is no round and pass, such as 1.2")
    round_number, pass_number = map(int, found.groups())
    if round_number > len(table.format.rounds):
        raise BadNotation(f"{table.format.slug} has {len(table.format.rounds)} rounds, not {round_number}")
    standing = words[0] if words else ""
    phase = Phase(standing) if standing in (Phase.REVIEW, Phase.DRAFTED) else Phase.DRAFTING
    return replace(table, round=round_number, pass_number=pass_number, phase=phase)


def _with_packs(table: DraftTable, parts: list[str]) -> DraftTable:
    given = dict(_read_round(table, part) for part in parts)
    if len(given) < len(parts):
        raise BadNotation("the packs of a round are given twice")
    if table.format.keeps:
        return _with_kept(table, given)
    if not table.format.rounds:
        return table
    nothing = (OpenedPack(()),) * table.fighters
    packs = [given.get(number, nothing) for number in range(1, len(table.format.rounds) + 1)]
    if table.round not in given:
        packs[table.round - 1] = _packs_on(table)
    _check_unique(held for of_round in packs for pack in of_round for held in pack.cards)
    _check_held(table, packs[table.round - 1])
    return replace(table, packs=tuple(packs))


def _with_kept(table: DraftTable, given: Mapping[int, tuple[OpenedPack, ...]]) -> DraftTable:
    """Return a table of packs that are kept: none are opened yet, or all, and the piles have just their cards."""
    packs = [given[number] for number in range(1, table.format.packs + 1) if number in given]
    if given and len(packs) < table.format.packs:
        raise BadNotation(f"each seat of {table.format.slug} keeps {table.format.packs} packs, not {len(packs)}")
    opened = open_table(table.format, packs, table.fighters)
    _check_unique(held for of_all in opened.packs for pack in of_all for held in pack.cards)
    if (opened.piles, any(table.hands), any(table.placed)) != (table.piles, False, False):
        raise BadNotation("a pile has the cards of its own packs, in their order")
    return opened


def _check_held(table: DraftTable, packs: tuple[OpenedPack, ...]) -> None:
    for seat in range(table.fighters):
        opened = packs[opener_of(table, seat)].cards
        for held in table.hands[seat] + table.placed[seat]:
            if held not in opened:
                raise BadNotation(f"seat {seat} holds {held.card.name}, which is not in the pack that came to it")


def _read_round(table: DraftTable, text: str) -> tuple[int, tuple[OpenedPack, ...]]:
    found = _ROUND.match(text.strip())
    if not found or int(found[1]) > table.format.packs:
        raise BadNotation(f"{text.strip()!r} gives the packs of no round of {table.format.slug}")
    packs = tuple(_read_pack(table.format, pack) for pack in found[2].split(_SEAT.strip()))
    if len(packs) != table.fighters:
        raise BadNotation(f"round {found[1]} has {len(packs)} packs for {table.fighters} seats")
    return int(found[1]), packs


def _read_pack(format_: Format, text: str) -> OpenedPack:
    cards = text.strip()
    return OpenedPack(
        _read_cards(format_, cards.removeprefix(_UNGUARANTEED)), guaranteed=not cards.startswith(_UNGUARANTEED)
    )


def _packs_on(table: DraftTable) -> tuple[OpenedPack, ...]:
    """Return the packs of this round as far as they can be seen: what a seat holds and has placed in this pass."""
    seen = {opener_of(table, seat): table.hands[seat] + table.placed[seat] for seat in range(table.fighters)}
    return tuple(OpenedPack(seen[opener]) for opener in range(table.fighters))


def _judged(table: DraftTable, words: list[str]) -> DraftTable:
    """Read the other words of the head: where the table stands, a verified card, the open calls."""
    rest = words[1:] if words and words[0] == _standing(table) else words
    calls = rest[1:] if rest and rest[0] == _CALLED else rest
    called = len(calls) < len(rest)
    judged = replace(table, called=called, calls=tuple(_read_call(table, word) for word in calls))
    return with_quotas(judged) if table.format.rounds else judged


def _read_call(table: DraftTable, word: str) -> Call:
    found = _CALL.match(word)
    if not found:
        raise BadNotation(f"{word!r} is not understood; {table.format.slug} goes {_standing(table)} in this round")
    seat, card = map(int, found.groups())
    if seat >= table.fighters or all(held.id != card for held in table.packs[table.round - 1][seat].cards):
        raise BadNotation(f"seat {seat} did not open card {card}")
    return Call(seat, CardId(card))
