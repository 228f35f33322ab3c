"""Attacks: who takes part, what is hit, what dies, and what a player can know of it before (V8, V12, V23-V28)."""
