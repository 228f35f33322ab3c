"""Sessions in rows, as Django keeps them, which hold their seats and judges' links over a change of account.

Neither has to do with the account that is signed in on the same browser.
"""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.utils.crypto import get_random_string

SEATS = "seats"
JUDGES = "judges"
GUEST_SEATS = "guest_seats"
KEPT = (SEATS, GUEST_SEATS, JUDGES)
KEY_LENGTH = 32


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def flush(self) -> None:
        """Forget everything but seats and judges' links, which go on under a new key.

        Django does this where an account leaves.
        """
        kept = {name: self[name] for name in KEPT if self.get(name)}
        super().flush()
        self.update(kept)

    def _get_new_session_key(self) -> str:
        """Return a key without asking whether it is taken: where it is, `create` tries another one."""
        return get_random_string(KEY_LENGTH, VALID_KEY_CHARS)
