"""A night whose draft is over, with devices that fight without a page."""

from collections.abc import Sequence
from contextlib import ExitStack

from tests.browser.fight_actions import packs_for
from tests.browser.page_actions import Organizer, post
from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient


class FightNight:
    """An event with its organizer, and the sockets of its fighters by name.

    It ends with its fights, where `sharing` says nothing else; `screen` is what the organizer's page is opened with.
    """

    def __init__(
        self, night, lines: ExitStack, names: Sequence[str], settings: str = "", *, sharing: str = "keep", **screen
    ) -> None:
        self.organizer: Organizer = night.organizer(**screen)
        self.page = self.organizer.page
        self.code = self.organizer.new_event(sharing=sharing, **packs_for(len(names)))
        self.server = night.server
        if settings:
            self._settle(settings)
        devices = {name: Device(night.server.url) for name in names}
        for name, device in devices.items():
            device.join(self.code, name)
        self.organizer.act(self.code, "start")
        self.organizer.act(self.code, "end-review")
        self.phones = {
            name: lines.enter_context(WebSocketClient(device, self.code)) for name, device in devices.items()
        }
        for phone in self.phones.values():
            phone.wait_for(phase_is("building"))

    def act(self, action: str, **fields: object) -> None:
        answer = post(
            self.page, f"/events/{self.code}/host/{action}/", **{name: str(to) for name, to in fields.items()}
        )
        assert answer.status == 302, answer.text()

    def begin(self) -> None:
        """Begin the fights, and wait until everybody sees them."""
        self.act("next-stage", **{"from": "building"})
        self.see_fights()

    def see_fights(self, round_: int = 1) -> None:
        """Wait until everybody sees the fights of a round."""
        for phone in self.phones.values():
            phone.wait_for(lambda state: phase_is("fighting")(state) and state["round"]["number"] == round_)

    def open_panel(self) -> None:
        self.organizer.open_panel(self.code)

    def fight_of(self, name: str) -> dict:
        return self.phones[name].state["fight"]

    def number_of(self, name: str) -> int:
        return next(side["fighter"] for side in self.fight_of(name)["sides"] if side["name"] == name)

    def opponent_of(self, name: str) -> str:
        return next(side["name"] for side in self.fight_of(name)["sides"] if side["name"] != name)

    def enter(self, name: str, *, won: bool = True) -> None:
        """Let a fighter say that they have won, or lost."""
        fight = self.fight_of(name)
        winner = self.number_of(name if won else self.opponent_of(name))
        score = [int(side["fighter"] == winner) * (fight["best_of"] // 2 + 1) for side in fight["sides"]]
        self.ask(name, type="result", winner=winner, score=score)

    def dispute(self, name: str) -> None:
        """Let two say different things."""
        self.enter(name)
        self.enter(self.opponent_of(name))

    def count(self, name: str, by: int = 1) -> None:
        self.ask(name, type="count", fighter=self.number_of(name), counter="damage", by=by)

    def ask(self, name: str, **message: object) -> None:
        answer = self.phones[name].ask(fight=self.fight_of(name)["fight"], **message)
        assert answer["type"] == "ack", answer

    def _settle(self, settings: str) -> None:
        found = f"NightSettings.objects.filter(event__code={self.code!r})"
        script = f"from drafts.models import NightSettings; {found}.update({settings})"
        self.server.manage("shell", "--no-imports", "-c", script)
