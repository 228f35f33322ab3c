"""Opening a file of cards: what is in it is shown before anything is loaded."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from drafts.models import Card, CardSet, Event, OpenedFile
from drafts.services.site.cleanup import OPENED_KEPT, delete_expired
from drafts.store.catalog import load_pack_maker, recipe_of
from tests.factories import messages_of
from tests.importers.sets.made_up import mtgjson, publishers_list, scryfall, scryfall_card
from tests.pictures import png, zipped

pytestmark = pytest.mark.django_db


def look(client, data: bytes, name: str = "cards"):
    return client.post("/sets/upload/", {"cards": SimpleUploadedFile(name, data), "look": "yes"})


def opened(client, data: bytes):
    assert look(client, data)["Location"] == "/sets/open/cards/"
    return client.get("/sets/open/cards/")


def load(client, **fields):
    return client.post("/sets/upload/", {"opened": "yes", **fields})


def test_a_file_is_looked_at_and_nothing_is_stored(organizer_client):
    answer = opened(organizer_client, mtgjson())
    [found] = answer.context["sets"]
    assert (found.code, found.name, found.count) == ("MUP", "Made Up", 265)
    assert (found.in_packs, found.lands, found.others, found.known, found.doubles) == (261, 1, 3, 0, 0)
    assert (len(found.pack), found.fault) == (14, "")
    assert "MTGJSON set: Made Up (MUP), 265 cards, booster “draft” with 2 layouts" in answer.content.decode()
    assert not CardSet.objects.exists()


def test_a_file_that_was_looked_at_is_loaded_and_leads_to_an_event_with_the_set_chosen(organizer_client):
    opened(organizer_client, mtgjson())
    answer = load(organizer_client, draft="yes")
    assert answer["Location"] == "/events/new/?format=magic-draft&card_set=MUP"
    page = organizer_client.get(answer["Location"])
    assert page.context["form"].sets_by_round == ["MUP", "", ""]
    assert (Card.objects.count(), OpenedFile.objects.count()) == (265, 0)
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    made = organizer_client.post("/events/new/", {**fields, "card_set": ["MUP"]})
    assert made.status_code == 302, made.context["form"].errors
    assert [row.card_set.code for row in Event.objects.get().draft.rounds.all()] == ["MUP"] * 3


@pytest.mark.parametrize(("data", "code"), [
    (publishers_list(), "BT91"),
    (scryfall(*(scryfall_card(n, ("common", "uncommon", "rare")[n % 3]) for n in range(60))), "MUS"),
])  # fmt: skip
def test_other_lists_are_loaded_without_an_event_as_well(organizer_client, data, code):
    opened(organizer_client, data)
    answer = load(organizer_client)
    assert answer["Location"] == f"/sets/{code}/"
    assert messages_of(organizer_client.get(answer["Location"]))[0].endswith(".")


def test_a_fault_of_the_file_stands_beside_it_and_the_file_is_not_kept(organizer_client):
    answer = look(organizer_client, b"[metadata]\nCode=X\n")
    assert answer.context["form"].errors["cards"] == [
        "the file: this is an edition file of Forge, which cannot be loaded"
    ]
    assert not OpenedFile.objects.exists()


def test_the_page_leads_back_to_a_file_that_was_not_loaded_until_it_is_put_away(organizer_client):
    look(organizer_client, mtgjson(), "MUP.json")
    assert '<bdi dir="auto">MUP.json</bdi> and not loaded it' in organizer_client.get("/sets/open/").content.decode()
    assert load(organizer_client, forget="yes")["Location"] == "/sets/open/"
    assert organizer_client.get("/sets/open/cards/")["Location"] == "/sets/open/"
    assert messages_of(load(organizer_client)) == ["This file is not kept any more. Open it again."]
    assert not CardSet.objects.exists()


def with_boosters(*names: str) -> bytes:
    """Return a set file with boosters of these names: packs of ten commons times the place of a name."""
    file = json.loads(mtgjson())
    draft = file["data"]["booster"].pop("draft")
    for place, name in enumerate(names, 1):
        layouts = [{"contents": {"common": 10 * place}, "weight": 1}]
        file["data"]["booster"][name] = {**draft, "boosters": layouts}
    return json.dumps(file).encode()


def test_packs_are_of_the_booster_that_is_chosen_of_several(organizer_client):
    page = opened(organizer_client, with_boosters("collector", "draft", "play"))
    assert (page.context["boosters"], page.context["booster"]) == (("draft", "play", "collector"), "draft")
    assert len(page.context["sets"][0].pack) == 20
    page = organizer_client.get("/sets/open/cards/?booster=play")
    assert len(page.context["sets"][0].pack) == 30
    assert '<input type="hidden" name="booster" value="play">' in page.content.decode()
    load(organizer_client, booster="play")
    assert recipe_of(CardSet.objects.get()).sizes == (30,)


def test_a_file_with_one_booster_asks_nothing(organizer_client):
    assert "?booster=" not in opened(organizer_client, mtgjson()).content.decode()


def test_a_booster_that_the_file_does_not_have_is_refused_and_the_first_shown(organizer_client):
    opened(organizer_client, with_boosters("draft", "play"))
    assert organizer_client.get("/sets/open/cards/?booster=set").context["booster"] == "draft"
    page = load(organizer_client, booster="set")
    assert "This file has no such booster" in page.content.decode()
    assert not CardSet.objects.exists()


def test_a_file_that_nobody_loads_is_deleted_after_some_hours(organizer_client):
    look(organizer_client, mtgjson())
    delete_expired()
    assert OpenedFile.objects.count() == 1
    OpenedFile.objects.update(opened_at=timezone.now() - OPENED_KEPT)
    delete_expired()
    assert not OpenedFile.objects.exists()


def test_each_account_has_its_own_file(organizer_client, client, django_user_model):
    look(organizer_client, mtgjson())
    client.force_login(django_user_model.objects.create_user("bo"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/sets/open/cards/")["Location"] == "/sets/open/"


def test_cards_that_are_loaded_before_are_counted_and_doubles_are_warned_of(organizer_client):
    opened(organizer_client, mtgjson())
    load(organizer_client)
    [again] = opened(organizer_client, mtgjson()).context["sets"]
    assert (again.known, again.added, again.doubles) == (265, 0, 0)
    data = json.loads(mtgjson())
    for card in data["data"]["cards"]:
        card["number"] = f"{card['number']}x"
    page = opened(organizer_client, json.dumps(data).encode())
    [renumbered] = page.context["sets"]
    assert (renumbered.known, renumbered.doubles) == (0, 265)
    said = "265 of these cards have the name and rarity of a card that is here under another number"
    assert said in page.content.decode()


def test_the_organizer_says_whether_cards_under_other_numbers_are_the_same(organizer_client):
    opened(organizer_client, mtgjson())
    load(organizer_client)
    before = dict(Card.objects.values_list("id", "number"))
    opened(organizer_client, mtgjson().replace(b'"number": "', b'"number": "0'))
    asked = load(organizer_client)
    assert asked.context["form"].errors == {"doubles": ["Choose whether they are the same cards."]}
    assert dict(Card.objects.values_list("id", "number")) == before
    answer = load(organizer_client, doubles="same")
    said = "MUP: 0 added, 0 changed, 265 unchanged; 265 renumbered."
    assert said in organizer_client.get(answer["Location"]).content.decode()
    new = {key: number.replace("/", "/0") for key, number in before.items()}
    assert dict(Card.objects.values_list("id", "number")) == new
    opened(organizer_client, mtgjson())
    load(organizer_client, doubles="other")
    assert sorted(Card.objects.values_list("number", flat=True)) == sorted([*before.values(), *new.values()])


def test_of_a_copy_nobody_asks_whether_cards_are_the_same(organizer_client):
    opened(organizer_client, mtgjson())
    load(organizer_client)
    opened(organizer_client, mtgjson().replace(b'"number": "', b'"number": "0'))
    assert load(organizer_client, code="OURS").status_code == 302
    assert Card.objects.filter(number__startswith="OURS/0").count() == 265


def test_of_many_sets_the_first_are_shown_and_the_others_counted(organizer_client):
    lists = [publishers_list().replace(b"BT91", b"BT%d" % number) for number in range(70, 80)]
    header, *_ = lists[0].split(b"\n")
    data = b"\n".join([header, *(row for each in lists for row in each.split(b"\n")[1:])])
    answer = opened(organizer_client, data)
    assert ([each.code for each in answer.context["sets"]][-1], answer.context["more"]) == ("BT77", 2)
    assert "And 2 more sets." in answer.content.decode()
    load(organizer_client)
    assert CardSet.objects.count() == 10


def test_a_rarity_that_the_game_does_not_know_is_asked_about(organizer_client):
    data = publishers_list().replace(b",RRR,", b",QQ,")
    answer = opened(organizer_client, data)
    assert [field.label for field in answer.context["form"].rarity_fields] == ["8 cards of the rarity QQ"]
    [question] = answer.context["form"].rarity_fields
    assert question.field.choices[0] == ("", "Never in a pack")
    load(organizer_client, **{"rarity-QQ": "RRR"})
    assert Card.objects.filter(rarity="RRR").count() == 8
    opened(organizer_client, data.replace(b"BT91", b"BT92"))
    load(organizer_client)
    assert Card.objects.filter(rarity="QQ").count() == 8


def test_a_rarity_of_a_set_that_has_nothing_else_to_go_by_is_in_packs_unless_it_is_another(organizer_client):
    rarities = (b",RRR,", b",RR,", b",R,", b",C,")
    data = publishers_list()
    for rarity in rarities:
        data = data.replace(rarity, b",QQ,")
    [question] = opened(organizer_client, data.replace(b"BT91", b"XX91")).context["form"].rarity_fields
    assert question.field.choices[:2] == [("", "Leave it, in packs"), ("never", "Never in a pack")]


def test_a_rarity_can_be_left_out_of_packs_where_all_cards_are_equally_likely(organizer_client):
    data = publishers_list().replace(b"BT91", b"XX91").replace(b",RRR,", b",QQ,").replace(b",C,", b",ZZ,")
    data = data.replace(b",RR,", b",ZZ,").replace(b",R,", b",ZZ,")
    opened(organizer_client, data)
    load(organizer_client, **{"rarity-QQ": "never"})
    card_set = CardSet.objects.get()
    left_out = set(card_set.cards.filter(rarity="QQ").values_list("number", flat=True))
    others = set(card_set.cards.exclude(rarity="QQ").values_list("number", flat=True))
    assert (len(left_out), load_pack_maker(card_set).numbers) == (8, others)


def test_basic_lands_are_drafted_only_in_sets_that_were_loaded_before(organizer_client):
    file = json.loads(mtgjson(booster=""))
    for card in file["data"]["cards"][:260]:
        card["rarity"] = "common"
    data = json.dumps(file).encode()
    opened(organizer_client, data)
    load(organizer_client)
    land = Card.objects.get(rarity="L").number
    assert land not in load_pack_maker(CardSet.objects.get()).numbers
    CardSet.objects.update(derived_by=1)
    opened(organizer_client, data)
    load(organizer_client)
    assert land in load_pack_maker(CardSet.objects.get()).numbers


def test_tokens_are_counted_as_cards_that_lie_in_packs_and_are_not_drafted(organizer_client):
    rarities = "C" * 12 + "U" * 4 + "RR" + "TTT"
    rows = [f"TOK,TOK/{place:03},Card {place},Creature,{{1}},1,1,{each}" for place, each in enumerate(rarities)]
    answer = opened(
        organizer_client, "\n".join(["set,number,name,type_line,mana_cost,power,toughness,rarity", *rows]).encode()
    )
    [found] = answer.context["sets"]
    assert (found.in_packs, found.aside, found.others) == (18, 3, 0)
    assert "in packs, not drafted" in answer.content.decode()


def test_a_file_that_says_how_packs_are_made_is_not_asked_what_is_in_them(organizer_client):
    data = mtgjson().replace(b'"rarity": "mythic"', b'"rarity": "odd"')
    [question] = opened(organizer_client, data).context["form"].rarity_fields
    assert ("never", "Never in a pack") not in question.field.choices


def test_the_most_frequent_of_many_odd_rarities_are_asked_about(organizer_client):
    header, *rows = publishers_list().split(b"\n")
    odd = [row.replace(b"EN,C,", b"EN,Q%d," % place) for place, row in enumerate(rows)]
    answer = opened(organizer_client, b"\n".join([header, *odd]))
    assert len(answer.context["form"].rarity_fields) == 12


def test_pictures_and_another_code_are_given_with_the_file_that_was_opened(organizer_client):
    opened(organizer_client, publishers_list())
    images = SimpleUploadedFile("images.zip", zipped({"BT91-001EN.png": png()}))
    answer = load(organizer_client, images=images, code="OURS")
    assert answer["Location"] == "/sets/OURS/"
    assert Card.objects.get(number="OURS/001EN").image_id


def test_a_set_of_another_organizer_is_said_and_needs_another_code(organizer_client, client, django_user_model):
    opened(organizer_client, mtgjson())
    load(organizer_client)
    client.force_login(django_user_model.objects.create_user("bo"), backend="django.contrib.auth.backends.ModelBackend")
    answer = opened(client, mtgjson())
    assert answer.context["taken"]
    refused = load(client)
    assert "MUP was loaded by another organizer" in refused.context["form"].errors["code"][0]
    assert load(client, code="MINE")["Location"] == "/sets/MINE/"
    assert CardSet.objects.get(code="MINE").recipe.sheets.count() == 4
