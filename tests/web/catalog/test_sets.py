import re
from html import unescape

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from drafts.models import Card, CardImage, CardSet, PackRecipe, PackSlot
from drafts.rules.games.vanguard.cards import VanguardCard
from drafts.services.catalog.sets import derive_shapes
from drafts.views.catalog.sets import SETS_A_PAGE
from drafts.views.site.styleguide import styleguide
from tests.factories import make_cards
from tests.pictures import png, stored

pytestmark = pytest.mark.django_db


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def numbers(html: str) -> list[str]:
    return re.findall(r'class="set-cards__number">([^<]+)<', html)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).replace("\u00d7", "x")


def test_the_list_shows_each_set_with_its_name_and_its_number_of_cards(client, sample_sets):
    shown = words(page(client, reverse("sets")))
    assert "SMP01 Six Banners at Dawn 102 cards" in shown
    assert "SMP02 The Midnight Harvest 42 cards" in shown


def test_the_list_shows_a_fan_of_each_set_its_rarest_cards_of_different_kins(client, sample_sets):
    shelf = client.get("/sets/").context["shelf"]
    assert [(card_set.code, fan[0].number, fan[0].rarity) for card_set, fan in shelf] == [
        ("MAG01", "MAG01/125", "M"),
        ("MAP01", "MAP01/001", "S"),
        ("MAV01", "MAV01/001", "S"),
        ("PLA01", "PLA01/062", "M"),
        ("SMP01", "SMP01/001", "RRR"),
        ("SMP02", "SMP02/L01", "LR"),
    ]
    assert [(len(fan), len({card.kin for card in fan})) for _, fan in shelf] == [
        (5, 5),
        (5, 1),
        (5, 1),
        (5, 5),
        (5, 5),
        (5, 2),
    ]
    assert [fan for _, fan in shelf][4] == list(client.get("/sets/SMP01/").context["set"].fan)


def test_a_set_of_one_kin_has_its_rarest_cards_in_its_fan(client):
    small = CardSet.objects.create(code="SMALL", name="SMALL")
    make_cards(small, *(VanguardCard(f"S/{n}", "Unit", rarity=rarity) for n, rarity in enumerate(("C", "RR", "C"))))
    assert [card.number for card in client.get("/sets/SMALL/").context["set"].fan] == ["S/1", "S/0", "S/2"]


def many_sets(count: int) -> None:
    for n in range(count):
        row = CardSet.objects.create(code=f"S{n:03}", name=f"Set number {n}")
        make_cards(row, *(VanguardCard(f"S{n:03}/{card}", "Unit") for card in range(2)))


def codes(html: str) -> list[str]:
    return re.findall(r'class="set-link__code number">([^<]+)<', html)


def test_many_sets_are_shown_page_by_page_by_code(client):
    many_sets(60)
    every = [f"S{n:03}" for n in range(60)]
    assert codes(page(client, "/sets/")) == every[:SETS_A_PAGE]
    assert codes(page(client, "/sets/?page=2")) == every[SETS_A_PAGE : 2 * SETS_A_PAGE]
    assert [codes(page(client, f"/sets/?page={beyond}")) for beyond in ("x", "99")] == [
        every[:SETS_A_PAGE],
        every[2 * SETS_A_PAGE :],
    ]
    assert "60 sets" in words(page(client, "/sets/"))
    assert re.findall(r'href="(\?page=\d)" rel="(\w+)"', page(client, "/sets/?page=2")) == [
        ("?page=1", "prev"),
        ("?page=3", "next"),
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("q=lantern", ["MAG01", "MAV01"]),
        ("q=smp", ["SMP01", "SMP02"]),
        ("q=the+midnight", ["SMP02"]),
        ("q=SMP+dawn", ["SMP01"]),
        ("game=magic", ["MAG01", "MAP01", "MAV01"]),
        ("game=vanguard&q=0", ["SMP01", "SMP02"]),
        ("game=chess", ["MAG01", "MAP01", "MAV01", "PLA01", "SMP01", "SMP02"]),
        ("q=%25", []),
        ("q=%FF", []),
        (f"q={'x' * 500}", ["MAG01", "MAP01", "MAV01", "PLA01", "SMP01", "SMP02"]),
    ],
)
def test_sets_are_found_by_words_of_code_and_name_and_by_game(client, sample_sets, asked, found):
    assert codes(page(client, f"/sets/?{asked}")) == found


def test_the_words_of_a_search_stay_in_the_field_and_on_the_next_page(client):
    many_sets(30)
    html = page(client, "/sets/?q=number")
    assert re.search(r'<input type="search" name="q" value="number"', html)
    assert 'href="?q=number&page=2"' in html
    assert "No set matches this search." in page(client, "/sets/?q=nothing")


def test_few_sets_are_not_searched(client, sample_sets):
    assert 'role="search"' not in page(client, "/sets/")
    assert 'role="search"' in page(client, "/sets/?q=smp")


def test_the_list_takes_as_many_queries_and_reads_as_many_cards_however_many_sets_there_are(
    client, django_assert_num_queries
):
    many_sets(SETS_A_PAGE)
    with CaptureQueriesContext(connection) as few:
        page(client, "/sets/")
    for n in range(SETS_A_PAGE, 3 * SETS_A_PAGE):
        make_cards(CardSet.objects.create(code=f"S{n:03}", name="Later"), VanguardCard(f"S{n:03}/1", "Unit"))
    with django_assert_num_queries(len(few)) as many:
        html = page(client, "/sets/")
    assert len(few) <= 8
    of_cards = [query["sql"] for query in many if '"kin"' in query["sql"]]
    assert of_cards
    assert all('"card_set_id" IN (' in sql or '"id" IN (' in sql for sql in of_cards)
    assert len(html) < 250_000


def test_without_a_set_the_list_says_how_to_load_one(client):
    assert "python manage.py loadset FILE.csv" in page(client, "/sets/")


def test_a_set_shows_all_its_cards_rarest_first(client, sample_sets):
    shown = numbers(page(client, "/sets/SMP02/"))
    assert (len(shown), shown[:3]) == (42, ["SMP02/L01", "SMP02/L02", "SMP02/001"])


def test_a_set_is_found_by_its_code_in_any_case(client, sample_sets):
    assert "Six Banners at Dawn" in page(client, "/sets/smp01/")


def test_the_recipe_is_said_in_words(client, sample_sets):
    shown = words(page(client, "/sets/SMP02/"))
    assert "5 cards in 83 % of packs 1 x trigger unit 1 x rare or better, not a trigger unit R 73 % RR 17 %" in shown
    assert "5 cards in 17 % of packs 1 x trigger unit 2 x Legion Rare pair: a leader with its mate" in shown
    assert "Every pack holds a trigger unit: first choose it and one other card." in shown


@pytest.mark.parametrize(
    ("code", "looks"),
    [("MAG01", ["plain", "sheen", "rare", "plain", "plain"]), ("SMP01", ["trigger", "rare", "plain"])],
)
def test_the_cards_of_a_slot_gleam_as_those_of_its_rarities_do(client, sample_sets, code, looks):
    assert re.findall(r"set-slot--(\w+)", page(client, f"/sets/{code}/")) == looks


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ("rarity=RRR", 8),
        ("grade=0", 20),
        ("clan=Tide+Choir", 17),
        ("kind=critical+trigger", 4),
        ("clan=Tide+Choir&kind=critical+trigger", 1),
        ("rarity=RRR&grade=0", 0),
        ("rarity=", 102),
    ],
)
def test_cards_are_shown_by_rarity_grade_clan_and_kind(client, sample_sets, asked, count):
    html = page(client, f"/sets/SMP01/?{asked}")
    assert (len(numbers(html)), f"{count} of 102 cards" in words(html)) == (count, True)


def test_a_filter_that_was_asked_for_stays_chosen_in_the_form(client, sample_sets):
    assert '<option value="Tide Choir" selected>' in page(client, "/sets/SMP01/?clan=Tide+Choir")


@pytest.mark.parametrize("asked", ["rarity=XXX", "grade=9" + "9" * 400, "clan=%FF", "page=x", "page=-1", "shoes=red"])
def test_an_answer_that_no_card_gives_is_not_asked_for(client, sample_sets, asked):
    assert len(numbers(page(client, f"/sets/SMP01/?{asked}"))) == 102


def test_a_large_set_is_shown_page_by_page_and_keeps_what_was_asked(client):
    large = CardSet.objects.create(code="LARGE", name="LARGE")
    make_cards(large, *(VanguardCard(f"L/{n:03}", "Unit") for n in range(160)))
    assert len(numbers(page(client, "/sets/LARGE/?rarity=C"))) == 150
    assert "?rarity=C&page=2#shown" in page(client, "/sets/LARGE/?rarity=C")
    assert numbers(page(client, "/sets/LARGE/?rarity=C&page=2")) == [f"L/{n:03}" for n in range(150, 160)]


def test_a_set_that_makes_no_packs_says_which_slot_it_cannot_fill(client):
    poor = CardSet.objects.create(code="BT06", name="BT06")
    make_cards(poor, VanguardCard("BT06/1", "Unit"))
    assert 'the slot "trigger" needs 1, and the set has 0 for it' in page(client, "/sets/BT06/")


@pytest.mark.parametrize("code", ["NOPE", "%00", "x" * 500, "SMP01%20OR%201"])
def test_a_set_that_is_not_there_is_a_404(client, sample_sets, code):
    assert client.get(f"/sets/{code}/").status_code == 404


def test_sets_are_only_looked_at(client, sample_sets):
    assert [client.post("/sets/").status_code, client.post("/sets/SMP01/").status_code] == [405, 405]


def test_a_name_cannot_put_markup_on_the_page(client):
    odd = CardSet.objects.create(code="ODD", name="<b>Odd</b>")
    make_cards(odd, VanguardCard("O/1", "<script>1</script>", clan='"><i>'))
    html = client.get("/sets/ODD/").content.decode()
    assert [part in html for part in ("<b>Odd", "<script>1", '"><i>')] == [False, False, False]


@pytest.mark.parametrize("model", ["cardset", "card", "packrecipe", "packlayout", "packslot"])
def test_the_admin_lists_searches_and_shows_what_there_is(admin_client, sample_sets, model):
    listed = admin_client.get(reverse(f"admin:drafts_{model}_changelist"), {"q": "SMP"} if "pack" not in model else {})
    assert listed.status_code == 200
    first = listed.context["cl"].result_list[0]
    assert admin_client.get(reverse(f"admin:drafts_{model}_change", args=[first.pk])).status_code == 200


def test_the_admin_says_where_a_recipe_comes_from_and_what_it_is(admin_client, sample_sets):
    listed = words(page(admin_client, reverse("admin:drafts_cardset_changelist")))
    assert re.search(r"SMP01 Six Banners at Dawn 102 derived", listed)
    assert re.search(r"SMP02 The Midnight Harvest 42 on file", listed)
    second = CardSet.objects.get(code="SMP02")
    shown = page(admin_client, reverse("admin:drafts_cardset_change", args=[second.pk]))
    assert "5 cards, in 17 % of packs: 1 trigger unit; 2 Legion Rare pair: a leader with its mate; 2 common" in shown


def test_M26_the_admin_says_of_a_set_of_avatars_that_its_cards_lie_in_no_pack(admin_client, sample_sets):
    avatars = CardSet.objects.get(code="MAV01")
    shown = page(admin_client, reverse("admin:drafts_cardset_change", args=[avatars.pk]))
    assert "Its cards lie in no pack." in words(shown)


@pytest.mark.parametrize("model", ["card", "packrecipe"])
@pytest.mark.parametrize("key", ["²", "1:1", "9" * 30, "9" * 5000])
def test_the_admin_says_that_an_odd_key_names_no_set(admin_client, sample_sets, model, key):
    first = {"card": Card, "packrecipe": PackRecipe}[model].objects.first()
    answer = admin_client.post(reverse(f"admin:drafts_{model}_change", args=[first.pk]), {"card_set": key})
    assert answer.context["adminform"].form.errors["card_set"] == [
        "Select a valid choice. That choice is not one of the available choices."
    ]


def test_after_a_correction_in_the_admin_the_shapes_of_packs_are_derived_again(admin_client, sample_sets):
    ContentType.objects.clear_cache()  # their ids differ once an earlier test has emptied the database
    slot = PackSlot.objects.filter(layout__recipe__card_set__code="SMP02").first()
    form = admin_client.get(reverse("admin:drafts_packslot_change", args=[slot.pk]))
    weights = form.context["inline_admin_formsets"][0].formset
    fields = {name: value for name, value in form.context["adminform"].form.initial.items() if value is not None}
    fields = {name: value for name, value in fields.items() if value is not False}
    for inline in [weights.management_form, *weights.initial_forms]:
        values = {inline.add_prefix(name): inline[name].value() for name in inline.fields}
        fields |= {name: value for name, value in values.items() if value is not None}
    answer = admin_client.post(reverse("admin:drafts_packslot_change", args=[slot.pk]), fields | {"count": 7})
    assert answer.status_code == 302
    assert {row.pack_shape for row in CardSet.objects.all()} == {""}
    derive_shapes()
    assert CardSet.objects.get(code="SMP02").pack_shape != "5t"


def test_a_recipe_may_ask_for_a_trait_that_the_game_has_no_words_for(client, sample_sets):
    PackSlot.objects.filter(name="common").update(only="-g")
    assert "common (-g)" in words(page(client, "/sets/SMP02/"))


def test_the_style_guide_draws_cards_with_their_facts(rf, sample_sets):
    html = styleguide(rf.get("/")).content.decode()
    assert len(re.findall(r'data-part="power">[0-9]', html)) >= 12


# Texts and pictures -----------------------------------------------------------------------------------------------


def one_card(**printed: str) -> CardSet:
    house = CardSet.objects.create(code="HOUSE", name="HOUSE")
    make_cards(house, VanguardCard("H/1", "Unit", **printed))
    return house


def test_each_face_bears_the_number_of_its_card(client, sample_sets):
    found = re.findall(r'data-number="([^"]+)"', page(client, "/sets/SMP02/"))
    assert found == numbers(page(client, "/sets/SMP02/"))


def test_R18_a_text_is_read_with_all_of_the_clans_and_the_place_is_marked(client):
    one_card(text="If your vanguard is a «Kagero», draw.\nOnce.")
    html = page(client, "/sets/HOUSE/")
    assert "If your vanguard is a <mark" in html
    assert 'title="Printed: Kagero">«all of the clans»</mark>, draw.\nOnce.' in html
    assert "In a draft every unit is in every clan (R18)" in html


def test_a_set_without_texts_or_pictures_is_shown_as_ever(client):
    one_card()
    html = page(client, "/sets/HOUSE/")
    for absent in ('id="as-read"', "data-picture", "set-cards--texts"):
        assert absent not in html
    assert 'class="card-text"' not in html.partition("<dialog")[0]
    assert 'src="/art/vanguard/card.svg?' in html


def test_a_card_shows_its_picture(client):
    image = CardImage.objects.create(name=stored(png()).name, data=png())
    one_card(image=image.name, clan="Gold Lions")
    html = page(client, "/sets/HOUSE/")
    assert f'src="/cards/{image.name}"' in html
    assert re.search(r'data-drawn="/art/vanguard/card\.svg\?[^"]*kin=Gold\+Lions', html)


def test_a_text_cannot_put_markup_on_the_page(client):
    one_card(text="<script>1</script> «<b>»")
    html = client.get("/sets/HOUSE/").content.decode()
    assert [part in html for part in ("<script>1", "<b>»", "Printed: <b>")] == [False, False, False]
    assert "&lt;script&gt;1" in html


def test_M26_a_set_of_avatars_says_that_its_cards_lie_in_no_pack_and_shows_both_modifiers(client, sample_sets):
    page = client.get("/sets/MAV01/").content.decode()
    assert "These cards lie in no pack." in page
    assert "No packs can be made" not in page
    assert 'aria-label="Grandfather Badger, Vanguard, hand \u22121, life +12, rarity S"' in page
