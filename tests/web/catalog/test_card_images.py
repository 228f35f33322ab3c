import pytest
from django.urls import reverse

from drafts.exporters.card_json import image_address
from drafts.models import CardImage
from tests.pictures import JPEG, WEBP, png, stored

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("data", "kind"), [(png(), "image/png"), (JPEG, "image/jpeg"), (WEBP, "image/webp")])
def test_a_picture_is_served_as_what_it_is_and_kept_by_browsers_for_good(client, data, kind):
    name = CardImage.objects.create(name=stored(data).name, data=data).name
    answer = client.get(image_address(name))
    assert (answer.status_code, answer.content) == (200, data)
    sent = ("Content-Type", "Cache-Control", "X-Content-Type-Options")
    assert [answer[header] for header in sent] == [kind, "public, max-age=31536000, immutable", "nosniff"]
    assert not answer.has_header("Vary") or "Cookie" not in answer["Vary"]


def test_the_address_that_messages_tell_is_that_of_the_page():
    name = stored(png()).name
    assert image_address(name) == reverse("card-image", args=[name])


@pytest.mark.parametrize("name", [f"{'0' * 32}.png", f"{'0' * 32}.svg", "x.png", "..%2f.env", f"{'0' * 31}G.png"])
def test_a_picture_that_is_not_there_is_a_404_that_is_not_kept(client, name):
    answer = client.get(f"/cards/{name}")
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (404, True)


def test_a_picture_is_only_looked_at(client):
    name = CardImage.objects.create(name=stored(WEBP).name, data=WEBP).name
    assert client.post(image_address(name)).status_code == 405
