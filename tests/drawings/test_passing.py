import math

import pytest

from drafts.drawings.passing import HEIGHT, WIDTH, ring_of
from drafts.rules.formats import Direction
from drafts.rules.games.registry import LARGEST_TABLE

TABLES = range(2, LARGEST_TABLE + 1)


def way_between(one, other):
    """The angle by which one looks from a spot to another; y grows downwards."""
    return math.degrees(math.atan2(other.y - one.y, other.x - one.x))


def apart(one, other):
    """How many degrees lie between two angles."""
    return abs((one - other + 180) % 360 - 180)


def test_you_sit_at_the_bottom_and_the_next_seat_is_on_your_left():
    you, left, opposite, right = ring_of(4, Direction.LEFT).seats
    assert (you.x, opposite.x) == (WIDTH / 2, WIDTH / 2)
    assert you.y > HEIGHT / 2 > opposite.y
    assert left.x < WIDTH / 2 < right.x


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("seats", [3, 4, 8, 12])
def test_every_sign_points_to_the_seat_that_gets_the_pack(seats, direction):
    ring = ring_of(seats, direction)
    for number, pack in enumerate(ring.packs):
        one, next_one = ring.seats[number], ring.seats[(number + 1) % seats]
        giver, taker = (one, next_one) if direction is Direction.LEFT else (next_one, one)
        assert apart(pack.turn, way_between(giver, taker)) < 30


@pytest.mark.parametrize("seats", TABLES)
def test_the_other_direction_is_the_same_table_with_every_sign_turned_round(seats):
    left, right = (ring_of(seats, direction) for direction in (Direction.LEFT, Direction.RIGHT))
    assert [(spot.x, spot.y) for spot in left.chevrons] == [(spot.x, spot.y) for spot in right.chevrons]
    assert {round(apart(one.turn, other.turn)) for one, other in zip(left.chevrons, right.chevrons, strict=True)} == {
        180
    }


@pytest.mark.parametrize("seats", TABLES)
def test_nothing_of_a_table_leaves_the_drawing_and_no_two_seats_touch(seats):
    ring = ring_of(seats, Direction.LEFT)
    assert (len(ring.seats), len(ring.packs)) == (seats, seats)
    for spot in (*ring.seats, *ring.packs, *ring.chevrons):
        assert 20 <= spot.x <= WIDTH - 20
        assert 15 <= spot.y <= HEIGHT - 15
    between = [math.dist((one.x, one.y), (two.x, two.y)) for one in ring.seats for two in ring.seats if one is not two]
    assert min(between) > 48 * ring.scale
