"""The face of Magic's cards."""
