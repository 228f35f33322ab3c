"""What the site does now, kept in files: where it does something else, a test fails until the file is written anew.

`RECORD=1 python -m pytest tests/nets` writes them, after a change that was meant.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "recorded"
RECORD = bool(os.environ.get("RECORD"))


def differences(name: str, lines: list[str]) -> list[str]:
    """Return the lines that a recorded file has not, marked "+", and those that it has besides, marked "-"."""
    file = FOLDER / name
    if RECORD:
        file.write_text("".join(f"{line}\n" for line in lines))
    recorded = file.read_text().splitlines()
    gone, new = ([line for line in one if line not in other] for one, other in ((recorded, lines), (lines, recorded)))
    return [*(f"- {line}" for line in gone), *(f"+ {line}" for line in new)]
