"""The face of Vanguard's cards."""
