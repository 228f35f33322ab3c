"""The page on which organizers load sets: what `loadset` does, with the same faults."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from drafts import limits
from drafts.forms.catalog import UploadForm
from drafts.models import Attempt, Card, CardImage, CardSet, ThrottledAction
from drafts.rules.wording import gettext_noop
from drafts.services.throttling import LIMITS
from drafts.uploads import COOKIE, UploadProgress, may_upload, progress_of_upload
from tests.factories import VANGUARD_COLUMNS as COLUMNS
from tests.pictures import JPEG, png, stored, zipped

pytestmark = pytest.mark.django_db
HEADER = ",".join([*COLUMNS, "text"])
RECIPE = 'HOUSE.name = "House cards"\n'


def row(number: str, *, name: str = "Unit", power: str = "7000") -> str:
    return f"HOUSE,{number},{name},Normal Unit,1,,,,{power},5000,1,,C,Draw a card."


GOOD = [row("H/1"), row("H/2")]


def send(client: Client, *rows: str, images: bytes | None = None, recipe: str | None = None):
    files = {"cards": SimpleUploadedFile("cards.csv", "\n".join([HEADER, *rows]).encode())}
    if images is not None:
        files["images"] = SimpleUploadedFile("images.zip", images)
    if recipe is not None:
        files["recipe"] = SimpleUploadedFile("recipe.toml", recipe.encode())
    return client.post("/sets/upload/", files)


def faults(answer, field: str) -> list[str]:
    assert answer.status_code == 200
    return answer.context["form"].errors.get(field, [])


def nothing_is_stored() -> bool:
    return not (Card.objects.exists() or CardSet.objects.exists() or CardImage.objects.exists())


def test_a_stranger_is_sent_to_the_sign_in_page_and_loads_nothing(client):
    assert client.get("/sets/upload/").headers["Location"] == "/accounts/login/?next=/sets/upload/"
    assert send(client, *GOOD).headers["Location"].startswith("/accounts/login/")
    assert nothing_is_stored()


def test_an_organizer_loads_cards_and_pictures_and_is_told_so(organizer_client):
    answer = send(organizer_client, *GOOD, images=zipped({"set/H-1.png": png(), "set/H-2.jpg": JPEG}), recipe=RECIPE)
    assert answer.headers["Location"] == "/sets/HOUSE/"
    assert "HOUSE: 2 added, 0 changed, 0 unchanged." in organizer_client.get("/sets/HOUSE/").content.decode()
    rows = Card.objects.order_by("number").select_related("image")
    assert [(card.number, card.text, bytes(card.image.data)) for card in rows] == [
        ("H/1", "Draw a card.", stored(png()).data),
        ("H/2", "Draw a card.", stored(JPEG).data),
    ]
    assert CardSet.objects.get().name == "House cards"


def test_pictures_and_recipe_may_be_left_out_and_cards_keep_their_pictures(organizer_client):
    send(organizer_client, *GOOD, images=zipped({"H-1.png": png()}))
    assert send(organizer_client, row("H/1", name="Other")).status_code == 302
    assert [(card.name, card.image is None) for card in Card.objects.order_by("number")] == [
        ("Other", False),
        ("Unit", True),
    ]


def test_several_sets_lead_to_the_list(organizer_client):
    assert send(organizer_client, *GOOD, row("X/1").replace("HOUSE", "OTHER")).headers["Location"] == "/sets/"


def test_warnings_are_shown_on_the_next_page(organizer_client):
    cards = SimpleUploadedFile("cards.csv", f"{HEADER},shoes\n{GOOD[0]},red".encode())
    answer = organizer_client.post("/sets/upload/", {"cards": cards}, follow=True)
    assert "columns that are not known are left out: &#x27;shoes&#x27;." in answer.content.decode()


def test_every_fault_of_the_list_stands_beside_it_by_line(organizer_client):
    answer = send(organizer_client, row("H/1", power="x"), row("H/2", name=""))
    assert faults(answer, "cards") == [
        "line 2: power is not a whole number from 0 to 999999: 'x'",
        "line 3: name is empty",
    ]
    assert nothing_is_stored()


def test_more_than_twenty_faults_are_counted(organizer_client):
    answer = send(organizer_client, *(row(f"H/{n}", power="x") for n in range(30)))
    assert (len(faults(answer, "cards")), faults(answer, "cards")[-1]) == (21, "and 10 more")


@pytest.mark.parametrize(
    ("images", "fault"),
    [
        ({"H-9.png": png()}, "image 'H-9.png': fits no card of the list"),
        ({"H-1.png": b"text"}, "image 'H-1.png': is no PNG, JPEG or WebP image, or is damaged"),
        ({"H-1.png": png() + bytes(2 * 1024 * 1024)}, "image 'H-1.png': is larger than 2 MB"),
        ({"../H-1.png": png()}, "image '../H-1.png': leads out of the archive"),
        ({f"{n}.png": bytes(20_000_000) for n in range(4)}, "the ZIP: holds more than 64 MB"),
    ],
)
def test_a_fault_of_the_pictures_stands_beside_them_and_loads_nothing(organizer_client, images, fault):
    answer = send(organizer_client, *GOOD, images=zipped(images))
    assert faults(answer, "images") == [fault]
    assert nothing_is_stored()


def test_a_file_that_is_no_archive_is_named(organizer_client):
    answer = send(organizer_client, *GOOD, images=png())
    assert faults(answer, "images") == ["the ZIP: is no ZIP archive without a comment, or is cut off"]


def test_a_fault_of_the_recipe_stands_beside_it_and_loads_nothing(organizer_client):
    answer = send(organizer_client, *GOOD, images=zipped({"H-1.png": png()}), recipe='OTHER.name = "Other"\n')
    [fault] = faults(answer, "recipe")
    assert fault.startswith("OTHER: there is a recipe for this set, but the set is neither in the card list nor")
    assert faults(send(organizer_client, *GOOD, recipe="?"), "recipe")[0].startswith("recipe file: this is not TOML")
    assert nothing_is_stored()


def test_a_card_of_another_set_is_named_by_its_line(organizer_client):
    send(organizer_client, *GOOD)
    answer = send(organizer_client, row("X/1").replace("HOUSE", "X"), GOOD[1].replace("HOUSE", "X"))
    assert faults(answer, "cards") == ["line 3: card_number 'H/2' belongs to the set HOUSE already"]


def test_without_a_list_the_form_asks_for_one(organizer_client):
    assert faults(organizer_client.post("/sets/upload/", {}), "cards") == ["Choose a file with cards."]


def test_files_that_are_too_large_are_refused(organizer_client):
    files = {
        "cards": SimpleUploadedFile("cards.csv", bytes(limits.LARGEST_LIST + 1)),
        "images": SimpleUploadedFile("images.zip", bytes(limits.LARGEST_ZIP + 1)),
    }
    answer = organizer_client.post("/sets/upload/", files)
    assert faults(answer, "cards") == ["This file is larger than 32 MB."]
    assert faults(answer, "images") == ["This file is larger than 32 MB."]


def test_pictures_for_which_there_is_no_room_are_refused(organizer_client, monkeypatch):
    monkeypatch.setattr(limits, "MOST_IMAGES", 1024 * 1024)
    send(organizer_client, *GOOD, images=zipped({"H-1.png": png()}))
    noise = io.BytesIO(b"x" * 1024 * 1024)
    answer = send(organizer_client, *GOOD, images=noise.getvalue())
    assert faults(answer, "images") == ["the ZIP: finds no room: all pictures together may have 1 MB"]


def test_one_address_loads_no_more_than_so_many_lists(organizer_client):
    Attempt.objects.bulk_create(
        Attempt(action=ThrottledAction.UPLOAD, address="127.0.0.1") for _ in range(LIMITS[ThrottledAction.UPLOAD].most)
    )
    assert send(organizer_client, *GOOD).status_code == 429
    assert nothing_is_stored()


def test_each_list_is_counted(organizer_client):
    send(organizer_client, *GOOD)
    send(organizer_client, "short")
    assert Attempt.objects.filter(action=ThrottledAction.UPLOAD).count() == 2


def test_only_the_page_of_an_organizer_lets_a_browser_send_large_files(client, organizer_client):
    client.get("/sets/upload/")
    assert COOKIE not in client.cookies
    organizer_client.get("/sets/upload/")
    cookie = organizer_client.cookies[COOKIE]
    assert (may_upload({COOKIE: cookie.value}), cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")
    assert [may_upload(cookies) for cookies in ({}, {COOKIE: ""}, {COOKIE: cookie.value[:-1]})] == [False] * 3


def test_the_list_of_sets_leads_organizers_to_the_page(client, organizer_client, sample_sets):
    link = 'href="/sets/open/"'
    assert [link in each.get("/sets/").content.decode() for each in (client, organizer_client)] == [False, True]


# How far it is ----------------------------------------------------------------------------------------------------


class Noted(UploadProgress):
    """Progress that notes the words of each stage that it was in."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def begin(self, sentence, total: int) -> None:
        super().begin(sentence, total)
        self.words.append(self.stage.words)

    def reach(self, done: int) -> None:
        super().reach(done)
        self.words.append(self.stage.words)


def test_the_work_on_an_upload_says_how_far_it_is_in_each_stage(organizer):
    files = {
        "cards": SimpleUploadedFile("cards.csv", "\n".join([HEADER, *GOOD, ""]).encode()),
        "images": SimpleUploadedFile("images.zip", zipped({"H-1.png": png(), "H-2.jpg": JPEG})),
    }
    form, noted = UploadForm({}, files), Noted()
    assert form.is_valid()
    assert form.load(organizer, noted).sets[0].added == 2
    assert list(dict.fromkeys(noted.words)) == [
        *(f"Reading the card list: {line} of 3 lines" for line in (0, 2, 3)),
        *(f"Reading the pictures: {picture} of 2" for picture in (0, 1, 2)),
        *(f"Storing the cards: {card} of 2" for card in (0, 2)),
    ]


def test_the_page_finds_the_stage_of_its_own_upload_and_no_one_elses(client, organizer, organizer_client):
    address = "/sets/upload/progress/?upload=abc"
    with progress_of_upload(organizer.pk, "abc") as progress:
        assert organizer_client.get(address).json() == {}
        progress.begin(gettext_noop("Reading: %(done)s of %(total)s"), 2000)
        progress.reach(1000)
        told = {"words": "Reading: 1,000 of 2,000", "done": 1000, "total": 2000}
        assert organizer_client.get(address).json() == told
        other = Client()
        other.force_login(User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend")
        assert other.get(address).json() == {}
        assert client.get(address).headers["Location"].startswith("/accounts/login/")
    assert organizer_client.get(address).json() == {}


def test_each_page_names_its_upload_otherwise(organizer_client):
    pages = [organizer_client.get("/sets/upload/").content.decode() for _ in range(2)]
    names = [re.search(r'name="upload" value="([0-9a-f]{16})"', page)[1] for page in pages]
    assert names[0] != names[1]


def test_a_script_is_told_where_to_go_and_what_was_loaded_is_said_there(organizer_client):
    files = {"cards": SimpleUploadedFile("cards.csv", "\n".join([HEADER, *GOOD]).encode())}
    answer = organizer_client.post("/sets/upload/", files, headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, answer.json()) == (200, {"leads_to": "/sets/HOUSE/"})
    assert "HOUSE: 2 added, 0 changed, 0 unchanged." in organizer_client.get("/sets/HOUSE/").content.decode()


def test_a_script_is_sent_the_page_with_the_faults(organizer_client):
    files = {"cards": SimpleUploadedFile("cards.csv", f"{HEADER}\n{row('H/1', power='x')}".encode())}
    answer = organizer_client.post("/sets/upload/", files, headers={"X-Requested-With": "fetch"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert faults(answer, "cards") == ["line 2: power is not a whole number from 0 to 999999: 'x'"]
