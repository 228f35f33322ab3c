"""Sessions in rows, as Django keeps them, which hold their seats over a change of account.

A seat has nothing to do with the account that is signed in on the same browser.
"""

from django.contrib.sessions.backends import db

SEATS = "seats"


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def flush(self) -> None:
        """Forget everything but the seats, which go on under a new key: Django does this where an account leaves."""
        seats = self.get(SEATS)
        super().flush()
        if seats:
            self[SEATS] = seats
