"""Statistics of the cards of finished drafts: counts, and figures made of them. docs/statistics.md defines each."""
