"""What finished drafts tell of their cards: counts, and figures made of them. docs/statistics.md defines each."""
