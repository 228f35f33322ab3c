from collections.abc import Sequence
from io import StringIO
from itertools import permutations
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from drafts.importers.cards import read_cards
from drafts.models import (
    Card,
    CardImage,
    CardOnSheet,
    CardSet,
    MagicFacts,
    PackRecipe,
    PackSheet,
    PackSlot,
    SlotWeight,
    VanguardFacts,
)
from drafts.presenters.catalog.sets import SetSummary, loaded_sets
from drafts.queries.catalog import set_of_code
from drafts.rules.chance import Chance
from drafts.rules.packs import CannotFill
from drafts.services.catalog.card_images import UNUSED_KEPT, forget_unused_images
from drafts.services.catalog.sets import derive_shapes
from drafts.store.catalog import cards_by_row, guarantees, load_pack_maker, recipe_of, stored_recipe
from tests.factories import VANGUARD_COLUMNS as COLUMNS
from tests.importers.sets.made_up import mtgjson, publishers_list
from tests.pictures import JPEG, WEBP, png, stored

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[3] / "drafts/data"
HEADER = ",".join(COLUMNS)


def row(number: str, *, name: str = "Unit", rarity: str = "C", trigger: str = "", code: str = "HOUSE") -> str:
    return f"{code},{number},{name},{'Trigger' if trigger else 'Normal'} Unit,1,,,,7000,5000,1,{trigger},{rarity}"


SMALL = [row(f"H/{n}") for n in range(5)] + [row("H/5", trigger="heal"), row("H/6", rarity="R")]


def folder_of(folder: Path, images: dict[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, data in images.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def load(tmp_path):
    def load(
        *rows: str,
        recipe: str = "",
        header: str = HEADER,
        images: dict[str, bytes] | None = None,
        options: Sequence[str] = (),
    ) -> str:
        (tmp_path / "cards.csv").write_text("\n".join([header, *rows]))
        (tmp_path / "recipe.toml").write_text(recipe)
        out = StringIO()
        given = {"recipe": tmp_path / "recipe.toml"} if recipe else {}
        if images is not None:
            given["images"] = folder_of(tmp_path / "images", images)
        call_command("loadset", tmp_path / "cards.csv", *options, stdout=out, stderr=out, no_color=True, **given)
        return out.getvalue()

    return load


def everything() -> list[tuple[str, str, str]]:
    return list(Card.objects.order_by("number").values_list("card_set__code", "number", "name"))


def test_a_set_is_loaded_and_loading_it_again_changes_nothing(load):
    assert load(*SMALL) == "HOUSE: 7 added, 0 changed, 0 unchanged\n"
    before = list(Card.objects.order_by("pk").values())
    assert load(*SMALL) == "HOUSE: 0 added, 0 changed, 7 unchanged\n"
    assert list(Card.objects.order_by("pk").values()) == before


def test_a_list_longer_than_one_statement_is_loaded_whole(load):
    rows = [row(f"H/{n:04}") for n in range(1200)]
    assert load(*rows) == "HOUSE: 1200 added, 0 changed, 0 unchanged\n"
    assert Card.objects.count() == 1200


def test_a_card_that_changed_is_updated_in_place(load):
    load(*SMALL)
    key = Card.objects.get(number="H/3").pk
    assert load(*SMALL[:3], row("H/3", name="Renamed"), *SMALL[4:]) == "HOUSE: 0 added, 1 changed, 6 unchanged\n"
    assert Card.objects.get(pk=key).name == "Renamed"


def test_cards_that_the_file_no_longer_has_are_kept_and_that_is_said(load):
    load(*SMALL, row("H/7"))
    assert load(*SMALL) == ("HOUSE: 0 added, 0 changed, 7 unchanged; 1 that the file does not have were kept\n")
    assert Card.objects.filter(number="H/7").exists()


def test_one_file_may_hold_many_sets(load):
    assert load(row("A/1", code="A"), row("B/1", code="b"), row("A/2", code="A")).startswith(
        "A: 2 added, 0 changed, 0 unchanged\n"
    )
    assert everything() == [("A", "A/1", "Unit"), ("A", "A/2", "Unit"), ("B", "B/1", "Unit")]


def test_a_bad_row_leaves_the_database_as_it_was(load):
    load(*SMALL)
    before = everything()
    with pytest.raises(CommandError) as refused:
        load(row("H/1", name="Changed"), row("H/9"), row("H/8", name=""))
    assert (refused.value.returncode, "line 4: name is empty" in str(refused.value)) == (1, True)
    assert everything() == before


NUMBERED = {
    "A": [row(f"{n}", name=f"Swan {n}", code="TSA") for n in range(1, 13)],
    "B": [row(f"{n}", name=f"Goose {n}", code="TSB") for n in range(1, 13)],
    "A in full": [row(f"TSA/{n}", name=f"Swan {n}", code="TSA") for n in range(1, 13)],
}


@pytest.mark.parametrize("order", list(permutations(NUMBERED)))
def test_two_sets_with_the_same_collector_numbers_live_side_by_side(load, order):
    for name in order:
        load(*NUMBERED[name])
    numbers = sorted(str(n) for n in range(1, 13))
    swans = [("TSA", f"TSA/{n}", f"Swan {n}") for n in numbers]
    assert everything() == [*swans, *(("TSB", f"TSB/{n}", f"Goose {n}") for n in numbers)]


def test_a_number_with_and_without_its_set_is_one_number(load):
    with pytest.raises(CommandError, match="line 3: card_number 'HOUSE/1' is on line 2 already"):
        load(row("1"), row("HOUSE/1"))


def test_a_number_that_is_too_long_with_its_set_is_a_fault(load):
    with pytest.raises(CommandError, match="line 2: card_number is longer than 40 characters with its set"):
        load(row("x" * 36))


def test_a_reprint_keeps_the_number_that_it_has(load):
    load(row("T-EB10/005", code="EB10"), row("005", code="EB10"))
    assert [number for _, number, _ in everything()] == ["EB10/005", "T-EB10/005"]


def test_the_same_cards_under_other_numbers_are_renumbered_where_that_is_asked_for(load):
    load(*NUMBERED["A"])
    keys = list(Card.objects.order_by("id").values_list("id", flat=True))
    other = [row(f"{n:03}", name=f"Swan {n}", code="TSA") for n in range(1, 13)]
    said = load(*other, options=["--renumber"])
    assert said == "TSA: 0 added, 0 changed, 12 unchanged; 12 renumbered\n"
    renumbered = Card.objects.order_by("id")
    assert [card.number for card in renumbered] == [f"TSA/{n:03}" for n in range(1, 13)]
    assert [card.id for card in renumbered] == keys
    said = load(*NUMBERED["A"])
    assert "warning: 12 cards have the name and rarity of a card that is here under another number: --renumber" in said
    assert Card.objects.count() == 24


def test_a_list_of_cards_of_other_sets_is_a_cube_that_owns_none_of_them(load):
    load(*NUMBERED["A"], *NUMBERED["B"])
    before = everything()
    cube = [row(f"TSA/{n}", name=f"Swan {n}", code="CUBE") for n in range(1, 11)]
    cube += [row(f"TSB/{n}", name=f"Goose {n}", code="CUBE") for n in range(1, 11)]
    assert load(*cube) == "CUBE: 20 added, 0 changed, 0 unchanged\n"
    assert load(*cube) == "CUBE: 0 added, 0 changed, 20 unchanged\n"
    assert everything() == before
    card_set = CardSet.objects.get(code="CUBE")
    maker = load_pack_maker(card_set)
    assert (card_set.cards.count(), maker.recipe.once, len(maker.numbers)) == (0, True, 20)


def test_a_list_with_another_card_under_the_number_of_another_set_is_no_cube(load):
    load(*NUMBERED["A"])
    swan, goose = row("TSA/1", name="Swan 1", code="CUBE"), row("TSA/1", name="Goose 1", code="CUBE")
    for rows in ([goose], [swan, row("1", code="CUBE")]):
        with pytest.raises(CommandError, match="line 2: card_number 'TSA/1' belongs to the set TSA already"):
            load(*rows)


def test_bare_numbers_in_a_recipe_are_those_of_its_set(load):
    recipe = '[TSA]\n[TSA.sheet.all]\n1 = 1\n"TSA/2" = 3\n[[TSA.layout]]\nweight = 1\n'
    recipe += '[[TSA.layout.slot]]\nsheet = "all"\ncount = 2\n'
    load(*NUMBERED["A"], recipe=recipe)
    assert load_pack_maker(CardSet.objects.get(code="TSA")).numbers == {"TSA/1", "TSA/2"}
    with pytest.raises(CommandError, match=r"TSA: sheet\.all has 'TSA/2' twice"):
        load(*NUMBERED["A"], recipe=recipe.replace("1 = 1", "2 = 1"))


def test_a_card_of_another_set_is_not_taken_away_from_it(load):
    load(*SMALL)
    with pytest.raises(CommandError, match="line 3: card_number 'H/3' belongs to the set HOUSE already"):
        load(row("X/1", code="X"), row("H/3", code="X"))
    assert not CardSet.objects.filter(code="X").exists()


def test_a_file_that_is_not_there_is_said():
    with pytest.raises(CommandError, match="cannot be read: No such file or directory"):
        call_command("loadset", "/nowhere/at-all.csv")


def test_a_set_that_makes_no_packs_is_loaded_with_a_warning(load):
    said = load(row("BT06/1", code="BT06"))
    assert 'warning: BT06 cannot make packs: the slot "trigger" needs 1, and the set has 0 for it' in said


def test_without_a_recipe_file_the_recipe_is_derived_from_what_the_set_holds_now(load):
    load(*SMALL[:5], SMALL[6])
    house = CardSet.objects.get(code="HOUSE")
    assert (stored_recipe(house), guarantees(house)) == (None, False)
    load(*SMALL)
    assert (stored_recipe(house), guarantees(house)) == (None, True)


RECIPE = """
[HOUSE]
name = "House rules"
guarantees_trigger = false
[[HOUSE.layout]]
weight = 1
[[HOUSE.layout.slot]]
name = "three"
count = 3
rarities = { C = 2, R = 1 }
"""


def test_the_shape_of_packs_is_stored_with_every_change_of_a_set(load):
    load(*SMALL[:5], SMALL[6])
    shapes = [CardSet.objects.get(code="HOUSE").pack_shape]
    for change in ({"recipe": ""}, {"recipe": RECIPE}, {"recipe": RECIPE.replace("count = 3", "count = 4")}):
        load(*SMALL, **change)
        shapes.append(CardSet.objects.get(code="HOUSE").pack_shape)
    assert shapes == ["5", "5t", "3", "4"]


def test_the_shape_of_packs_is_derived_where_it_is_not_stored(load):
    load(*SMALL, row("X/1", code="OTHER"))
    stored = [row.pack_shape for row in CardSet.objects.all()]
    CardSet.objects.filter(code="HOUSE").update(pack_shape="")
    derive_shapes()
    assert [row.pack_shape for row in CardSet.objects.all()] == stored


def test_a_recipe_file_names_the_set_and_is_kept_on_file(load):
    load(*SMALL, recipe=RECIPE)
    key = PackRecipe.objects.get().pk
    load(*SMALL, recipe=RECIPE)
    load(*SMALL)
    house = CardSet.objects.get(code="HOUSE")
    assert (str(house), PackRecipe.objects.get().pk, recipe_of(house).sizes) == ("HOUSE House rules", key, (3,))
    assert len(load_pack_maker(house).open(Chance("seed"))) == 3


def test_another_recipe_replaces_the_one_on_file(load):
    load(*SMALL, recipe=RECIPE)
    load(*SMALL, recipe=RECIPE.replace("count = 3", "count = 4"))
    assert recipe_of(CardSet.objects.get(code="HOUSE")).sizes == (4,)
    assert (PackRecipe.objects.count(), PackSlot.objects.count(), SlotWeight.objects.count()) == (1, 1, 2)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("count = 3", "count = 9", 'HOUSE: the slot "three" needs 9, and the set has 7 for it'),
        ("HOUSE", "OTHER", "OTHER: there is a recipe for this set, but the set is neither in the card list nor"),
        ("count = 3", "count = -1", "HOUSE, layout 1, slot 1: count is not a whole number from 1 to 60"),
    ],
)
def test_a_recipe_that_will_not_do_loads_nothing(load, old, new, fault):
    with pytest.raises(CommandError) as refused:
        load(*SMALL, recipe=RECIPE.replace(old, new))
    assert fault in str(refused.value)
    assert not CardSet.objects.exists()


def test_a_set_too_small_for_its_recipe_names_the_slot(load):
    load(row("BT06/1", code="BT06"))
    with pytest.raises(CannotFill) as refused:
        load_pack_maker(CardSet.objects.get())
    assert refused.value.slot == "trigger"


def test_the_samples_load_as_they_say(sample_sets):
    assert loaded_sets() == [
        SetSummary("MAG01", "Night of Paper Lanterns", "magic", 140),
        SetSummary("MAP01", "Forty Halts of the Night Ferry", "magic", 40),
        SetSummary("MAV01", "Twelve of the Lantern Night", "magic", 12),
        SetSummary("PLA01", "Harbour of Elmhaven", "plain", 64),
        SetSummary("SMP01", "Six Banners at Dawn", "vanguard", 102),
        SetSummary("SMP02", "The Midnight Harvest", "vanguard", 42),
    ]
    first = set_of_code("smp01 ")
    assert first is not None
    assert guarantees(first)
    cards = first.cards
    assert [cards.filter(rarity=rarity).count() for rarity in ("RRR", "RR", "R", "C")] == [8, 12, 22, 60]
    assert [cards.filter(vanguard__trigger=kind).count() for kind in ("critical", "draw", "stand", "heal")] == [
        4,
        4,
        4,
        4,
    ]


def test_r9_r10_the_second_sample_has_g_units_and_a_legion_rare_pair_in_every_sixth_pack(sample_sets):
    maker = load_pack_maker(CardSet.objects.get(code="SMP02"))
    packs = [maker.open(Chance("seed", n)) for n in range(1200)]
    with_pair = [pack for pack in packs if any("legion_rare" in card.traits for card in pack)]
    assert {sum("legion_rare" in card.traits for card in pack) for pack in with_pair} == {2}
    assert 150 < len(with_pair) < 250
    assert any(card.is_g_unit for pack in packs for card in pack)


def test_loading_the_samples_again_changes_nothing(sample_sets):
    out = StringIO()
    call_command("loadsamples", stdout=out)
    counts = (("MAG01", 140), ("MAP01", 40), ("MAV01", 12), ("PLA01", 64), ("SMP01", 102), ("SMP02", 42))
    assert out.getvalue() == "".join(f"{code}: 0 added, 0 changed, {count} unchanged\n" for code, count in counts)


@pytest.mark.parametrize(
    "change",
    [
        {"trigger": "heal"},
        {"card_type": "trigger"},
        {"card_type": "sorcery"},
        {"grade": 100},
        {"power": 1_000_000},
    ],
)
def test_the_database_refuses_facts_that_cannot_be(load, change):
    load(*SMALL)
    with pytest.raises(IntegrityError), transaction.atomic():
        VanguardFacts.objects.filter(card__number="H/1").update(**change)


def test_the_database_refuses_a_card_without_a_name(load):
    load(*SMALL)
    with pytest.raises(IntegrityError), transaction.atomic():
        Card.objects.filter(number="H/1").update(name="")


@pytest.mark.parametrize("change", [{"count": 0}, {"count": 3, "pair": True}])
def test_the_database_refuses_a_slot_that_cannot_be(load, change):
    load(*SMALL, recipe=RECIPE)
    with pytest.raises(IntegrityError), transaction.atomic():
        PackSlot.objects.update(**change)


def test_no_sample_says_the_name_of_another_card(sample_sets):
    """`tests/secrets` takes a card's name in a message for the card."""
    rows = list(Card.objects.values_list("name", "text"))
    assert sum(not text for _, text in rows) < 8
    assert [(name, other) for name, text in rows for other, _ in rows if other != name and other in text] == []


# Texts and pictures -----------------------------------------------------------------------------------------------


def text_of(number: str) -> str:
    return Card.objects.get(number=number).text


@pytest.fixture
def open_file(tmp_path):
    def open_file(data: bytes) -> str:
        (tmp_path / "file").write_bytes(data)
        out = StringIO()
        call_command("loadset", tmp_path / "file", stdout=out, stderr=out, no_color=True)
        return out.getvalue()

    return open_file


def test_a_set_file_of_mtgjson_makes_packs_by_its_sheets(open_file):
    said = open_file(mtgjson())
    assert said.startswith("MTGJSON set: Made Up (MUP), 265 cards, booster “draft” with 2 layouts.\n")
    assert "MUP: 265 added, 0 changed, 0 unchanged\n" in said
    card_set = CardSet.objects.get(code="MUP")
    maker = load_pack_maker(card_set)
    packs = [maker.open(Chance("seed", number)) for number in range(200)]
    numbers = {card.number for pack in packs for card in pack}
    assert (card_set.name, card_set.pack_shape, {len(pack) for pack in packs}) == ("Made Up", "14", {14})
    assert numbers.isdisjoint({"MUP/262", "MUP/300", "MUP/301"})


def test_a_recipe_with_sheets_is_kept_as_it_is_and_a_second_time_nothing_changes(open_file):
    open_file(mtgjson())
    before = stored_recipe(CardSet.objects.get(code="MUP"))
    rows = list(CardOnSheet.objects.values_list("id", flat=True))
    assert before == read_cards(mtgjson(), lambda line: None).recipes[0].recipe
    assert "MUP: 0 added, 0 changed, 265 unchanged\n" in open_file(mtgjson())
    assert list(CardOnSheet.objects.values_list("id", flat=True)) == rows


def test_a_sheet_is_stored_once_for_all_layouts(open_file):
    open_file(mtgjson())
    assert PackSheet.objects.count() == 4
    assert PackSlot.objects.count() == 8


def test_a_sheet_that_names_no_card_loads_nothing(load):
    sheet = '[HOUSE.sheet.a]\n"H/99" = 1\n[[HOUSE.layout]]\nweight = 1\n[[HOUSE.layout.slot]]\ncount = 1\nsheet = "a"\n'
    with pytest.raises(CommandError, match="HOUSE: no card has the number 'H/99'"):
        load(*SMALL, recipe=sheet)
    assert not CardSet.objects.exists()


def test_the_publishers_list_makes_packs(open_file):
    open_file(publishers_list())
    maker = load_pack_maker(CardSet.objects.get(code="BT91"))
    assert {len(maker.open(Chance("s", number))) for number in range(20)} == {5}


def test_a_list_with_texts_sets_them_and_one_without_keeps_them(load):
    load(*(f"{each},Draw a card." for each in SMALL), header=f"{HEADER},text")
    assert load(*SMALL) == "HOUSE: 0 added, 0 changed, 7 unchanged\n"
    assert text_of("H/0") == "Draw a card."
    assert load(*(f"{each}," for each in SMALL), header=f"{HEADER},text") == "HOUSE: 0 added, 7 changed, 0 unchanged\n"
    assert text_of("H/0") == ""


MAGIC = (
    "set_code,card_number,name,type_line,mana_cost,colors,power,toughness,loyalty,defense,"
    "hand_modifier,life_modifier,rarity"
)


def identity_of(number: str) -> str:
    return MagicFacts.objects.get(card__number=number).color_identity


def test_M41_the_text_that_a_list_without_texts_keeps_tells_the_identity_unless_the_list_names_it(load):
    dancer = "LAN,L/1,Lantern Dancer,Instant,{W},,,,,,,,C"
    load(f"{dancer},{{T}}: Add {{G}}.", header=f"{MAGIC},text")
    assert identity_of("L/1") == "WG"
    assert load(dancer, header=MAGIC).startswith("LAN: 0 added, 0 changed, 1 unchanged\n")
    assert identity_of("L/1") == "WG"
    load(f"{dancer},W", header=f"{MAGIC},color_identity")
    assert (identity_of("L/1"), text_of("L/1")) == ("W", "{T}: Add {G}.")


def test_the_database_refuses_a_text_that_is_too_long(load):
    load(*SMALL)
    with pytest.raises(IntegrityError), transaction.atomic():
        Card.objects.filter(number="H/1").update(text="x" * 2001)


def pictures() -> dict[str, bytes]:
    rows = Card.objects.exclude(image=None).order_by("number").select_related("image")
    return {row.number: bytes(row.image.data) for row in rows if row.image}


def test_pictures_are_kept_with_their_cards_and_loading_them_again_changes_nothing(load):
    assert load(*SMALL, images={"H-1.png": png(), "H-2.jpg": JPEG}) == "HOUSE: 7 added, 0 changed, 0 unchanged\n"
    assert pictures() == {"H/1": stored(png()).data, "H/2": stored(JPEG).data}
    before = list(CardImage.objects.values("name", "added_at"))
    assert load(*SMALL, images={"H-1.png": png(), "H-2.jpg": JPEG}) == "HOUSE: 0 added, 0 changed, 7 unchanged\n"
    assert list(CardImage.objects.values("name", "added_at")) == before


def test_a_card_without_a_new_picture_keeps_its_own(load):
    load(*SMALL, images={"H-1.png": png(), "H-2.jpg": JPEG})
    assert load(*SMALL, images={"H-1.webp": WEBP}) == "HOUSE: 0 added, 1 changed, 6 unchanged\n"
    load(*SMALL)
    assert pictures() == {"H/1": stored(WEBP).data, "H/2": stored(JPEG).data}


def test_one_picture_on_two_cards_is_kept_once(load):
    load(*SMALL, images={"H-1.png": png(), "H-2.png": png()})
    assert (len(pictures()), CardImage.objects.count()) == (2, 1)


def test_a_card_knows_the_name_of_its_picture_and_one_without_has_none(load):
    load(*SMALL, images={"H-1.png": png()})
    names = [
        card.image for card in cards_by_row(Card.objects.filter(number__in=["H/1", "H/2"]).order_by("number")).values()
    ]
    assert names == [CardImage.objects.get().name, ""]


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("H-9.png", png(), "image 'H-9.png': fits no card of the list"),
        ("H-2.png", b"text", "image 'H-2.png': is no PNG, JPEG or WebP image, or is damaged"),
        ("H-2.png", png() + bytes(2 * 1024 * 1024), "image 'H-2.png': is larger than 2 MB"),
    ],
)
def test_a_bad_picture_loads_nothing_and_is_named(load, name, data, fault):
    with pytest.raises(CommandError) as refused:
        load(*SMALL, images={"H-1.png": png(), name: data})
    assert (refused.value.returncode, fault in str(refused.value)) == (1, True)
    assert (Card.objects.count(), CardImage.objects.count()) == (0, 0)


def test_a_fault_of_the_cards_leaves_no_picture_behind(load):
    load(*SMALL, images={"H-2.jpg": JPEG})
    with pytest.raises(CommandError, match="belongs to the set HOUSE already"):
        load(row("H/3", code="X"), images={"H-3.png": png()})
    assert pictures() == {"H/2": stored(JPEG).data}
    assert CardImage.objects.count() == 1


def test_a_folder_that_is_not_there_is_said(load, tmp_path):
    (tmp_path / "cards.csv").write_text("\n".join([HEADER, *SMALL]))
    with pytest.raises(CommandError, match="nowhere cannot be read: No such file or directory"):
        call_command("loadset", tmp_path / "cards.csv", images=tmp_path / "nowhere")


def test_a_replaced_picture_is_forgotten_after_a_day(load):
    load(*SMALL, images={"H-1.png": png()})
    load(*SMALL, images={"H-1.webp": WEBP})
    forget_unused_images()
    assert CardImage.objects.count() == 2
    CardImage.objects.update(added_at=timezone.now() - UNUSED_KEPT)
    forget_unused_images()
    assert pictures() == {"H/1": stored(WEBP).data}
    assert CardImage.objects.count() == 1
