"""Bytes read in the ways that hide a word from a plain search: markup, escapes, codes, packing, case, direction."""

import base64
import binascii
import codecs
import gzip
import html
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from urllib.parse import unquote_plus

GZIP, ZLIB = b"\x1f\x8b\x08", b"\x78"
READABLE = bytes(range(32, 127))
SAME_IN_URLS = str.maketrans("-_", "+/")
IN_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")
IN_HEX = re.compile(r"[0-9A-Fa-f](?:[:\s]?[0-9A-Fa-f]){11,}+")
NUMBERS = re.compile(r"\d(?<!\w\d)\d{1,2}\b[,;\s]*+(?:\b\d{2,3}\b[,;\s]*+){5,}+")
TAG = re.compile(r"<[^<>]*>")
ESCAPED = re.compile(r"\\u\{?([0-9A-Fa-f]{4})\}?|\\x([0-9A-Fa-f]{2})|\\/")
NOT_A_LETTER = re.compile(r"[\W_]+")
ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
IN_ONE_CASE = bytes.maketrans(ascii_uppercase.encode(), ascii_lowercase.encode())
ROT13 = bytes.maketrans(ascii_letters.encode(), codecs.encode(ascii_letters, "rot13").encode())
NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
DEEPEST = 3


def squeezed(text: str) -> str:
    """Return the letters and digits alone, in one case: what is left of a word however it is spaced or quoted."""
    # ASCII signs go at once: an expression looks at each letter, and all pages of all drafts are read
    plain = text.encode(errors="surrogatepass").translate(IN_ONE_CASE, ASCII_SIGNS).decode(errors="surrogatepass")
    if plain.isascii():
        return plain
    return NOT_ASCII.sub(lambda found: NOT_A_LETTER.sub("", found[0]), plain).casefold()


@lru_cache(maxsize=1_000)  # the lines of a log are read for several drafts
def readings(data: bytes) -> str:
    """Return all that bytes may say, squeezed, one reading after another."""
    return "|".join(sorted(_read(data, 0)))


def _read(data: bytes, depth: int) -> set[str]:
    """Return a text, and every text that it holds in another code, squeezed."""
    unpacked = unpack(data)
    if unpacked is not None:
        return _read(unpacked, depth)
    text = data.decode(errors="replace")
    plain = unescaped(text)
    texts = {text, plain}
    ways = (from_base64, from_hex, from_numbers) if depth < DEEPEST else ()
    inner = {part for each in texts for decode in ways for part in decode(each)}
    if depth == 0:
        texts.add(plain.encode(errors="surrogatepass").translate(ROT13).decode(errors="surrogatepass"))
    read = {squeezed(reading) for each in texts for reading in {each, TAG.sub("", each)}}
    return read.union(*(_read_within(part, depth + 1) for part in inner))


@lru_cache(maxsize=100_000)  # the words of a page come again on the next one
def _read_within(data: bytes, depth: int) -> frozenset[str]:
    return frozenset(_read(data, depth))


def unpack(data: bytes) -> bytes | None:
    """Return what was compressed, also behind something else, or None."""
    at = data.find(GZIP)
    with suppress(OSError, EOFError, zlib.error):
        if at >= 0:
            return data[:at] + b" " + gzip.decompress(data[at:])
        if data[:1] == ZLIB:
            return zlib.decompress(data)
    return None


def unescaped(text: str) -> str:
    """Return a text without the escapes of HTML, JSON and addresses, one within the other too."""
    for _ in range(DEEPEST):
        plain = ESCAPED.sub(_sign, unquote_plus(html.unescape(text)))
        if plain == text:
            break
        text = plain
    return text


def _sign(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else "/"


def from_base64(text: str) -> Iterator[bytes]:
    for word in set(IN_BASE64.findall(text)):
        yield from _of_base64(word)


@lru_cache(maxsize=100_000)
def _of_base64(word: str) -> tuple[bytes, ...]:
    """Return what a word is in base64; up to three signs in front of it may not belong to it."""
    word = word.translate(SAME_IN_URLS)
    parts = [word[start:] for start in range(4)]
    parts = [part[: len(part) - (len(part) % 4 == 1)] for part in parts]
    return tuple(_texts(lambda part=part: base64.b64decode(part + "=" * (-len(part) % 4)) for part in parts))


def from_hex(text: str) -> Iterator[bytes]:
    """Yield what a row of digits is; a digit in front of it may not belong to it."""
    for word in set(IN_HEX.findall(text)):
        digits = re.sub(r"[:\s]", "", word)
        parts = [digits[start : len(digits) - (len(digits) - start) % 2] for start in (0, 1)]
        yield from _texts(lambda part=part: bytes.fromhex(part) for part in parts)


def from_numbers(text: str) -> Iterator[bytes]:
    """Yield what a list of character codes says."""
    yield from _texts(lambda row=row: bytes(map(int, re.findall(r"\d+", row))) for row in NUMBERS.findall(text))


def _texts(ways: Iterable[Callable[[], bytes]]) -> Iterator[bytes]:
    """Yield what is decoded if most of it could be a text, or if it is packed: all else is chance."""
    for decode in ways:
        with suppress(ValueError, binascii.Error):
            data = decode()
            readable = len(data) - len(data.translate(None, READABLE))
            if data and (readable * 10 >= len(data) * 7 or GZIP in data or data[:1] == ZLIB):
                yield data
