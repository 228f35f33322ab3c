"""What an image file is, by its bytes: its name says nothing. PNG, JPEG and WebP, without motion.

The structure is read to the end, the pixels are not: a browser that cannot decode them shows the card's drawn face.
"""

import re
import zlib
from collections.abc import Iterator

from drafts.importers.limits import LONGEST_SIDE
from drafts.rules.wording import gettext_noop

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
SIZE_OF_JPEG = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
BARE_MARKERS = frozenset({0x01, *range(0xD0, 0xD8)})
START_OF_SCAN, END_OF_JPEG = 0xDA, b"\xff\xd9"
MOVES_IN_WEBP = 0x02
CHUNK = 12  # bytes around the data of a PNG's chunk: length, name, checksum


class BadImage(Exception):
    """Bytes that are no image of a kind that is taken, with the reason in words."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


def image_kind(data: bytes) -> str:
    """Return `png`, `jpg` or `webp`. Raises BadImage for anything else, and for a file that is cut off or moves."""
    if data.startswith(PNG):
        kind, (width, height) = "png", _size_of_png(data)
    elif data.startswith(JPEG):
        kind, (width, height) = "jpg", _size_of_jpeg(data)
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        kind, (width, height) = "webp", _size_of_webp(data)
    else:
        raise BadImage(gettext_noop("is no PNG, JPEG or WebP image"))
    if not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
        raise BadImage(
            gettext_noop(
                "measures %(width)s by %(height)s pixels, and 1 to %(most)s is allowed",
                width=width,
                height=height,
                most=LONGEST_SIDE,
            )
        )
    return kind


def _size_of_png(data: bytes) -> tuple[int, int]:
    chunks = list(_chunks_of_png(data))
    names = [name for name, _ in chunks]
    if names[:1] != [b"IHDR"] or len(chunks[0][1]) != 13 or b"IDAT" not in names or names[-1] != b"IEND":
        raise BadImage(gettext_noop("is a broken PNG image"))
    if b"acTL" in names:
        raise BadImage(gettext_noop("is an image that moves"))
    header = chunks[0][1]
    return int.from_bytes(header[:4]), int.from_bytes(header[4:8])


def _chunks_of_png(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the name and data of each chunk, up to the end of the file, which is that of the last."""
    view, at = memoryview(data), len(PNG)
    while at < len(data):
        length = int.from_bytes(view[at : at + 4])
        body, checksum = view[at + 4 : at + 8 + length], view[at + 8 + length : at + CHUNK + length]
        if len(checksum) != 4 or zlib.crc32(body) != int.from_bytes(checksum):
            raise BadImage(gettext_noop("is a PNG image that is cut off or damaged"))
        yield bytes(body[:4]), body[4:]
        at += CHUNK + length


def _size_of_jpeg(data: bytes) -> tuple[int, int]:
    size, at = None, 2
    while True:
        marker = re.compile(b"\xff+([^\xff\x00])", re.DOTALL).match(data, at)
        if marker is None:
            raise BadImage(gettext_noop("is a JPEG image that is cut off or damaged"))
        code, at = marker[1][0], marker.end()
        if code in BARE_MARKERS:
            continue
        length = int.from_bytes(data[at : at + 2])
        if length < 2 or at + length > len(data):
            raise BadImage(gettext_noop("is a JPEG image that is cut off or damaged"))
        if code in SIZE_OF_JPEG:
            size = int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 3 : at + 5])
        at += length
        if code == START_OF_SCAN:
            break
    if size is None or data.find(END_OF_JPEG, at) < 0:
        raise BadImage(gettext_noop("is a JPEG image that is cut off or damaged"))
    return size


def _size_of_webp(data: bytes) -> tuple[int, int]:
    if int.from_bytes(data[4:8], "little") + 8 != len(data):
        raise BadImage(gettext_noop("is a WebP image that is cut off or damaged"))
    chunks = dict(_chunks_of_webp(data))
    if b"ANIM" in chunks or b"ANMF" in chunks or (chunks.get(b"VP8X", b"\0")[:1] or b"\0")[0] & MOVES_IN_WEBP:
        raise BadImage(gettext_noop("is an image that moves"))
    lossy, lossless = chunks.get(b"VP8 ", b""), chunks.get(b"VP8L", b"")
    if len(lossy) >= 10 and not lossy[0] & 1 and lossy[3:6] == b"\x9d\x01\x2a":
        return int.from_bytes(lossy[6:8], "little") & 0x3FFF, int.from_bytes(lossy[8:10], "little") & 0x3FFF
    if len(lossless) >= 5 and lossless[0] == 0x2F:
        bits = int.from_bytes(lossless[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    raise BadImage(gettext_noop("is a broken WebP image"))


def _chunks_of_webp(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at < len(data):
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        body = data[at + 8 : at + 8 + length]
        if len(body) != length or at + 8 > len(data):
            raise BadImage(gettext_noop("is a WebP image that is cut off or damaged"))
        yield data[at : at + 4], body
        at += 8 + length + length % 2
