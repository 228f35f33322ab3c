"""Long lists, a part at a time."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Field, Schema

USUAL, MOST = 500, 1000
FARTHEST = 1_000_000


class Paging(Schema):
    """Which part of a list is asked for."""

    limit: int = Field(USUAL, ge=1, le=MOST, description="How many items to send at most.")
    offset: int = Field(0, ge=0, le=FARTHEST, description="How many items to leave out before the first.")


class Page(Schema):
    """A part of a list."""

    count: int = Field(description="How many items the whole list has.")
    next: str | None = Field(description="The address of the next part; null where this is the last.")


def part_of(request: HttpRequest, items: "Sequence[Any] | QuerySet[Any]", paging: Paging) -> dict[str, Any]:
    """Return the part that is asked for, as the fields of a `Page` and its `items`."""
    count = items.count() if isinstance(items, QuerySet) else len(items)
    end = paging.offset + paging.limit
    return {
        "count": count,
        "next": _address(request, end) if end < count else None,
        "items": list(items[paging.offset : end]),
    }


def _address(request: HttpRequest, offset: int) -> str:
    query = request.GET.copy()
    query["offset"] = str(offset)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
