"""The pairings of sides: everybody against everybody, Swiss rounds, a bracket, or pods.

A side is named by a fighter here (`Side.fighter`), and a fight is the tuple of its sides.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from drafts.rules.chance import Chance
from drafts.rules.ids import FighterId

Meeting = tuple[FighterId, ...]
"""The sides of a fight, or the one that has a bye."""

NOBODY = FighterId(0)
"""The other side of a bye; no row has this number."""

_NEAR = 16
"""Each side is compared with so many of those that follow it in points; in a smaller field, with all."""

# The costs of a pairing. Each outweighs all of the next that one round could have.
_PAIRS = 1 << 6  # so many pairs of one kind cost less than one pair of the next dearer kind
_NOISE = 1 << 10  # of one pair, so that chance decides among equal ones
_DIFFERENCE = _NOISE * _PAIRS  # of the squared difference in points
_POINTS_OF_BYE = _DIFFERENCE << 16
_SECOND_BYE = _POINTS_OF_BYE * _PAIRS
_REMATCH = _SECOND_BYE * _PAIRS  # of a second meeting; of each further one _PAIRS times that


def round_robin(fighters: Sequence[FighterId]) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds in which everybody fights everybody once; with an odd number one has a bye in each.

    Fighters are given in order of seats. At a table of three or four those who sit opposite fight first.
    """
    places = [*fighters, *([NOBODY] if len(fighters) % 2 else [])]
    rows = _of_four(places) if len(places) == 4 else _by_circle(places)
    return tuple(tuple(tuple(side for side in pair if side != NOBODY) for pair in row) for row in rows)


def _of_four(places: Sequence[FighterId]) -> list[list[Meeting]]:
    a, b, c, d = places
    return [[(a, c), (b, d)], [(a, b), (c, d)], [(a, d), (b, c)]]


def _by_circle(places: Sequence[FighterId]) -> list[list[Meeting]]:
    """Keep the first in place and rotate the others: each row pairs the first half with the second."""
    half, first, others = len(places) // 2, places[:1], list(places[1:])
    rows: list[list[Meeting]] = []
    for _ in others:
        ring = [*first, *others]
        rows.append(list(zip(ring[:half], reversed(ring[half:]), strict=True)))
        others = [others[-1], *others[:-1]]
    return rows


def swiss_round(
    points: Mapping[FighterId, int], fought: Collection[Meeting], chance: Chance, *, counts_meetings: bool = True
) -> tuple[Meeting, ...]:
    """Pair the fighters who still take part, given with their points, for the next round.

    `fought` are the pairings so far. No two meet again, and no fighter has a second bye, while another way exists;
    where a rematch cannot be avoided no two meet for a third time while another way exists, and so on. A bye goes to
    one with the fewest points; otherwise those with similar points fight, and chance decides the rest. Pairings with
    more points come first, a bye last. In a large field only those near in points are compared, unless some of them
    would then meet again. Without `counts_meetings` all rematches are alike (`Terms.revision`).
    """
    fighters = chance.shuffled(sorted(points))
    if len(fighters) == 1:
        return ((fighters[0],),)
    met = Counter(frozenset(pairing) for pairing in fought if len(pairing) > 1)
    byes = Counter(pairing[0] for pairing in fought if len(pairing) == 1)

    def cost(one: FighterId, other: FighterId) -> int:
        if other == NOBODY:
            return _SECOND_BYE * byes[one] + _POINTS_OF_BYE * points[one]
        meetings = met[frozenset((one, other))]
        rematch = _REMATCH * _PAIRS ** ((meetings if counts_meetings else 1) - 1) if meetings else 0
        return rematch + _DIFFERENCE * (points[one] - points[other]) ** 2

    def cheapest(pairs: Iterable[Meeting]) -> Sequence[Meeting]:
        alone = [(one, NOBODY) for one in fighters] if len(fighters) % 2 else []
        return _matching({(one, other): cost(one, other) + chance.below(_NOISE) for one, other in (*pairs, *alone)})

    place = {fighter: (-points[fighter], number) for number, fighter in enumerate(fighters)}
    found = cheapest(_near(sorted(fighters, key=place.__getitem__)))
    if 2 * len(found) < len(fighters) or any(cost(*pair) >= _SECOND_BYE for pair in found):
        found = cheapest(combinations(fighters, 2))
    sides = [tuple(sorted((side for side in pair if side != NOBODY), key=place.__getitem__)) for pair in found]
    return tuple(sorted(sides, key=lambda pair: (len(pair) == 1, place[pair[0]])))


def _near(fighters: Sequence[FighterId]) -> Iterator[Meeting]:
    """Yield each with those that come next: all of them where there are few."""
    return ((one, other) for place, one in enumerate(fighters) for other in fighters[place + 1 : place + 1 + _NEAR])


def _matching(costs: Mapping[tuple[FighterId, FighterId], int]) -> list[tuple[FighterId, FighterId]]:
    """Return the cheapest pairs, each as it is among the costs; not always all can be paired."""
    import networkx  # it is slow to load, and most processes never pair anybody

    graph: networkx.Graph[FighterId] = networkx.Graph()
    graph.add_weighted_edges_from((*pair, cost) for pair, cost in costs.items())
    return [
        (one, other) if (one, other) in costs else (other, one) for one, other in networkx.min_weight_matching(graph)
    ]


def bracket(fighters: Sequence[FighterId]) -> tuple[Meeting, ...]:
    """Return the first round of a bracket of fighters in order of seats: of eight 1-5, 3-7, 2-6 and 4-8.

    If their number is no power of two, those whose opponent's place is empty have a bye. Raises ValueError for fewer
    than two.
    """
    if len(fighters) < 2:
        raise ValueError("a bracket needs two fighters")
    half = 1
    while 2 * half < len(fighters):
        half *= 2
    return tuple(tuple(fighters[seat::half]) for seat in _reversed_bits(half))


def next_of_bracket(winners: Sequence[FighterId]) -> tuple[Meeting, ...]:
    """Return the next round: the winners of adjacent fights, in the order of those fights.

    Where a fight is missing, since both of its sides had dropped out, the last winner has a bye.
    """
    pairs = (winners[place : place + 2] for place in range(0, len(winners), 2))
    return tuple(tuple(pair) for pair in pairs)


def pods(sides: Sequence[FighterId], largest: int) -> tuple[Meeting, ...]:
    """Cut a row of sides into fights of at most so many sides, the largest first, and none of one if possible."""
    if len(sides) <= largest:
        return (tuple(sides),) if sides else ()
    size = largest - 1 if len(sides) == largest + 1 and largest > 2 else largest
    return (tuple(sides[:size]), *pods(sides[size:], largest))


def pods_of(sides: Sequence[FighterId], sizes: Iterable[int]) -> tuple[Meeting, ...]:
    """Cut a row of sides into fights of these sizes, one after the other, as far as the row goes."""
    left = iter(sides)
    cut = (tuple(islice(left, size)) for size in sizes)
    return tuple(meeting for meeting in cut if meeting)


def by_points(points: Mapping[FighterId, int], chance: Chance) -> list[FighterId]:
    """Return the sides in order of their points, the most first; chance decides among those of equal points."""
    return sorted(chance.shuffled(sorted(points)), key=lambda side: -points[side])


def _reversed_bits(count: int) -> list[int]:
    """Return the numbers below a power of two so that each half of the list holds every second one, and so on."""
    if count == 1:
        return [0]
    evens = [2 * number for number in _reversed_bits(count // 2)]
    return [*evens, *(number + 1 for number in evens)]
