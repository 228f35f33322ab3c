"""The signs and the colours of trigger units."""

TRIGGER_SIGNS = {
    "critical": "M50 4L63 36L97 38L70 60L79 94L50 75L21 94L30 60L3 38L37 36Z",
    "draw": "M35 6H65V35H94V65H65V94H35V65H6V35H35Z",
    "heal": "M50 92C10 62 2 44 6 28C11 8 38 4 50 28C62 4 89 8 94 28C98 44 90 62 50 92Z",
    "front": "M50 6L96 88H66L50 60L34 88H4Z",
    "stand": "M52 8C76 8 94 27 94 51S75 94 51 94S8 75 8 51H28C28 64 38 74 51 74S74 64 74 51S64 28 52 28V46L20 19L52-6Z",
    "over": (
        "M28 26C46 26 54 74 72 74A24 24 0 0 0 72 26C54 26 46 74 28 74A24 24 0 0 1 28 26Z"
        "M28 40A10 10 0 0 0 28 60C36 60 42 50 42 50S36 40 28 40Z"
        "M72 40A10 10 0 0 1 72 60C64 60 58 50 58 50S64 40 72 40Z"
    ),
}
"""Each in a square of 100."""

EDGES = {
    "critical": "#ffd84d",
    "draw": "#ff8a78",
    "stand": "#6fbdff",
    "heal": "#70e397",
    "front": "#7fece2",
    "over": "#ffa9ec",
    "unknown": "#c9d2f2",
}
"""The colour all round a trigger unit."""
