import pytest

from drafts.importers.sets.names import NamedCard, read_names
from tests.importers.sets.made_up import mtgjson, publishers_list, scryfall, scryfall_card

CUBE = """# mainboard
Mill Swan
Odo, Awake
2 Mill Goose
1x Lamp Giant // Lamp Toss (TST) 280a

# maybeboard
Loose Page
"""


def test_a_list_has_a_name_on_each_line_with_copies_and_printings():
    names = read_names(CUBE.encode())
    assert dict(names.cards) == {
        NamedCard("Mill Swan"): 1,
        NamedCard("Odo, Awake"): 1,
        NamedCard("Mill Goose"): 2,
        NamedCard("Lamp Giant // Lamp Toss", "TST", "280a"): 1,
    }
    assert names.count == 5


def test_a_line_that_comes_again_is_another_copy():
    assert read_names(b"Mill Swan\nMill Swan\n").count == 2


def test_cubecobras_csv_names_printings_and_what_is_only_considered_is_left_aside():
    header = "name,CMC,Type,Color,Set,Collector Number,Rarity,Color Category,status,Finish,maybeboard,tags\n"
    rows = '"Odo, Awake",3,Creature,W,tst,12,rare,w,Owned,Non-foil,false,\nLoose Page,1,Artifact,,tst,9,c,c,,,true,\n'
    assert dict(read_names((header + rows).encode()).cards) == {NamedCard("Odo, Awake", "TST", "12"): 1}


@pytest.mark.parametrize("data", [
    mtgjson(), publishers_list(), scryfall(scryfall_card(1)), b"", b"\n\n", b"Name,Grade\nA,1\n", b"[Settings]\n{}\n",
    b"<xml/>", b"1 2 3\n4 5 6\n", b"x" * 500, b"\x00\xff\x81", b"SQLite format 3\x00",
    b"card_number;name\nA;1\n",
    b"Karte;Kennung;Sorte\nSchwan;X/1;Tier\nGans;X/2;Tier\n", "\n".join(f"Card {n}" for n in range(6000)).encode(),
])  # fmt: skip
def test_other_files_are_no_list_of_names(data):
    assert read_names(data) is None
