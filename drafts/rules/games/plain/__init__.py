"""A plain game: cards with a number, a name, a rarity, a type, a cost and a text, drafted in a number of packs.

Communities draft games with it that the site does not know. It is the shortest example of a game.
"""
