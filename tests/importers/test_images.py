import contextlib
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.importers import images
from drafts.importers.faults import BadFile
from drafts.importers.image_encoding import BadImage
from drafts.importers.images import find_images, images_in_folder, images_in_zip
from drafts.importers.limits import LARGEST_IMAGE
from drafts.rules.games.vanguard.cards import VanguardCard
from tests.pictures import JPEG, png, zipped

GOOD = {"png": png(), "jpg": JPEG}
CARDS = [VanguardCard("H/1", "Mill Swan"), VanguardCard("H/2", "Lamp Giant // Lamp Toss")]


def in_zip(files, **options):
    return images_in_zip(io.BytesIO(zipped(files, **options)))


def faults(read):
    with pytest.raises(BadFile) as bad:
        read()
    return [str(fault) for fault in bad.value.faults]


# Which card it shows ----------------------------------------------------------------------------------------------


def test_images_find_their_cards_by_the_number_with_a_hyphen_for_the_slash():
    found = find_images(in_zip({"H-1.png": GOOD["png"], "H-2.JPG": GOOD["jpg"]}), CARDS)
    assert [(image.numbers, image.file.read()) for image in found] == [
        (("H/1",), GOOD["png"]),
        (("H/2",), GOOD["jpg"]),
    ]


@pytest.mark.parametrize(("name", "number"), [
    ("H_1.png", "H/1"), ("h-1.PNG", "H/1"), ("scans/h 1.png", "H/1"), ("Mill Swan.png", "H/1"),
    ("mill_swan.full.png", "H/1"), ("Lamp Giant.png", "H/2"), ("Lamp Giant -- Lamp Toss.png", "H/2"),
])  # fmt: skip
def test_images_find_their_cards_as_publishers_and_other_programs_name_them(name, number):
    [image] = find_images(in_zip({name: GOOD["png"]}), CARDS)
    assert image.numbers == (number,)


def test_a_picture_by_name_is_that_of_each_printing_and_one_by_number_of_that_alone():
    cards = [*CARDS, VanguardCard("H/S1", "Mill Swan")]
    by_name, by_number = find_images(in_zip({"Mill Swan.png": GOOD["png"], "H-2.png": GOOD["png"]}), cards)
    assert (by_name.numbers, by_number.numbers) == (("H/1", "H/S1"), ("H/2",))


def test_a_picture_is_found_by_the_number_within_its_set_where_one_card_has_it():
    cards = [VanguardCard(number, f"Swan {number}") for number in ("NEO/57", "VOW/57", "VOW/058en", "BASE/12/204")]
    found = find_images(in_zip(dict.fromkeys(("058EN.png", "12_204.png"), GOOD["png"])), cards)
    assert [image.numbers for image in found] == [("VOW/058en",), ("BASE/12/204",)]
    [image] = find_images(in_zip({"57.png": GOOD["png"]}), cards[:1])
    assert image.numbers == ("NEO/57",)
    said = ["image '57.png': fits no card of the list"]
    assert faults(lambda: find_images(in_zip({"57.png": GOOD["png"]}), cards)) == said


def test_every_fault_of_the_files_is_found_and_names_its_file():
    files = {
        "H-1.png": GOOD["png"],
        "H-3.png": GOOD["png"],
        "notes.txt": b"hello",
        "H-2.png": GOOD["png"],
        "H-2.jpg": GOOD["jpg"],
        "H-1.JPEG": GOOD["jpg"],
    }
    assert faults(lambda: find_images(in_zip(files), CARDS)) == [
        "image 'H-3.png': fits no card of the list",
        "image 'notes.txt': is called neither .webp nor .png nor .jpg nor .jpeg",
        "image 'H-2.jpg': is for the same card as 'H-2.png'",
        "image 'H-1.JPEG': is for the same card as 'H-1.png'",
    ]


def test_of_a_file_that_is_too_large_no_more_is_read_than_tells_that_it_is():
    [image] = find_images(in_zip({"H-1.png": bytes(2 * LARGEST_IMAGE)}), CARDS)
    assert len(image.file.read()) == LARGEST_IMAGE + 1


# Folders and archives -----------------------------------------------------------------------------------------------


def test_a_folder_is_read_by_name_without_what_systems_leave_in_it(tmp_path):
    (tmp_path / "more").mkdir()
    for name in ("H-2.png", "H-1.png", ".DS_Store", "Thumbs.db"):
        (tmp_path / name).write_bytes(GOOD["png"])
    assert [file.name for file in images_in_folder(tmp_path)] == ["H-1.png", "H-2.png"]


def test_the_folders_of_an_archive_do_not_count():
    files = in_zip({"set/": b"", "set/H-1.png": b"", "__MACOSX/set/._H-1.png": b"", "set/.DS_Store": b""})
    assert [file.name for file in files] == ["H-1.png"]


@pytest.mark.parametrize("name", ["../H-1.png", "/H-1.png", "a/../../H-1.png", "a\\H-1.png", "C:H-1.png"])
def test_a_name_that_leads_out_of_the_archive_is_refused(name):
    [fault] = faults(lambda: in_zip({name: GOOD["png"]}))
    assert fault.endswith("leads out of the archive")


def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked():
    bomb = {f"{n}.png": bytes(images.LARGEST_UNPACKED // 4) for n in range(5)}
    assert faults(lambda: in_zip(bomb)) == ["the ZIP: holds more than 64 MB"]


def test_an_entry_that_unpacks_to_more_than_it_says_is_not_unpacked_further():
    small, large = zipped({"H-1.png": bytes(100)}), zipped({"H-1.png": bytes(10_000_000)})
    size = (10_000_000).to_bytes(4, "little")
    lying = large.replace(size, (100).to_bytes(4, "little"))
    assert len(lying) > len(small)
    [image] = find_images(images_in_zip(io.BytesIO(lying)), CARDS)
    with pytest.raises(BadImage, match="cannot be unpacked"):
        image.file.read()


def test_an_archive_of_too_many_files_is_refused():
    many = {f"{n}.png": b"" for n in range(images.MOST_IN_A_ZIP + 1)}
    assert faults(lambda: in_zip(many, packed=zipfile.ZIP_STORED)) == ["the ZIP: holds more than 2000 files"]


def test_a_table_of_contents_that_would_fill_the_memory_is_not_read():
    data = bytearray(zipped({"H-1.png": GOOD["png"]}))
    data[-10:-6] = (images.LARGEST_INDEX + 1).to_bytes(4, "little")
    assert faults(lambda: images_in_zip(io.BytesIO(bytes(data)))) == ["the ZIP: holds more than 2000 files"]
    locator = bytes(data[:-22]) + b"PK\x06\x07" + bytes(16) + bytes(data[-22:-10]) + bytes(10)
    assert faults(lambda: images_in_zip(io.BytesIO(locator))) == ["the ZIP: holds more than 2000 files"]


@pytest.mark.parametrize("packed", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_packed_in_another_way_is_refused(packed):
    [fault] = faults(lambda: in_zip({"H-1.png": GOOD["png"]}, packed=packed))
    assert fault == "image 'H-1.png': is packed in a way that is not known here"


def test_a_locked_entry_is_refused():
    data = zipped({"H-1.png": GOOD["png"]})
    at = data.index(b"PK\x01\x02") + 8
    locked = data[:at] + b"\x01" + data[at + 1 :]
    assert faults(lambda: images_in_zip(io.BytesIO(locked))) == ["image 'H-1.png': is locked with a password"]


def test_an_entry_without_a_name_is_no_image():
    data = zipped({"N": GOOD["png"]})
    for signature, name_at in ((b"PK\x03\x04", 30), (b"PK\x01\x02", 46)):
        at = data.index(signature) + name_at
        data = data[:at] + b"\0" + data[at + 1 :]
    said = "image '': is called neither .webp nor .png nor .jpg nor .jpeg"
    assert faults(lambda: find_images(images_in_zip(io.BytesIO(data)), CARDS)) == [said]


@pytest.mark.parametrize("data", [b"", b"PK", b"hello" * 100, png(), zipped({"H-1.png": png()})[:-1]])
def test_a_file_that_is_no_archive_is_named(data):
    assert faults(lambda: images_in_zip(io.BytesIO(data))) == [
        "the ZIP: is no ZIP archive without a comment, or is cut off"
    ]


@given(st.data())
def test_no_damage_to_an_archive_breaks_its_reader(data):
    damaged = bytearray(zipped({"H-1.png": GOOD["png"], "set/H-2.jpg": GOOD["jpg"]}))
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadFile, BadImage):
        for image in find_images(images_in_zip(io.BytesIO(bytes(damaged))), CARDS):
            image.file.read()
