"""How many files and connections the operating system lets this process have open."""

import selectors
from contextlib import suppress

WANTED = (65_536, 10_240)
"""Limits to request until one is granted: macOS reports an infinite limit, but refuses too high ones."""
RESERVED = 64
"""The number of files other than client connections: databases, static files, the listening socket."""
SELECTABLE = 512
"""The most sockets for `select`, the only choice on Windows; one more would end the server."""


def raise_limit() -> int | None:
    """Raise the limit of open files as far as the system allows, and return it; None where there is none."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED:
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        if limit == resource.RLIM_INFINITY or limit >= allowed:
            break
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
            return allowed
    return None if limit == resource.RLIM_INFINITY else limit


def most_connections() -> int:
    """Return how many connections this process can hold, after `raise_limit`."""
    limit = raise_limit() or WANTED[0]
    if issubclass(selectors.DefaultSelector, selectors.SelectSelector):
        limit = min(limit, SELECTABLE)
    return max(limit - RESERVED, 1)
