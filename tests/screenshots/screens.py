"""Which pages are pictures: of which night, on whose device, and after which presses."""

from dataclasses import dataclass
from typing import Literal

Who = Literal["nobody", "fighter", "organizer", "judge"]

SIZES = ((360, 740), (390, 844), (820, 1180), (1280, 800), (1440, 900), (1920, 1080))
THEMES = ("dark", "light")


@dataclass(frozen=True)
class Screen:
    """A picture: its name, the path of its page (`{code}` is the event's), the night it is of, and who looks at it.

    `press` is what is pressed first, as selectors.
    """

    name: str
    path: str
    night: str = ""
    who: Who = "nobody"
    press: tuple[str, ...] = ()


PLAY, PANEL, TV = "/events/{code}/", "/events/{code}/host/", "/events/{code}/display/"
CHOOSE = "[data-part=pack] button"

SCREENS = (
    Screen("landing", "/"),
    Screen("sign-in", "/accounts/login/"),
    Screen("sign-up", "/accounts/signup/"),
    Screen("sets", "/sets/"),
    Screen("set", "/sets/SMP01/"),
    Screen("set-statistics", "/sets/SMP01/statistics/"),
    Screen("rules", "/rules/vanguard/"),
    Screen("help", "/help/"),
    Screen("not-found", "/events/ZZZZZZ/"),
    Screen("home", "/events/", "shared", "organizer"),
    Screen("new-event", "/events/new/", "lobby", "organizer"),
    Screen("tokens", "/accounts/tokens/", "lobby", "organizer"),
    Screen("webhooks", PANEL + "webhooks/", "lobby", "organizer"),
    Screen("join", "/join/{code}/", "lobby"),
    Screen("lobby", PLAY, "lobby", "fighter"),
    Screen("lobby-panel", PANEL, "lobby", "organizer"),
    Screen("lobby-tv", TV, "lobby"),
    Screen("draft", PLAY, "draft", "fighter"),
    Screen("draft-chosen", PLAY, "draft", "fighter", (CHOOSE,)),
    Screen("draft-panel", PANEL, "draft", "organizer"),
    Screen("draft-judge", "/events/{code}/judge/", "draft", "judge"),
    Screen("draft-tv", TV, "draft"),
    Screen("draft-another-game", PLAY, "another-game", "fighter"),
    Screen("real-packs", PLAY, "real-packs", "fighter"),
    Screen("real-packs-tv", TV, "real-packs"),
    Screen("review", PLAY, "review", "fighter"),
    Screen("deck", PLAY, "decks", "fighter"),
    Screen("deck-page", "/events/{code}/deck/", "decks", "fighter"),
    Screen("fight", PLAY, "fights", "fighter"),
    Screen("fights-panel", PANEL, "fights", "organizer"),
    Screen("fights-judge", "/events/{code}/judge/", "fights", "judge"),
    Screen("fights-tv", TV, "fights"),
    Screen("standings", "/events/{code}/standings/", "fights"),
    Screen("sharing", PLAY, "sharing", "fighter"),
    Screen("sharing-panel", PANEL, "sharing", "organizer"),
    Screen("sharing-tv", TV, "sharing"),
    Screen("over", PLAY, "shared", "fighter"),
    Screen("hand-over", "/events/{code}/sharing/", "shared", "fighter"),
    Screen("log", "/events/{code}/log/", "shared", "fighter"),
    Screen("log-table", "/events/{code}/log/", "shared", "fighter", ("[data-go=table]",)),
    Screen("log-quiz", "/events/{code}/log/", "shared", "fighter", ("[data-part=quiz-open]",)),
    Screen("event-statistics", "/events/{code}/statistics/", "shared", "organizer"),
    Screen("stopped", PLAY, "stopped", "fighter"),
)
