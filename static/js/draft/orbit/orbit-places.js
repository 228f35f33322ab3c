// Where things lie on the small ring of fighters who wait: an ellipse `ratio` times as wide as high, own seat at the bottom.

const STEPS = 240;
const BOTTOM = Math.PI / 2;

// In pixels, as in the style: how high a name of two lines and a whole seat are, how wide a pack is, and what keeps two of them apart.
const [NAME, SEAT, PACK, GAP] = [40, 80, 34, 4];

// For each part of the way round, from 0 to 1, clockwise: `x` and `y` from -1 to 1, y down, and `heading`, in degrees from the right, clockwise.
// Parts are parts of the way and not of a circle, so that a flat ring is not crowded at its ends.
export const placesOn = (parts, ratio) => {
  const angleOf = (step) => BOTTOM + (2 * Math.PI * step) / STEPS;
  const way = [0];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = angleOf(step + 0.5);
    way.push(way[step] + Math.hypot(ratio * Math.sin(middle), Math.cos(middle)));
  }
  return parts.map((part) => {
    const wanted = part * way[STEPS];
    const after = Math.max(1, way.findIndex((done) => done >= wanted));
    const angle = angleOf(after - 1 + (wanted - way[after - 1]) / (way[after] - way[after - 1]));
    const heading = (Math.atan2(Math.cos(angle), -ratio * Math.sin(angle)) * 180) / Math.PI;
    return { x: Math.cos(angle), y: Math.sin(angle), heading };
  });
};

// How wide the name at each of these places may be, on a ring of this size in pixels: a name lies under its pack, beside other names and packs.
// Only the own pack, which is the first, is large enough to be covered in part.
export const roomsOf = (places, { width, height }) =>
  places.map((own) => Math.min(...places.map((other) => (other === own ? Infinity : roomBeside(own, other, other === places[0], width / 2, height / 2)))));

const roomBeside = (own, other, isLarge, toSide, toTop) => {
  const across = Math.abs(own.x - other.x) * toSide;
  const down = (other.y - own.y) * toTop;
  if (Math.abs(down) < NAME) return across - GAP;
  return down > 0 && down < SEAT && !isLarge ? 2 * (across - GAP) - PACK : Infinity;
};
