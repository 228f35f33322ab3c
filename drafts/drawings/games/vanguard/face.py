"""The face of Vanguard's cards: a clan's name in, its colour and an SVG out."""

from hashlib import sha256

from drafts.drawings.games.base import HEIGHT, HUES, NEUTRAL, STEEL, WIDTH, Face, colour_of
from drafts.drawings.games.vanguard.emblems import emblem_of

_CHOSEN = {
    NEUTRAL: STEEL,
    "gold-lions": 8,
    "ember-court": 3,
    "tide-choir": 23,
    "verdant-oath": 15,
    "clockwork-guild": 18,
    "night-orchard": 30,
    # Clans of published sets, by the colours that their fighters know them by.
    "royal-paladin": 25,
    "shadow-paladin": 31,
    "gold-paladin": 8,
    "oracle-think-tank": 0,
    "angel-feather": 35,
    "genesis": 10,
    "kagero": 2,
    "narukami": 9,
    "nubatama": 28,
    "tachikaze": 6,
    "murakumo": 27,
    "nova-grappler": 26,
    "dimension-police": 21,
    "link-joker": 1,
    "spike-brothers": 33,
    "dark-irregulars": 32,
    "pale-moon": 30,
    "gear-chronicle": 17,
    "granblue": 19,
    "bermuda-triangle": 22,
    "aqua-force": 24,
    "megacolony": 11,
    "great-nature": 12,
    "neo-nectar": 14,
    "cray-elemental": STEEL,
}


def hue_of(slug: str) -> int:
    """Return a clan's colour: 0 to 35 for steps of 10 degrees, or `STEEL`."""
    return _CHOSEN[slug] if slug in _CHOSEN else sha256(slug.encode()).digest()[-1] % HUES


def art_of(slug: str) -> str:
    """Return the SVG of a clan's card face: a gradient in its colour with its emblem, as large as a card."""
    hue, chroma = colour_of(hue_of(slug))

    def tone(light: float, part: float, turn: int = 0) -> str:
        return f"oklch({light} {part * chroma:.3f} {(hue + turn) % 360})"

    return _SVG.format(
        width=WIDTH,
        height=HEIGHT,
        top=tone(0.72, 1, 4),
        middle=tone(0.57, 0.97),
        bottom=tone(0.29, 0.58, -12),
        shine=tone(0.86, 0.75, 8),
        emblem=emblem_of(slug).replace('class="cut"', f'color="{tone(0.36, 0.7, -8)}"'),  # no style: our own policy
    )


_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" preserveAspectRatio="xMidYMid slice">
<defs>
<linearGradient id="g" x1=".2" y1="0" x2=".65" y2="1">
<stop offset="0" stop-color="{top}"/><stop offset=".48" stop-color="{middle}"/><stop offset="1" stop-color="{bottom}"/>
</linearGradient>
<radialGradient id="s" cx=".5" cy=".27" r=".6">
<stop offset="0" stop-color="{shine}" stop-opacity=".7"/><stop offset="1" stop-color="{shine}" stop-opacity="0"/>
</radialGradient>
<linearGradient id="r" x1="0" y1="0" x2="1" y2="0">
<stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#fff" stop-opacity=".11"/>
<stop offset="1" stop-color="#fff" stop-opacity="0"/>
</linearGradient>
</defs>
<rect width="{width}" height="{height}" fill="url(#g)"/>
<rect width="{width}" height="{height}" fill="url(#s)"/>
<g fill="url(#r)" transform="translate(295 236)">
<path d="M-30 0L-210-700H-60zM30 0L60-700H190zM0 0L-620-330V-140zM0 0L620-360V-150z"/>
<path d="M0 0L-560 260V420zM0 0L560 230V420z"/>
</g>
<g color="#fff" fill="currentColor" transform="translate(295 236) scale(4.2)" stroke-linecap="round" \
stroke-linejoin="round">{emblem}</g>
</svg>
"""

VANGUARD_FACE = Face(
    hue_of=hue_of,
    art_of=art_of,
    plain=("", "C", "R", "token", "Re", "EX"),
    glossy=("RR", "H", "FR", "VR", "ORR", "OR", "DR"),
    signs={"trigger": "trigger-critical"},
)
