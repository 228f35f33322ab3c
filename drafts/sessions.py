"""Sessions in rows, as Django keeps them, which hold their seats and judges' links over a change of account.

Neither has to do with the account that is signed in on the same browser.
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
        """Forget everything but seats and judges' links, which go on under a new key.

        Django does this where an account leaves.
        """
        kept = {name: self[name] for name in KEPT if self.get(name)}
        super().flush()
        self.update(kept)

    def _get_session_from_db(self) -> Any:
        """Return the row of the session, or None, in which case it gets another key when it is stored."""
        row = _STORED.first(self.session_key, timezone.now())
        if row is None:
            self._session_key = None
        return row

    def _get_new_session_key(self) -> str:
        """Return a key without asking whether it is taken: where it is, `create` tries another one."""
        return get_random_string(KEY_LENGTH, VALID_KEY_CHARS)


_STORED = Prepared(lambda: SessionStore.get_model_class().objects.filter(pk="").filter(expire_date__gt=timezone.now()))
