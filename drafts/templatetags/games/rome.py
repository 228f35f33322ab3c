"""Tags that draw the parts of Rome: the drawings of a page, units in their spaces, and the coin."""

from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from drafts.drawings.games.rome import symbols
from drafts.languages import translated
from drafts.presenters.games.rome.lines import field_of
from drafts.presenters.games.rome.moves import turn_words
from drafts.rules.games.rome.cards import POWERS, UNIT_NAMES, UnitKind

register = template.Library()
register.filter("turn_words", turn_words)

MARKS = ("used", "lit", "selected", "hit", "dead")
"""Marks of a unit besides its position (static/css/games/rome/unit.css)."""
SIGNS = {"used": "i-check", "hit": "i-spark"}
NUMERALS = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


@register.simple_tag
def rome_drawings(*, sights: bool = False) -> SafeString:
    """Return all drawings as symbols, once a page; `sights` are those behind large cards."""
    return SafeString(symbols(with_sights=sights))


@register.simple_tag
def rome_coin() -> SafeString:
    """Return the coin that lies between two vanguards."""
    return SafeString('<svg class="rome-coin" aria-hidden="true"><use href="#rome-coin"></use></svg>')


@register.filter
def roman(number: int) -> str:
    """Return a power in Roman numerals, as on cards: 4 as IV, but 0 as "0"."""
    written = ""
    for worth, numeral in NUMERALS:
        times, number = divmod(number, worth)
        written += numeral * times
    return written or "0"


@register.inclusion_tag("games/rome/unit.html")
def rome_unit(
    kind: str, *, up: bool = True, chariot: bool = False, power: int | None = None, marks: str = ""
) -> dict[str, object]:
    """Draw a unit in a space; `kind` is "" where the viewer may not see it.

    `power` is its present power, by default the printed one (with its Chariot); 0 is not shown. `marks` are words of
    MARKS, separated by blanks.
    """
    said = [mark for mark in MARKS if mark in marks.split()]
    classes = [f"is-{mark}" for mark in said]
    sign = next((SIGNS[mark] for mark in reversed(said) if mark in SIGNS), "")
    if not kind:
        return {"kind": "", "marks": " ".join(("is-hidden", *classes)), "sign": sign, "heard": gettext("Face down")}
    unit = UnitKind(kind)
    printed = POWERS[unit]
    now = printed + chariot if power is None else power
    if not up:
        classes.append("is-down")
    if now > printed:
        classes.append("is-stronger")
    return {
        "kind": kind,
        "power": now,
        "chariot": chariot,
        "marks": " ".join(classes),
        "sign": sign,
        "heard": ", ".join(_heard(unit, now, up=up, chariot=chariot, marks=said)),
    }


def _heard(unit: UnitKind, power: int, *, up: bool, chariot: bool, marks: list[str]) -> list[str]:
    words = [translated(UNIT_NAMES[unit])]
    if power:
        words.append(gettext("power %(power)s") % {"power": power})
    if chariot:
        words.append(gettext("on a Chariot"))
    if not up:
        words.append(gettext("face down"))
    if "used" in marks:
        words.append(gettext("used in this turn"))
    if "hit" in marks:
        words.append(gettext("will be hit"))
    if "dead" in marks:
        words.append(gettext("killed"))
    return words


@register.inclusion_tag("games/rome/field.html")
def rome_field(own: str, enemy: str = "", **more: Any) -> dict[str, object]:
    """Draw one line, or two that face each other (`presenters.games.rome.lines.field_of`)."""
    return {"field": field_of(own, enemy, **more)}
