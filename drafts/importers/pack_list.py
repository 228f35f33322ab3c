"""Packs that somebody opened by hand and typed in: one card number a line, an empty line between packs."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from drafts.importers.faults import BadFile, ImportFault, at_line
from drafts.rules.texts import too_long
from drafts.rules.wording import gettext_noop

LONGEST_TEXT = 200_000
LARGEST_PACK = 60


class ListedCard(NamedTuple):
    """A card number, and the line (from 1) that it stands on."""

    line: int
    number: str


def pack_list_of(packs: Iterable[Iterable[str]]) -> str:
    """Return the list of these packs, each the numbers of its cards."""
    return "\n\n".join("\n".join(pack) for pack in packs)


def read_pack_list(text: str) -> list[list[ListedCard]]:
    """Return the packs in order. Several empty lines count as one; spaces around a number do not count.

    Raises BadFile for a text that is empty or too long, or a pack that is too large, naming the line.
    """
    if len(text) > LONGEST_TEXT:
        raise BadFile([ImportFault(gettext_noop("the list"), too_long(LONGEST_TEXT))])
    packs: list[list[ListedCard]] = []
    fresh = True
    for line, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        number = unicodedata.normalize("NFC", raw.strip())
        if not number:
            fresh = True
            continue
        if fresh:
            packs.append([])
            fresh = False
        packs[-1].append(ListedCard(line, number))
    if not packs:
        raise BadFile([ImportFault(gettext_noop("the list"), gettext_noop("holds no packs"))])
    large = [pack for pack in packs if len(pack) > LARGEST_PACK]
    if large:
        raise BadFile(
            [
                at_line(pack[0].line, gettext_noop("a pack of more than %(most)s cards begins here", most=LARGEST_PACK))
                for pack in large
            ]
        )
    return packs
