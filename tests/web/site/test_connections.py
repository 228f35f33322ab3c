import re

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from drafts.models import Connection, Process
from tests.factories import fighter, make_event, sit_down
from tests.web.site.test_health import REDIS_ON_A_CLOSED_PORT

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", bots=1, started=True)


@pytest.fixture
def url(event):
    return f"/events/{event.code}/host/connections/"


def test_the_control_panel_leads_to_it(organizer_client, event, url):
    assert f'href="{url}"' in organizer_client.get(f"/events/{event.code}/host/").content.decode()


def test_it_says_in_words_how_everybody_is_connected(organizer_client, event, url):
    process = Process.objects.create(name="here")
    aichi = {"role": "fighter", "fighter": fighter(event, "Aichi"), "round_trip": 800}
    for more in (aichi, {"role": "spectator"}):
        Connection.objects.create(process=process, event=event, table=1, opened_at=timezone.now(), **more)
    page = organizer_client.get(url).content.decode()
    for words in ("slow (about 0.8 s)", "not here yet", "one display is connected", "2 of 2 phones have trouble"):
        assert words in page
    assert "Bot" not in re.sub(r"<[^>]+>", "", page)  # a form's token may have any letters


def test_it_looks_again_by_itself_without_a_script(organizer_client, url):
    page = organizer_client.get(url)
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_it_names_a_redis_that_does_not_answer(organizer_client, url):
    with override_settings(CHANNEL_LAYERS=REDIS_ON_A_CLOSED_PORT):
        page = organizer_client.get(url).content.decode()
    assert "Redis" in page
    assert "It does not answer." in page
    assert "The server needs attention." in page


def test_it_is_its_organizers_alone(client, event, url, django_user_model):
    assert client.get(url)["Location"] == f"/accounts/login/?next={url}"
    other = Client()
    other.force_login(django_user_model.objects.create_user("eve"), backend="django.contrib.auth.backends.ModelBackend")
    assert other.get(url).status_code == 404
    sit_down(other, fighter(event, "Aichi"))
    assert other.get(url).status_code == 404
    assert other.post(url).status_code in (404, 405)
