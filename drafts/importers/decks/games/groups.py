"""Headings of groups that lists of Magic decks have within a zone."""

import re

GROUPS = re.compile(
    r"(?:basic |nonbasic )?(?:lands?|creatures?|instants?|sorcer(?:y|ies)|artifacts?|enchantments?|planeswalkers?"
    r"|battles?|spells?|others?)",
    re.IGNORECASE,
)
