"""A draft table: what may be chosen, what follows from it, when, and what each viewer may see."""
