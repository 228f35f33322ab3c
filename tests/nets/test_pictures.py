"""The comparison of pictures before and after a change that must be seen nowhere (tests/screenshots/compare.py)."""

import pytest
from PIL import Image

from tests.screenshots.compare import differences, side_by_side


@pytest.fixture
def folders(tmp_path):
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    return before, after


def draw(folder, name, *, size=(40, 20), colour="#102030", dot=None):
    picture = Image.new("RGB", size, colour)
    if dot:
        picture.paste("#ffffff", dot)
    picture.save(folder / name)


def test_pictures_that_are_the_same_are_not_named(folders):
    for folder in folders:
        draw(folder, "log-390-dark.png", dot=(0, 0, 3, 3))
    draw(folders[0], "judge-390-dark.png", colour="#102030")
    draw(folders[1], "judge-390-dark.png", colour="#152535")  # as different as losses make it
    assert differences(*folders) == []


def test_a_picture_that_differs_is_named_with_its_share_most_first(folders):
    for folder in folders:
        draw(folder, "log.png", dot=(0, 0, 4, 5) if folder is folders[1] else None)
        draw(folder, "play.png", dot=(0, 0, 20, 20) if folder is folders[1] else None)
    assert [str(each) for each in differences(*folders)] == ["play.png: 50.00%", "log.png: 2.50%"]


def test_missing_new_and_resized_pictures_are_named(folders):
    draw(folders[0], "gone.png")
    draw(folders[1], "new.png")
    draw(folders[0], "page.png")
    draw(folders[1], "page.png", size=(40, 30))
    said = ["gone.png: missing", "new.png: new", "page.png: (40, 20) became (40, 30)"]
    assert [str(each) for each in differences(*folders)] == said


def test_both_pictures_of_a_difference_are_put_side_by_side(folders):
    draw(folders[0], "page.png")
    draw(folders[1], "page.png", size=(40, 30), colour="#ff0000")
    both = side_by_side(*(folder / "page.png" for folder in folders))
    assert (both.size, both.getpixel((0, 0)), both.getpixel((40, 29))) == ((80, 30), (16, 32, 48), (255, 0, 0))
