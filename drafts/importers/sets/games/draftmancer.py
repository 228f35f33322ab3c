"""Lists of Draftmancer: cards by name in slots, layouts of packs, and cards of the list's own."""

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from drafts.importers.faults import BadFile, ImportFault, at_line, at_most, not_json, quoted
from drafts.importers.limits import (
    HEAVIEST_WEIGHT,
    LONGEST_SET_NAME,
    LONGEST_SLOT_NAME,
    MOST_IN_A_SLOT,
    MOST_LAYOUTS,
    MOST_SLOTS,
)
from drafts.importers.sets.games.faces import Fields, joined, named, objects_in, printed, whole
from drafts.importers.sets.names import LINE, MOST_NAMES, NamedCard, NameList, PackPlan
from drafts.importers.sets.tables import MOST_LINES
from drafts.importers.sets.texts import is_recipe
from drafts.rules.games.magic.cards import FIGURES
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.texts import too_long
from drafts.rules.wording import Wording, gettext_noop

HEADER = re.compile(r"\[(?P<name>[A-Za-z][^\]\[\"{(]*?)\s*(?:\((?P<count>\d{1,4})\))?\s*(?P<options>\{.*\})?\s*\]")
COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
LINE_BREAK = re.compile("\n")
TRAILING_COMMA = re.compile(r",(?=\s*[\]}])")
FOIL = "+F"
MOST_FAULTS = 1000
LONGEST_LINE = 300  # characters, so that no pattern takes long
OLD_LAYOUT = re.compile(r"-\s*(?P<name>\S.*?)\s*\((?P<weight>\d{1,7})\)")
OLD_SLOT = re.compile(r"(?P<count>\d{1,4})\s+(?P<name>\S.*)")
COST_WITHOUT_BRACES = re.compile(r"\d+|[A-Za-z]")
OTHERS = frozenset({"metadata", "true", "false", "null"})
"""Words that may stand in brackets on a first line and are no section: Forge's editions begin so, and some JSON."""

OWN_GAME = CARD_GAMES["magic"]
"""The game of the cards that a list describes itself."""

IGNORED = ("predeterminedLayouts", "boosterSettings", "boostersPerPlayer")
"""Settings that change packs or picks there, and that are not taken over."""

TOO_MANY = gettext_noop("the list has more than %(most)s cards", most=MOST_NAMES)

Layouts = dict[str, tuple[int, dict[str, int]]]


def is_draftmancer(text: str) -> bool:
    """Whether the first line of a text, but for comments, is the header of a section."""
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")), "")
    found = HEADER.fullmatch(first[:LONGEST_LINE])
    return found is not None and found["name"].lower() not in OTHERS and not is_recipe(text[text.index(first) :])


def read_draftmancer(text: str) -> NameList:
    """Return what a list holds (`is_draftmancer`). Raises BadFile with what is wrong, by line."""
    reader = _ListReader(COMMENT.sub(lambda found: " " * len(found[0]), text))
    reader.read()
    faults = reader.faults or _faults_of_plan(reader)
    if faults:
        raise BadFile(faults)
    cards: Counter[NamedCard] = Counter()
    for listed in reader.slots.values():
        cards.update(listed)
    if len(cards) > MOST_NAMES:
        raise BadFile([at_line(1, TOO_MANY)])
    layouts = tuple((weight, tuple(slots.items())) for weight, slots in reader.all_layouts.values())
    once, balanced = (reader.settings.get("withReplacement") is not True, bool(reader.settings.get("colorBalance")))
    plan = PackPlan(layouts, reader.slots, once, reader.foil, balanced)
    name = named(reader.settings.get("name"), LONGEST_SET_NAME)
    return NameList(cards, name, tuple(_own_cards(reader.own)), plan, tuple(_warnings(reader)))


@dataclass(slots=True)
class _ListReader:
    """Reads the sections of a list: `slots` are the cards of each, `sizes` how many of them a pack has.

    `marked` counts the lines of a slot with the mark of foil, `unmarked` those without it.
    """

    text: str
    own: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    old_layouts: Layouts = field(default_factory=dict)
    slots: dict[str, Counter[NamedCard]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    marked: Counter[str] = field(default_factory=Counter)
    unmarked: Counter[str] = field(default_factory=Counter)
    faults: list[ImportFault] = field(default_factory=list)
    place: int = 0
    breaks: list[int] = field(init=False)
    without_commas: str = ""

    def __post_init__(self) -> None:
        """Find the line breaks once: a search from the start for each line would take all day."""
        self.breaks = [found.start() for found in LINE_BREAK.finditer(self.text)]
        if len(self.breaks) > MOST_LINES:
            self._fail(MOST_LINES, gettext_noop("this text has more than %(lines)s lines", lines=MOST_LINES))

    @property
    def layouts(self) -> Layouts:
        """The layouts of the settings or of their own section, by name; slots of which a pack has none are left out."""
        found = dict(self.old_layouts)
        described = self.settings.get("layouts")
        for name, layout in described.items() if isinstance(described, dict) else ():
            facts = layout if isinstance(layout, dict) else {}
            found[name] = (whole(facts.get("weight")), dict(_slots_in(facts.get("slots"))))
        return found

    @property
    def all_layouts(self) -> Layouts:
        """The layouts; one of all slots where their sizes stand at their heads, or there is one slot alone."""
        sizes = self.sizes or dict.fromkeys(self.slots, 0)
        return self.layouts or {"": (1, sizes)}

    @property
    def foil(self) -> frozenset[tuple[int, str]]:
        """The slots whose cards are of foil, each with the place of its layout: all are marked, or the layout says so.

        Of a slot of which a pack has some marked cards and some others, none is of foil.
        """
        described = self.settings.get("layouts")
        told = list(described.values()) if isinstance(described, dict) and not self.old_layouts else []
        by_layout = {
            (place, printed(slot.get("name")))
            for place, layout in enumerate(told)
            for slot in objects_in(layout.get("slots") if isinstance(layout, dict) else None)
            if slot.get("foil") is True
        }
        by_marks = {
            (place, name)
            for place, (_, slots) in enumerate(self.all_layouts.values())
            for name in slots
            if self.marked[name] and not self.unmarked[name]
        }
        return frozenset(by_layout | by_marks)

    def read(self) -> None:
        """Read all sections."""
        while self._skip_blanks():
            head, line = self._next_line(), self.line
            found = HEADER.fullmatch(head)
            if found is None:
                self._fail(line, gettext_noop("%(value)s is no section such as [Rare(1)]", value=quoted(head)))
            name = found["name"]
            if name == "CustomCards":
                self._read_own(line)
            elif name == "Settings":
                self._read_settings(line)
            elif name == "Layouts":
                self._read_layouts()
            else:
                self._read_slot(name, found, line)

    @property
    def line(self) -> int:
        """The number of the line that was read last."""
        return self._line_at(max(self.place - 1, 0))

    def _line_at(self, place: int) -> int:
        return bisect_left(self.breaks, place) + 1

    def _skip_blanks(self) -> bool:
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1
        return self.place < len(self.text)

    def _next_line(self) -> str:
        end = self.text.find("\n", self.place)
        begin, self.place = self.place, len(self.text) if end < 0 else end + 1
        return self.text[begin : self.place].strip()[: LONGEST_LINE + 1]

    def _section(self) -> Iterator[tuple[int, str]]:
        """Yield the lines up to the next section, with their numbers, blank ones passed over."""
        while self._skip_blanks() and self.text[self.place] != "[":
            line = self._next_line()
            yield self.line, line

    def _fail(self, line: int, what: Wording) -> NoReturn:
        raise BadFile([*self.faults, at_line(line, what)])

    def _json(self, section: str, begins: str, line: int) -> Any:
        """Return the JSON value that stands here. A comma before a closing bracket is passed over, as there."""
        if not self._skip_blanks() or self.text[self.place] != begins:
            self._fail(
                line, gettext_noop("after [%(section)s] JSON with %(sign)s is expected", section=section, sign=begins)
            )
        try:
            value, self.place = self._decoded()
        except json.JSONDecodeError as error:
            self._fail(error.lineno, not_json(error.msg))
        except RecursionError:
            self._fail(line, not_json("too deep"))
        except ValueError:  # Python reads no number of thousands of digits
            self._fail(line, not_json("a number is too long"))
        return value

    def _decoded(self) -> tuple[Any, int]:
        decoder = json.JSONDecoder()
        if not self.without_commas:
            try:
                return decoder.raw_decode(self.text, self.place)
            except json.JSONDecodeError:
                self.without_commas = TRAILING_COMMA.sub(" ", self.text)  # of the same length
        return decoder.raw_decode(self.without_commas, self.place)

    def _read_own(self, line: int) -> None:
        self._skip_blanks()
        begin = self.place
        cards = self._json("CustomCards", "[", line)
        listed = objects_in(cards)
        if len(listed) != len(cards):
            self._fail(line, gettext_noop("[CustomCards] has something else than cards"))
        starts = _starts(self.text[begin : self.place], self._line_at(begin))
        self.own += zip(starts, listed, strict=False)

    def _read_settings(self, line: int) -> None:
        self.settings = self._json("Settings", "{", line)

    def _read_layouts(self) -> None:
        """Read layouts as older lists have them: `- Name (weight)`, and under it `count slot`."""
        slots: dict[str, int] = {}
        for line, words in self._section():
            if layout := OLD_LAYOUT.fullmatch(words):
                slots = {}
                self.old_layouts[layout["name"]] = int(layout["weight"]), slots
            elif self.old_layouts and (slot := OLD_SLOT.fullmatch(words)):
                slots[slot["name"]] = int(slot["count"])
            else:
                self.faults.append(at_line(line, gettext_noop("%(value)s is no layout", value=quoted(words))))

    def _read_slot(self, name: str, head: re.Match[str], line: int) -> None:
        if name in self.slots:
            self.faults.append(at_line(line, gettext_noop("there are two slots %(name)s", name=quoted(name))))
        if len(name) > LONGEST_SLOT_NAME:
            what = too_long(LONGEST_SLOT_NAME)
            self.faults.append(at_line(line, gettext_noop("the slot %(name)s %(what)s", name=quoted(name), what=what)))
        if head["count"]:
            self.sizes[name] = int(head["count"])
        if head["options"] and "collation" in head["options"]:
            self.options.append(name)
        cards: Counter[NamedCard] = Counter()
        self.slots[name], self.lines[name] = cards, line
        for place, words in self._section():
            if len(cards) > MOST_NAMES or len(self.faults) > MOST_FAULTS:
                self._fail(place, TOO_MANY)
            is_marked = words.endswith(FOIL)
            found = LINE.fullmatch(words.removesuffix(FOIL).rstrip()) if len(words) <= LONGEST_LINE else None
            if found is None or not any(map(str.isalpha, found["name"])):
                self.faults.append(at_line(place, gettext_noop("%(value)s is no name of a card", value=quoted(words))))
                continue
            cards[NamedCard(found["name"], (found["set"] or "").upper(), found["number"] or "")] += int(
                found["count"] or 1
            )
            (self.marked if is_marked else self.unmarked)[name] += 1


def _faults_of_plan(reader: _ListReader) -> list[ImportFault]:
    """Return what is wrong with the layouts: a slot that is not there, a weight or a size that is none."""
    if not reader.slots:
        return [at_line(1, gettext_noop("no slot with cards is in the list"))]
    layouts = reader.layouts
    if layouts and reader.sizes:
        name = next(iter(reader.sizes))
        what = gettext_noop("the slot %(name)s has a size here and in the layouts", name=quoted(name))
        return [at_line(reader.lines[name], what)]
    if not layouts and len(reader.sizes) != len(reader.slots) > 1:
        name = next(name for name in reader.slots if name not in reader.sizes)
        what = gettext_noop("the slot %(name)s has no size, such as [%(slot)s(10)]", name=quoted(name), slot=name)
        return [at_line(reader.lines[name], what)]
    faults: list[ImportFault] = []
    for name, (weight, slots) in layouts.items():
        where = gettext_noop("layout %(name)s", name=quoted(name))
        if not 1 <= weight <= HEAVIEST_WEIGHT:
            what = gettext_noop("weight is not a whole number from 1 to %(highest)s", highest=HEAVIEST_WEIGHT)
            faults.append(ImportFault(where, what))
        if not 1 <= len(slots) <= MOST_SLOTS:
            faults.append(ImportFault(where, gettext_noop("there are not 1 to %(most)s slots", most=MOST_SLOTS)))
        faults += [
            ImportFault(where, gettext_noop("there is no slot %(name)s", name=quoted(slot)))
            for slot in slots
            if slot not in reader.slots
        ]
        faults += [ImportFault(where, what) for what in _faults_of_sizes(slots)]
    if len(layouts) > MOST_LAYOUTS:
        faults.append(at_line(1, gettext_noop("there are more than %(most)s layouts", most=MOST_LAYOUTS)))
    faults += [
        at_line(reader.lines[name], what)
        for name in reader.sizes
        for what in _faults_of_sizes({name: reader.sizes[name]})
    ]
    return faults


def _faults_of_sizes(slots: Mapping[str, int]) -> list[Wording]:
    return [
        gettext_noop("the slot %(name)s has not 1 to %(most)s cards in a pack", name=quoted(name), most=MOST_IN_A_SLOT)
        for name, count in slots.items()
        if not 1 <= count <= MOST_IN_A_SLOT
    ]


def _slots_in(slots: object) -> Iterator[tuple[str, int]]:
    """Yield the slots of a layout: a mapping of counts, or a list of objects with `name` and `count`."""
    listed = slots.items() if isinstance(slots, dict) else ()
    pairs = [*listed, *((printed(each.get("name")), each.get("count")) for each in objects_in(slots))]
    yield from ((name, whole(count)) for name, count in pairs if count != 0)


def _starts(text: str, first: int) -> list[int]:
    """Return the lines on which the objects of a JSON list begin; `first` is that of its bracket."""
    found: list[int] = []
    line, depth, in_string, is_escaped = first, 0, False, False
    for sign in text:
        line += sign == "\n"
        if in_string:
            in_string, is_escaped = is_escaped or sign != '"', sign == "\\" and not is_escaped
        elif sign == '"':
            in_string = True
        elif sign == "{":
            found += [line] if depth == 0 else []
            depth += 1
        elif sign == "}":
            depth -= 1
    return found


# Cards of the list's own ----------------------------------------------------------------------------------------


def _own_cards(cards: list[tuple[int, Mapping[str, Any]]]) -> Iterator[tuple[int, Fields]]:
    """Yield the fields of own cards, with their lines. A second printing has what it does not say of the first."""
    first: dict[str, Mapping[str, Any]] = {}
    numbers: set[str] = set()
    for place, (line, card) in enumerate(cards, 1):
        whole = {**first.setdefault(printed(card.get("name")), card), **card}
        number = printed(whole.get("collector_number"))
        if not number or number in numbers:
            number = next(each for each in (str(place), f"{place}-2") if each not in numbers)
        numbers.add(number)
        back = whole.get("back")
        faces = [_face(whole), *([_face(back)] if isinstance(back, dict) else [])]
        rarity = printed(whole.get("rarity")) or "rare"
        fields = joined(faces, set_code="", number=number, rarity=rarity)
        yield line, {**fields, "card_number": number, "listed_set": printed(whole.get("set")).upper()}


def _face(card: Mapping[str, Any]) -> Fields:
    listed = card.get("subtypes")
    subtypes = " ".join(each for each in listed if isinstance(each, str)) if isinstance(listed, list) else ""
    kind = printed(card.get("type"))
    return {
        "name": printed(card.get("name")),
        "type_line": f"{kind} - {subtypes}" if subtypes else kind,
        "mana_cost": _cost(printed(card.get("mana_cost"))),
        "colors": printed(card.get("colors")),
        "color_identity": "",
        **{figure: printed(card.get(figure)) for figure in FIGURES},
        "hand_modifier": "",
        "life_modifier": "",
        "text": printed(card.get("oracle_text")),
    }


def _cost(text: str) -> str:
    """Return a cost in braces; `2BB` is written without them, too."""
    return text if "{" in text else "".join(f"{{{symbol}}}" for symbol in COST_WITHOUT_BRACES.findall(text))


def _warnings(reader: _ListReader) -> Iterator[Wording]:
    ignored = [name for name in IGNORED if reader.settings.get(name)]
    if ignored:
        names = ", ".join(at_most(quoted(name) for name in ignored))
        yield gettext_noop("these settings are not taken over: %(names)s", names=names)
    if mixed := [name for name in reader.slots if reader.marked[name] and reader.unmarked[name]]:
        yield gettext_noop(
            "marks of foil are taken over where all cards of a slot have one, and not in these slots: %(names)s",
            names=", ".join(at_most((quoted(name) for name in mixed), 5)),
        )
    if reader.options:
        names = ", ".join(at_most((quoted(name) for name in reader.options), 5))
        yield gettext_noop("cards of these slots are drawn at random, without their collation: %(names)s", names=names)
