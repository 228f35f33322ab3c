"""Password hashes, which are slow on purpose: at most two are made at a time, and pages keep the other processors."""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import PBKDF2PasswordHasher

AT_ONCE = BoundedSemaphore(2)


class BoundedHasher(PBKDF2PasswordHasher):
    """Django's hasher; a third call in this process waits. A password is verified by making its hash again."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash of a password."""
        with AT_ONCE:
            return super().encode(password, salt, iterations)
