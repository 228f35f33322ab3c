"""How the cards of each game look, as far as the server draws them."""
