"""Images decoded and encoded again: what is kept of a file is its pixels, and nothing that a file may hold besides.

Pillow reads the files. The work is bounded: by the size that the file's header names, by the number of reads from it,
and by the scans of a JPEG, each of which passes over all pixels.
"""

import io
from contextlib import suppress
from typing import NamedTuple

from PIL import Image, ImageCms, ImageOps

from drafts.importers.faults import too_large
from drafts.importers.limits import LARGEST_IMAGE, LONGEST_SIDE, LONGEST_SIDE_KEPT
from drafts.rules.wording import Wording, gettext_noop

KINDS = {"PNG": "png", "JPEG": "jpg", "MPO": "jpg", "WEBP": "webp"}  # an MPO is a JPEG of a phone, with more behind it
MOST_READS = 20_000  # an image of 2 MB takes some hundreds
MOST_SCANS = 64  # a progressive JPEG has about ten
TOO_MANY_PARTS = gettext_noop("is in too many parts")
LARGEST_EXIF = 64 * 1024
START_OF_SCAN = b"\xff\xda"
LOSSLESS_WEBP = b"VP8L"
STORED_AS_THEY_ARE = {"png": {"1", "L", "LA", "P", "RGB", "RGBA"}, "jpg": {"L", "RGB"}, "webp": {"RGB", "RGBA"}}

Image.MAX_IMAGE_PIXELS = LONGEST_SIDE**2


class BadImage(Exception):
    """Bytes that are no image of a kind that is taken, with the reason in words."""

    def __init__(self, words: Wording) -> None:
        super().__init__(words)
        self.words = words


class OpenedImage(NamedTuple):
    """An image of which only the header has been read; `kind` is `png`, `jpg` or `webp`."""

    image: Image.Image
    kind: str
    is_lossless: bool

    @property
    def pixels(self) -> int:
        """How many pixels the image has."""
        return self.image.width * self.image.height


class Encoded(NamedTuple):
    """An image that was encoded again, and its kind: `png`, `jpg` or `webp`."""

    kind: str
    data: bytes


class CountedReads(io.BytesIO):
    """A file in memory from which is read so often at most."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Read as ever. Raises BadImage once it is too much."""
        self.reads += 1
        if self.reads > MOST_READS:
            raise BadImage(TOO_MANY_PARTS)
        return super().read(size)


def opened(data: bytes) -> OpenedImage:
    """Read the header of a file. Raises BadImage for what is not taken."""
    if len(data) > LARGEST_IMAGE:
        raise BadImage(too_large(LARGEST_IMAGE))
    if data.count(START_OF_SCAN) > MOST_SCANS:
        raise BadImage(TOO_MANY_PARTS)
    try:
        image = Image.open(CountedReads(data), formats=("PNG", "JPEG", "WEBP"))
    except BadImage:
        raise
    except Image.DecompressionBombError:
        raise BadImage(gettext_noop("has more pixels than %(most)s by %(most)s", most=LONGEST_SIDE)) from None
    except Exception:  # whatever an odd file makes Pillow raise
        raise BadImage(gettext_noop("is no PNG, JPEG or WebP image, or is damaged")) from None
    width, height = image.size
    if not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
        raise BadImage(
            gettext_noop(
                "measures %(width)s by %(height)s pixels, and 1 to %(most)s is allowed",
                width=width,
                height=height,
                most=LONGEST_SIDE,
            )
        )
    if image.format != "MPO" and getattr(image, "n_frames", 1) > 1:
        raise BadImage(gettext_noop("is an image that moves"))
    kind = KINDS[image.format or ""]
    return OpenedImage(image, kind, is_lossless=kind == "png" or data[12:16] == LOSSLESS_WEBP)


def encode(opened_image: OpenedImage) -> Encoded:
    """Return an image as a file of the same kind, without metadata. Raises BadImage.

    A side longer than `LONGEST_SIDE_KEPT` is made as long as that. The image is turned as its EXIF says, and colours of
    another profile become those of sRGB. A JPEG that needs nothing of this keeps its quality to the table. A picture
    that becomes too large as a file of its kind becomes a WebP.
    """
    image, kind, is_lossless = opened_image
    try:
        ready = _ready(image, kind)
        data = _file_of(ready, kind, is_lossless=is_lossless)
        if len(data) > LARGEST_IMAGE:
            kind, data = "webp", _file_of(ready, "webp")
    except BadImage:
        raise
    except Exception:  # as above: damage shows when the pixels are read
        raise BadImage(gettext_noop("is cut off or damaged")) from None
    if len(data) > LARGEST_IMAGE:
        raise BadImage(too_large(LARGEST_IMAGE))
    return Encoded(kind, data)


def _ready(image: Image.Image, kind: str) -> Image.Image:
    """Return the image as it is to be stored: turned, scaled, in sRGB, and with its pixels alone."""
    profile = image.info.get("icc_profile")
    if len(image.info.get("exif", b"")) > LARGEST_EXIF:
        del image.info["exif"]
    if image.mode in {"I", "I;16"}:
        image = image.point(lambda grey: grey / 256).convert("L")
    if max(image.size) > LONGEST_SIDE_KEPT:
        if image.mode in {"P", "PA", "1"}:
            image = image.convert("RGBA" if image.has_transparency_data else "RGB")
        image.thumbnail((LONGEST_SIDE_KEPT, LONGEST_SIDE_KEPT), reducing_gap=3)
        image.format = None  # so that a JPEG is given the quality of a new one
    image.load()
    with suppress(Exception):  # EXIF that cannot be read turns nothing
        ImageOps.exif_transpose(image, in_place=True)
    if profile:
        image = _in_srgb(image, profile)
    if image.mode not in STORED_AS_THEY_ARE[kind]:
        image = image.convert("RGBA" if image.has_transparency_data and kind != "jpg" else "RGB")
    transparency = image.info.get("transparency")
    image.info.clear()
    if transparency is not None and kind == "png":
        image.info["transparency"] = transparency
    return image


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Return the image in the colours of a screen, or as it is where the profile is of no use."""
    with suppress(Exception):  # a profile that cannot be read is dropped
        known = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if "sRGB" not in ImageCms.getProfileDescription(known) and image.mode in {"RGB", "CMYK"}:
            converted = ImageCms.profileToProfile(image, known, ImageCms.createProfile("sRGB"), outputMode="RGB")
            return converted or image
    return image


def _file_of(image: Image.Image, kind: str, *, is_lossless: bool = False) -> bytes:
    out = io.BytesIO()
    if kind == "png":
        image.save(out, "PNG")
    elif kind == "webp":
        image.save(out, "WEBP", quality=90, lossless=is_lossless)
    elif image.format == "JPEG":
        image.save(out, "JPEG", quality="keep", optimize=True)
    else:
        image.save(out, "JPEG", quality=90, subsampling=0, optimize=True)
    return out.getvalue()
