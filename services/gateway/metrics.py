"""What the gateway counts, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

LATENCY = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Meter:
    """The instruments, each in ``registry`` under a name that begins with ``croupier_gateway_``."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self.sockets = Gauge("croupier_gateway_sockets", "Open WebSockets", ["kind"], registry=registry)
        self.tables = Gauge("croupier_gateway_tables", "Games in play", registry=registry)
        self.messages_in = Counter("croupier_gateway_messages_in", "Messages from clients", registry=registry)
        self.messages_out = Counter("croupier_gateway_messages_out", "Messages to clients", registry=registry)
        self.errors = Counter("croupier_gateway_errors", "Messages that got an error", ["code"], registry=registry)
        self.byes = Counter("croupier_gateway_byes", "Connections that were ended", ["code"], registry=registry)
        self.overflows = Counter("croupier_gateway_overflows", "Clients too slow for their queue", registry=registry)
        self.commands = Counter("croupier_gateway_commands", "Commands sent", registry=registry)
        self.backlog = Gauge("croupier_gateway_backlog", "Commands not yet with the store", registry=registry)
        self.late = Gauge("croupier_gateway_late_seconds", "How far behind the event loop was", registry=registry)
        self.resumes = Counter("croupier_gateway_resumes", "Decisions asked anew after a stall", registry=registry)
        self.latency = Histogram(
            "croupier_gateway_act_seconds",
            "From an answer to the next news of its game",
            buckets=LATENCY,
            registry=registry,
        )
