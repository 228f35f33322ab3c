"""Deliveries are sent by one process at a time, tried again for hours, and lost by no crash."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event as Signal

import pytest
from django.db import connection
from django.utils import timezone

from drafts.models import Delivery, Webhook
from drafts.queries.integrations.webhooks import DeliveryProgress, progress_of
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import start_event
from drafts.services.integrations import deliveries
from drafts.services.integrations.deliveries import (
    FIRST_PAUSE,
    JITTER,
    MOST_TRIES,
    TAKEN_FOR,
    deliver,
    due_deliveries,
    pause_after,
    send_again,
)
from drafts.services.integrations.webhooks import (
    Tells,
    make_webhook,
    pause_webhook,
    remove_webhook,
    renew_secret,
    send_test,
)
from tests.factories import make_event
from tests.programs import PATIENCE
from tests.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db(transaction=True)
ALL = Tells(start=True, end=True, log=True)


@pytest.fixture(autouse=True)
def own_network(settings):
    settings.WEBHOOKS_PRIVATE = True


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui")


def make(event, receiver):
    return make_webhook(event=event, address=receiver.address, tells=ALL, origin="http://draft.store")


def a_test(event, webhook):
    return send_test(event=event, webhook_id=webhook.id)


def send_what_is_due():
    """Do what a server process does when it looks around; return how many it found."""
    found = due_deliveries(most=10)
    return sum(deliver(due.delivery) for due in found)


def let_pause_be_over():
    Delivery.objects.exclude(next_at=None).update(next_at=timezone.now())


def seen(delivery):
    delivery.refresh_from_db()
    return progress_of(delivery), delivery.attempts, delivery.status


def test_a_delivery_arrives_signed_with_the_secret_of_its_webhook(event):
    with receiving() as receiver:
        webhook = make(event, receiver)
        start_event(event=event)
        assert send_what_is_due() == 1
        heard = receiver.wait()
    assert heard.is_signed_with(webhook.secret)
    assert not heard.is_signed_with(renew_secret(event=event, webhook_id=webhook.id).secret)
    assert json.loads(heard.body)["type"] == "event.started"
    assert abs(int(heard.headers["webhook-timestamp"]) - time.time()) < PATIENCE
    delivery = webhook.deliveries.get()
    assert (heard.name, heard.headers["content-type"]) == (delivery.name, "application/json")
    assert (seen(delivery), send_what_is_due()) == ((DeliveryProgress.DELIVERED, 1, 200), 0)


def test_a_delivery_that_is_refused_is_sent_again_later_under_the_same_name(event):
    with receiving(500, 200) as receiver:
        webhook = make(event, receiver)
        delivery = a_test(event, webhook)
        assert (send_what_is_due(), seen(delivery)) == (1, (DeliveryProgress.FAILING, 1, 500))
        assert FIRST_PAUSE * (1 - JITTER) <= delivery.next_at - delivery.tried_at <= FIRST_PAUSE * (1 + JITTER) * 2
        assert send_what_is_due() == 0
        let_pause_be_over()
        assert (send_what_is_due(), seen(delivery)) == (1, (DeliveryProgress.DELIVERED, 2, 200))
        assert (delivery.error, delivery.answer) == ("", "")
    assert [heard.name for heard in receiver.heard] == [delivery.name] * 2
    assert all(heard.is_signed_with(webhook.secret) for heard in receiver.heard)


def test_pauses_grow_to_hours_and_after_so_many_tries_it_is_given_up_until_it_is_sent_again(event):
    with receiving(*[503] * MOST_TRIES) as receiver:
        delivery = a_test(event, make(event, receiver))
        for _ in range(MOST_TRIES + 2):
            send_what_is_due()
            let_pause_be_over()
        assert seen(delivery) == (DeliveryProgress.GIVEN_UP, MOST_TRIES, 503)
        assert len(receiver.heard) == MOST_TRIES
        send_again(event=event, delivery_id=delivery.id)
        assert (send_what_is_due(), seen(delivery)) == (1, (DeliveryProgress.DELIVERED, 1, 200))
    pauses = [pause_after(tries, 0.5) for tries in range(1, MOST_TRIES)]
    assert (pauses[0], pauses == sorted(pauses)) == (FIRST_PAUSE, True)
    assert timedelta(hours=12) < sum(pauses, timedelta()) < timedelta(hours=24)


def test_a_receiver_that_is_gone_is_asked_no_more_until_its_organizer_says_so(event):
    with receiving(410) as receiver:
        webhook = make(event, receiver)
        first, second = a_test(event, webhook), a_test(event, webhook)
        assert (send_what_is_due(), seen(first)) == (1, (DeliveryProgress.GIVEN_UP, 1, 410))
        webhook.refresh_from_db()
        assert (webhook.gone, webhook.paused_at is not None, send_what_is_due()) == (True, True, 0)
        start_event(event=event)
        assert webhook.deliveries.count() == 2
        pause_webhook(event=event, webhook_id=webhook.id, paused=False)
        assert (send_what_is_due(), seen(second)) == (1, (DeliveryProgress.DELIVERED, 1, 200))


def test_a_process_that_dies_after_the_commit_or_while_it_sends_loses_nothing(event):
    with receiving() as receiver:
        delivery = a_test(event, make(event, receiver))
        taken = deliveries._take(delivery.id)  # and here the process dies
        assert (taken.id, seen(delivery)[0], send_what_is_due()) == (delivery.id, DeliveryProgress.SENDING, 0)
        with pytest.raises(ServiceError, match="right now"):
            send_again(event=event, delivery_id=delivery.id)
        Delivery.objects.update(taken_until=timezone.now() - timedelta(seconds=1))
        assert (send_what_is_due(), seen(delivery)[0]) == (1, DeliveryProgress.DELIVERED)


def test_the_result_of_a_process_that_was_believed_dead_changes_nothing(event):
    with receiving(500) as receiver:
        delivery = a_test(event, make(event, receiver))

        def be_believed_dead(handler):
            Delivery.objects.update(taken_until=timezone.now() + TAKEN_FOR * 2)
            connection.close()
            handler.send_response(200)
            handler.end_headers()

        receiver.answers[:] = [be_believed_dead]
        deliver(delivery.id)
    assert seen(delivery) == (DeliveryProgress.SENDING, 1, None)


def test_of_many_who_send_at_once_one_does(event):
    with receiving() as receiver:
        delivery = a_test(event, make(event, receiver))
        begin = Signal()

        def send():
            begin.wait(PATIENCE)
            try:
                return deliver(delivery.id)
            finally:
                connection.close()

        with ThreadPoolExecutor(4) as processes:
            sent = [processes.submit(send) for _ in range(4)]
            begin.set()
            assert sorted(each.result() for each in sent) == [False, False, False, True]
    assert len(receiver.heard) == 1


def test_one_organizer_at_a_time_is_served_once_so_that_nobody_waits_for_anothers_slow_machine(
    event, django_user_model, sample_sets
):
    other = make_event(django_user_model.objects.create_user("bea"), "Misaki")
    with receiving() as receiver:
        rows = [a_test(event, make(event, receiver)), a_test(event, event.webhooks.get())]
        last = a_test(other, make(other, receiver))
    assert [due.delivery for due in due_deliveries(most=4)] == [rows[0].id, last.id]
    assert [due.delivery for due in due_deliveries(most=4, without={event.organizer_id})] == [last.id]
    assert len(due_deliveries(most=1)) == 1


def test_a_name_that_leads_into_a_private_network_since_is_not_sent_to(event, settings):
    with receiving() as receiver:
        delivery = a_test(event, make(event, receiver))
        settings.WEBHOOKS_PRIVATE = False
        Webhook.objects.update(address=f"https://localhost:{receiver.port}/")
        send_what_is_due()
    assert (receiver.heard, seen(delivery)[0], delivery.error) == ([], DeliveryProgress.FAILING, "private")


def test_a_webhook_that_is_removed_while_it_is_sent_to_is_no_error(event):
    with receiving() as receiver:
        webhook = make(event, receiver)
        delivery = a_test(event, webhook)

        def be_removed(handler):
            remove_webhook(event=event, webhook_id=webhook.id)
            connection.close()
            handler.send_response(410)
            handler.end_headers()

        receiver.answers[:] = [be_removed]
        assert deliver(delivery.id) is True
    assert (Delivery.objects.count(), deliver(delivery.id)) == (0, False)


def test_a_delivery_of_another_event_cannot_be_sent_again(event, organizer):
    other = make_event(organizer, "Misaki")
    with receiving() as receiver:
        delivery = a_test(event, make(event, receiver))
    with pytest.raises(ServiceError, match="no such delivery"):
        send_again(event=other, delivery_id=delivery.id)
