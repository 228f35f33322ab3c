"""Lists that name cards of loaded sets: cubes, and lists of Draftmancer with packs and cards of their own."""

from drafts.importers.card_fields import FieldReader
from drafts.importers.cards import CardFile, CardRow
from drafts.importers.faults import BadFile, ImportFault, at_line
from drafts.importers.sets.games.draftmancer import OWN_GAME, is_draftmancer, read_draftmancer
from drafts.importers.sets.names import NameList, read_names
from drafts.importers.sets.texts import text_of

ANY_CODE = "CUBE"


def read_cube(data: bytes) -> NameList | None:
    """Return the cards that a file names, or None for a file of another kind.

    Raises BadFile for a list of Draftmancer with faults, of its own cards too.
    """
    try:
        text = text_of(data).text
    except BadFile:
        return None
    if not is_draftmancer(text):
        return read_names(data)
    names = read_draftmancer(text)
    own_cards(names, ANY_CODE)
    return names


def own_cards(names: NameList, code: str) -> CardFile | None:
    """Return the cards of a list's own as those of a set with this code; None where it has none. Raises BadFile."""
    game, warnings = OWN_GAME, list[str]()
    rows, faults = list[CardRow](), list[ImportFault]()
    for line, fields in names.own:
        reader = FieldReader({**fields, "set_code": code}, is_strict=False)
        card = reader.card(game, code)
        faults += [at_line(line, fault) for fault in reader.faults]
        warnings += [at_line(line, warning).words for warning in reader.warnings]
        if card is not None:
            rows.append(CardRow(line, code, card, reader.facts))
    if faults:
        raise BadFile(faults)
    return CardFile("", game, tuple(rows), tuple(warnings), has_texts=True) if rows else None
