"""Observers in every role collect all that a server sends during whole drafts; a checker looks for what was secret.

`scenarios` plays events with `observers` in them, who visit all of `addresses` and put `questions` again and again.
All that they are sent goes into a `transcript`. When the draft is over, its log says what was secret when (`truth`),
and `checker` searches every byte for it, however it was written (`readings`). A leak that no search can find, such as
one bit in the length of a message, shows in `paired_runs`: two drafts that differ in their cards alone look the same.
`paired_nights` does so with whole nights whose log is closed, for a stranger, to the statistics after their end.

`after_draft` plays the fights and the sharing: whose a card is, and who wishes for it, stands with each moment.
`real_packs` plays a night in which fighters enter the cards: what each of them has typed stands with each moment.

A new page: add it to `addresses`; a test says so when one is missing. A new number in a message: it counts as the id of
a card until `card_ids.NO_CARD` has its name. A new role: an observer of its own in `scenarios`.
"""
