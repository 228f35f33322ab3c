"""Which pages are pictures: of which night, on whose device, and after which presses."""

from dataclasses import dataclass
from typing import Literal

Who = Literal["nobody", "fighter", "organizer", "judge"]
Mishap = Literal["", "line", "cookies"]

SIZES = ((360, 740), (390, 844), (820, 1180), (1280, 800), (1440, 900), (1920, 1080))
THEMES = ("dark", "light")


@dataclass(frozen=True)
class Screen:
    """A picture: its name, the path of its page (`{code}` is the event's), the night it is of, and who looks at it.

    `mishap` is what goes wrong once the page is open: its line is cut, or its cookies are gone. `press` is what is
    pressed then, as selectors. The `best` are taken in all sizes and in both themes, the `seldom` ones where sizes are
    asked for, and in no usual run.
    """

    name: str
    path: str
    night: str = ""
    who: Who = "nobody"
    press: tuple[str, ...] = ()
    mishap: Mishap = ""
    best: bool = False
    seldom: bool = False


PLAY, PANEL, TV = "/events/{code}/", "/events/{code}/host/", "/events/{code}/display/"
CHOOSE = "[data-part=pack] button"

# In this order: a night is played when it is first looked at, and what is looked at while a clock runs comes first.
SCREENS = (
    Screen("landing", "/", best=True),
    Screen("landing-tonight", "/", "named"),
    Screen("sign-in", "/accounts/login/"),
    Screen("sign-in-wrong", "/accounts/login/", press=("main form .button--primary",), seldom=True),
    Screen("sign-up", "/accounts/signup/"),
    Screen("sign-up-wrong", "/accounts/signup/", press=("main form .button--primary",), seldom=True),
    Screen("password", "/accounts/password_change/", "nothing", "organizer", seldom=True),
    Screen("sets", "/sets/"),
    Screen("set", "/sets/SMP02/"),
    Screen("set-another-game", "/sets/MAG01/"),
    Screen("set-open", "/sets/open/", "nothing", "organizer"),
    Screen("set-statistics", "/sets/SMP01/statistics/", "shared"),
    Screen("rules", "/rules/vanguard/"),
    Screen("rules-all", "/rules/"),
    Screen("help", "/help/"),
    Screen("not-found", "/events/ZZZZZZ/"),
    Screen("old-link", "/rejoin/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/", seldom=True),
    Screen("form-too-old", "/accounts/login/", press=("main form .button--primary",), mishap="cookies", seldom=True),
    Screen("judge-wrong", "/judge/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/", seldom=True),
    Screen("event-full", "/join/{code}/", "full"),
    Screen("event-over", "/join/{code}/", "shared"),
    Screen("home", "/events/", "shared", "organizer"),
    Screen("home-empty", "/events/", "nothing", "organizer"),
    Screen("home-many", "/events/", "many", "organizer", seldom=True),
    Screen("new-event", "/events/new/", "lobby", "organizer"),
    Screen("settings", "/events/{code}/edit/", "lobby", "organizer"),
    Screen("store", "/store/", "lobby", "organizer"),
    Screen("staff", PANEL + "staff/", "lobby", "organizer"),
    Screen("sheets", "/events/{code}/sheets/", "lobby", "organizer"),
    Screen("delete", "/events/{code}/delete/", "shared", "organizer"),
    Screen("tokens", "/accounts/tokens/", "lobby", "organizer"),
    Screen("webhooks", PANEL + "webhooks/", "lobby", "organizer"),
    Screen("join", "/join/{code}/", "lobby"),
    Screen("lobby", PLAY, "lobby", "fighter"),
    Screen("lobby-panel", PANEL, "lobby", "organizer"),
    Screen("lobby-tv", TV, "lobby"),
    Screen("draft", PLAY, "draft", "fighter", best=True),
    Screen("draft-chosen", PLAY, "draft", "fighter", (CHOOSE,)),
    Screen("draft-offline", PLAY, "draft", "fighter", (CHOOSE, "[data-part=confirm]"), mishap="line"),
    Screen("draft-panel-offline", PANEL, "draft", "organizer", mishap="line", seldom=True),
    Screen("draft-tv-offline", TV, "draft", mishap="line", seldom=True),
    Screen("panel-closed", PANEL, "draft", "fighter", seldom=True),
    Screen("draft-panel", PANEL, "draft", "organizer", best=True),
    Screen("draft-judge", "/events/{code}/judge/", "draft", "judge"),
    Screen("draft-tv", TV, "draft", best=True),
    Screen("tables-tv", TV, "tables"),
    Screen("event-started", "/join/{code}/", "draft", seldom=True),
    Screen("deck-closed", "/events/{code}/deck/", "draft", "fighter", seldom=True),
    Screen("log-closed", "/events/{code}/log/", "draft", "fighter", seldom=True),
    Screen("connections", PANEL + "connections/", "draft", "organizer"),
    Screen("draft-another-game", PLAY, "another-game", "fighter"),
    Screen("real-packs", PLAY, "real-packs", "fighter"),
    Screen("real-packs-tv", TV, "real-packs", seldom=True),
    Screen("piles-closed", "/events/{code}/piles/", "real-packs", "organizer", seldom=True),
    Screen("pile", "/events/{code}/pile/", "piles", "fighter"),
    Screen("pile-phone", PLAY, "piles", "fighter"),
    Screen("piles", "/events/{code}/piles/", "piles", "organizer"),
    Screen("piles-panel", PANEL, "piles", "organizer"),
    Screen("piles-tv", TV, "piles"),
    Screen("piles-doubted", "/events/{code}/piles/", "doubted", "organizer"),
    Screen("piles-doubted-phone", PLAY, "doubted", "fighter", seldom=True),
    Screen("missed", PLAY, "missed", "fighter"),
    Screen("missed-panel", PANEL, "missed", "organizer"),
    Screen("missed-tv", TV, "missed", seldom=True),
    Screen("review", PLAY, "review", "fighter"),
    Screen("review-tv", TV, "review"),
    Screen("deck", PLAY, "decks", "fighter", best=True),
    Screen("deck-page", "/events/{code}/deck/", "decks", "fighter"),
    Screen("fight", PLAY, "fights", "fighter"),
    Screen("fights-panel", PANEL, "fights", "organizer"),
    Screen("fights-judge", "/events/{code}/judge/", "fights", "judge"),
    Screen("fights-tv", TV, "fights"),
    Screen("standings", "/events/{code}/standings/", "fights"),
    Screen("all-fights", PANEL + "fights/", "corrected", "organizer", ("text=Correct the result",)),
    Screen("all-fights-judge", PANEL + "fights/", "corrected", "judge", seldom=True),
    Screen(
        "correction",
        PANEL + "fights/",
        "corrected",
        "organizer",
        ("text=Correct the result", "details[open] [value=none]"),
    ),
    Screen("corrected", PLAY, "corrected", "fighter"),
    Screen("corrected-standings", "/events/{code}/standings/", "corrected", "organizer", seldom=True),
    Screen("commanders", PLAY, "commanders", "fighter", seldom=True),
    Screen("commanders-panel", PANEL, "commanders", "organizer", seldom=True),
    Screen("commanders-tv", TV, "commanders", seldom=True),
    Screen("pod", PLAY, "pod", "fighter", seldom=True),
    Screen("pod-middle", PLAY, "pod", "fighter", ("text=This device lies in the middle",), seldom=True),
    Screen("pod-panel", PANEL, "pod", "organizer", seldom=True),
    Screen("pod-tv", TV, "pod", seldom=True),
    Screen("two-heads", PLAY, "two-heads", "fighter", seldom=True),
    Screen("two-heads-panel", PANEL, "two-heads", "organizer", seldom=True),
    Screen("two-heads-tv", TV, "two-heads", seldom=True),
    Screen("emperors", PLAY, "emperors", "fighter", seldom=True),
    Screen("emperors-panel", PANEL, "emperors", "organizer", seldom=True),
    Screen("emperors-tv", TV, "emperors", seldom=True),
    Screen("rome", "/events/{code}/battle/", "rome", "fighter", seldom=True),
    Screen("rome-turn", "/events/{code}/battle/", "rome-turn", "fighter", seldom=True),
    Screen("rome-turn-tv", TV, "rome-turn", seldom=True),
    Screen("rome-ring", "/events/{code}/battle/", "rome-ring", "fighter", seldom=True),
    Screen("rome-ring-tv", TV, "rome-ring", seldom=True),
    Screen("rome-panel", PANEL, "rome", "organizer", seldom=True),
    Screen("rome-tv", TV, "rome", seldom=True),
    Screen("wishes", "/events/{code}/wishes/", "sharing", "fighter"),
    Screen("sharing", PLAY, "sharing", "fighter"),
    Screen("sharing-panel", PANEL, "sharing", "organizer"),
    Screen("sharing-tv", TV, "sharing"),
    Screen("swap", PLAY, "swap", "fighter"),
    Screen("swap-panel", PANEL, "swap", "organizer"),
    Screen("swap-tv", TV, "swap", seldom=True),
    Screen("over", PLAY, "shared", "fighter"),
    Screen("hand-over", "/events/{code}/sharing/", "shared", "fighter"),
    Screen("log", "/events/{code}/log/", "shared", "fighter", best=True),
    Screen("log-table", "/events/{code}/log/", "shared", "fighter", ("[data-go=table]",)),
    Screen("log-list", "/events/{code}/log/?view=list", "shared", "fighter"),
    Screen("log-quiz", "/events/{code}/log/", "shared", "fighter", ("[data-part=quiz-open]",)),
    Screen("log-comments", "/events/{code}/log/", "commented", "fighter", ("text=2 comments",)),
    Screen("event-statistics", "/events/{code}/statistics/", "shared", "organizer"),
    Screen("second-draft", PLAY, "second", "fighter"),
    Screen("second-draft-tv", TV, "second"),
    Screen("stopped", PLAY, "stopped", "fighter"),
    Screen("stopped-judge", "/events/{code}/judge/", "stopped", "judge", seldom=True),
    Screen("closed-early", PLAY, "closed-early", "fighter"),
    Screen("closed-early-panel", PANEL, "closed-early", "organizer"),
    Screen("closed-early-tv", TV, "closed-early", seldom=True),
    Screen("hurried", PLAY, "hurried", "fighter"),
    Screen("hurried-panel", PANEL, "hurried", "organizer", seldom=True),
    Screen("stalled", PLAY, "stalled", "fighter", seldom=True),
    Screen("stalled-panel", PANEL, "stalled", "organizer"),
    Screen("stalled-tv", TV, "stalled", seldom=True),
    Screen("replaced", PLAY, "replaced", "fighter"),
    Screen("removed", PLAY, "removed", "fighter", seldom=True),
    Screen("disputed", PLAY, "disputed", "fighter"),
    Screen("disputed-panel", PANEL, "disputed", "organizer"),
    Screen("dropped", PLAY, "dropped", "fighter"),
    Screen("bye", PLAY, "bye", "fighter"),
    Screen("best-of-three", PLAY, "best-of-three", "fighter"),
    Screen("crowd", PLAY, "crowd", "fighter", seldom=True),
    Screen("crowd-tv", TV, "crowd"),
    Screen("crowd-panel", PANEL, "crowd", "organizer", seldom=True),
    Screen("crowd-fights-tv", TV, "crowd-fights"),
    Screen("crowd-fights-panel", PANEL, "crowd-fights", "organizer", seldom=True),
    Screen("crowd-standings", "/events/{code}/standings/", "crowd-fights", seldom=True),
    Screen("four-tables-tv", TV, "four-tables"),
    Screen("four-tables-fight-tv", TV, "four-tables-fight", seldom=True),
)
