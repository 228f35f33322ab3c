"""The page of a battle: both lines, what may be done now, and what was done."""
