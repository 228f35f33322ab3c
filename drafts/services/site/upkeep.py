"""Background work of a site every few seconds, independent of requests, which never wait for it."""

from drafts.services.catalog.sets import derive_shapes
from drafts.services.statistics.counts import count_finished_drafts


def keep_up() -> None:
    """Count finished drafts, and derive missing shapes of packs. Several processes may do so at the same time."""
    count_finished_drafts()
    derive_shapes()
