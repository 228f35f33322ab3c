"""Games as data: one package each, and the registry of them."""
