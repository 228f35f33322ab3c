"""Signatures by Standard Webhooks (https://www.standardwebhooks.com), explained to receivers in docs/webhooks.md."""

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"
SECRET_BYTES = 32
SECRET_LENGTH = len(PREFIX) + 4 * -(-SECRET_BYTES // 3)


def new_secret() -> str:
    """Return a new random secret."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature_of(*, secret: str, name: str, timestamp: int, body: bytes) -> str:
    """Return the value of `webhook-signature` for a body that is sent under this name at this time, in seconds."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{name}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
