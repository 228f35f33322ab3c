import pytest

from drafts.importers.cards import MOST_FAULTS, read_cards
from drafts.importers.faults import BadFile
from drafts.rules.cards import Card
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from tests.factories import VANGUARD_COLUMNS as COLUMNS

HEADER = ",".join(COLUMNS)
UNIT = "BT06,BT06/001EN,Kindling Page,Normal Unit,1,Ember Court,Sunward Reach,Cinderling,7000,5000,1,,C"
FIELDS = dict(zip(COLUMNS, UNIT.split(","), strict=True))


def read(*lines: str, encoding: str = "utf-8"):
    return read_cards("\n".join(lines).encode(encoding), lambda line: None)


def line(**fields: str) -> str:
    return ",".join((FIELDS | fields).values())


def faults(*lines: str) -> list[str]:
    with pytest.raises(BadFile) as bad:
        read(*lines)
    return [str(fault) for fault in bad.value.faults]


def card(**fields: str) -> Card:
    [row] = read(HEADER, line(**fields)).rows
    return row.card


def test_a_line_becomes_a_card():
    [row] = read(HEADER, UNIT).rows
    assert (row.line, row.set_code, row.card.printed_type) == (2, "BT06", "Normal Unit")
    assert row.card == VanguardCard(
        number="BT06/001EN",
        name="Kindling Page",
        rarity="C",
        printed_type="Normal Unit",
        card_type=CardType.NORMAL,
        grade=1,
        clan="Ember Court",
        nation="Sunward Reach",
        race="Cinderling",
        power=7000,
        shield=5000,
        critical=1,
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf_8_is_read_with_and_without_a_byte_order_mark(encoding):
    [row] = read(HEADER, line(name="Яsenal ♥ Öl"), encoding=encoding).rows
    assert row.card.name == "Яsenal ♥ Öl"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_like_and_empty_ones_are_passed_over(end):
    text = end.join([HEADER, "", UNIT, ",,,,", line(card_number="BT06/002EN"), "", ""])
    rows = read_cards(text.encode(), lambda line: None).rows
    assert [(row.line, row.card.number) for row in rows] == [(3, "BT06/001EN"), (5, "BT06/002EN")]


def test_columns_may_come_in_any_order_and_case():
    columns = sorted(COLUMNS, reverse=True)
    [row] = read(",".join(columns).upper(), ",".join(FIELDS[column] for column in columns)).rows
    assert row.card == card()


def test_blank_figures_are_figures_that_are_not_printed():
    made = card(grade="", power="", shield="", critical="", rarity="")
    assert (made.grade, made.power, made.shield, made.critical, made.rarity) == (None, None, None, None, "")


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        ("Trigger Unit", CardType.TRIGGER),
        ("TRIGGER", CardType.TRIGGER),
        ("G Unit", CardType.G),
        ("g", CardType.G),
        ("Normal Unit", CardType.NORMAL),
        ("Normal Order", CardType.ORDER),
        ("Blitz Order", CardType.ORDER),
        ("Others", CardType.OTHER),
        ("Ride Deck Crest", CardType.OTHER),
        ("", CardType.OTHER),
    ],
)
def test_the_printed_type_says_what_a_card_is_for_the_draft(printed, kind):
    assert card(card_type=printed, trigger="draw" if kind is CardType.TRIGGER else "").card_type is kind


def test_a_trigger_unit_may_have_an_unknown_trigger():
    assert card(card_type="Trigger Unit", trigger="Unknown").trigger is Trigger.UNKNOWN


def test_a_trigger_unit_without_its_trigger_is_loaded_with_a_warning():
    loaded = read(HEADER, line(card_type="Trigger Unit"))
    assert loaded.rows[0].card.trigger is Trigger.UNKNOWN
    assert loaded.warnings == ("line 2: a trigger unit without its kind of trigger; it is taken as unknown",)


def test_an_unknown_column_is_left_out_with_a_warning():
    loaded = read(HEADER + ",price,artist", UNIT + ",9.99,Ann")
    assert loaded.rows[0].card == card()
    assert loaded.warnings == ("columns that are not known are left out: 'price', 'artist'",)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"set_code": ""}, "line 2: set_code is not 1 to 16 letters A to Z, digits and - . _: ''"),
        ({"set_code": "a b"}, "line 2: set_code is not 1 to 16 letters A to Z, digits and - . _: 'a b'"),
        ({"card_number": " "}, "line 2: card_number is empty"),
        ({"name": ""}, "line 2: name is empty"),
        ({"name": "x" * 121}, f"line 2: name is longer than 120 characters: '{'x' * 40}…'"),
        ({"grade": "-1"}, "line 2: grade is not a whole number from 0 to 99: '-1'"),
        ({"grade": "three"}, "line 2: grade is not a whole number from 0 to 99: 'three'"),
        ({"power": "1e9"}, "line 2: power is not a whole number from 0 to 999999: '1e9'"),
        ({"power": "11000.5"}, "line 2: power is not a whole number from 0 to 999999: '11000.5'"),
        ({"power": "9" * 5000}, f"line 2: power is not a whole number from 0 to 999999: '{'9' * 40}…'"),
        ({"shield": "\u0665"}, "line 2: shield is not a whole number from 0 to 999999: '\u0665'"),
        ({"critical": "100"}, "line 2: critical is not a whole number from 0 to 99: '100'"),
        ({"trigger": "luck", "card_type": "Trigger Unit"},
         "line 2: trigger is none of critical, draw, stand, heal, front, over, unknown: 'luck'"),
        ({"trigger": "heal"}, "line 2: trigger is given, but card_type 'Normal Unit' is no trigger unit: 'heal'"),
        ({"rarity": "VERY RARE INDEED"}, "line 2: rarity is longer than 12 characters: 'VERY RARE INDEED'"),
    ],
)  # fmt: skip
def test_a_bad_field_is_named_by_line_and_fault(change, fault):
    assert faults(HEADER, line(**change)) == [fault]


@pytest.mark.parametrize(
    "char", ["\0", "\t", "\x1b", "\x7f", "\u2028", "\u200f", "\u202e", "\u2066", "\ufffe", "\uffff"]
)
def test_control_and_text_direction_characters_are_refused_and_not_echoed(char):
    [fault] = faults(HEADER, line(name=f"Page{char}evil"))
    assert fault.startswith("line 2: name has control or text-direction characters in it: 'Page\\")
    assert char not in fault


def test_every_fault_of_a_file_is_found():
    found = faults(HEADER, line(power="x", grade="y"), line(name=""), "BT06,short", line(card_number="BT06/009EN"))
    assert found == [
        "line 2: grade is not a whole number from 0 to 99: 'y'",
        "line 2: power is not a whole number from 0 to 999999: 'x'",
        "line 3: name is empty",
        "line 4: there are 2 fields, and 13 columns in the header",
    ]


def test_a_number_that_is_there_twice_names_both_lines():
    assert faults(HEADER, UNIT, line(set_code="BT07")) == ["line 3: card_number 'BT06/001EN' is on line 2 already"]


def test_more_than_twenty_faults_are_counted_instead_of_listed():
    with pytest.raises(BadFile) as bad:
        read(HEADER, *(line(power="x") for _ in range(25)))
    shown = str(bad.value).splitlines()
    assert (len(shown), shown[-1]) == (21, "and 5 more")


def test_missing_and_doubled_columns_are_named():
    assert faults(HEADER.replace("rarity", "rareness").replace("shield", "power")) == [
        "line 1: the column shield is missing",
        "line 1: the column rarity is missing",
        "line 1: the column power is there twice",
    ]


@pytest.mark.parametrize("text", ["", "\ufeff", "\n\n"])
def test_an_empty_file_is_called_so(text):
    assert faults(text) == ["line 1: the file is empty"]


@pytest.mark.parametrize("printed", ["11000", "11000.0", "11,000", "Power 11000", "+11000"])
def test_a_number_may_stand_as_lists_print_it_and_spreadsheets_store_it(printed):
    assert card(power=f'"{printed}"').power == 11000


def test_a_header_alone_is_no_card_list():
    assert faults(HEADER) == ["line 1: there are no cards under the header"]


def test_utf_16_says_what_it_is():
    file = read(HEADER, UNIT, line(card_number="BT06/002EN", name="Öl"), encoding="utf-16")
    assert (file.rows[1].card.name, file.warnings) == ("Öl", ())


@pytest.mark.parametrize(("encoding", "name", "said"), [
    ("cp1252", "Öl, “the” Élan", "Windows text"),
    ("cp932", "ブラスター・ブレード", "Japanese text"),
])  # fmt: skip
def test_a_guessed_encoding_is_said(encoding, name, said):
    file = read(HEADER, line(name=f'"{name}"'), encoding=encoding)
    assert file.rows[0].card.name == name
    assert said in str(file.warnings[0])


@pytest.mark.parametrize("data", [b"\x00\xff\xfe\x81", b"\x89PNG\r\n\x1a\n\x00\x81"])
def test_a_file_that_is_no_text_is_called_so(data):
    with pytest.raises(BadFile, match="this is not text, nor a table or JSON"):
        read_cards(data, lambda line: None)


def test_a_name_may_hold_commas_and_quotes():
    [row] = read(HEADER, line(name='"Sorrel, ""the Elder"""')).rows
    assert row.card.name == 'Sorrel, "the Elder"'


@pytest.mark.parametrize("end", ['"never closed', "x" * 200_000])
def test_where_the_file_stops_being_csv_is_said_after_the_faults_before_it(end):
    found = faults(HEADER, line(power="x"), line(name=end, card_number="BT06/2"))
    assert [fault.partition(":")[0] for fault in found] == ["line 2", "line 3"]
    assert "this is not CSV" in found[1]


def test_a_file_of_nothing_but_faults_is_not_read_to_its_end():
    read = []
    with pytest.raises(BadFile) as bad:
        read_cards(",".join(COLUMNS).encode() + b"\n" + b"x\n" * 100_000, read.append)
    assert (len(bad.value.faults), len(read)) == (MOST_FAULTS, MOST_FAULTS + 1)


# Texts of cards ---------------------------------------------------------------------------------------------------


def with_text(text: str) -> str:
    return f'{line()},"{text}"'


def test_a_column_text_says_what_cards_do_and_may_be_left_out():
    [row] = read(f"{HEADER},text", with_text("Draw a card. ")).rows
    assert (row.card.text, read(f"{HEADER},text", with_text("")).rows[0].card.text) == ("Draw a card.", "")
    assert [read(HEADER, UNIT).has_texts, read(f"{HEADER},text", with_text("")).has_texts] == [False, True]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_text_may_have_lines(end):
    [row] = read(f"{HEADER},text", with_text(f"One. {end} Two.{end}")).rows
    assert row.card.text == "One.\nTwo."


def test_a_text_may_have_two_thousand_characters():
    assert len(read(f"{HEADER},text", with_text("ö" * 2000)).rows[0].card.text) == 2000
    [fault] = faults(f"{HEADER},text", with_text("ö" * 2001))
    assert fault.startswith("line 2: text is longer than 2000 characters: 'öö")


@pytest.mark.parametrize("char", ["\x00", "\t", "\u202e", "\u2028"])
def test_a_text_has_no_hidden_signs(char):
    [fault] = faults(f"{HEADER},text", with_text(f"Draw{char}two"))
    assert fault.startswith("line 2: text has control or text-direction characters in it")


def test_a_doubled_text_column_is_named():
    assert faults(f"{HEADER},text,text", f"{UNIT},a,b") == ["line 1: the column text is there twice"]
