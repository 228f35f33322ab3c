"""A game without cards, which no site has: two fighters take pebbles. The fixture `pebbles` registers it."""

from pathlib import Path

from drafts.rules.fights.forms import CounterRule, FightForm
from drafts.rules.formats import Deal, Format
from drafts.rules.games.base import Game
from drafts.rules.games.plain.fights import TIE_WORDS
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.stages import Stage

TEMPLATES = Path(__file__).parent / "templates"

PEBBLES_LEFT = CounterRule("pebbles", "Pebbles", start=7, least=0, most=7, loses_at=0)
PEBBLES_GAME = Game(
    slug="pebbles",
    name="Pebbles",
    words={
        "table size": "Four is best.",
        "less damage": "More pebbles win",
        "moment": "round %(round)s",
        "undo": "Take the last move back",
        "undo help": "It is played again.",
        **TIE_WORDS,
    },
)
PEBBLES = Format(
    slug="pebbles",
    name="Pebbles",
    game=PEBBLES_GAME,
    forms=(FightForm("duel", (PEBBLES_LEFT,)),),
    fighters=(2, 6),
    usual_fighters=4,
    deal=Deal.NONE,
    log_opens=LogOpens.FOUGHT,
    stages=(Stage.LOBBY, Stage.FIGHTING, Stage.FINISHED),
)
