"""The kind of a file is told by its content; the cards are read from it."""

import json
import sqlite3

import pytest

from drafts.importers.cards import CardFile, read_cards
from drafts.importers.faults import BadFile
from drafts.importers.sets.tables import MOST_COLUMNS, MOST_PARTS
from drafts.rules.cards import Card
from drafts.rules.games.vanguard.cards import CardType, Trigger
from tests.importers.sets.made_up import (
    mtgjson,
    mtgjson_card,
    publishers_list,
    scryfall,
    scryfall_card,
    workbook,
    zipped,
)

OWN = (
    "set_code,card_number,name,card_type,grade,clan,nation,race,power,shield,critical,trigger,rarity\n"
    "BT92,BT92/001EN,Lantern Knight,Normal Unit,2,Royal Heron,United Harbour,Human,9000,5000,1,,C\n"
)


def read(data: bytes | str) -> CardFile:
    return read_cards(data.encode() if isinstance(data, str) else data, lambda line: None)


def cards(data: bytes | str) -> list[Card]:
    return [row.card for row in read(data).rows]


def refused(data: bytes | str) -> str:
    with pytest.raises(BadFile) as bad:
        read(data)
    return str(bad.value)


# Tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [";", "\t", ","])
@pytest.mark.parametrize("declared", [True, False])
def test_a_table_may_be_delimited_by_semicolons_and_tabs_and_say_so(delimiter, declared):
    text = OWN.replace(",", delimiter)
    assert cards(f"sep={delimiter}\n{text}" if declared else text) == cards(OWN)


def test_the_line_of_a_fault_counts_the_line_that_declares_the_delimiter():
    assert refused("sep=;\n" + OWN.replace(",", ";").replace("9000", "many")).startswith("line 3: power is not")


def test_the_publishers_list_loads_as_it_is():
    file = read(publishers_list())
    first, *_ = [row.card for row in file.rows]
    fifth = file.rows[4].card
    assert (file.game.slug, len(file.rows), file.rows[0].set_code) == ("vanguard", 80, "BT91")
    assert (first.number, first.name, first.grade, first.power, first.shield) == (
        "BT91/001EN", "Ferry Girl, No. 1", 2, 9000, 5000,
    )  # fmt: skip
    assert (first.clan, first.nation, first.text) == ("Royal Heron", "United Harbour", "")
    assert (fifth.card_type, fifth.trigger) == (CardType.TRIGGER, Trigger.CRITICAL)
    [warning] = file.warnings
    assert warning == (
        "columns that are not known are left out: 'Image', 'Skill', 'Flavor', 'Regulation', 'Illustrator'"
    )


def test_a_japanese_list_loads_as_it_is():
    text = (
        "カード番号,カード名,種類,グレード,クラン,国家,種族,パワー,シールド,クリティカル,トリガー,レアリティ,テキスト\n"
        "BT93/001,灯台の騎士,ノーマルユニット,2,《ロイヤルヘロン》,ユナイテッド,ヒューマン,9000,5000,1,-,RRR,-\n"
        "BT93/002,渡しの娘,トリガーユニット,0,《ロイヤルヘロン》,ユナイテッド,ヒューマン,5000,10000,1,醒,C,-\n"
        "BT93/003,星の船,Gユニット,4,《ロイヤルヘロン》,ユナイテッド,ヒューマン,15000,-,1,-,RR,-\n"
    )
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp932"):
        knight, girl, ship = cards(text.encode(encoding))
        assert (knight.clan, knight.power, knight.rarity) == ("ロイヤルヘロン", 9000, "RRR")
        assert (girl.card_type, girl.trigger) == (CardType.TRIGGER, Trigger.STAND)
        assert (ship.card_type, ship.shield) == (CardType.G, None)


@pytest.mark.parametrize(("printed", "kind"), [
    ("Critical Trigger +5000", Trigger.CRITICAL), ("+5000 Power, +1 Critical", Trigger.CRITICAL),
    ("★", Trigger.CRITICAL), ("引", Trigger.DRAW), ("醒", Trigger.STAND), ("治", Trigger.HEAL), ("前", Trigger.FRONT),
    ("オーバートリガー", Trigger.OVER), ("Heal Trigger", Trigger.HEAL), ("heal", Trigger.HEAL),
])  # fmt: skip
def test_the_kind_of_a_trigger_is_read_out_of_what_lists_print(printed, kind):
    [card] = cards(f'Number,Name,Type,Grade,Gift\nBT93/001,Girl,Trigger Unit,Grade 0,"{printed}"\n')
    assert card.trigger is kind


@pytest.mark.parametrize(("printed", "power"), [
    ("Power 11000", 11000), ("11,000", 11000), ("11000.0", 11000), ("15000+", 15000), ("１１０００", 11000),
    ("パワー: 9000", 9000), ("-", None), ("なし", None), ("None", None), ("", None),
])  # fmt: skip
def test_a_figure_is_read_as_lists_print_it(printed, power):
    [card] = cards(f'Number,Name,Type,Power\nBT93/001,Girl,Normal Unit,"{printed}"\n')
    assert card.power == power


@pytest.mark.parametrize(("kind", "printed", "rarity"), [
    ("Normal Unit", "Common", "C"), ("Normal Unit", "double rare", "RR"), ("Normal Unit", "Triple Rare", "RRR"),
    ("Normal Unit", "Legion Rare", "LR"), ("Artifact", "Mythic Rare", "M"), ("Artifact", "uncommon", "U"),
])  # fmt: skip
def test_a_rarity_may_be_a_word(kind, printed, rarity):
    column = "type_line" if kind == "Artifact" else "card_type"
    [card] = cards(f"Number,Name,{column},Rarity\nTST/001,Girl,{kind},{printed}\n")
    assert card.rarity == rarity


def test_a_japanese_text_names_clans_that_are_read_as_all_of_them():
    header = "カード番号,カード名,種類,テキスト\n"
    [card] = cards(f"{header}BT93/001,灯台の騎士,ノーマルユニット,あなたの《ロイヤルヘロン》を1枚選ぶ。\n")
    assert [piece.printed for piece in card.reading if piece.printed] == ["ロイヤルヘロン"]


@pytest.mark.parametrize("column", ["setCode", "cardID", "card_no", "Card Number", "id", "Identifier"])
def test_the_number_of_a_card_is_found_under_the_names_that_fan_databases_use(column):
    [card] = cards(f"{column},name,type\nBT93/001,Girl,Normal Unit\n")
    assert card.number == "BT93/001"


def test_a_set_that_is_spelled_in_two_ways_is_a_fault():
    text = "Number,Name,Type\nBT93/001,Girl,Normal Unit\nBT-93/002,Boy,Normal Unit\nbt93/003,Owl,Normal Unit\n"
    assert refused(text) == "line 3: set_code 'BT-93' is 'BT93' on line 2: spell it in one way"


def test_a_number_that_comes_twice_says_where_it_was_before():
    text = "Number,Name,Type\nBT93/001,Girl,Normal Unit\nBT93/001,Boy,Normal Unit\n"
    assert refused(text) == "line 3: card_number 'BT93/001' is on line 2 already"


def test_an_imaginary_gift_is_no_trigger():
    [card] = cards("Number,Name,Type,Grade,Gift\nV-BT93/001,Knight,Normal Unit,Grade 3,Imaginary Gift Force\n")
    assert card.trigger is None


def test_a_number_names_its_set():
    header = "set,collector_number,name,type_line,rarity\n"
    assert [card.number for card in cards(f"{header}tst,39,Lamp Minister,Artifact,common\n")] == ["TST/39"]


def test_a_set_is_read_out_of_a_number_but_not_out_of_the_12th_of_204_cards():
    header = "number,name,type_line,set,rarity\n"
    file = read(f"{header}tst/39,One,Artifact,,c\nD-ST 40,Two,Artifact,,c\n12/204,Three,Artifact,base,c\n")
    assert [(row.set_code, row.card.number) for row in file.rows] == [
        ("TST", "tst/39"), ("D-ST", "D-ST/40"), ("BASE", "BASE/12/204")
    ]  # fmt: skip
    assert refused(f"{header}12/204,Three,Artifact,,c\n").startswith("line 2: set_code is not 1 to 16 letters")


def test_a_list_that_has_no_number_or_no_kind_of_card_says_what_is_missing():
    assert refused("Name,Grade,Power\nKnight,2,9000\n").splitlines() == [
        "line 1: the column card_number is missing",
        "line 1: the column card_type is missing",
    ]


def test_a_field_that_lists_of_other_origin_leave_out_is_a_warning():
    file = read("set,collector_number,name,type_line,rarity\ntst,1,Mill Swan,Creature — Bird,common\n")
    assert "line 2: power is missing on a creature or Vehicle: ''" in map(str, file.warnings)


def test_a_sheet_of_a_workbook_is_a_table_and_a_formula_the_value_that_was_stored():
    rows = [[], ["Number", "Name", "Type", "Grade", "Power"], ["BT90/001", "Ferry & Girl", "Normal Unit", 2.0, 9000.0]]
    file = read(workbook(rows))
    [row] = file.rows
    assert str(file.kind) == "XLSX list of Cardfight!! Vanguard cards"
    assert (row.line, row.card.name, row.card.grade, row.card.power) == (3, "Ferry & Girl", 2, 9000)


@pytest.mark.parametrize(("data", "said"), [
    (workbook([]), "this spreadsheet is empty"),
    (workbook([["Number"]])[:-40], "a ZIP file that cannot be read"),
    (zipped(**{"xl/workbook_dot_xml": b"<workbook>"}), "this spreadsheet cannot be read"),
    (workbook([["x"] * (MOST_COLUMNS + 1)]), "the sheet has more than 60000 rows or 200 columns"),
    (workbook([["Name"]], **{f"part{n}": b"" for n in range(MOST_PARTS)}), "too large when it is unpacked"),
])  # fmt: skip
def test_a_workbook_that_is_no_list_is_refused_with_a_sentence(data, said):
    assert said in refused(data)


def test_objects_of_json_are_a_table():
    objects = [
        {"id": 1, "card_no": "D-BT91/001", "name": "Scout", "type": "Normal Unit", "grade": 1, "skills": ["a", "b"]}
    ]
    assert [card.number for card in cards(json.dumps(objects))] == ["D-BT91/001"]
    assert [card.number for card in cards(json.dumps({"version": 3, "cards": objects}))] == ["D-BT91/001"]


def test_json_of_something_else_is_named_with_its_fields():
    assert refused('[{"id": 1, "skill": "x"}]').startswith(
        "the file: this is JSON of 1 objects with the fields 'id', 'skill' …"
    )


# MTGJSON --------------------------------------------------------------------------------------------------------


def test_a_set_of_mtgjson_says_what_it_is():
    file = read(mtgjson())
    assert str(file.kind) == "MTGJSON set: Made Up (MUP), 265 cards, booster “draft” with 2 layouts"
    assert (file.game.slug, {row.set_code for row in file.rows}) == ("magic", {"MUP"})
    [recipe] = file.recipes
    assert (recipe.set_code, recipe.name) == ("MUP", "Made Up")


def test_faces_of_a_card_are_joined_and_the_front_decides():
    [giant] = [card for card in cards(mtgjson()) if card.number == "MUP/280"]
    assert (giant.name, giant.type_line, giant.mana_cost) == ("Lamp Giant // Lamp Toss", "Creature - Giant", "{2}{R}")
    assert giant.text == "Flying\nLamp Toss {1}{R}\nInstant — Adventure\nTwo."
    assert "creature" in giant.traits
    assert "instant" not in giant.traits


def test_the_sheets_of_a_booster_are_a_recipe_with_a_weight_for_each_card():
    recipe = read(mtgjson()).recipes[0].recipe
    usual, other = recipe.layouts
    slots = {slot.name: slot for slot in usual.slots}
    assert (usual.weight, other.weight, usual.size, other.size) == (3, 1, 14, 14)
    assert (len(slots["common"].sheet), slots["common"].count) == (101, 10)
    assert dict(slots["rareMythic"].sheet)["MUP/190"] == 2 * dict(slots["rareMythic"].sheet)["MUP/250"]
    assert slots["land"].aside
    assert "MUP/300" not in dict(slots["rareMythic"].sheet)


def test_without_sheets_variants_and_basic_lands_are_never_drafted():
    file = read(mtgjson(booster=""))
    rarities = {row.card.number: row.card.rarity for row in file.rows}
    assert (rarities["MUP/300"], rarities["MUP/262"], rarities["MUP/1"]) == ("S", "L", "C")
    assert file.recipes[0].recipe is None


def test_version_4_has_the_set_without_an_envelope():
    data = json.loads(mtgjson(booster=""))["data"]
    assert len(cards(json.dumps(data))) == 265


def test_cards_of_other_sets_are_counted_and_left_out_of_packs():
    data = json.loads(mtgjson())
    sheets = data["data"]["booster"]["draft"]["sheets"]
    sheets["common"]["cards"] |= {"of-another-set": 5, "and-another": 5}
    file = read(json.dumps(data))
    assert "2 cards of other sets on the sheets are left out of packs" in map(str, file.warnings)
    assert len(file.recipes[0].recipe.layouts[0].slots[0].sheet) == 101


def test_rebalanced_printings_are_left_out():
    data = json.loads(mtgjson())
    data["data"]["cards"].append(mtgjson_card(999, "common", number="A-5", isRebalanced=True))
    assert len(cards(json.dumps(data))) == 265


# Scryfall -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_page", [True, False])
def test_scryfalls_json_is_a_list_of_cards(is_page):
    land = scryfall_card(3, "common", type_line="Basic Land — Plains", name="Plains", mana_cost="", power=None)
    token = scryfall_card(4, layout="token")
    variant = scryfall_card(5, "rare", booster=False)
    file = read(scryfall(scryfall_card(1), scryfall_card(2, "mythic"), land, token, variant, is_page=is_page))
    rarities = {row.card.number: row.card.rarity for row in file.rows}
    assert rarities == {"MUS/1": "C", "MUS/2": "M", "MUS/3": "L", "MUS/5": "S"}
    assert str(file.kind) == "Scryfall list of 4 cards of 'MUS'"
    assert [recipe.name for recipe in file.recipes] == ["Made Up Search"]


def test_a_printing_in_several_languages_is_one_card():
    german = scryfall_card(1, lang="de", name="Mühlenkarte")
    assert [card.name for card in cards(scryfall(german, scryfall_card(1)))] == ["Mill Card 1"]


@pytest.mark.parametrize(("layout", "type_line", "faces", "kind"), [
    ("split", "Instant // Instant", ("Instant", "Instant"), "instant"),
    ("adventure", "Creature — Giant // Instant — Adventure", ("Creature — Giant", "Instant — Adventure"), "creature"),
    ("transform", "Battle — Siege // Creature — Elemental", ("Battle — Siege", "Creature — Elemental"), "battle"),
    ("transform", "Legendary Planeswalker — Odo // Legendary Planeswalker — Odo",
     ("Legendary Planeswalker — Odo", "Legendary Planeswalker — Odo"), "planeswalker"),
])  # fmt: skip
def test_every_layout_of_two_faces_is_read(layout, type_line, faces, kind):
    named = [{"name": name, "type_line": line, "mana_cost": "{1}{R}", "oracle_text": f"Text of {name}."}
             for name, line in zip(("Ember", "Frost"), faces, strict=True)]  # fmt: skip
    bare = {"oracle_text": None, "power": None, "toughness": None, "mana_cost": None}
    whole = scryfall_card(1, layout=layout, name="Ember // Frost", type_line=type_line, card_faces=named, **bare)
    [card] = cards(scryfall(whole))
    assert (card.name, card.mana_cost) == ("Ember // Frost", "{1}{R}")
    assert kind in card.traits
    assert "Text of Ember." in card.text
    assert "Text of Frost." in card.text


def test_a_spacecraft_may_have_power_and_toughness():
    [ship] = cards(scryfall(scryfall_card(1, type_line="Artifact — Spacecraft", power="0", toughness="8")))
    assert (ship.power, ship.toughness) == ("0", "8")


# Files that are no list of cards --------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "named"), [
    ("[metadata]\nCode=TST\n", "an edition file of Forge"),
    ("[Settings]\n{}\n[Layouts]\n", "a list of Draftmancer with settings"),
    ('<?xml version="1.0"?><cockatrice_carddatabase version="4"/>', "a card database of Cockatrice (XML)"),
    ("<html></html>", "XML or HTML"),
    ("expansion,event_type,draft_id,pick\nTST,PremierDraft,1,1\n", "a data set of drafts (17lands)"),
    ('{"sessionID": "x", "users": {}, "carddata": {}}', "a draft log of Draftmancer"),
    ("Mill Swan 1\nMill Swan 2\n", "a list with one column, such as a list of names"),
])  # fmt: skip
def test_a_file_of_another_kind_is_named(text, named):
    assert refused(text).startswith(f"the file: this is {named}")


def test_a_database_is_named_with_its_tables():
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE cards (name)")
        data = database.serialize()
    assert "a SQLite database with the tables 'cards'" in refused(data)


def test_a_zip_file_of_one_list_is_that_list():
    assert cards(zipped(list_dot_csv=OWN.encode())) == cards(OWN)


@pytest.mark.parametrize(("data", "named"), [
    (zipped(a=b"1", b=b"2"), "a ZIP file of 2 files"),
    (zipped(inner_dot_zip=zipped(list_dot_csv=OWN.encode())), "a ZIP file in a ZIP file"),
    (b"PK\x03\x04 and nothing else", "a ZIP file that cannot be read"),
])  # fmt: skip
def test_other_zip_files_are_named(data, named):
    assert named in refused(data)


def test_a_zip_file_with_damaged_content_is_named():
    packed = bytearray(zipped(list_dot_csv=OWN.encode()))
    packed[45:75] = bytes(30)
    assert "a ZIP file that cannot be read" in refused(bytes(packed))


@pytest.mark.parametrize(("text", "said"), [
    ("[" * 10_000, "this is not JSON"),
    ('{"a": ' * 10_000, "this is not JSON"),
    ('{"data": {"code": "X", "cards": 3}}', "this is JSON of 1 objects"),
    ("{}", "JSON without any cards"),
    ("[1, 2]", "JSON without a list of cards"),
])  # fmt: skip
def test_odd_json_is_refused_with_a_sentence(text, said):
    assert said in refused(text)


@pytest.mark.parametrize("change", [
    {"booster": []}, {"booster": {"draft": []}}, {"booster": {"draft": {"sheets": 3, "boosters": {}}}},
    {"booster": {"draft": {"sheets": {"a": {"cards": []}}, "boosters": [{"contents": {"a": "x"}, "weight": "y"}]}}},
    {"name": None}, {"baseSetSize": "many"},
])  # fmt: skip
def test_a_set_of_mtgjson_with_odd_parts_is_read_as_far_as_it_goes(change):
    assert len(read(mtgjson(booster="", changes=change)).rows) == 265


# Lists of any other game ------------------------------------------------------------------------------------------

OTHER_GAMES = {
    "Flesh and Blood": (
        "Unique ID\tName\tColor\tPitch\tCost\tPower\tDefense\tHealth\tTypes\tFunctional Text\tSet\tCard ID\tRarity\n"
        "x1\tMill Rush\tRed\t1\t2\t5\t3\t\tBrute, Action\tDraw a card.\tTST\tTST001\tC\n"
    ),
    "One Piece": (
        "name,rarity,type,cost,power,counter,color,card_number,set\nMill Captain,L,Leader,,5000,,Red,TST-001,TST\n"
    ),
    "Lorcana": (
        "Name,Type,Cost,Ink,Strength,Willpower,Lore,Rarity,Number,Set\nMill Dog,Character,2,Ruby,1,2,1,Common,1,TST\n"
    ),
    "Pokémon": json.dumps(
        [{"name": "Millmouse", "supertype": "Basic", "hp": "60", "number": "1", "rarity": "Common", "set": "TST"}]
    ),
}


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_a_list_whose_columns_tell_of_no_game_is_one_of_any_other(game):
    (row,) = read_cards(OTHER_GAMES[game].encode(), lambda line: None).rows
    assert (row.card.game, row.set_code, row.card.name.split()[0][:4]) == ("plain", "TST", "Mill")
    assert row.card.kind in ("Brute, Action", "Leader", "Character", "Basic")
