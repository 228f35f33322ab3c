"""The organizer's page of webhooks works by forms alone, and shows a secret once."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from drafts.models import Attempt, Delivery, Event, ThrottledAction, Webhook
from drafts.services.integrations.deliveries import deliver
from drafts.services.integrations.webhooks import MOST_WEBHOOKS, Tells, make_webhook
from drafts.services.throttling import LIMITS
from drafts.webhooks.signing import PREFIX
from tests.factories import fighter, make_event, messages_of, sit_down
from tests.web.events.test_event_data import exported
from tests.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db
ADDRESS = "http://127.0.0.1:4040/hook"
ALL = ["event.started", "event.finished", "log.published"]


@pytest.fixture(autouse=True)
def own_network(settings):
    settings.WEBHOOKS_PRIVATE = True


@pytest.fixture(scope="module")
def made_event(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made_event, db):
    return Event.objects.get(id=made_event.id)


@pytest.fixture
def page(event):
    return f"/events/{event.code}/host/webhooks/"


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(answer.content.decode())).split())


def secrets_in(answer):
    return re.findall(PREFIX + r"[\w+/=]{40,}", answer.content.decode())


def test_a_webhook_is_made_and_its_secret_shown_this_once_and_another_when_asked_for(organizer_client, event, page):
    assert "This event has no webhook" in words(organizer_client.get(page))
    made = organizer_client.post(page, {"address": ADDRESS, "tells": ALL[:2]})
    webhook = Webhook.objects.get()
    assert (made.status_code, set(secrets_in(made)), "no-store" in made["Cache-Control"]) == (
        200, {webhook.secret}, True,
    )  # fmt: skip
    assert (webhook.tells_start, webhook.tells_end, webhook.tells_log) == (True, True, False)
    assert webhook.origin == "http://testserver"
    again = organizer_client.get(page)
    assert (secrets_in(again), ADDRESS in words(again)) == ([], True)
    renewed = organizer_client.post(page, {"renew": webhook.id})
    assert secrets_in(renewed) == [Webhook.objects.get().secret] != [webhook.secret]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"address": "", "tells": ALL}, "address"),
        ({"address": "https://ann:pw@hook.example/", "tells": ALL}, "address"),
        ({"address": "https://169.254.169.254/latest", "tells": ALL}, "address"),
        ({"address": "del\x7fbyte", "tells": ALL}, "address"),
        ({"address": "x" * 900, "tells": ALL}, "address"),
        ({"address": ADDRESS, "tells": []}, "tells"),
        ({"address": ADDRESS, "tells": ["webhook.test"]}, "tells"),
    ],
)
def test_a_form_that_cannot_be_accepted_comes_back_with_a_message_beside_its_field(organizer_client, page, sent, field):
    answer = organizer_client.post(page, sent)
    assert answer.status_code in (400, 422)  # a null byte comes nowhere near a form
    assert answer.status_code == 400 or list(answer.context["form"].errors) == [field]
    assert not Webhook.objects.exists()


def test_the_same_form_twice_makes_one_and_there_is_room_for_so_many(organizer_client, page):
    sent = [ADDRESS, *(f"{ADDRESS}/{number}" for number in range(MOST_WEBHOOKS))]
    statuses = [organizer_client.post(page, {"address": each, "tells": ALL}).status_code for each in (ADDRESS, *sent)]
    assert statuses == [200, 422, *[200] * (MOST_WEBHOOKS - 1), 422]
    assert "up to 5 webhooks" in words(organizer_client.get(page))


def test_a_test_is_sent_listed_and_sent_again(organizer_client, page):
    with receiving(500) as receiver:
        organizer_client.post(page, {"address": receiver.address, "tells": ALL})
        webhook = Webhook.objects.get()
        assert "is on its way" in messages_of(organizer_client.post(page, {"test": webhook.id}))[0]
        delivery = Delivery.objects.get()
        assert "waiting A test" in words(organizer_client.get(page))
        deliver(delivery.id)
        assert "answered 500 · 1 try · next at" in words(organizer_client.get(page))
        assert "sent again now" in messages_of(organizer_client.post(page, {"again": delivery.id}))[0]
        deliver(delivery.id)
        shown = words(organizer_client.get(page))
    assert "delivered A test" in shown
    assert f'webhook-id: {delivery.name} {{ "type": "webhook.test"' in shown


def test_a_webhook_is_paused_goes_on_and_is_removed_and_twice_is_once(organizer_client, page):
    organizer_client.post(page, {"address": ADDRESS, "tells": ALL})
    webhook = Webhook.objects.get()
    for button, is_paused in (("pause", True), ("pause", True), ("go_on", False), ("go_on", False)):
        assert organizer_client.post(page, {button: webhook.id}).status_code == 302
        webhook.refresh_from_db()
        assert (webhook.paused_at is not None) is is_paused
    for _ in range(2):
        assert organizer_client.post(page, {"remove": webhook.id}).status_code == 302
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("button", ["test", "again", "pause", "go_on", "renew"])
@pytest.mark.parametrize("row", ["1", "0", "x", "", "9" * 30])
def test_a_button_for_what_there_is_not_says_so(organizer_client, page, button, row):
    answer = organizer_client.post(page, {button: row})
    assert (answer.status_code, len(messages_of(answer))) == (302, 1)


def test_no_other_visitor_sees_or_changes_a_webhook(client, organizer_client, event, page):
    organizer_client.post(page, {"address": ADDRESS, "tells": ALL})
    sit_down(client, fighter(event, "Aichi"))
    stranger = Client()
    stranger.force_login(User.objects.create_user("bea"))
    for somebody, seen in ((client, 302), (stranger, 404)):
        assert somebody.get(page).status_code == seen
        assert somebody.post(page, {"remove": Webhook.objects.get().id}).status_code == 404
        assert somebody.post(page, {"address": f"{ADDRESS}/2", "tells": ALL}).status_code == 404
    assert Webhook.objects.count() == 1


def test_an_organizer_who_changes_too_much_is_asked_for_patience(organizer_client, page):
    most = LIMITS[ThrottledAction.WEBHOOK].most
    Attempt.objects.bulk_create(Attempt(action=ThrottledAction.WEBHOOK, address="127.0.0.1") for _ in range(most))
    answer = organizer_client.post(page, {"address": ADDRESS, "tells": ALL})
    assert (answer.status_code, answer["Retry-After"], Webhook.objects.count()) == (429, "600", 0)
    assert organizer_client.get(page).status_code == 200


def test_a_copy_of_an_event_has_its_webhooks_and_no_secret_of_theirs(organizer_client, event, page):
    organizer_client.post(page, {"address": ADDRESS, "tells": ALL})
    webhook = Webhook.objects.get()
    organizer_client.post(page, {"test": webhook.id})
    text, data = exported(organizer_client, event)
    assert webhook.secret not in text
    assert [(one["address"], one["deliveries"][0]["happening"]) for one in data["webhooks"]] == [
        (ADDRESS, "webhook.test")
    ]


def test_the_answer_of_a_receiver_is_shown_as_text(organizer_client, page):
    organizer_client.post(page, {"address": f"{ADDRESS}?a=%22%3E<b>", "tells": ALL})
    organizer_client.post(page, {"test": Webhook.objects.get().id})
    Delivery.objects.update(attempts=1, error="status", status=500, answer="<script>alert(1)</script>")
    assert "<script>alert" not in organizer_client.get(page).content.decode()


@pytest.mark.parametrize(("sent", "kept"), [({"webhooks": "on"}, 1), ({}, 0)])
def test_an_event_that_is_run_again_brings_its_webhooks_along_unless_that_is_unchecked(
    organizer_client, event, page, sent, kept
):
    organizer_client.post(page, {"address": ADDRESS, "tells": ALL})
    form = f"/events/new/?like={event.code}"
    assert "Its webhook too, with the same secret" in words(organizer_client.get(form))
    assert "Its webhook too" in words(organizer_client.post(form, {"name": ""} | sent))
    organizer_client.post(form, {"name": "Again", "card_set": "SMP01"} | sent)
    again = Event.objects.get(name="Again")
    assert [one.secret for one in again.webhooks.all()] == [event.webhooks.get().secret] * kept


def test_webhooks_of_anothers_event_come_along_with_nothing(organizer_client, sample_sets):
    other = make_event(User.objects.create_user("bea"), "Misaki")
    make_webhook(event=other, address=ADDRESS, tells=Tells(start=True, end=True, log=True), origin="http://draft.store")
    form = f"/events/new/?like={other.code}"
    assert "webhook" not in words(organizer_client.get(form))
    organizer_client.post(form, {"name": "Again", "card_set": "SMP01", "webhooks": "on"})
    assert Event.objects.get(name="Again").webhooks.count() == 0
