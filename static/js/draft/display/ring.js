// Where seats, packs and arrows of the big screen lie. Lengths are hundredths of the screen's height, from the middle of the ring,
// x to the right and y down. Packs lie on a belt, an ellipse; seats stand outside of it, so that no seat hides the way.
//
// Seat 0 is at the bottom and seats go clockwise: a fighter who faces the middle has the next seat on the left.

export const WIDTH = 160;
export const HEIGHT = 71;

const PACK = { x: 4.8, y: 3.8 }; // half of what a pack takes of the belt
const TUCKED = { x: 0.8, y: 0.8 }; // how much of a pack lies under its seat
// `beyond`: seats are spread evenly on an ellipse that is so much larger than the belt. `outwards`: how soon a seat grows to the side only,
// when its name is long.
const ROOMY = { step: 4.6, height: 15.8, belt: 16.9, beyond: { x: 8, y: 12 }, outwards: 1.6 };
const CLOSE = { step: 3.6, height: 13, belt: 18, beyond: { x: 8, y: 18 }, outwards: 1.2 };
// Sizes by how many seats there are: `width` and `height` of the widest and the tallest seat, whose name has two lines, and `belt`, half of
// the belt's height. `step` is how far it is from arrow to arrow, and how far each goes in a second.
const SIZES = {
  few: { ...ROOMY, width: 40 },
  some: { ...ROOMY, width: 36 },
  many: { ...ROOMY, width: 30 },
  most: { ...CLOSE, width: 25 },
};
const ARROW = 2; // half of an arrow
const FINE = 3600;
const COARSE = 360; // where many belts are tried

// How crowded a table of so many is, in the words that draft/display/table.css uses as well.
export const crowdOf = (count) => (count <= 4 ? "few" : count <= 6 ? "some" : count <= 9 ? "many" : "most");

const sizesOf = (count) => SIZES[crowdOf(count)];

// How wide the widest seat of such a table is.
export const seatWidth = (count) => sizesOf(count).width;

// How far it is from arrow to arrow.
export const stepOf = (count) => sizesOf(count).step;

// The belt's half axes.
export const beltOf = (count) => ({ x: WIDTH / 2 - seatWidth(count) - 4.5, y: sizesOf(count).belt });

export const onBelt = ({ x, y }, turn) => ({ x: x * Math.cos(turn), y: y * Math.sin(turn) });

const FIRST = Math.PI / 2; // the turn of seat 0

// How far it is along an ellipse, clockwise from the bottom, to each of many fine steps.
const wayOf = ({ x, y }, fine = FINE) => {
  const way = [0];
  for (let step = 0; step < fine; step += 1) {
    const turn = FIRST + (2 * Math.PI * step) / fine;
    way.push(way[step] + (Math.hypot(x * Math.sin(turn), y * Math.cos(turn)) * 2 * Math.PI) / fine);
  }
  return way;
};

// The turn at which that part of the way is done.
const turnAfter = (way, part) => FIRST + (2 * Math.PI * way.findIndex((done) => done >= way.at(-1) * part - 1e-6)) / (way.length - 1);

// The angle of each seat: at even distances along an ellipse.
const turns = (count, belt) => {
  const { beyond } = sizesOf(count);
  const way = wayOf({ x: belt.x + beyond.x, y: belt.y + beyond.y });
  return Array.from({ length: count }, (_, seat) => turnAfter(way, seat / count));
};

const within = (value) => Math.max(-1, Math.min(1, value));

// For each seat its `turn`, its `pack`'s middle, the point (`x`, `y`) where the seat touches the pack, and which way it grows
// from there: `dx` and `dy` from -1 to 1, 0 for both ways alike.
export const places = (count) => {
  const belt = beltOf(count);
  const { outwards } = sizesOf(count);
  const touching = { x: belt.x + PACK.x - TUCKED.x, y: belt.y + PACK.y - TUCKED.y };
  return turns(count, belt).map((turn) => ({
    turn,
    pack: onBelt(belt, turn),
    ...onBelt(touching, turn),
    dx: within(Math.cos(turn) * outwards),
    dy: within(Math.sin(turn) * outwards),
  }));
};

const boxAround = (x, y, width, height) => ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 });

// The space that the widest and tallest seats would cover, and the ways of packs.
export const covered = (count) => {
  const { width, height } = sizesOf(count);
  return places(count).flatMap(({ x, y, dx, dy, pack }) => [
    boxAround(x + (dx * width) / 2, y + (dy * height) / 2, width, height),
    boxAround(pack.x, pack.y, 2 * PACK.x, 2 * PACK.y),
  ]);
};

const isIn = ({ x, y }, box) => x > box.left - ARROW && x < box.right + ARROW && y > box.top - ARROW && y < box.bottom + ARROW;

// The longest free stretch of the belt from one seat to the next: how long it is for the middle of an arrow that nothing covers.
const freeWay = (belt, from, to, boxes) => {
  let [best, run, last] = [0, 0, null];
  for (let turn = from; turn <= to; turn += 0.001) {
    const point = onBelt(belt, turn);
    run = boxes.some((box) => isIn(point, box)) || !last ? 0 : run + Math.hypot(point.x - last.x, point.y - last.y);
    best = Math.max(best, run);
    last = point;
  }
  return best;
};

// For each pair of neighbours (seat i and the next), how much of the belt between them is free, however long their names are.
export const freeWays = (count) => {
  const belt = beltOf(count);
  const boxes = covered(count);
  const all = places(count).map(({ turn }) => turn);
  return all.map((from, seat) => freeWay(belt, from, all[seat + 1] ?? all[0] + 2 * Math.PI, boxes));
};

// The arrows of a belt: where each is and, a step later, will be (`x`, `y`, `degrees`). Where one ends the next one begins, so that the
// belt moves without an end while each arrow goes the same short way over and over.
export const arrows = (belt, direction, step) => {
  const points = evenly(belt, step);
  return points.map((point, index) => {
    const ends = [point, points[(index + 1) % points.length]];
    const [from, to] = (direction === "left" ? ends : ends.reverse()).map((each) => arrowAt(belt, each, direction));
    return { from, to: { ...to, degrees: from.degrees + around(to.degrees - from.degrees) } };
  });
};

const around = (degrees) => ((degrees + 540) % 360) - 180;

// Points at even distances along an ellipse, about a step from each other, clockwise from the bottom.
const evenly = (belt, step) => {
  const way = wayOf(belt);
  const many = Math.max(3, Math.round(way.at(-1) / step));
  return Array.from({ length: many }, (_, index) => turnAfter(way, index / many)).map((turn) => ({ ...onBelt(belt, turn), turn }));
};

const arrowAt = (belt, { x, y, turn }, direction) => {
  const clockwise = (Math.atan2(belt.y * Math.cos(turn), -belt.x * Math.sin(turn)) * 180) / Math.PI;
  return { x, y, degrees: direction === "left" ? clockwise : clockwise + 180 };
};

// The small ring ---------------------------------------------------------------------------------------------------------
// Only names, which sit on the belt: for several tables on one screen, on the panel, and for the moment in which packs are passed.

const CHIPS = { few: { width: 28, height: 8.2 }, some: { width: 24, height: 7.4 }, many: { width: 18, height: 6 }, most: { width: 15, height: 5.4 } };
const NARROWEST = 9;
const BETWEEN = 0.3; // two names have so much room between them at least
const MIDDLE = { width: 18, height: 10 }; // what the clock and the words below it take

const found = new Map();

// How wide and how high the widest seat of a small ring is: as wide as neighbours and the middle leave it. `size` is the ring's `width` and
// `height`, and the width of its `middle` where that is not a clock.
export const chipOf = (count, size) => {
  const key = [count, size.width, size.height, size.middle].join(" ");
  if (!found.has(key)) found.set(key, widest(count, size));
  return found.get(key);
};

const widest = (count, size) => {
  const { width: most, height } = CHIPS[crowdOf(count)];
  let width = Math.min(most, (size.width - (size.middle ?? MIDDLE.width)) / 2);
  while (width > NARROWEST && !isRoomy(count, size, { width, height })) width -= 0.5;
  return { width, height };
};

const isRoomy = (count, size, chip) => {
  const all = placesOn(count, beltAround(size, chip), COARSE);
  return all.every((one, index) => isBesideMiddle(one, chip, size) && all.every((other, place) => place <= index || isApart(one, other, chip)));
};

const isApart = (one, other, { width, height }) => Math.abs(one.x - other.x) >= width + BETWEEN || Math.abs(one.y - other.y) >= height + BETWEEN;

const isBesideMiddle = ({ x, y }, { width, height }, { middle = MIDDLE.width }) =>
  Math.abs(x) >= (middle + width) / 2 - 1e-6 || Math.abs(y) >= (MIDDLE.height + height) / 2;

const beltAround = (size, chip) => ({ x: (size.width - chip.width) / 2, y: (size.height - chip.height) / 2 });

export const smallBelt = (count, size) => beltAround(size, chipOf(count, size));

// The middles of the seats: half-way between equal angles, at which those at the sides are far from each other, and equal distances.
const placesOn = (count, belt, fine = FINE) => {
  const way = wayOf(belt, fine);
  return Array.from({ length: count }, (_, seat) => {
    const turn = (turnAfter(way, seat / count) + FIRST + (2 * Math.PI * seat) / count) / 2;
    return { turn, ...onBelt(belt, turn) };
  });
};

export const smallPlaces = (count, size) => placesOn(count, smallBelt(count, size));
