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
const ROOMY = { height: 14.4, belt: 16.9, beyond: { x: 8, y: 12 }, outwards: 1.6 };
const CLOSE = { height: 13, belt: 18, beyond: { x: 8, y: 18 }, outwards: 1.2 };
// Sizes by how many seats there are: `width` and `height` of the widest and the tallest seat, whose name has two lines, and `belt`, half of
// the belt's height.
const SIZES = {
  few: { ...ROOMY, width: 40 },
  some: { ...ROOMY, width: 36 },
  many: { ...ROOMY, width: 30 },
  most: { ...CLOSE, width: 25 },
};
const ARROW = 2; // half of an arrow
const STEP = 4.6; // from arrow to arrow
const MOST_ARROWS = 5;
const GRAIN = 0.2; // how finely free stretches are looked for
const FINE = 3600;

// How crowded a table of so many is, in the words that display-table.css uses as well.
export const crowdOf = (count) => (count <= 4 ? "few" : count <= 6 ? "some" : count <= 9 ? "many" : "most");

const sizesOf = (count) => SIZES[crowdOf(count)];

// How wide the widest seat of such a table is.
export const seatWidth = (count) => sizesOf(count).width;

// The belt's half axes.
export const beltOf = (count) => ({ x: WIDTH / 2 - seatWidth(count) - 4.5, y: sizesOf(count).belt });

export const onBelt = ({ x, y }, turn) => ({ x: x * Math.cos(turn), y: y * Math.sin(turn) });

// The angle of each seat: at even distances along an ellipse.
const turns = (count, belt) => {
  const { beyond } = sizesOf(count);
  const [rx, ry] = [belt.x + beyond.x, belt.y + beyond.y];
  const way = [0];
  const turnAt = (step) => Math.PI / 2 + (2 * Math.PI * step) / FINE;
  for (let step = 0; step < FINE; step += 1) {
    way.push(way[step] + Math.hypot(rx * Math.sin(turnAt(step)), ry * Math.cos(turnAt(step))));
  }
  return Array.from({ length: count }, (_, seat) => turnAt(way.findIndex((done) => done >= (way[FINE] * seat) / count - 1e-6)));
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

// What the widest and tallest seats would cover, and what packs do.
export const covered = (count) => {
  const { width, height } = sizesOf(count);
  return places(count).flatMap(({ x, y, dx, dy, pack }) => [
    boxAround(x + (dx * width) / 2, y + (dy * height) / 2, width, height),
    boxAround(pack.x, pack.y, 2 * PACK.x, 2 * PACK.y),
  ]);
};

const isIn = ({ x, y }, box) => x > box.left - ARROW && x < box.right + ARROW && y > box.top - ARROW && y < box.bottom + ARROW;

// The longest free stretch of the belt from one seat to the next, as points at even distances.
const freeWay = (belt, from, to, boxes) => {
  let [best, run] = [[], []];
  for (let turn = from; turn <= to; turn += 0.001) {
    const point = { ...onBelt(belt, turn), turn };
    const last = run.at(-1);
    if (boxes.some((box) => isIn(point, box))) run = [];
    else if (!last || Math.hypot(point.x - last.x, point.y - last.y) >= GRAIN) run.push(point);
    if (run.length > best.length) best = run;
  }
  return best;
};

// For each pair of neighbours (seat i and the next) its arrows: middle and degrees. There is one at least.
export const arrows = (count, direction) => {
  const belt = beltOf(count);
  const boxes = covered(count);
  const all = places(count).map(({ turn }) => turn);
  return all.map((from, seat) => {
    const to = all[seat + 1] ?? all[0] + 2 * Math.PI;
    return spread(freeWay(belt, from, to, boxes)).map((point) => arrowAt(belt, point, direction));
  });
};

// As many points of a way as it has room for arrows, around its middle.
const spread = (way) => {
  const step = STEP / GRAIN;
  const many = Math.min(MOST_ARROWS, 1 + Math.floor((way.length - 1) / step));
  const first = (way.length - 1 - (many - 1) * step) / 2;
  return Array.from({ length: many }, (_, index) => way[Math.round(first + index * step)]);
};

const arrowAt = (belt, { x, y, turn }, direction) => {
  const clockwise = (Math.atan2(belt.y * Math.cos(turn), -belt.x * Math.sin(turn)) * 180) / Math.PI;
  return { x, y, degrees: direction === "left" ? clockwise : clockwise + 180 };
};
