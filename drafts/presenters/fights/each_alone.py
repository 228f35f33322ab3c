"""Fights of teams with emperors as pages show them: of each fighter by themselves (M37)."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from drafts.rules.fights.forms import TeamRole

ROLES: Mapping[TeamRole, Promise] = {TeamRole.EMPEROR: _("Emperor"), TeamRole.LIEUTENANT: _("Lieutenant")}
"""The roles in words."""


def each_alone(pairing: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the part of a message about a fight with a side for each fighter, where teams have emperors.

    Its `first` is the emperor of the side that goes first. Any other fight is as it is.
    """
    if not has_roles(pairing):
        return pairing
    return {**pairing, "first": _begins(pairing), "sides": list(_alone(pairing))}


def has_roles(pairing: Mapping[str, Any]) -> bool:
    """Whether the fighters of a fight have roles in their teams."""
    return any(one.get("role") for side in pairing["sides"] for one in side["fighters"])


def emperor_of(side: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the emperor of a side, None for a side without one."""
    return next((one for one in side["fighters"] if one.get("role") == TeamRole.EMPEROR), None)


def _alone(pairing: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for side in pairing["sides"]:
        for one in side["fighters"]:
            yield {**one, "fighters": [one]}


def _begins(pairing: Mapping[str, Any]) -> int | None:
    first: int | None = pairing["first"]
    side = next((side for side in pairing["sides"] if side["fighter"] == first), None)
    emperor = None if side is None else emperor_of(side)
    return first if emperor is None else int(emperor["fighter"])
