"""Pictures that are drawn from facts: faces of cards, emblems, QR codes."""
