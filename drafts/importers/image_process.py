"""Images are decoded in a process of their own, which ends with the upload.

A file that brings down a decoder, or keeps it busy, brings down and keeps busy nothing else. The process has a low
priority, little memory and none of our settings.

Both write blocks to each other: four bytes of length, and so many bytes. An answer is two blocks, facts and a file.
"""

import json
import math
import os
import subprocess
import sys
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import BoundedSemaphore, Timer
from types import TracebackType
from typing import IO, Any, NamedTuple, cast

from drafts.importers.image_encoding import BadImage, encode, opened
from drafts.rules.wording import gettext_noop

AT_ONCE = 2  # processes of this server
LONGEST_WAIT = 20.0  # seconds, for one of them
LONGEST_WORK = 20.0  # seconds, for one image
MEMORY = 512 << 20  # bytes, with the program; the largest image takes 340 MB
NICENESS = 10
ENVIRONMENT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
ROOT = Path(__file__).parents[2]

_places = BoundedSemaphore(AT_ONCE)


class NoMoreImages(BadImage):
    """An image with which reading ends, whatever comes after it."""


class StoredImage(NamedTuple):
    """An image as it is stored, under a name that is made of its content."""

    name: str
    data: bytes


class Budget(NamedTuple):
    """The limit of the cost of all images of one upload together."""

    pixels: int
    seconds: float


class ImageReader:
    """Reads images one after the other, within `with`, as long as the budget lasts.

    When too many others read at the moment, it waits for `longest_wait` seconds and then reads none.
    """

    def __init__(
        self,
        *,
        budget: Budget | None = None,
        longest_work: float = LONGEST_WORK,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        self._pixels = math.inf if budget is None else budget.pixels
        self._end = math.inf if budget is None else time.monotonic() + budget.seconds
        self._longest_work, self._longest_wait = longest_work, longest_wait
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "ImageReader":
        if not _places.acquire(timeout=self._longest_wait):
            return self
        try:
            self._process = subprocess.Popen(  # noqa: S603 - this Python, and this module
                [sys.executable, "-m", __name__],
                cwd=ROOT,
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except BaseException:
            _places.release()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None:
            _places.release()
            self._process.kill()
            self._process.communicate()

    def read(self, data: bytes) -> StoredImage:
        """Return the image of a file as it is stored. Raises BadImage, and NoMoreImages where it was the last."""
        if self._process is None:
            raise NoMoreImages(gettext_noop("cannot be read while so many others are. Try again in a minute"))
        if time.monotonic() >= self._end:
            raise NoMoreImages(gettext_noop("is one too many at once: send the images in several uploads"))
        timer = Timer(self._longest_work, self._process.kill)
        timer.start()
        try:
            facts, file = _ask(self._process, data)
        except (OSError, EOFError):
            raise NoMoreImages(gettext_noop("takes too long to read")) from None
        finally:
            timer.cancel()
        self._count(facts["pixels"])
        if "source" in facts:
            raise BadImage(gettext_noop(facts["source"], **facts["facts"]))
        return StoredImage(name_of(file, facts["kind"]), file)

    def _count(self, pixels: int) -> None:
        self._pixels -= pixels
        if self._pixels < 0:
            raise NoMoreImages(gettext_noop("is one too many: the images have too many pixels together"))


def _ask(process: "subprocess.Popen[bytes]", data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return what the process answers to a file. Raises OSError or EOFError where it has ended."""
    write_block(cast(IO[bytes], process.stdin), data)
    answers = cast(IO[bytes], process.stdout)
    facts, file = read_block(answers), read_block(answers)
    if facts is None or file is None:
        raise EOFError
    return json.loads(facts), file


def name_of(data: bytes, kind: str) -> str:
    """Return the name of an image: the beginning of the SHA-256 of its file, and its kind."""
    return f"{sha256(data).hexdigest()[:32]}.{kind}"


def write_block(stream: IO[bytes], data: bytes) -> None:
    """Write a block."""
    stream.write(len(data).to_bytes(4) + data)
    stream.flush()


def read_block(stream: IO[bytes]) -> bytes | None:
    """Return the next block, or None where the stream has ended."""
    head = stream.read(4)
    data = stream.read(int.from_bytes(head))
    return data if len(head) == 4 and len(data) == int.from_bytes(head) else None


def answer(data: bytes) -> tuple[dict[str, object], bytes]:
    """Return what is said of a file: `pixels` with the kind of the stored image, which follows, or what is wrong."""
    pixels = 0
    try:
        image = opened(data)
        pixels = image.pixels
        kind, file = encode(image)
    except BadImage as bad:
        return {"pixels": pixels, "source": bad.words.source, "facts": bad.words.facts}, b""
    return {"pixels": pixels, "kind": kind}, file


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer each file, until there are no more."""
    while (data := read_block(requests)) is not None:
        facts, file = answer(data)
        write_block(answers, json.dumps(facts).encode())
        write_block(answers, file)


def is_filtered() -> bool:
    """Whether the system ends this process for calls that are not allowed, as the shipped unit of systemd has it."""
    try:
        return "Seccomp:\t0" not in Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        return False


def limit_this_process() -> None:
    """Give way to everything else, and take little memory, where the system has such limits."""
    if hasattr(os, "nice") and not is_filtered():
        os.nice(NICENESS)
    with suppress(ImportError, OSError, ValueError):
        import resource  # Windows has none

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    limit_this_process()
    serve(sys.stdin.buffer, sys.stdout.buffer)
