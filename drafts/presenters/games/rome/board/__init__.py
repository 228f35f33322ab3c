"""The page of a battle: both lines, the moves that can be made now, and those that were made."""
