"""The face of Magic's cards: their facts in, colours and a picture out."""

from drafts.drawings.games.base import Face
from drafts.drawings.games.magic.colours import hue_of
from drafts.drawings.games.magic.subject import MATERIALS, subject_of

MAGIC_FACE = Face(
    hue_of=hue_of,
    facts=("name", "kin", "type_line", "power", "rarity"),
    subject_of=subject_of,
    materials=MATERIALS,
    signs={},
)
