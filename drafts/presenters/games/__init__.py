"""Values that pages show of one game and of no other."""
