import re
import xml.etree.ElementTree as ET

import pytest
from django.test import Client

from drafts.drawings.qr import qr_svg
from drafts.models import Event
from drafts.services.events.lobby import join_event
from tests.factories import drafted_event, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


@pytest.fixture
def aichi(client, event):
    sit_down(client, fighter(event, "Aichi"))
    return client


def test_a_browser_without_a_seat_is_led_to_the_page_to_join(client, event):
    answer = client.get(f"/events/{event.code}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/join/{event.code}/")


def test_the_play_page_knows_whose_it_is_and_how_to_move_to_another_phone(aichi, event):
    context = aichi.get(f"/events/{event.code}/").context
    assert (context["fighter"].nickname, context["log_url"]) == ("Aichi", f"/events/{event.code}/log/")
    assert context["rejoin_url"].endswith(f"/rejoin/{fighter(event, 'Aichi').token}/")
    assert context["join_url"].endswith(f"/join/{event.code}/")


def test_the_qr_code_of_ones_own_link_is_a_picture_for_the_holder_of_the_seat(aichi, event):
    page = aichi.get(f"/events/{event.code}/")
    address = re.search(rf'<img src="(/events/{event.code}/own-link.svg)" loading="lazy"', page.text)[1]
    answer = aichi.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer.text == qr_svg(page.context["rejoin_url"], as_file=True)
    assert "no-store" in answer["Cache-Control"]
    assert ET.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert ("style" in answer.text, "class" in answer.text) == (False, False)
    assert Client().get(address).status_code == 404


def test_a_guest_has_a_qr_code_of_their_own(aichi, event):
    guest = join_event(event=event, nickname="Gus", guest=True)
    aichi.post(f"/rejoin/{guest.token}/")
    page = aichi.get(f"/events/{event.code}/?fighter={guest.id}")
    address = re.search(r'<img src="(/[^"]*/own-link.svg[^"]*)"', page.text)[1]
    assert aichi.get(address).text == qr_svg(page.context["rejoin_url"], as_file=True)
    assert f"/rejoin/{guest.token}/" in page.context["rejoin_url"]


def test_M11_the_lobby_of_a_x_how_sealed_goes(client, organizer, sample_sets):
    event = make_event(organizer, "Ann", format_="magic-sealed", card_set="MAG01", packs_each=5)
    sit_down(client, fighter(event, "Ann"))
    page = client.get(f"/events/{event.code}/").content.decode()
    assert ("You have 5 packs" in page, "nothing is passed" in page) == (True, True)
    assert ("pack 2 goes" in page, "when the draft starts" in page) == (False, False)


def facts(page, part):
    """Return the data that an element, by its opening tag's beginning, has for the scripts."""
    return dict(re.findall(r'data-([a-z-]+)="([^"]*)"', re.search(rf"<{part}[^>]*>", page)[0]))


def test_M14_M28_the_deck_builder_is_told_sizes_and_the_most_of_a_land(client, organizer, sample_sets):
    event = make_event(organizer, "Ann", format_="magic-sealed", card_set="MAG01")
    sit_down(client, fighter(event, "Ann"))
    told = facts(client.get(f"/events/{event.code}/").text, 'section class="scene build"')
    assert (told["size"], told["most"], told["hand"]) == ("40", "99", "7")


def test_a_judge_can_be_called_from_the_draft_to_the_end_but_not_in_a_practice(client, aichi, event):
    button = "button[^>]*judge-button"
    assert (
        facts(aichi.get(f"/events/{event.code}/").text, button)["phases"] == "drafting building fighting sharing review"
    )
    practice = client.post("/practice/", {"format": "vanguard"})["Location"]
    assert facts(client.get(practice).text, button)["phases"] == ""


def test_the_play_page_is_kept_by_no_cache(aichi, event):
    assert "no-store" in aichi.get(f"/events/{event.code}/")["Cache-Control"]


def test_the_palette_names_every_clan_of_the_sets(aichi, event):
    clans = set(event.draft.rounds.first().card_set.cards.values_list("kin", flat=True))
    assert set(aichi.get(f"/events/{event.code}/").context["palette"]) == {"", *clans}


def test_the_palette_of_listed_packs_tells_nothing_of_what_is_in_them(client, organizer, sample_sets):
    packs = "\n\n".join(["SMP01/001"] * 12)
    listed = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=packs)
    sit_down(client, fighter(listed, "Aichi"))
    assert len(client.get(f"/events/{listed.code}/").context["palette"]) > 3


def test_leaving_the_lobby_gives_the_place_back(aichi, event):
    answer = aichi.post(f"/events/{event.code}/leave/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert list(event.fighters.values_list("nickname", flat=True)) == ["Kamui"]
    assert aichi.get(f"/events/{event.code}/")["Location"] == f"/join/{event.code}/"


def test_leaving_a_draft_lets_a_bot_take_over(client, organizer, sample_sets):
    drafting = make_event(organizer, "Aichi", "Kamui", started=True)
    sit_down(client, fighter(drafting, "Aichi"))
    client.post(f"/events/{drafting.code}/leave/")
    assert drafting.draft.tables.get().seats.get(fighter__nickname="Aichi").bot is True


def test_a_visitor_who_has_no_seat_leaves_nothing(client, event):
    assert client.post(f"/events/{event.code}/leave/")["Location"] == "/"
    assert event.fighters.count() == 2


def test_no_fighter_leaves_by_following_a_link(aichi, event):
    assert aichi.get(f"/events/{event.code}/leave/").status_code == 405
    assert event.fighters.count() == 2


# The deck --------------------------------------------------------------------------------------------------------


def test_a_deck_is_no_text_before_the_draft_is_over(client, organizer, aichi, event, sample_sets):
    drafting = make_event(organizer, "Misaki", "Ren", started=True)
    sit_down(client, fighter(drafting, "Misaki"))
    assert [client.get(f"/events/{code}/deck.txt").status_code for code in (event.code, drafting.code)] == [404, 404]


def test_a_deck_of_thirty_cards_can_be_taken_along_as_text(client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    sit_down(client, fighter(event, "Aichi"))
    answer = client.get(f"/events/{event.code}/deck.txt")
    lines = answer.content.decode().splitlines()
    assert (answer["Content-Type"], lines[0]) == ("text/plain; charset=utf-8", "Aichi, Friday draft")
    assert sum(int(line.split()[0]) for line in lines if "SMP01/" in line) == 30


def test_no_visitor_gets_the_deck_of_somebody_else(client, organizer_client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    assert [somebody.get(f"/events/{event.code}/deck.txt").status_code for somebody in (client, organizer_client)] == [
        404
    ] * 2


# The big screen --------------------------------------------------------------------------------------------------


def test_everybody_may_watch_and_sees_how_to_join(event):
    answer = Client().get(f"/events/{event.code}/table/1/")
    assert (answer.status_code, answer.context["table_number"], answer.context["tables"]) == (200, 1, 1)
    assert (answer.context["join_url"].endswith(f"/join/{event.code}/"), answer.context["join_qr"][:4]) == (
        True,
        "<svg",
    )


def test_before_the_start_there_is_only_the_first_screen(client, event):
    assert [client.get(f"/events/{event.code}/table/{n}/").status_code for n in (0, 1, 2)] == [404, 200, 404]


def test_each_table_has_a_screen(client, organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(8)), started=True)
    answers = [client.get(f"/events/{event.code}/table/{n}/") for n in (0, 1, 2, 3)]
    assert [answer.status_code for answer in answers] == [404, 200, 200, 404]
    assert answers[2].context["tables"] == 2


def test_the_screens_carry_no_token_and_no_seed(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    pages = [client.get(f"/events/{event.code}/{page}/").content.decode() for page in ("table/1", "display")]
    secrets = [*event.fighters.values_list("token", flat=True), event.draft.seed]
    assert [secret for secret in secrets for page in pages if secret in page] == []


def test_one_screen_shows_all_tables_or_those_that_are_asked_for(client, organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(12)), started=True)
    wanted = {
        asked: client.get(f"/events/{event.code}/display/", {"tables": asked}).context["wanted"]
        for asked in ("", "2,3", " 3 ,3, 1", "0,9", "x,-1,²,1.5", "9" * 500)
    }
    assert wanted == {"": "", "2,3": "2,3", " 3 ,3, 1": "3,1", "0,9": "0,9", "x,-1,²,1.5": "", "9" * 500: ""}
    page = client.get(f"/events/{event.code}/display/?tables=2,3").content.decode()
    assert 'data-tables="3" data-wanted="2,3"' in page
    assert client.get("/events/AAAAAA/display/").status_code == 404


def test_the_end_of_a_practice_leads_on(client, sample_sets, organizer):
    practice = client.post("/practice/", {"format": "vanguard"})["Location"]
    page = client.get(practice).text
    for words in ('value="vanguard">', "Draft again", "Try Magic", "/events/new/?format=vanguard", ">Home</a>"):
        assert words in page
    event = make_event(organizer, "Kamui")
    sit_down(client, fighter(event, "Kamui"))
    assert "Draft again" not in client.get(f"/events/{event.code}/").text
