"""A set belongs to the account that loaded it: that account and the staff change it, and nobody else."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from drafts.models import Card, CardImage, CardSet, PackRecipe
from tests.factories import VANGUARD_COLUMNS as COLUMNS
from tests.factories import make_event
from tests.pictures import png, zipped
from tests.web.addresses import every_address

pytestmark = pytest.mark.django_db
HEADER = ",".join([*COLUMNS, "text"])
RECIPE = """
[{code}]
name = "Renamed"
[[{code}.layout]]
weight = 1
[[{code}.layout.slot]]
name = "one"
count = 1
rarities = {{ C = 1 }}
"""
ROLES = ("stranger", "another", "owner", "staff")


def row(number: str, *, name: str = "Unit", code: str = "HOUSE") -> str:
    return f"{code},{number},{name},Normal Unit,1,,,,7000,5000,1,,C,Draw a card."


def card_list(*rows: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("cards.csv", "\n".join([HEADER, *(rows or (row("HOUSE/1"),))]).encode())


def send(client: Client, *rows: str, images: dict[str, bytes] | None = None, recipe: str = "", code: str = ""):
    files = {"cards": card_list(*rows), "code": code}
    if images:
        files["images"] = SimpleUploadedFile("images.zip", zipped(images))
    if recipe:
        files["recipe"] = SimpleUploadedFile("recipe.toml", recipe.encode())
    return client.post("/sets/upload/", files)


def signed_in(name: str, **rights: bool) -> Client:
    client = Client()
    user, _ = User.objects.get_or_create(username=name, defaults=rights)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def clients() -> dict[str, Client]:
    ContentType.objects.clear_cache()  # their ids differ once an earlier test has emptied the database
    staff = signed_in("staff", is_staff=True, is_superuser=True)
    return {"stranger": Client(), "another": signed_in("bea"), "owner": signed_in("ann"), "staff": staff}


@pytest.fixture
def owned(clients: dict[str, Client]) -> CardSet:
    send(clients["owner"], recipe=RECIPE.format(code="HOUSE").replace("Renamed", "House cards"))
    return CardSet.objects.get()


@pytest.fixture
def unowned(tmp_path) -> CardSet:
    (tmp_path / "cards.csv").write_bytes(card_list().read())
    call_command("loadset", tmp_path / "cards.csv")
    return CardSet.objects.get()


def everything() -> list[object]:
    cards = Card.objects.order_by("number").values_list("number", "name", "card_set__code", "image__name")
    return [*CardSet.objects.values_list("code", "name"), *cards, *PackRecipe.objects.values_list("card_set__code")]


CHANGES = {
    "a card that reads otherwise": {"rows": [row("HOUSE/1", name="Other")]},
    "a further card": {"rows": [row("HOUSE/1"), row("HOUSE/2")]},
    "a picture": {"images": {"HOUSE-1.png": png()}},
    "a recipe": {"recipe": RECIPE.format(code="HOUSE").replace("count = 1", "count = 1 ")},
    "a recipe beside a list of another set": {
        "rows": [row("OTHER/1", code="OTHER")],
        "recipe": RECIPE.format(code="HOUSE"),
    },
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("role", ROLES)
def test_only_its_owner_and_the_staff_change_a_set_on_the_upload_page(clients, owned, role, change):
    before = everything()
    given = dict(CHANGES[change])
    send(clients[role], *given.pop("rows", ()), **given)
    assert (everything() != before) == (role in {"owner", "staff"})


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("role", ROLES)
def test_a_set_that_belongs_to_nobody_is_the_staffs_to_change(clients, unowned, role, change):
    before = everything()
    given = dict(CHANGES[change])
    send(clients[role], *given.pop("rows", ()), **given)
    assert (everything() != before) == (role == "staff")
    assert CardSet.objects.get(code="HOUSE").owner is None


OF_SETS = re.compile(r"^/admin/drafts/(cardset|card|packrecipe|packlayout|packslot)/")


@pytest.mark.parametrize("role", ROLES)
def test_only_the_staff_reach_the_admin_pages_of_sets(sample_sets, clients, role):
    send(clients["owner"])
    owned = CardSet.objects.get(code="HOUSE")
    addresses = [address for address in every_address(make_event(None)) if OF_SETS.match(address)]
    assert any(address.endswith("/change/") for address in addresses)
    assert any(address.endswith("/delete/") for address in addresses)
    before = everything()
    answers = {clients[role].post(address, {"post": "yes"}).headers.get("Location", "") for address in addresses}
    if role != "staff":
        assert all(location.startswith("/admin/login/") for location in answers)
        assert everything() == before
    assert (clients[role].get(f"/admin/drafts/cardset/{owned.pk}/change/").status_code == 200) == (role == "staff")


def test_a_number_that_is_corrected_in_the_admin_names_its_set_and_the_old_one_is_kept(sample_sets, clients):
    card = Card.objects.get(number="SMP01/001")
    address = f"/admin/drafts/card/{card.pk}/change/"
    page = clients["staff"].get(address)
    form, [inline] = page.context["adminform"].form, page.context["inline_admin_formsets"]
    forms = [form, inline.formset.management_form, *inline.formset.forms]
    sent = {each.add_prefix(name): each[name].value() for each in forms for name in each.fields}
    sent = {name: value for name, value in sent.items() if value is not None}
    answer = clients["staff"].post(address, {**sent, "number": "002"})
    assert answer.context["adminform"].form.errors == {"number": ["Card with this Number already exists."]}
    assert clients["staff"].post(address, {**sent, "number": "001X"}).status_code == 302
    card.refresh_from_db()
    assert (card.number, card.former_numbers) == ("SMP01/001X", "SMP01/001")


def faults(answer) -> list[str]:
    return [fault for field in answer.context["form"].errors.values() for fault in field]


def test_another_organizer_is_told_whose_the_set_is_not_and_what_to_do(clients, owned):
    assert faults(send(clients["another"])) == [
        "line 2: HOUSE was loaded by another organizer: load your file under another code"
    ]
    assert list(send(clients["another"]).context["form"].errors) == ["code"]  # the field that helps
    CardSet.objects.update(owner=None)
    assert faults(send(clients["another"])) == [
        "line 2: HOUSE came with the site or was loaded by its staff: load your file under another code"
    ]


def test_another_organizer_loads_a_copy_under_a_code_of_their_own(clients, owned):
    answer = send(
        clients["another"],
        row("HOUSE/1EN", name="One"),
        row("2", name="Two"),
        images={"HOUSE-1EN.png": png()},
        recipe=RECIPE.format(code="HOUSE"),
        code="mine",
    )
    assert answer.headers["Location"] == "/sets/MINE/"
    mine = CardSet.objects.get(code="MINE")
    assert (mine.owner.username, mine.name, hasattr(mine, "recipe")) == ("bea", "Renamed", True)
    assert [(card.number, card.name, card.image is None) for card in mine.cards.select_related("image")] == [
        ("MINE/1EN", "One", False),
        ("MINE/2", "Two", True),
    ]
    assert CardSet.objects.get(code="HOUSE").name == "House cards"


@pytest.mark.parametrize(
    ("rows", "code", "fault"),
    [
        ([row("HOUSE/1"), row("house/1")], "MINE", "line 3: card_number 'MINE/1' is on line 2 already"),
        ([row("A/1", code="A"), row("B/1", code="B")], "MINE", "line 3: only a list of one set can get another code"),
        (
            [row("H/" + "x" * 36)],
            "MINE",
            "line 2: card_number is longer than 40 characters: 'MINE/H/" + "x" * 33 + "…'",
        ),
        ([row("HOUSE/1")], "my set", "Use letters A to Z, digits and - . _"),
        ([row("HOUSE/1")], "HOUSE", "line 2: HOUSE was loaded by another organizer: load your file under another code"),
    ],
)
def test_a_copy_that_will_not_do_is_refused(clients, owned, rows, code, fault):
    before = everything()
    assert faults(send(clients["another"], *rows, code=code)) == [fault]
    assert everything() == before


def test_a_loaded_set_belongs_to_its_account_and_one_that_a_command_loads_to_nobody(clients, owned, tmp_path):
    assert owned.owner.username == "ann"
    (tmp_path / "cards.csv").write_bytes(card_list(row("X/1", code="X"), row("HOUSE/1", name="By command")).read())
    call_command("loadset", tmp_path / "cards.csv")
    assert [(each.code, each.owner and each.owner.username) for each in CardSet.objects.all()] == [
        ("HOUSE", "ann"),
        ("X", None),
    ]
    assert Card.objects.get(number="HOUSE/1").name == "By command"


def test_a_set_known_from_imported_logs_alone_belongs_to_the_account_that_loads_it(clients):
    CardSet.objects.create(code="HOUSE", name="HOUSE", partial=True)
    assert send(clients["another"]).status_code == 302
    row = CardSet.objects.get()
    assert (row.partial, row.owner.username) == (False, "bea")


def test_a_set_whose_owner_is_deleted_stays_and_belongs_to_nobody(clients, owned):
    User.objects.get(username="ann").delete()
    assert CardSet.objects.get().owner is None


def test_strangers_read_nowhere_who_loaded_a_set(clients, owned):
    User.objects.filter(username="ann").update(username="Annabel-Owner")
    pages = ["/sets/", "/sets/HOUSE/", "/api/v1/sets/", "/api/v1/sets/HOUSE/", "/api/v1/sets/HOUSE/cards/"]
    answers = [Client().get(page) for page in pages]
    assert [answer.status_code for answer in answers] == [200] * len(pages)
    assert not any("Annabel" in answer.content.decode() for answer in answers)
    assert set(json.loads(answers[3].content)) == {"code", "name", "game", "cards"}


def test_a_picture_is_stored_for_nobody_who_may_not_change_the_set(clients, owned):
    send(clients["another"], images={"HOUSE-1.png": png()})
    assert not CardImage.objects.exists()
