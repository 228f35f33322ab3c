"""The format of Rome: a night of nothing but battles."""

from drafts.rules.formats import Deal, Format
from drafts.rules.games.rome.fights import BATTLE_FORM
from drafts.rules.games.rome.game import ROME_GAME
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.stages import FIGHT_NIGHT

ROME = Format(
    slug="rome",
    name=ROME_GAME.name,
    game=ROME_GAME,
    forms=(BATTLE_FORM,),
    fighters=(2, 12),
    usual_fighters=4,
    deal=Deal.NONE,
    log_opens=LogOpens.FOUGHT,
    stages=FIGHT_NIGHT,
    bots_fight=True,
)
