// The wrapper of a pack as the path data of SVG: where it is torn, and what the name of its set draws on it.

export const WIDTH = 236;
export const HEIGHT = 392;
const TEAR = 62;
const TEETH = 24;

const number = (value) => String(Math.round(value * 10) / 10);
const at = ([x, y]) => `${number(x)},${number(y)}`;
const path = (points) => `M${points.map(at).join("L")}Z`;

// A number below `below`, decided only by words (FNV).
export const chance = (words, below) => {
  let hash = 2166136261;
  for (const letter of words) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % below;
};

// An edge with teeth from the left to the right, or, `isBack`, from the right to the left.
const crimped = (y, depth) => {
  const step = WIDTH / (2 * TEETH);
  return Array.from({ length: 2 * TEETH + 1 }, (_, place) => [place * step, y + (place % 2 ? 0 : depth)]);
};

// Where the strip is torn off: both pieces have the same edge.
export const tornEdge = (words) => {
  const steps = 14;
  return Array.from({ length: steps + 1 }, (_, place) => [
    (place * WIDTH) / steps,
    TEAR + (place % 2 ? 1 : -1) * (2 + chance(`${words}.${place}`, 6)) - place * 0.6,
  ]);
};

const star = (points, outer, inner, [x, y]) =>
  path(
    Array.from({ length: 2 * points }, (_, corner) => {
      const [radius, angle] = [corner % 2 ? inner : outer, (Math.PI * corner) / points];
      return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
    }),
  );

const rays = (count, half, length, [x, y]) =>
  Array.from({ length: count }, (_, beam) => {
    const ends = [-1, 1].map((side) => (2 * Math.PI * beam) / count + side * half);
    return path([[x, y], ...ends.map((angle) => [x + length * Math.sin(angle), y - length * Math.cos(angle)])]);
  }).join("");

const MIDDLE = [WIDTH / 2, 196];

// `hues`: the hues of the set's cards (numbers of components/card.css), two colour its wrapper.
export const wrapperOf = (words, hues) => {
  const edge = tornEdge(words);
  const known = hues.length ? hues : [27];
  const first = chance(words, known.length);
  const turn = 10 + 2 * chance(`${words}.rays`, 5);
  return {
    strip: path([...crimped(0, 6), ...[...edge].reverse()]),
    body: path([...edge, ...crimped(HEIGHT, -6).reverse()]),
    rays: rays(turn, 1.4 / turn, 330, MIDDLE),
    rosette: star(8 + 2 * chance(`${words}.rosette`, 4), 82, 58 + chance(`${words}.depth`, 14), MIDDLE),
    hue: known[first],
    second: known[(first + Math.ceil(known.length / 2)) % known.length],
    gems: known.slice(0, 9),
  };
};
