"""Cards of one or two faces as fields of our lists, for the readers of Magic files."""

from collections.abc import Mapping, Sequence
from typing import Any

from drafts.importers.card_fields import is_plain
from drafts.importers.limits import LONGEST_NAME, LONGEST_TEXT
from drafts.rules.cards import FACES

NEVER_DRAFTED = "S"
BASIC_LAND = "L"

Fields = dict[str, str]


def printed(value: object) -> str:
    """Return a value of a JSON object as a list has it; letters of a list, such as colours, are joined."""
    if value is None or isinstance(value, (dict, bool)):
        return ""
    if isinstance(value, list):
        return "".join(each for each in value if isinstance(each, str))
    return str(value)


def named(value: object, longest: int) -> str:
    """Return a value as a name, cut short; characters that disguise a text, or that no database stores, are left out.

    JSON writes any character as an escape, also those that no file of text has.
    """
    return "".join(filter(is_plain, printed(value)[:longest])).strip()


def whole(value: object) -> int:
    """Return a whole number of a JSON object; 0 for anything else, also true and false."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def text_of_faces(faces: Sequence[Fields]) -> str:
    """Return the text of a card: that of its front, then each other face with its name, cost, type and text."""
    front, *others = faces
    parts = [front["text"]]
    for face in others:
        head = " ".join(part for part in (face["name"], face["mana_cost"]) if part)
        parts.append("\n".join(part for part in (head, face["type_line"], face["text"]) if part))
    return "\n".join(part for part in parts if part)[:LONGEST_TEXT]


def joined(faces: Sequence[Fields], *, set_code: str, number: str, rarity: str) -> Fields:
    """Return the fields of a card. Its front decides what it is (M41); its name has all faces."""
    front = faces[0]
    names = dict.fromkeys(face["name"] for face in faces)
    name = FACES.join(names)
    return {
        **front,
        "set_code": set_code.upper(),
        "card_number": f"{set_code.upper()}/{number}",
        "name": name if len(name) <= LONGEST_NAME else front["name"],
        "rarity": rarity,
        "text": text_of_faces(faces),
    }


def is_basic(type_line: str) -> bool:
    """Whether a type line is that of a basic land."""
    words = type_line.lower().split()
    return "basic" in words and "land" in words


def objects_in(value: object) -> list[Mapping[str, Any]]:
    """Return the objects of a JSON list; [] of anything else."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
