"""Sessions in the database, as Django's, but they keep seats and judges' links when the account changes.

Neither depends on the account that is signed in on the same browser.
"""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.utils import timezone
from django.utils.crypto import get_random_string

from drafts.prepared import Prepared

SEATS = "seats"
JUDGES = "judges"
GUEST_SEATS = "guest_seats"
KEPT = (SEATS, GUEST_SEATS, JUDGES)
KEY_LENGTH = 32


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def flush(self) -> None:
        """Delete everything but seats and judges' links, which are kept under a new key.

        Django calls this when an account signs out.
        """
        kept = {name: self[name] for name in KEPT if self.get(name)}
        super().flush()
        self.update(kept)

    def _get_session_from_db(self) -> Any:
        """Return the row of the session, or None; then the session gets a new key when it is stored."""
        row = _STORED.first(self.session_key, timezone.now())
        if row is None:
            self._session_key = None
        return row

    def _get_new_session_key(self) -> str:
        """Return a key without checking that it is free: if it is not, `create` tries another one."""
        return get_random_string(KEY_LENGTH, VALID_KEY_CHARS)


_STORED = Prepared(lambda: SessionStore.get_model_class().objects.filter(pk="").filter(expire_date__gt=timezone.now()))
