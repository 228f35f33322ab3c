"""Computer opponents of Vanguard: Rome, the moves that are made when time is up, and series of bots against bots."""
