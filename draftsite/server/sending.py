"""A server process sends what webhooks are to be told, from when it serves until it is told to stop."""

from twisted.internet import reactor

from drafts.live.courier import Courier


def send_webhooks() -> None:
    """Send webhooks as long as the reactor runs."""
    courier = Courier()
    reactor.callWhenRunning(courier.start)
    reactor.callWhenRunning(reactor.addSystemEventTrigger, "before", "shutdown", courier.stop)
