"""The cells of CSV files, which spreadsheets open."""

import re

FORMULA = re.compile(r"(^|[;|\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])")
"""Where a spreadsheet begins to calculate: at the start of a cell, and behind a sign that some countries' settings part
cells at; with the wide signs of a Japanese keyboard too."""


def guarded(value: object) -> object:
    """Return a value that no spreadsheet takes for a formula: such a text gets an apostrophe before it."""
    return FORMULA.sub(r"\1'", value) if isinstance(value, str) else value
