"""Vanguard: Rome: a whole board game of two to four players (V1-V54), without time; chance is that of a seed.

A battle is made of a seed, its fight's number, its options and its moves; these give every position again. A move is a
line of text (`moves`), a seat a number from 0.

| function | module | result |
|---|---|---|
| `initial(seed, fight, options)` | `turns` | the first `Battle`: dealt, in `deploy` |
| `due(battle)` | `turns` | the seats that the battle waits for |
| `apply(battle, seat, line)` | `turns` | the next `Battle`, or a refusal of `refusals` |
| `apply_at(battle, seat, line, turn, phase)` | `turns` | the same, with `stale` for a moment that is past |
| `resign(battle, seat)`, `end_by_ranking(battle)` | `turns` | the next `Battle` |
| `over(battle)` | `ranking` | places by seat once it is over, else None |
| `ranking(battle)` | `ranking` | places by seat as things stand (V53) |
| `offers(battle, seat)` | `offers` | the legal lines but `attack`, `end`, `deploy`, `plan`, `back` |
| `attack_options(battle, seat)` | `offers` | what may be added to `attack`, or None |
| `legal(battle, seat)` | `offers` | all legal lines but `deploy` and `plan` |
| `can_back(battle, seat)` | `turns` | whether `back` is legal |
| `view(battle)`, `own_view(battle, seat)` | `views` | what all see, what a player sees besides; as JSON |
| `preview(battle, seat, line)` | `views` | what an attack would do, as far as the player knows |
| `encode(battle, eyes)`, `decode(line)` | `notation` | a position on a line |
| `timeout_moves(battle, seat)` | `bots` | what is played when time is up; also the bot *simple* |
| `bot_moves(battle, seat, level)` | `bots` | the lines of a bot up to the next phase |
| `positions(seed, fight, options, rows)` | `replays` | every position, after each row |
| `back_to(seed, fight, options, rows, turn)` | `replays` | the rows that are left at the start of a turn |
"""
