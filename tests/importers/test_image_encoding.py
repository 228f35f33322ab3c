"""Images that are kept, and how, and images that are not taken; what is read of a hostile file is counted."""

import contextlib
import io
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms, PngImagePlugin

from drafts.importers.image_encoding import MOST_READS, MOST_SCANS, BadImage, CountedReads, encode, opened
from drafts.importers.limits import LARGEST_IMAGE, LONGEST_SIDE_KEPT
from tests.pictures import JPEG, LOSSLESS_WEBP, MOVING_WEBP, WEBP, chunk, png, stored

GOOD = {"png": png(), "jpg": JPEG, "webp": WEBP}
SECRET = b"SECRETPLACE"


def file_of(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def read(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(stored(data).data))


def exif(orientation: int = 1) -> Image.Exif:
    made = Image.Exif()
    made[0x0112], made[0x010E] = orientation, SECRET.decode()
    made.get_ifd(0x8825)[1] = "N"
    return made


def half_and_half(mode: str = "RGB", size: tuple[int, int] = (40, 20)) -> Image.Image:
    """A picture whose left half is red and whose right half is blue."""
    image = Image.new("RGB", size, (250, 0, 0))
    image.paste((0, 0, 250), (size[0] // 2, 0, *size))
    return image.convert(mode)


# Kinds of images --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "data"), [*GOOD.items(), ("webp", LOSSLESS_WEBP)])
def test_an_image_is_told_by_its_bytes_and_keeps_its_kind(kind, data):
    assert stored(data).name.endswith(f".{kind}")


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"<svg/>", b"%PDF", b"\x89PNG", b"\xff\xd8", b"RIFF\0\0\0\0WEBP"])
def test_a_file_that_is_no_image_is_refused(data):
    with pytest.raises(BadImage):
        stored(data)


@pytest.mark.parametrize("kind", GOOD)
def test_an_image_that_is_cut_off_is_refused_unless_all_of_its_pixels_are_there(kind):
    whole = read(GOOD[kind]).convert("RGB").tobytes()
    kept = []
    for length in range(len(GOOD[kind])):
        with contextlib.suppress(BadImage):
            assert read(GOOD[kind][:length]).convert("RGB").tobytes() == whole
            kept.append(length)
    assert min(kept, default=len(GOOD[kind])) > len(GOOD[kind]) // 2


def test_a_png_with_a_wrong_checksum_is_refused():
    with pytest.raises(BadImage, match="damaged"):
        stored(png().replace(b"IDAT", b"IDAU"))


@pytest.mark.parametrize("data", [MOVING_WEBP, png(more=chunk(b"acTL", (2).to_bytes(4) + bytes(4)))])
def test_an_image_that_moves_is_refused(data):
    with pytest.raises(BadImage, match="moves"):
        stored(data)


@pytest.mark.parametrize(("width", "height"), [(4097, 4), (4, 5000)])
def test_an_image_that_is_too_large_is_refused_by_its_header(width, height):
    with pytest.raises(BadImage, match=f"measures {width} by {height} pixels"):
        opened(png(width, height))


@pytest.mark.parametrize(("width", "height"), [(0, 4), (4, 2**31), (60_000, 60_000)])
def test_an_image_of_no_size_or_a_huge_one_is_refused_by_its_header(width, height):
    with pytest.raises(BadImage):
        opened(png(width, height))


def test_a_file_may_have_two_megabytes_and_not_one_byte_more():
    padding = LARGEST_IMAGE - len(png(more=chunk(b"zzZz", b"")))
    assert stored(png(more=chunk(b"zzZz", bytes(padding)))) == stored(png())
    with pytest.raises(BadImage, match="is larger than 2 MB"):
        stored(png(more=chunk(b"zzZz", bytes(padding + 1))))


@given(st.sampled_from(sorted(GOOD)), st.data())
def test_no_damage_to_an_image_breaks_its_reader(kind, data):
    damaged = bytearray(GOOD[kind])
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadImage):
        assert encode(opened(bytes(damaged))).kind in GOOD


# Stored images ----------------------------------------------------------------------------------------------------


def test_the_same_file_is_stored_as_the_same_bytes_and_is_named_by_them():
    again = encode(opened(JPEG))
    assert (again.data, again.kind) == (stored(JPEG).data, "jpg")
    assert stored(png(colour=(1, 2, 3))).name != stored(png()).name
    assert stored(stored(JPEG).data) == stored(JPEG)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_no_metadata_is_kept_of_an_image(kind):
    options = {"exif": exif(), "xmp": SECRET} if kind != "PNG" else {"exif": exif()}
    if kind == "PNG":
        info = PngImagePlugin.PngInfo()
        info.add_text("Comment", SECRET.decode())
        info.add_itxt("More", SECRET.decode())
        options["pnginfo"] = info
    if kind == "JPEG":
        options["comment"] = SECRET
    sent = file_of(half_and_half(), kind, icc_profile=b"\0" * 64 + SECRET, **options)
    kept = stored(sent).data
    assert SECRET in sent
    assert [part in kept for part in (SECRET, b"Exif", b"ICC", b"iCCP")] == [False] * 4
    assert {"exif", "icc_profile", "comment", "xmp", "Comment", "More"} & set(read(sent).info) == set()


@pytest.mark.parametrize("kind", GOOD)
def test_nothing_that_stands_behind_the_end_of_an_image_is_kept(kind):
    assert stored(GOOD[kind] + b"<script>alert(1)</script>") == stored(GOOD[kind])


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_an_image_is_turned_as_its_metadata_says(kind):
    turned = read(file_of(half_and_half(), kind, exif=exif(orientation=6)))
    assert turned.size == (20, 40)
    top, bottom = turned.convert("RGB").getpixel((10, 4)), turned.convert("RGB").getpixel((10, 36))
    assert (top[0] > 200, bottom[2] > 200) == (True, True)


@pytest.mark.parametrize(("size", "kept"), [((1200, 1200), (1200, 1200)), ((4096, 2048), (1200, 600))])
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_longer_side_than_a_screen_shows_is_made_shorter(kind, size, kept):
    assert max(kept) <= LONGEST_SIDE_KEPT
    assert read(file_of(half_and_half(size=size), kind)).size == kept


def test_a_jpeg_of_the_right_size_keeps_its_quality():
    sent = file_of(Image.effect_noise((300, 400), 60).convert("RGB"), "JPEG", quality=83, subsampling=1)
    before, after = Image.open(io.BytesIO(sent)), read(sent)
    assert after.quantization == before.quantization
    assert abs(len(stored(sent).data) - len(sent)) < len(sent) / 10


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_the_pixels_of_a_png_stay_as_they_are(mode):
    sent = half_and_half(mode)
    kept = read(file_of(sent, "PNG"))
    assert (kept.mode, kept.convert("RGBA").tobytes()) == (mode, sent.convert("RGBA").tobytes())


def test_the_transparent_part_of_a_png_stays_transparent():
    sent = half_and_half("P")
    kept = read(file_of(sent, "PNG", transparency=sent.getpixel((0, 0))))
    assert [kept.convert("RGBA").getpixel(at)[3] for at in ((0, 0), (39, 0))] == [0, 255]


def test_the_pixels_of_a_lossless_webp_stay_as_they_are():
    noise = Image.effect_noise((30, 40), 60).convert("RGB")
    assert read(file_of(noise, "WEBP", lossless=True)).tobytes() == noise.tobytes()


def test_a_grey_png_of_sixteen_bits_keeps_its_greys():
    assert read(file_of(Image.new("I;16", (3, 4), 40_000), "PNG")).getpixel((1, 1)) == 40_000 >> 8


def test_colours_for_print_become_those_of_a_screen():
    assert read(file_of(half_and_half("CMYK"), "JPEG")).mode == "RGB"


def test_colours_of_another_profile_are_converted():
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = srgb.replace(b"rXYZ", b"????", 1).replace(b"bXYZ", b"rXYZ", 1).replace(b"????", b"bXYZ", 1)
    swapped = swapped.replace("sRGB".encode("utf-16-be"), "swap".encode("utf-16-be"))
    sent = half_and_half()
    converted, as_it_is = (read(file_of(sent, "PNG", icc_profile=profile)) for profile in (swapped, srgb))
    assert converted.getpixel((0, 0))[2] > converted.getpixel((0, 0))[0]
    assert as_it_is.tobytes() == sent.tobytes()


def test_a_png_that_would_become_too_large_becomes_a_webp():
    noise = Image.merge("RGB", [Image.effect_noise((1200, 1200), 90 + n) for n in range(3)])
    sent = file_of(noise.resize((300, 300)).resize((1200, 1200), Image.Resampling.NEAREST), "PNG")
    larger = file_of(noise, "PNG")
    assert stored(sent).name.endswith(".png")
    assert len(larger) > LARGEST_IMAGE
    kept = encode(opened(sent)._replace(image=noise))
    assert (kept.kind, len(kept.data) <= LARGEST_IMAGE) == ("webp", True)


# Files that are made to do harm -----------------------------------------------------------------------------------


def with_canvas(webp: bytes, side: int) -> bytes:
    """Return a WebP whose header claims a canvas of that size."""
    canvas = b"VP8X" + (10).to_bytes(4, "little") + bytes(4) + (side - 1).to_bytes(3, "little") * 2
    body = b"WEBP" + canvas + webp[12:]
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def test_a_webp_whose_canvas_is_a_lie_is_refused_or_as_large_as_it_is_stored():
    with pytest.raises(BadImage):
        stored(with_canvas(WEBP, 16384))
    with contextlib.suppress(BadImage):
        assert max(read(with_canvas(WEBP, 4096)).size) <= LONGEST_SIDE_KEPT


def header_of(side: int) -> bytes:
    return chunk(b"IHDR", side.to_bytes(4) * 2 + b"\x08\x02\0\0\0")


def test_a_png_with_a_second_header_is_refused_or_stored_with_one():
    with pytest.raises(BadImage):
        stored(png(more=header_of(60_000)))
    behind = png()[:-12] + header_of(60_000) + png()[-12:]
    with contextlib.suppress(BadImage):
        kept = stored(behind).data
        assert (kept.count(b"IHDR"), read(behind).size) == (1, (3, 4))


def test_a_png_whose_pixels_are_no_data_is_refused():
    start = png().index(b"IDAT") - 4
    with pytest.raises(BadImage, match="damaged"):
        stored(png()[:start] + chunk(b"IDAT", b"no data at all") + chunk(b"IEND", b""))


@pytest.mark.parametrize(
    "more",
    [
        chunk(b"iCCP", b"name\0\0" + zlib.compress(bytes(50_000_000))),
        chunk(b"zTXt", b"name\0\0" + zlib.compress(bytes(50_000_000))),
        chunk(b"iTXt", b"name\0\1\0\0\0" + zlib.compress(bytes(50_000_000))),
    ],
)
def test_a_chunk_that_unpacks_to_fifty_megabytes_is_refused_or_dropped(more):
    with contextlib.suppress(BadImage):
        assert stored(png(more=more)) == stored(png())


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8\xff" + b"\xd0\xff" * 1_000_000,
        b"\xff\xd8\xff" + b"\xff\xe1\x00\x02" * 500_000,
        png(more=chunk(b"teXt", b"") * 100_000),
        JPEG[:-2] + JPEG[JPEG.index(b"\xff\xda") :] * (MOST_SCANS + 1),
    ],
)
def test_a_file_of_many_small_parts_is_given_up_after_a_number_of_reads(data):
    with pytest.raises(BadImage, match="too many parts"):
        stored(data)


def test_reads_are_counted():
    file = CountedReads(bytes(MOST_READS + 1))
    for _ in range(MOST_READS):
        file.read(1)
    with pytest.raises(BadImage, match="too many parts"):
        file.read(1)
    assert file.tell() == MOST_READS


def test_an_exif_block_that_is_larger_than_any_camera_writes_is_dropped_unread():
    entries = b"".join(tag.to_bytes(2) + (7).to_bytes(2) + (60_000).to_bytes(4) + bytes(4) for tag in range(6_000))
    block = b"MM\0\x2a\0\0\0\x08" + (6_000).to_bytes(2) + entries + bytes(4)
    assert stored(png(more=chunk(b"eXIf", block))) == stored(png())
