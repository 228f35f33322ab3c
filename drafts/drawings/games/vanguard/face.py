"""The face of Vanguard's cards: their facts in, colours and a picture out."""

from drafts.drawings.games.base import Face
from drafts.drawings.games.vanguard.clans import hue_of
from drafts.drawings.games.vanguard.subject import MATERIALS, subject_of

VANGUARD_FACE = Face(
    hue_of=hue_of,
    facts=("name", "kin", "race", "grade", "card_type", "trigger", "rarity", "number"),
    subject_of=subject_of,
    materials=MATERIALS,
    signs={"trigger": "trigger-critical"},
)
