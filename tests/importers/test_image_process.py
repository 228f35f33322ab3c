"""The process that reads images."""

import pytest

from drafts.importers.image_encoding import BadImage
from drafts.importers.image_process import AT_ONCE, Budget, ImageReader, NoMoreImages
from tests.pictures import JPEG, WEBP, png, stored


def test_the_process_reads_one_image_after_the_other_as_this_one_would():
    with ImageReader() as reader:
        assert [reader.read(data) for data in (png(), JPEG, WEBP)] == [stored(png()), stored(JPEG), stored(WEBP)]


def test_a_fault_is_said_in_the_same_words_and_the_next_image_is_read():
    with ImageReader() as reader:
        with pytest.raises(BadImage) as wide:
            reader.read(png(4097, 4))
        assert str(wide.value.words) == "measures 4097 by 4 pixels, and 1 to 4096 is allowed"
        assert wide.value.words.facts == {"width": 4097, "height": 4, "most": 4096}
        assert reader.read(JPEG) == stored(JPEG)


def test_an_image_that_takes_too_long_is_the_last():
    with ImageReader(longest_work=0) as reader, pytest.raises(NoMoreImages, match="takes too long"):
        [reader.read(JPEG) for _ in range(1000)]  # the process is ended during one of them


def test_the_pixels_of_all_images_together_are_limited_those_of_bad_ones_too():
    cut_off = png(30, 40)[:-60]
    with ImageReader(budget=Budget(2400, 60.0)) as reader:
        reader.read(png(30, 40))
        with pytest.raises(BadImage, match="cut off or damaged"):
            reader.read(cut_off)
        with pytest.raises(NoMoreImages, match="too many pixels together"):
            reader.read(png(1, 1))


def test_the_seconds_of_all_images_together_are_limited():
    with ImageReader(budget=Budget(2400, 0.0)) as reader, pytest.raises(NoMoreImages, match="in several uploads"):
        reader.read(JPEG)


def test_no_more_than_so_many_processes_read_at_once():
    readers = [ImageReader() for _ in range(AT_ONCE)]
    for reader in readers:
        reader.__enter__()
    try:
        with ImageReader(longest_wait=0) as late, pytest.raises(NoMoreImages, match="Try again in a minute"):
            late.read(JPEG)
    finally:
        for reader in readers:
            reader.__exit__(None, None, None)
    with ImageReader(longest_wait=0) as next_one:
        assert next_one.read(JPEG) == stored(JPEG)


def test_the_process_ends_with_its_reader():
    with ImageReader() as reader:
        process = reader._process
        assert process.poll() is None
    assert process.returncode is not None
