"""Files of made-up cards in the layouts of public ones: all fields as the real ones have them, no real card."""

import io
import json
import zipfile
from typing import Any
from xml.sax.saxutils import escape

RARITIES = (("common", 101), ("uncommon", 80), ("rare", 60), ("mythic", 20))
COLOURS = "WUBRG"


def mtgjson_card(place: int, rarity: str, **others: Any) -> dict[str, Any]:
    colour = COLOURS[place % 5]
    return {
        "artist": "A. Artist",
        "availability": ["paper"],
        "borderColor": "black",
        "colorIdentity": [colour],
        "colors": [colour],
        "convertedManaCost": 2.0,
        "finishes": ["nonfoil"],
        "layout": "normal",
        "legalities": {"commander": "Legal"},
        "manaCost": f"{{1}}{{{colour}}}",
        "manaValue": 2.0,
        "name": f"Mill {rarity.title()} {place}",
        "number": str(place),
        "power": "2",
        "rarity": rarity,
        "setCode": "MUP",
        "subtypes": ["Bird"],
        "supertypes": [],
        "text": "Flying",
        "toughness": "2",
        "type": "Creature — Bird",
        "types": ["Creature"],
        "uuid": f"uuid-{place}{others.get('side', '')}",
        **others,
    }


def basic_land(number: int) -> dict[str, Any]:
    bare = {"colors": [], "manaCost": None, "power": None, "toughness": None, "text": "({T}: Add {W}.)"}
    land = {"supertypes": ["Basic"], "types": ["Land"], "type": "Basic Land — Plains", "name": "Plains"}
    return mtgjson_card(number, "common", **bare, **land)


def mtgjson_cards() -> list[dict[str, Any]]:
    """Return 261 cards, a basic land, two variants and a card of two faces."""
    cards, number = [], 0
    for rarity, count in RARITIES:
        for _ in range(count):
            number += 1
            cards.append(mtgjson_card(number, rarity))
    cards.append(basic_land(number + 1))
    cards += [mtgjson_card(300, "rare", name="Mill Rare 200"), mtgjson_card(301, "rare", name="Mill Rare 201")]
    face = {"name": "Lamp Giant // Lamp Toss", "layout": "adventure"}
    front = {"faceName": "Lamp Giant", "side": "a", "manaCost": "{2}{R}", "type": "Creature — Giant"}
    back = {"faceName": "Lamp Toss", "side": "b", "manaCost": "{1}{R}", "type": "Instant — Adventure", "text": "Two."}
    cards.append(mtgjson_card(280, "rare", **face, **front))
    cards.append(mtgjson_card(280, "rare", **face, **back, power=None, toughness=None))
    return cards


def sheet_of(cards: list[dict[str, Any]], rarity: str, weight: int = 1, **others: Any) -> dict[str, Any]:
    chosen = {
        card["uuid"]: weight
        for card in cards
        if card["rarity"] == rarity and int(card["number"]) < 280 and "Basic" not in card["supertypes"]
    }
    return {"cards": chosen, "foil": False, "totalWeight": weight * len(chosen), **others}


def mtgjson(*, booster: str = "draft", changes: dict[str, Any] | None = None) -> bytes:
    """Return a set file of MTGJSON, version 5, with a booster of this name of two layouts; "" for none."""
    cards = mtgjson_cards()
    rares = sheet_of(cards, "rare", 2)
    rares["cards"] |= sheet_of(cards, "mythic", 1)["cards"]
    land = {card["uuid"]: 1 for card in cards if "Basic" in card["supertypes"]}
    sheets = {
        "common": sheet_of(cards, "common", balanceColors=True),
        "uncommon": sheet_of(cards, "uncommon"),
        "rareMythic": rares,
        "land": {"cards": land, "foil": False, "totalWeight": 1},
    }
    layouts = [
        {"contents": {"common": 10, "uncommon": 3, "rareMythic": 1, "land": 1}, "weight": 3},
        {"contents": {"common": 9, "uncommon": 3, "rareMythic": 2, "land": 1}, "weight": 1},
    ]
    described = {"boosters": layouts, "boostersTotalWeight": 4, "sheets": sheets, "sourceSetCodes": ["MUP"]}
    data = {
        "baseSetSize": 290,
        "totalSetSize": len(cards),
        "cards": cards,
        "code": "MUP",
        "name": "Made Up",
        "releaseDate": "2026-01-01",
        "tokens": [],
        "type": "expansion",
        **({"booster": {booster: described}} if booster else {}),
        **(changes or {}),
    }
    return json.dumps({"meta": {"date": "2026-01-01", "version": "5.2.2+20260101"}, "data": data}).encode()


def scryfall_card(number: int, rarity: str = "common", **others: Any) -> dict[str, Any]:
    return {
        "object": "card",
        "id": f"id-{number}",
        "lang": "en",
        "name": f"Mill Card {number}",
        "layout": "normal",
        "mana_cost": "{1}{W}",
        "cmc": 2.0,
        "type_line": "Creature — Bird",
        "oracle_text": "Flying",
        "power": "2",
        "toughness": "2",
        "colors": ["W"],
        "color_identity": ["W"],
        "set": "mus",
        "set_name": "Made Up Search",
        "collector_number": str(number),
        "rarity": rarity,
        "booster": True,
        **others,
    }


def scryfall(*cards: dict[str, Any], is_page: bool = True) -> bytes:
    listed = list(cards)
    return json.dumps({"object": "list", "has_more": False, "data": listed} if is_page else listed).encode()


def cubecobra(names: list[str]) -> bytes:
    """Return the CSV that CubeCobra exports of a cube of these cards, the last of which is only considered."""
    columns = (
        "name,CMC,Type,Color,Set,Collector Number,Rarity,Color Category,status,Finish,maybeboard,"
        "image URL,image Back URL,tags,Notes,MTGO ID,Custom"
    )
    facts = "2,Creature - Bird,W,mup,7,common,White,Owned,Non-foil"
    rows = [f'"{name}",{facts},{str(name == names[-1]).lower()},,,,,1,false' for name in names]
    return "\n".join([columns, *rows]).encode()


def publishers_list() -> bytes:
    """Return a Vanguard list of the publisher's layout: its columns, its way to print values."""
    facts = "Name,Image,Type,Group,Race,Nation,Grade,Power,Critical,Shield,Skill,Gift"
    lines = [f"{facts},Effect,Flavor,Regulation,Number,Rarity,Illustrator"]
    for number in range(1, 81):
        trigger = number % 5 == 0
        kind, gift = ("Trigger Unit", "Critical Trigger +5000") if trigger else ("Normal Unit", "-")
        rarity = "RRR" if number < 9 else "RR" if number < 20 else "R" if number < 40 else "C"
        figures = "Grade 2,Power 9000,Critical 1,Shield 5000,Intercept"
        if trigger:
            figures = "Grade 0,Power 5000,Critical 1,Shield 10000,Boost"
        name, kin = f'"Ferry Girl, No. {number}"', "Royal Heron,Human,United Harbour"
        lines.append(f"{name},,{kind},{kin},{figures},{gift},-,,,BT91/{number:03}EN,{rarity},A. Artist")
    return "\n".join(lines).encode()


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_dot_", "."), data)
    return packed.getvalue()


def workbook(rows: list[list[str | float]], **parts: bytes) -> bytes:
    """Return an XLSX file with one sheet, as small as spreadsheets read it; `parts` are further files in it."""
    cells = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in rows)
    main, office = "http://schemas.openxmlformats.org/", "officeDocument/2006/relationships"
    relations = f'<Relationships xmlns="{main}package/2006/relationships"><Relationship Id="r1" '
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "_rels/.rels", f'{relations}Type="{main}{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'{relations}Type="{main}{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{main}spreadsheetml/2006/main" xmlns:r="{main}{office}">'
            '<sheets><sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>',
        )
        sheet = f'<worksheet xmlns="{main}spreadsheetml/2006/main"><sheetData>{cells}</sheetData></worksheet>'
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
        for name, data in parts.items():
            archive.writestr(name, data)
    return packed.getvalue()


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f"<c><f>SUM(A1:A2)</f><v>{value}</v></c>"
