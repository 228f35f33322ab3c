"""The Prometheus metrics of this process. Every process has numbers of its own; docs/watching.md explains them.

Labels have values from short lists only: no names, no events, nothing about a person. A value that every choice updates
is counted here, and read by Prometheus when it asks: its own histogram makes five calls for a value, its counter four.
"""

import collections
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from drafts.rules.draft.replay import How
from drafts.rules.night.rights import Role

CONTENT_TYPE = CONTENT_TYPE_LATEST
PHASES = ("drafting", "review", "building", "fighting", "sharing", "finished")
MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types


class Distribution(Collector):
    """A histogram. Only the thread of the event loop adds to it."""

    def __init__(self, name: str, documentation: str, buckets: Iterable[float]) -> None:
        self._name, self._documentation = name, documentation
        self._bounds = tuple(buckets)
        self._counts = [0] * (len(self._bounds) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        """Count a value in the first bucket that holds it."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield the histogram as Prometheus has it: each bucket counts those before it too."""
        bounds = [*map(str, map(float, self._bounds)), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._documentation, buckets=buckets, sum_value=self._sum)


class LabelCounts(Collector):
    """A counter for each value of a label, in `of`. Only the thread of the event loop adds to it."""

    def __init__(self, name: str, documentation: str, label: str) -> None:
        self._name, self._documentation, self._label = name, documentation, label
        self.of = collections.Counter[str]()
        REGISTRY.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Yield the counters as Prometheus has them."""
        family = CounterMetricFamily(self._name, self._documentation, labels=[self._label])
        for value, count in tuple(self.of.items()):
            family.add_metric([value], count)
        yield family


_tables = Gauge("passleft_tables", "Tables that this process holds in memory, by phase.", ["phase"])
_viewers = Gauge("passleft_viewers", "Viewers connected to this process, by role.", ["role"])

_choices = LabelCounts("passleft_choices", "Choices that were stored, by who made them.", "how")
_choices.of.update(dict.fromkeys([how.value for how in How], 0))
_refusals = Counter("passleft_refusals", "Refusals, by the code that was answered.", ["code"])
frames = LabelCounts("passleft_frames", "Frames that were understood, by type.", "type")
_closes = Counter("passleft_closes", "Sockets that the server closed, by code.", ["code"])
ack_seconds = Distribution("passleft_ack_seconds", "From a choice's frame to its ack.", buckets=MOMENTS)

batch_changes = Distribution("passleft_batch_changes", "Changes in one batch.", buckets=(0, *(2**n for n in range(8))))
batch_seconds = Distribution("passleft_batch_seconds", "How long a batch took to write.", buckets=MOMENTS)
tables_failed = Counter("passleft_tables_failed", "Tables whose changes the database did not take.")
tables_lost = Counter("passleft_tables_lost", "Tables left out of a batch: a page or another process was first.")

notices_sent = Counter("passleft_notices_sent", "Notices of changes sent over the channel layer.")
notices_heard = Counter("passleft_notices_heard", "Notices of changes that came over the channel layer.")
changes_not_told = Counter("passleft_changes_not_told", "Events found changed in the database before a notice came.")

_requests = Counter("passleft_requests", "Requests for pages.", ["method", "route", "status"])
_request_seconds = Histogram("passleft_request_seconds", "How long a page took.", ["route"], buckets=MOMENTS)


def count_choices(hows: Iterable[How]) -> None:
    """Count choices that were stored, each by who made it."""
    for how in hows:
        _choices.of[how] += 1


def count_refusal(code: str) -> None:
    """Count an error that is sent."""
    _refusals.labels(code).inc()


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
