"""Authentication of a session without a request: whether its user is signed in."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare


def signed_in(sessions: Collection[str]) -> set[str]:
    """Return those of the sessions (by key) in which an active user is still signed in, as pages check it."""
    rows = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
    known = {row.session_key: row.get_decoded() for row in rows}
    users = User.objects.filter(is_active=True).in_bulk(
        {data[SESSION_KEY] for data in known.values() if SESSION_KEY in data}
    )
    return {key for key, data in known.items() if is_signed_in(users.get(int(data.get(SESSION_KEY, 0))), data)}


def is_signed_in(user: User | None, session: Mapping[str, Any]) -> bool:
    """Whether this active user is signed in in this session, as pages check it."""
    if user is None or str(session.get(SESSION_KEY)) != str(user.pk):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
