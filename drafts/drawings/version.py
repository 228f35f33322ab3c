"""Which drawings these are: a text that changes when any of them does."""

from hashlib import sha256
from pathlib import Path

_FILES = sorted(file for file in Path(__file__).parent.rglob("*") if file.suffix in (".py", ".svg"))

DRAWINGS = sha256(b"".join(file.read_bytes() for file in _FILES)).hexdigest()[:8]
"""Eight digits that stand in the addresses of pictures, so that a browser may keep each for ever."""
