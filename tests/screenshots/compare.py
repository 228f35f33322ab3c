"""Says which pictures of two folders differ: `python -m tests.screenshots.compare BEFORE AFTER --to DIFFERENCES`.

For work that must change no screen: take the pictures of both versions with `make screenshots ARGS="--to …"` first.
Ends with status 1 where a picture differs, is missing or is new. Parts that move or follow from chance always differ.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageChops

KINDS = {".webp", ".png"}
SEEN = 24
"""Of 255: pictures are kept with losses, so that pixels differ a little where nothing has changed."""


class Difference(NamedTuple):
    """A picture that is not the same in both folders: `share` of its pixels, or `what` is the matter with it."""

    name: str
    share: float = 1.0
    what: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.what or f'{self.share:.2%}'}"


def differences(before: Path, after: Path) -> list[Difference]:
    """Return the pictures that differ, those that differ most first."""
    old, new = ({file.name for file in folder.iterdir() if file.suffix in KINDS} for folder in (before, after))
    found = [Difference(name, what="missing") for name in old - new]
    found += [Difference(name, what="new") for name in new - old]
    for name in old & new:
        one, other = (Image.open(folder / name).convert("RGB") for folder in (before, after))
        if one.size != other.size:
            found.append(Difference(name, what=f"{one.size} became {other.size}"))
        elif share := share_that_differs(one, other):
            found.append(Difference(name, share))
    return sorted(found, key=lambda difference: (-difference.share, difference.name))


def share_that_differs(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels of two pictures of the same size that look different, from 0 to 1."""
    differing = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > SEEN else 0)
    return differing.histogram()[255] / (one.width * one.height)


def side_by_side(before: Path, after: Path) -> Image.Image:
    """Return both pictures in one."""
    pictures = [Image.open(file).convert("RGB") for file in (before, after)]
    both = Image.new("RGB", (sum(each.width for each in pictures), max(each.height for each in pictures)))
    both.paste(pictures[0], (0, 0))
    both.paste(pictures[1], (pictures[0].width, 0))
    return both


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots.compare", description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--to", type=Path, help="a folder for both pictures of each difference, side by side")
    asked = parser.parse_args()
    found = differences(asked.before, asked.after)
    for difference in found:
        print(difference)
        files = asked.before / difference.name, asked.after / difference.name
        if asked.to and all(file.exists() for file in files):
            asked.to.mkdir(parents=True, exist_ok=True)
            side_by_side(*files).save(asked.to / f"{difference.name}.png")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
