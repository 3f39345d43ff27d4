"""What a service counts, for Prometheus. Every metric has the label ``service``."""

from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Entries of a batch."""

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

REGISTRY = CollectorRegistry()
"""The registry of this process. It is not the global one: libraries that register there stay out."""

ENTRIES = Counter("croupier_entries", "Entries handled, by outcome", ("service", "outcome"), registry=REGISTRY)
BATCH = Histogram("croupier_batch_entries", "Entries of a batch", ("service",), buckets=SIZES, registry=REGISTRY)
HANDLING = Histogram(
    "croupier_batch_seconds", "From a batch read to its handler done", ("service",), buckets=SECONDS, registry=REGISTRY
)
RETRIES = Counter("croupier_retries", "Batches handled again, by cause", ("service", "cause"), registry=REGISTRY)
PENDING = Gauge("croupier_pending", "Entries delivered and not acknowledged", ("service", "feed"), registry=REGISTRY)
WAITING = Gauge("croupier_waiting", "Entries of a feed that stand in Redis", ("service", "feed"), registry=REGISTRY)
LETTERS = Gauge("croupier_dead_letters", "Dead letters in the store", ("service",), registry=REGISTRY)
LIVE = Gauge("croupier_live_logs", "Logs begun and not yet archived", ("service", "kind"), registry=REGISTRY)
APPENDS = Counter("croupier_appends", "Appends to logs, by outcome", ("service", "outcome"), registry=REGISTRY)
LINES = Counter("croupier_lines", "Lines appended to logs", ("service",), registry=REGISTRY)
WEBHOOKS = Counter("croupier_webhooks", "Calls of webhooks, by outcome", ("service", "outcome"), registry=REGISTRY)
WEBHOOKS_WAITING = Gauge(
    "croupier_webhooks_waiting", "Messages that wait for a receiver", ("service", "webhook"), registry=REGISTRY
)
DECISION = Histogram(
    "croupier_decision_seconds",
    "From the arrival of a batch's oldest entry in its feed until it is handled: for the referee, a decision",
    ("service",),
    buckets=SECONDS,
    registry=REGISTRY,
)


@dataclass(slots=True)
class Meter:
    """The metrics of one service, bound to its label once so that counting stays cheap."""

    service: str
    handled: Counter = field(init=False)
    rejected: Counter = field(init=False)
    unavailable: Counter = field(init=False)
    failed: Counter = field(init=False)
    size: Histogram = field(init=False)
    handling: Histogram = field(init=False)
    letters: Gauge = field(init=False)
    decision: Histogram = field(init=False)
    lines: Counter = field(init=False)

    def __post_init__(self) -> None:
        self.handled = ENTRIES.labels(self.service, "handled")
        self.rejected = ENTRIES.labels(self.service, "dead-lettered")
        self.unavailable = RETRIES.labels(self.service, "unavailable")
        self.failed = RETRIES.labels(self.service, "failed")
        self.size = BATCH.labels(self.service)
        self.handling = HANDLING.labels(self.service)
        self.letters = LETTERS.labels(self.service)
        self.decision = DECISION.labels(self.service)
        self.lines = LINES.labels(self.service)

    def appended(self, outcome: str, count: int, lines: int) -> None:
        """Count appends that ended as ``outcome`` (the class of its outcome) and the lines they wrote."""
        APPENDS.labels(self.service, outcome).inc(count)
        self.lines.inc(lines)


def exposition() -> bytes:
    """All metrics of this process in the text format of Prometheus."""
    return generate_latest(REGISTRY)
