// Packs that go along the belt of a ring from one seat to the next (draft/display/ring.js, draft/display/ring.css).

import { clone, isStill, list } from "../../lib/dom.js";
import { onBelt, smallBelt } from "./ring.js";

const STATIONS = 12; // of a pack on its way to the neighbour
const SLEEVES = 3;

// `root`: the list of the packs, in a ring of that `size` whose seats are at these `turns`. `timing` is that of an animation.
// Returns when all have arrived; with reduced motion they lie between the seats meanwhile.
export const movePacks = (root, turns, size, direction, timing) => {
  const packs = list(root, turns, (_, index) => index, makePack, () => {});
  const belt = smallBelt(turns.length, size);
  const moves = packs.map((pack, seat) => pack.animate(journey(belt, turns[seat], nextTurn(turns, seat, direction)), { easing: "ease-in-out", fill: "both", ...timing }));
  return Promise.all(moves.map(({ finished }) => finished));
};

const nextTurn = (turns, seat, direction) => {
  const last = turns.length - 1;
  if (direction === "left") return seat === last ? turns[0] + 2 * Math.PI : turns[seat + 1];
  return seat ? turns[seat - 1] : turns[last] - 2 * Math.PI;
};

const makePack = () => {
  const pack = document.createElement("li");
  pack.className = "belt-pack";
  pack.append(...Array.from({ length: SLEEVES }, () => clone("sleeve")));
  return pack;
};

const journey = (belt, from, to) =>
  Array.from({ length: STATIONS + 1 }, (_, station) => {
    const turn = from + (to - from) * (isStill() ? 0.5 : station / STATIONS);
    const { x, y } = onBelt(belt, turn);
    const tilt = (Math.atan2(belt.y * Math.cos(turn), -belt.x * Math.sin(turn)) * 180) / Math.PI;
    return { transform: `translate(calc(${x.toFixed(2)} * var(--r)), calc(${y.toFixed(2)} * var(--r))) rotate(${(tilt - 90).toFixed(1)}deg)` };
  });
