"""Where abilities and commands can take the units of a line (V35-V37, V40, V43, V47)."""

from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.lines import flank_ends, placing_spaces, supported_rear
from drafts.rules.games.rome.spaces import REAR, VANGUARD, Space, adjacent
from drafts.rules.games.rome.state import UnitLine

SWITCHING_KINDS = frozenset({UnitKind.CENTURION, UnitKind.CONSUL, UnitKind.PRAETORIAN})


def switch_partners(line: UnitLine, space: Space) -> list[Space]:
    """Return the spaces with which the unit in a space may switch (V35, V37, V40); its kind is one that may."""
    partners = [other for other in adjacent(space) if other in line]
    if line[space].kind is UnitKind.PRAETORIAN:
        partners += [other for other, unit in line.items() if unit.kind is UnitKind.CONSUL and other not in partners]
    return partners


def drive_spaces(line: UnitLine, space: Space) -> list[Space]:
    """Return where the Chariot in a space, standing or mounted, may drive (V36)."""
    unmounted = [other for other, unit in line.items() if not unit.mounted and other != space]
    if not line[space].chariot:
        return unmounted
    return unmounted + placing_spaces(line) + supported_rear(line)


def flank_spaces(line: UnitLine, space: Space) -> list[Space]:
    """Return where a Flank takes the unit in a space, not `f0`: the end of the opposite flank, of `r0` either (V43)."""
    left, right = flank_ends({other: unit for other, unit in line.items() if other != space})
    if space[1] == 0:
        return [left, right]
    return [right if space[1] < 0 else left]


def retreat_spaces(line: UnitLine) -> list[Space]:
    """Return where a Retreat takes the vanguard: a flank's end or a vacant rear space (V47)."""
    left = {space: unit for space, unit in line.items() if space != VANGUARD}
    rear = supported_rear(left)
    if (REAR, 0) not in left:
        rear.append((REAR, 0))
    return [*flank_ends(left), *sorted(rear)]
