"""A Magic set by its code: downloaded, here from a server of this machine, and opened as a file that was uploaded."""

import pytest
from django.core.checks import run_checks

from drafts import limits
from drafts.models import CardSet, OpenedFile
from drafts.services.catalog import downloads
from tests.importers.sets.made_up import mtgjson
from tests.programs import free_port
from tests.webhooks.files import answering
from tests.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def source(settings):
    """A server that has the sets that a test gives it."""
    with receiving() as server:
        settings.MTGJSON_URL = f"http://127.0.0.1:{server.port}/api/v5/{{code}}.json"
        yield server


def ask(client, code: str):
    return client.post("/sets/upload/", {"fetched": code})


def fault_of(answer) -> str:
    assert not OpenedFile.objects.exists()
    [fault] = answer.context["code_form"].errors["fetched"]
    return fault


def test_a_set_is_downloaded_by_its_code_and_looked_at_before_it_is_loaded(organizer_client, source):
    source.answers = [answering(mtgjson())]
    assert ask(organizer_client, "mup ")["Location"] == "/sets/open/cards/"
    assert [heard.path for heard in source.heard] == ["/api/v5/MUP.json"]
    assert not CardSet.objects.exists()
    page = organizer_client.get("/sets/open/cards/")
    assert (page.context["sets"][0].code, page.context["name"]) == ("MUP", "MUP.json")
    organizer_client.post("/sets/upload/", {"opened": "yes"})
    assert CardSet.objects.get().name == "Made Up"


def test_a_script_is_told_where_the_set_can_be_looked_at(organizer_client, source):
    source.answers = [answering(mtgjson())]
    answer = organizer_client.post("/sets/upload/", {"fetched": "MUP"}, headers={"X-Requested-With": "fetch"})
    assert answer.json() == {"leads_to": "/sets/open/cards/"}


@pytest.mark.parametrize("code", ["", "N", "NEO/../X", "TOOLONGCODE", "É1", "N O"])
def test_a_text_that_cannot_be_a_code_is_asked_for_nowhere(organizer_client, source, code):
    assert "code of a set" in fault_of(ask(organizer_client, code))
    assert source.heard == []


def test_a_set_that_is_not_there_is_said(organizer_client, source):
    source.answers = [404]
    assert fault_of(ask(organizer_client, "XYZ")) == "127.0.0.1 has no set with the code XYZ."


@pytest.mark.parametrize(("answer", "said"), [
    (503, "127.0.0.1 answered with an error (503)."),
    (answering(b"<html>Sorry</html>"), "the file: this is XML or HTML, which cannot be loaded"),
    (answering(b"", length=limits.LARGEST_LIST + 1), "The file of MUP is larger than 32 MB."),
    (answering(b"{", length=5), "The file could not be downloaded. The connection broke off"),
])  # fmt: skip
def test_an_answer_that_is_no_set_is_said_and_nothing_is_kept(organizer_client, source, answer, said):
    source.answers = [answer]
    assert fault_of(ask(organizer_client, "MUP")).startswith(said)


@pytest.mark.parametrize("address", ["http://127.0.0.1:PORT", "https://sets.invalid"])
def test_without_internet_the_page_says_what_to_do(organizer_client, settings, address):
    settings.MTGJSON_URL = f"{address}/{{code}}.json".replace("PORT", str(free_port()))
    fault = fault_of(ask(organizer_client, "MUP"))
    assert "cannot be reached: this site may have no internet" in fault
    assert "drop it here" in fault


def test_an_address_of_the_machines_of_a_cloud_is_never_asked(organizer_client, settings):
    settings.MTGJSON_URL = "http://169.254.169.254/{code}"
    assert "private network" in fault_of(ask(organizer_client, "MUP"))


def test_a_few_sets_are_downloaded_at_once_and_no_more(organizer_client, source):
    taken = [downloads._free.acquire(blocking=False) for _ in range(limits.DOWNLOADS_AT_ONCE)]
    try:
        assert fault_of(ask(organizer_client, "MUP")).startswith("Others are downloading sets at the moment.")
    finally:
        for _ in filter(None, taken):
            downloads._free.release()
    source.answers = [answering(mtgjson())]
    assert ask(organizer_client, "MUP").status_code == 302


def test_where_no_address_is_set_the_page_asks_for_no_code(organizer_client, settings):
    assert 'name="fetched"' in organizer_client.get("/sets/open/").content.decode()
    settings.MTGJSON_URL = ""
    assert 'name="fetched"' not in organizer_client.get("/sets/open/").content.decode()
    assert ask(organizer_client, "MUP").context["form"].errors["cards"] == ["Choose a file with cards."]


@pytest.mark.parametrize(("address", "complaints"), [
    ("https://sets.example/{code}", []), ("", []), ("https://sets.example/", ["drafts.E006"]),
])  # fmt: skip
def test_an_address_without_a_place_for_the_code_is_refused_at_the_start(settings, address, complaints):
    settings.MTGJSON_URL = address
    assert [each.id for each in run_checks(tags=["security"]) if each.id == "drafts.E006"] == complaints
