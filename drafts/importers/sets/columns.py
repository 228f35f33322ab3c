"""The columns of a table of cards: which of them hold our fields, found by their names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drafts.importers.faults import BadFile, ImportFault, at_line, at_most, quoted
from drafts.importers.sets.tables import CardTable
from drafts.rules.card_numbers import front_of
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import ANY_GAME, CARD_GAMES
from drafts.rules.wording import Wording, gettext_noop

COMMON = ("set_code", "card_number", "name", "rarity")
OPTIONAL = ("text",)
OWN = frozenset(COMMON[:2])
"""A header with these is one of our own lists, which has every needed column under its own name."""

ALIASES: Mapping[str, tuple[str, ...]] = {
    "set_code": ("set", "set_id", "edition", "expansion", "収録セット"),
    "card_number": (
        *("number", "card_no", "no", "collector_number", "card_id", "カード番号", "番号", "カードno"),
        *("identifier", "id"),
    ),
    "name": ("card_name", "カード名", "名前", "名称"),
    "rarity": ("レアリティ", "レア度"),
    "text": ("effect", "skill", "oracle_text", "functional_text", "card_text", "テキスト", "効果", "能力"),
}
SET_BEFORE_BLANK = re.compile(r"(?P<set>[0-9_.-]*[A-Za-z][A-Za-z0-9_.-]*) +\S")
NOTHING = frozenset({"-", "–", "—", "－", "none", "n/a", "null", "nil", "なし", "無し", "無"})


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table of other origin hold our fields: their places in its header, by our names.

    `set_code` is the set of the cards that name none.
    """

    game: CardGame
    places: Mapping[str, int]
    set_code: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the choice as it is stored (`columns_from`)."""
        return {"game": self.game.slug, "places": dict(self.places), "set_code": self.set_code}


@dataclass(frozen=True, slots=True)
class Mapped:
    """The columns of a table: the place of each of our columns in its header, and the columns that are left out.

    `is_own`: the header is one of our own lists. Then a fault in the facts of a card is a fault; in lists of other
    origin, which leave out figures, it is a warning. `set_code` is the set of the cards that name none.
    """

    game: CardGame
    places: Mapping[str, int]
    unknown: tuple[str, ...]
    is_own: bool
    set_code: str = ""

    @property
    def warnings(self) -> list[Wording]:
        """A warning about the columns that are left out, if there are any."""
        names = ", ".join(at_most(quoted(each) for each in self.unknown))
        return [gettext_noop("columns that are not known are left out: %(names)s", names=names)] if names else []

    def fields_of(self, record: list[str]) -> dict[str, str]:
        """Return the fields of a record under our names, each column of the game among them."""
        fields = {name: record[place] for name, place in self.places.items() if place < len(record)}
        return fields if self.is_own else _completed(fields, self.game, self.set_code)


def columns_of(game: CardGame) -> tuple[str, ...]:
    """Return the columns that a card list of the game has, the optional ones last."""
    rest = (field.name for field in game.fields if not field.needed)
    return (*needed_columns(game), *rest, *OPTIONAL)


def needed_columns(game: CardGame) -> tuple[str, ...]:
    """Return the columns that one of our own lists must have."""
    *first, last = COMMON
    return (*first, *(field.name for field in game.fields if field.needed), last)


def least_columns(game: CardGame) -> tuple[str, ...]:
    """Return the fields without which a list of other origin has no cards of the game."""
    return ("card_number", "name") if game is ANY_GAME else ("card_number", "name", game.mark)


def has_known_columns(header: Iterable[str]) -> bool:
    """Whether a header has the name of a column that can be read."""
    simple = {_simple(name) for name in header}
    known = {**ALIASES, **{field.name: field.aliases for game in CARD_GAMES.values() for field in game.fields}}
    return not simple.isdisjoint(_simple(name) for ours, aliases in known.items() for name in (ours, *aliases))


def is_own(header: Sequence[str]) -> bool:
    """Whether a header is one of our own lists."""
    return {field.strip().lower() for field in header} >= OWN


def guess_columns(header: Sequence[str], default: CardGame) -> Columns:
    """Return the columns of a header that have the usual names of our fields, in the game of which most are there.

    That is `ANY_GAME` where the columns are signs of it alone, or where the column that marks the game is missing.
    """
    simple = {_simple(name) for name in header}
    known = [game for game in CARD_GAMES.values() if game is not ANY_GAME]
    by_game = {game.slug: guess_places(header, game) for game in (*known, ANY_GAME)}
    game = max(known, key=lambda game: len(by_game[game.slug].keys() - {*COMMON, *OPTIONAL}))
    tells = [each for each in CARD_GAMES.values() if not simple.isdisjoint(map(_simple, each.signs))]
    is_other = tells == [ANY_GAME] or game.mark not in by_game[game.slug]
    if is_other and {"card_number", "name"} <= by_game[ANY_GAME.slug].keys():
        return Columns(ANY_GAME, by_game[ANY_GAME.slug])
    return Columns(game if game.mark in by_game[game.slug] else default, by_game[game.slug])


def guess_places(header: Sequence[str], game: CardGame) -> dict[str, int]:
    """Return the places of the columns that have the usual names of a game's fields.

    Where no column has the number of a card, that of its set does: fan databases write `BT03/046EN` there.
    """
    places = dict(_guessed(game, [_simple(name) for name in header]))
    if "card_number" not in places and "set_code" in places:
        places["card_number"] = places.pop("set_code")
    return places


def columns_from(stored: Mapping[str, Any] | None, header: Sequence[str]) -> Columns | None:
    """Return a choice of columns that was stored; None where there is none, or none for such a header."""
    game = CARD_GAMES.get((stored or {}).get("game", ""))
    if not stored or game is None:
        return None
    known = columns_of(game)
    places = {name: place for name, place in stored["places"].items() if name in known and place < len(header)}
    return Columns(game, places, stored["set_code"])


def map_columns(table: CardTable, default: CardGame, chosen: Columns | None = None) -> Mapped:
    """Return the table's columns under our names: those chosen, or else as their names say.

    Raises BadFile where some are missing or there twice.
    """
    if chosen is None and is_own(table.header):
        return _map_own(table.line, [field.strip().lower() for field in table.header], default)
    columns = chosen or guess_columns(table.header, default)
    missing = [name for name in least_columns(columns.game) if name not in columns.places]
    if missing:
        raise BadFile(_is_missing(table.line, name) for name in missing)
    used = set(columns.places.values())
    unknown = tuple(name for place, name in enumerate(table.header) if place not in used and name.strip())
    return Mapped(columns.game, columns.places, unknown, is_own=False, set_code=columns.set_code)


def _map_own(line: int, header: list[str], default: CardGame) -> Mapped:
    game = _game_of(header, default)
    faults = [_is_missing(line, column) for column in needed_columns(game) if column not in header]
    known = columns_of(game)
    faults += [
        at_line(line, gettext_noop("the column %(column)s is there twice", column=column))
        for column in known
        if header.count(column) > 1
    ]
    if faults:
        raise BadFile(faults)
    places = {name: header.index(name) for name in known if name in header}
    return Mapped(game, places, tuple(name for name in header if name not in known), is_own=True)


def _is_missing(line: int, column: str) -> ImportFault:
    return at_line(line, gettext_noop("the column %(column)s is missing", column=column))


def _game_of(header: list[str], default: CardGame) -> CardGame:
    """Return the game whose columns are all there; else one of which a column is there that no other game has."""
    needed = {game.slug: {field.name for field in game.fields if field.needed} for game in CARD_GAMES.values()}
    whole = [game for game in CARD_GAMES.values() if needed[game.slug] <= set(header)]
    marked = [game for game in CARD_GAMES.values() if game.mark in header]
    return next(iter(whole + marked), default)


def _guessed(game: CardGame, header: list[str]) -> Iterator[tuple[str, int]]:
    """Yield each of our columns that the header has, by its own name or else an alias, and its place."""
    names = {**ALIASES, **{field.name: field.aliases for field in game.fields}}
    for ours, aliases in names.items():
        for name in (ours, *aliases):
            if _simple(name) in header:
                yield ours, header.index(_simple(name))
                break


def _simple(name: str) -> str:
    return re.sub(r"[\s_.\-]+", "", name).casefold()


def _completed(fields: dict[str, str], game: CardGame, set_code: str) -> dict[str, str]:
    """Return the fields of a list of other origin as ours have them; a missing set is taken from the number."""
    facts = {name: _said(fields.get(name, "")) for name in columns_of(game)}
    named = SET_BEFORE_BLANK.match(facts["card_number"])
    in_number = front_of(facts["card_number"]) or (named["set"] if named else "")
    return {**facts, "set_code": facts["set_code"] or in_number or set_code}


def _said(text: str) -> str:
    return "" if text.strip().casefold() in NOTHING else text
