"""Piles of the first sample set, as somebody writes down what they have drafted."""

TRIGGER, NORMAL = "SMP01/050", "SMP01/043"
FITTING = [TRIGGER, *([NORMAL] * 4)] * 6
"""A pile of SMP01 that fits beside others like it, at a table of any size: each pack had one trigger unit."""
MISPLACED = [*FITTING[:5], NORMAL, NORMAL, TRIGGER, *FITTING[8:]]
"""The same with the trigger unit of the second pack at the third card of it: that was taken in another pass."""
