"""Background work of a server process in threads of its own, from its start to its shutdown."""

from django.conf import settings
from twisted.internet import reactor

from drafts.live.upkeep import Upkeep
from drafts.live.webhook_sender import WebhookSender


def work_in_background() -> None:
    """Send webhooks as long as the reactor runs; without Redis, so in the only process, count statistics, too."""
    workers: list[WebhookSender | Upkeep] = [WebhookSender()] if settings.REDIS_URL else [WebhookSender(), Upkeep()]
    for worker in workers:
        reactor.callWhenRunning(worker.start)
        reactor.callWhenRunning(reactor.addSystemEventTrigger, "before", "shutdown", worker.stop)
