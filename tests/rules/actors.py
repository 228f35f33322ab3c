"""Actors as tests name them: a fighter by their number, and None for the server."""

from drafts.rules.actors import SERVER, Actor, fighter_by


def actor(by):
    """Return the actor of a number, of None, or an actor as it is."""
    if by is None:
        return SERVER
    return by if isinstance(by, Actor) else fighter_by(by)
