"""Which viewers have lost the right with which their socket was opened."""

from collections.abc import Collection, Mapping

from drafts.access.sign_in import signed_in
from drafts.live.kernel.database import reading
from drafts.live.viewer import Right, Viewer
from drafts.queries.draft.presence import Ending, endings_of_seats
from drafts.queries.events.staff import standing_links
from drafts.rules.ids import FighterId, StaffId


async def endings_of(viewers: Collection[Viewer]) -> dict[Viewer, Ending]:
    """Return those of the viewers who have lost their right, by what is stored, and why. Raises DatabaseError."""
    return await reading(_endings_of)(
        {viewer: (viewer.right, viewer.token, viewer.session) for viewer in viewers if viewer.right is not None}
    )


def _endings_of(held: Mapping[Viewer, tuple[Right, str, str]]) -> dict[Viewer, Ending]:
    seats = {(FighterId(right.id), token) for right, token, _ in held.values() if right.kind == "fighter"}
    sessions = {session for right, _, session in held.values() if right.kind == "organizer"}
    links = {StaffId(right.id) for right, *_ in held.values() if right.kind == "judge"}
    lost = endings_of_seats(seats) if seats else {}
    good, standing = signed_in(sessions) if sessions else set(), standing_links(links) if links else set()
    found: dict[Viewer, Ending] = {}
    for viewer, (right, token, session) in held.items():
        match right.kind:
            case "fighter" if ending := lost.get((FighterId(right.id), token)):
                found[viewer] = ending
            case "organizer" if session not in good:
                found[viewer] = Ending.SIGNED_OUT
            case "judge" if right.id not in standing:
                found[viewer] = Ending.REVOKED
    return found
