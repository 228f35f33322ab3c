"""The face of a clan's cards: a clan's name in, its colour and an SVG out."""

import re
from hashlib import sha256
from unicodedata import normalize

from drafts.drawings.emblems import emblem_of

HUES = 36
"""Hues are steps of 10 degrees of OKLCH, 0 to 35, so that a style sheet can name each of them."""

STEEL = HUES
"""One more "hue": hardly a colour, for cards that belong to nobody."""

NEUTRAL = "neutral"

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

WIDTH, HEIGHT = 590, 860  # a card is 59 by 86


def slug_of(clan: str) -> str:
    """Return a clan's name as it stands in addresses; names without a Latin letter get one from their hash."""
    plain = normalize("NFKD", clan).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if words:
        return words[:60]
    return f"clan-{sha256(clan.encode()).hexdigest()[:10]}" if clan.strip() else NEUTRAL


def hue_of(slug: str) -> int:
    """Return a clan's colour: 0 to 35 for steps of 10 degrees, or `STEEL`."""
    return _CHOSEN[slug] if slug in _CHOSEN else sha256(slug.encode()).digest()[-1] % HUES


def art_of(slug: str) -> str:
    """Return the SVG of a clan's card face: a gradient in its colour with its emblem, as large as a card."""
    hue, chroma = _colour(hue_of(slug))

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


_STRONGEST = ((45, 0.185), (75, 0.165), (160, 0.16), (240, 0.13), (275, 0.165), (330, 0.185), (360, 0.19))
"""Up to which angle which chroma a screen can show at these lightnesses."""


def _colour(hue: int) -> tuple[int, float]:
    """Return an angle in degrees and a chroma of OKLCH."""
    if hue == STEEL:
        return 270, 0.03
    return hue * 10, next(chroma for angle, chroma in _STRONGEST if hue * 10 <= angle)


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
