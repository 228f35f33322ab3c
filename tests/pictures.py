"""Small image files of every kind that is taken, made by hand, and archives of them."""

import io
import zipfile
import zlib
from base64 import b64decode
from functools import cache

from drafts.importers.image_encoding import encode, opened
from drafts.importers.image_process import StoredImage, name_of

JPEG = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6"
    "/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wgARCAAEAAMD"
    "ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAVAQEBAAAAAAAAAAAAAAAAAAACBP/aAAwDAQACEAMQAAABkDR//8QAFBABAAAAAAAAAA"
    "AAAAAAAAAAAP/aAAgBAQABBQJ//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPwF//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwF/"
    "/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPyF//9oADAMBAAIAAwAAABDz/8QAFB"
    "EBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPxB//8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPxB//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/a"
    "AAgBAQABPxB//9k="
)
WEBP = b64decode("UklGRjoAAABXRUJQVlA4IC4AAACQAQCdASoDAAQAAUAmJaACdLoAA5gA/vFNr+LaR0KZD/7xn/9xn/9xn/yIAAAA")
LOSSLESS_WEBP = b64decode("UklGRh4AAABXRUJQVlA4TBEAAAAvAsAAAAdQjyIXpf+BiOh/AAA=")
MOVING_WEBP = b64decode(
    "UklGRrYAAABXRUJQVlA4WAoAAAACAAAAAgAAAwAAQU5JTQYAAAAAAAAAAABBTk1GPAAAAAAAAAAAAAIAAAMAAAAAAAJWUDggJAAAADABAJ0BKgMABAAB"
    "QCYlAABuAAD++/8p/dJ+p8j/+He7POqEAEFOTUZGAAAAAAAAAAAAAgAAAwAAAAAAAFZQOCAuAAAANAEAnQEqAwAEAAAAJiWgAANwAP7xTa//rb8c/mup"
    "v//3jP//uM//+4z/5EAAAA=="
)


def png(width: int = 3, height: int = 4, colour: tuple[int, int, int] = (200, 30, 40), more: bytes = b"") -> bytes:
    """Return a PNG of one colour; `more` chunks stand before its pixels."""
    header = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\x00\x00\x00"
    row = b"\0" + bytes(colour) * min(width, 600)
    pixels = zlib.compress(row * min(height, 900))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + more + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)


def zipped(files: dict[str, bytes], packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a ZIP archive of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packed) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


@cache
def stored(data: bytes) -> StoredImage:
    """Return an image as it is stored, made in this process."""
    kind, file = encode(opened(data))
    return StoredImage(name_of(file, kind), file)
