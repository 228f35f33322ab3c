"""The limits of a card or a recipe. The database has the same limits as constraints."""

LONGEST_CODE = 16
LONGEST_NUMBER = 40
LONGEST_NAME = 120
LONGEST_SET_NAME = 80
LONGEST_TYPE = 40
LONGEST_KIN = 60
LONGEST_GAME = 12
LONGEST_TRAIT = 16
LONGEST_RARITY = 12
LONGEST_TEXT = 2000
LONGEST_SLOT_NAME = 40

MOST_LAYOUTS = 200
MOST_SLOTS = 20
MOST_IN_A_SLOT = 60
HEAVIEST_WEIGHT = 1_000_000

LARGEST_IMAGE = 2 * 1024 * 1024  # bytes
LONGEST_SIDE = 4096  # pixels
LONGEST_SIDE_KEPT = 1200  # pixels: a phone holds four bytes for each, and shows a card 1100 high at most
LONGEST_IMAGE_NAME = 40
