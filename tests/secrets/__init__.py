"""Spies in every role collect all that a server gives away during whole drafts; a checker looks for what was secret.

`stories` plays evenings with spies (`spies`) in them, who visit all of `addresses` and put `questions` again and again.
All that they hear goes into a notebook (`heard`). When the draft is over its log says what was secret when (`truth`),
and `checker` searches every byte for it, however it was written (`readings`). What no search can find, such as one bit
in the length of a message, shows in `twins`: two evenings that differ in their cards alone must look the same.

A new page: add it to `addresses`; a test says so when one is missing. A new number in a message: it counts as the id of
a card until `checker.NO_CARD` has its name. A new role: a spy of its own in `stories`.
"""
