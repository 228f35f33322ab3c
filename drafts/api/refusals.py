"""The refusals that the description of an address names."""

from drafts.api.schemas import Error

ALWAYS = {401: Error, 422: Error, 429: Error}
"""A wrong token, an invalid parameter, and too many requests."""

NAMED = ALWAYS | {404: Error}
"""The same, and things that do not exist."""

CLOSED = NAMED | {403: Error}
"""The same, and things that are closed to the client."""
