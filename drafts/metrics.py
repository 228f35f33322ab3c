"""The Prometheus metrics of this process. Every process has numbers of its own; docs/watching.md explains them.

Labels have values from short lists only: no names, no events, nothing about a person. Some metrics are updated on every
choice, so the labelled counters that are used often are looked up once.
"""

from collections.abc import Collection, Mapping

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

from drafts.rules.draft.replay import How
from drafts.rules.night.rights import Role

CONTENT_TYPE = CONTENT_TYPE_LATEST
PHASES = ("drafting", "review", "building", "fighting", "sharing", "finished")
MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types

_tables = Gauge("passleft_tables", "Tables that this process holds in memory, by phase.", ["phase"])
_viewers = Gauge("passleft_viewers", "Who is connected to this process, by role.", ["role"])

_choices = Counter("passleft_choices", "Choices that were stored, by who made them.", ["how"])
_refusals = Counter("passleft_refusals", "What was refused, by the code that was answered.", ["code"])
_frames = Counter("passleft_frames", "Frames that were understood, by type.", ["type"])
_closes = Counter("passleft_closes", "Sockets that the server closed, by code.", ["code"])
ack_seconds = Histogram("passleft_ack_seconds", "From a choice's frame to its ack.", buckets=MOMENTS)

batch_changes = Histogram("passleft_batch_changes", "Changes in one batch.", buckets=(0, 1, 2, 4, 8, 16, 32, 64, 128))
batch_seconds = Histogram("passleft_batch_seconds", "How long a batch took to write.", buckets=MOMENTS)
tables_failed = Counter("passleft_tables_failed", "Tables whose changes the database did not take.")
tables_lost = Counter("passleft_tables_lost", "Tables left out of a batch: a page or another process was first.")

notices_sent = Counter("passleft_notices_sent", "Notices of changes sent over the channel layer.")
notices_heard = Counter("passleft_notices_heard", "Notices of changes that came over the channel layer.")
changes_not_told = Counter("passleft_changes_not_told", "Events found changed in the database before a notice came.")

_requests = Counter("passleft_requests", "Requests for pages.", ["method", "route", "status"])
_request_seconds = Histogram("passleft_request_seconds", "How long a page took.", ["route"], buckets=MOMENTS)

_by_how = {how: _choices.labels(how.value) for how in How}


def count_choices(hows: Collection[How]) -> None:
    """Count choices that were stored, each by who made it."""
    for how in hows:
        _by_how[how].inc()


def count_refusal(code: str) -> None:
    """Count an error that is sent."""
    _refusals.labels(code).inc()


def frame_counters(types: Collection[str]) -> Mapping[str, Counter]:
    """Return a counter for each of these types of frames."""
    return {type_: _frames.labels(type_) for type_ in types}


def count_close(code: int) -> None:
    """Count a socket that the server closes."""
    _closes.labels(code).inc()


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request for a page; `route` is a pattern, not an address."""
    _requests.labels(method, route, status).inc()
    _request_seconds.labels(route).observe(seconds)


def as_text(*, tables: Mapping[str, int], viewers: Mapping[str, int]) -> bytes:
    """Return all numbers in Prometheus' format; tables by phase and viewers by role are those of this moment."""
    for phase in PHASES:
        _tables.labels(phase).set(tables.get(phase, 0))
    for role in Role:
        _viewers.labels(role.value).set(viewers.get(role.value, 0))
    return generate_latest()
