"""The turn of the event loop in which rooms are told what was written. Frames that they send then go out at its end."""

import asyncio
from collections.abc import Callable


class LoopTurn:
    """Calls functions at the end of a turn of the event loop, in the order in which they came."""

    def __init__(self) -> None:
        self._is_open = False
        self._acts: list[Callable[[], None]] = []

    def open(self) -> None:
        """Hold back functions until `end`, while rooms are told what became of their changes."""
        self._is_open = True

    def end(self) -> None:
        """Call the functions that were held back."""
        self._is_open, acts, self._acts = False, self._acts, []
        for act in acts:
            act()

    def at_end(self, act: Callable[[], None]) -> None:
        """Call a function at the end of the turn that is open, else in the next turn of the loop, which costs more."""
        if self._is_open:
            self._acts.append(act)
        else:
            asyncio.get_running_loop().call_soon(act)


TURN = LoopTurn()
at_end_of_turn = TURN.at_end
