"""The counts of finished drafts, and the batches of them that public figures are made of."""
