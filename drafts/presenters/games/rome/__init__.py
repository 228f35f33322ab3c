"""Rome on screens and paper: its rules, its cards, battles and their replays."""
