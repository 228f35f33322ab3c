"""A program that reads the API."""

from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from drafts.services.integrations.api_tokens import make_token

API = "/api/v1"
_addresses = count(1)


def new_address() -> str:
    """Return an address that nobody has asked from yet, so that no test uses up what another may ask."""
    number = next(_addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


class Program:
    """A program at an address of its own, with a token or without one."""

    def __init__(self, secret: str = "", client: Client | None = None) -> None:
        self.client, self.address = client or Client(), new_address()
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    @classmethod
    def of(cls, user: User, name: str = "a program") -> "Program":
        """Return a program with a new token of this account."""
        return cls(make_token(user=user, name=name)[1])

    def ask(self, address: str, method: str = "GET", **headers: str) -> Any:
        """Return the answer of an address, named from `/api/v1` on, or as a whole."""
        path = address.removeprefix("http://testserver")
        path = path if path.startswith(API) else API + path
        return self.client.generic(method, path, headers=self.headers | headers, REMOTE_ADDR=self.address)

    def read(self, address: str) -> Any:
        """Return what an address has. It has to answer."""
        answer = self.ask(address)
        assert (answer.status_code, answer["Content-Type"].split(";")[0]) == (200, "application/json"), answer.content
        return answer.json()

    def refusal(self, address: str, method: str = "GET") -> tuple[int, str]:
        """Return the status and the code of a refusal."""
        answer = self.ask(address, method)
        assert set(answer.json()["error"]) == {"code", "message"}
        return answer.status_code, answer.json()["error"]["code"]
