"""Webhooks of an event are made, changed and taken along; what happens is written for them where it happens."""

import json

import pytest
from django.db import transaction

from drafts.models import Delivery, Event, Webhook, WebhookEvent
from drafts.rules.night.rights import LogVisibility
from drafts.services.errors import ServiceError
from drafts.services.events.deletion import delete_event
from drafts.services.events.lifecycle import start_event, stop_event
from drafts.services.events.next_drafts import make_next_draft
from drafts.services.events.nights import finish_event
from drafts.services.integrations.webhook_events import MOST_KEPT
from drafts.services.integrations.webhooks import (
    MOST_WEBHOOKS,
    Tells,
    make_webhook,
    pause_webhook,
    remove_webhook,
    renew_secret,
    send_test,
)
from drafts.services.log.log_access import open_log
from drafts.webhooks.signing import PREFIX
from tests.factories import let_bots_finish, make_event, no_fights
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter_all

pytestmark = pytest.mark.django_db
ALL = Tells(start=True, end=True, log=True)
STORE = "http://draft.store:8000"


@pytest.fixture(autouse=True)
def own_network(settings):
    settings.WEBHOOKS_PRIVATE = True


@pytest.fixture(scope="module")
def made_event(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui", log_visibility=LogVisibility.ORGANIZER, night=no_fights())


@pytest.fixture
def event(made_event, db):
    return Event.objects.get(id=made_event.id)


def make(event, address="http://127.0.0.1/hook", tells=ALL):
    return make_webhook(event=event, address=address, tells=tells, origin=STORE)


def told(webhook):
    """Return what was written for a webhook, in order: what happened, and the body."""
    rows = webhook.deliveries.order_by("id")
    return [(row.happening, json.loads(row.body)) for row in rows]


def happenings(webhook):
    return [happening for happening, _ in told(webhook)]


# Webhooks ------------------------------------------------------------------------------------------------------------


def test_a_webhook_has_a_secret_of_its_own_and_another_one_when_that_is_asked_for(event):
    first, second = make(event), make(event, "http://127.0.0.1/other")
    renewed = renew_secret(event=event, webhook_id=first.id)
    assert all(one.secret.startswith(PREFIX) for one in (first, second, renewed))
    assert len({first.secret, second.secret, renewed.secret}) == 3
    assert Webhook.objects.get(id=first.id).secret == renewed.secret


@pytest.mark.parametrize(
    "address", ["https://10.1.2.3/x", "http://8.8.8.8/", "https://127.0.0.1/", "http://127.0.0.1/"]
)
def test_an_address_is_judged_before_it_is_kept(event, settings, address):
    settings.WEBHOOKS_PRIVATE = False
    with pytest.raises(ServiceError) as caught:
        make(event, address)
    assert (caught.value.field, Webhook.objects.count()) == ("address", 0)


def test_a_webhook_that_would_tell_nothing_is_refused(event):
    with pytest.raises(ServiceError, match="at least one") as caught:
        make(event, tells=Tells(start=False, end=False, log=False))
    assert caught.value.field == "tells"


def test_an_address_is_told_once_and_an_event_has_so_many_webhooks(event):
    make(event)
    with pytest.raises(ServiceError, match="already"):
        make(event, " HTTP://127.0.0.1/hook ")
    for number in range(1, MOST_WEBHOOKS):
        make(event, f"http://127.0.0.1/{number}")
    with pytest.raises(ServiceError, match=str(MOST_WEBHOOKS)):
        make(event, "http://127.0.0.1/more")


def test_a_webhook_of_another_event_is_none(event, organizer):
    elsewhere = make(make_event(organizer, "Misaki"))
    for verb in (renew_secret, send_test):
        with pytest.raises(ServiceError, match="no such webhook"):
            verb(event=event, webhook_id=elsewhere.id)
    with pytest.raises(ServiceError, match="no such webhook"):
        pause_webhook(event=event, webhook_id=elsewhere.id, paused=True)
    remove_webhook(event=event, webhook_id=elsewhere.id)
    assert Webhook.objects.get() == elsewhere


def test_a_removed_webhook_goes_with_its_deliveries_and_an_event_with_both(event):
    kept, gone = make(event), make(event, "http://127.0.0.1/other")
    for webhook in (kept, gone):
        send_test(event=event, webhook_id=webhook.id)
    for _ in range(2):
        remove_webhook(event=event, webhook_id=gone.id)
    assert [row.webhook for row in Delivery.objects.all()] == [kept]
    delete_event(event=event)
    assert (Webhook.objects.count(), Delivery.objects.count()) == (0, 0)


def test_the_next_draft_of_a_series_tells_the_same_machines_under_the_same_secrets(event):
    make(event), pause_webhook(event=event, webhook_id=make(event, "http://127.0.0.1/other").id, paused=True)
    start_event(event=event)
    made = make_next_draft(event=let_bots_finish(event), confirmed=True)
    columns = ("address", "secret", "origin", "tells_start", "tells_end", "tells_log", "paused_at", "gone")
    assert list(made.webhooks.values_list(*columns)) == list(event.webhooks.values_list(*columns))
    assert [one.deliveries.count() for one in made.webhooks.all()] == [0, 0]


# Reported changes ----------------------------------------------------------------------------------------------------


def test_a_whole_night_is_told_once_each_with_what_it_is_at_that_moment(event):
    webhook = make(event)
    start_event(event=event)
    let_bots_finish(event)
    finish_event(event=Event.objects.get(id=event.id))
    (first, start), (last, end) = told(webhook)
    assert (first, last) == ("event.started", "event.finished")
    assert (start["type"], start["data"]["phase"], end["data"]["phase"]) == (first, "drafting", "finished")
    names = ("code", "name", "game", "format", "sets", "fighters", "bots", "tables")
    facts = {name: end["data"][name] for name in names}
    assert facts == {
        **{"code": event.code, "name": "Friday draft", "game": "vanguard", "format": event.draft.format},
        **{"sets": ["SMP01"] * 6, "fighters": 2, "bots": 0, "tables": 1},
    }
    assert (start["data"]["finished"], end["data"]["finished"]) == (None, end["timestamp"])
    assert end["data"]["pages"] == {
        "event": f"{STORE}/events/{event.code}/",
        "standings": f"{STORE}/events/{event.code}/standings/",
        "log": None,
        "data": None,
    }


def test_nothing_that_is_told_names_a_card_or_a_fighter(event):
    webhook = make(event)
    start_event(event=event)
    let_bots_finish(event)
    open_log(event=Event.objects.get(id=event.id), visibility=LogVisibility.PUBLIC, hide_names=False)
    bodies = " ".join(webhook.deliveries.values_list("body", flat=True))
    assert [word for word in ("Aichi", "Kamui", "SMP01/", event.draft.seed, webhook.secret) if word in bodies] == []


def test_a_log_that_others_may_read_is_told_of_when_all_have_drafted(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.FIGHTERS)
    webhook = make(event)
    start_event(event=event)
    let_bots_finish(event)
    happening, body = told(webhook)[-1]
    assert (happening, body["data"]["log"], body["data"]["phase"]) == ("log.published", "fighters", "building")
    assert body["data"]["pages"]["data"] == f"{STORE}/events/{event.code}/log/log.json"


def test_a_log_that_is_opened_afterwards_is_told_of_each_time_more_people_may_read_it(event):
    webhook = make(event, tells=Tells(start=False, end=False, log=True))
    start_event(event=event)
    event = let_bots_finish(event)
    assert told(webhook) == []
    asked = [LogVisibility.FIGHTERS, LogVisibility.FIGHTERS, LogVisibility.PUBLIC, LogVisibility.ORGANIZER]
    for visibility in [*asked, LogVisibility.PUBLIC]:
        open_log(event=event, visibility=visibility, hide_names=False)
    open_log(event=event, visibility=LogVisibility.PUBLIC, hide_names=True)
    assert [body["data"]["log"] for _, body in told(webhook)] == ["fighters", "public", "public"]


def test_a_draft_that_is_stopped_has_ended_and_its_log_opens(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC)
    webhook = make(event)
    stop_event(event=event)
    assert [(what, body["data"]["stopped"]) for what, body in told(webhook)] == [
        ("event.finished", True), ("log.published", True),
    ]  # fmt: skip


def test_an_event_that_is_cancelled_in_its_lobby_has_ended_and_no_log_opens(organizer, sample_sets):
    event = make_event(organizer, "Aichi", log_visibility=LogVisibility.PUBLIC)
    webhook = make(event)
    stop_event(event=event)
    ((what, body),) = told(webhook)
    assert (what, body["data"]["stopped"], body["data"]["started"]) == ("event.finished", True, None)


def test_the_log_of_paper_packs_is_told_of_once_all_piles_are_entered(organizer, sample_sets):
    event = paper_event(organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)
    webhook = make(event, tells=Tells(start=False, end=False, log=True))
    play_paper_draft(event)
    assert happenings(webhook) == []
    enter_all(event, drafted_piles(event))
    assert happenings(webhook) == ["log.published"]


def test_a_webhook_hears_what_it_asked_for_and_nothing_while_it_is_paused(event):
    started = make(event, tells=Tells(start=True, end=False, log=False))
    ended = make(event, "http://127.0.0.1/other", tells=Tells(start=False, end=True, log=False))
    paused = make(event, "http://127.0.0.1/third")
    pause_webhook(event=event, webhook_id=paused.id, paused=True)
    start_event(event=event)
    stop_event(event=event)
    assert [happenings(each) for each in (started, ended, paused)] == [["event.started"], ["event.finished"], []]


def test_a_delivery_that_is_rolled_back_was_never_written(event):
    make(event)
    with transaction.atomic():
        start_event(event=event)
        assert Delivery.objects.count() == 1
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_of_each_webhook_the_latest_deliveries_are_kept(event):
    webhook, other = make(event), make(event, "http://127.0.0.1/other")
    send_test(event=event, webhook_id=other.id)
    names = [send_test(event=event, webhook_id=webhook.id).name for _ in range(MOST_KEPT + 2)]
    assert list(webhook.deliveries.order_by("id").values_list("name", flat=True)) == names[2:]
    assert (other.deliveries.count(), set(happenings(webhook))) == (1, {WebhookEvent.TEST.value})


def test_a_paused_webhook_sends_no_test(event):
    webhook = make(event)
    pause_webhook(event=event, webhook_id=webhook.id, paused=True)
    with pytest.raises(ServiceError, match="paused"):
        send_test(event=event, webhook_id=webhook.id)
