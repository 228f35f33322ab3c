"""Vanguard: Rome: a whole board game of two to four players (V1-V54), without time; chance is that of a seed.

A battle is made of a seed, its fight's number, its options and its moves; these give every position again. A move is a
line of text (`moves`), a seat a number from 0.

| function | module | result |
|---|---|---|
| `initial(seed, fight, options)` | `turns` | the first `Battle`: dealt, in `deploy` |
| `due(battle)` | `turns` | the seats that the battle waits for |
| `apply(battle, seat, line)` | `turns` | the next `Battle`, or a refusal of `refusals` |
| `can_back(battle, seat)` | `turns` | whether `back` is legal |
| `resign(battle, seat)`, `end_by_ranking(battle)` | `turns` | the next `Battle` |
| `ranking(battle)` | `ranking` | places by seat as things stand (V53) |
| `over(battle)` | `ranking` | places by seat once it is over, else None |
| `offers(battle, seat)` | `offers` | the legal lines except `attack`, `end`, `deploy`, `plan`, `back` |
| `attack_options(battle, seat)` | `offers` | the words that may be added to `attack`, or None |
| `legal(battle, seat)` | `offers` | all legal lines except `deploy` and `plan` |
| `view(battle)`, `own_view(battle, seat)` | `views` | the parts of the wire: for all, and for a player besides |
| `preview(battle, seat, line)` | `attacks.previews` | the outcome of an attack, as far as its player knows |
| `encode(battle, eyes)`, `decode(line)` | `notation` | a position on a line |
| `timeout_move(battle, seat)`, `timeout_moves(..)` | `bots.timeouts` | the next move, or all of a phase, at a timeout |
| `bot_moves(battle, seat, level)`, `hint(battle, seat)` | `bots.steady` | the moves of a bot in a phase; its next one |
| `positions(seed, fight, options, rows)` | `replays` | every position, the first and one after each row |
| `unit_cards()`, `command_cards()` | `cards` | the cards as `cards.json` has them |
"""
