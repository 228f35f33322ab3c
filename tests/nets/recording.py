"""The site's behaviour, kept in files: where it does something else, a test fails until the file is written anew.

`RECORD=1 python -m pytest tests/nets` writes them, after a change that was meant.
"""

import os
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parent / "recorded"
RECORD = bool(os.environ.get("RECORD"))


def differences(name: str, lines: list[str]) -> list[str]:
    """Return how lines differ from a recorded file: "-" marks those that are gone, "+" those that are new."""
    file = FOLDER / name
    if RECORD:
        file.write_text("".join(f"{line}\n" for line in lines))
    recorded = file.read_text().splitlines()
    return [*unified_diff(recorded, lines, n=0, lineterm="")][2:]
