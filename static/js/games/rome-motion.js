// Shows where units went on the board of a battle, once it is drawn as it is after a move: they come from where they stood.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOTION = { duration: 280, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

// `moved` is whose line it is, the verb of the move and its last two words: "own shift f2 f1".
export const showMotion = (root, moved) => {
  const [side, verb, at, to] = moved.split(" ");
  if (!to || STILL.matches) return;
  const cellOf = (name) => root.querySelector(`[data-key="${side}-${name}"]`);
  if (verb === "place") return appear(cellOf(to));
  for (const [from, end] of stepsOf(verb, at, to, (name) => Boolean(cellOf(name)?.querySelector(".rome-unit")))) come(cellOf(from), cellOf(end));
};

// From where to where units went. An inward shift takes along all that adjoin it outwards.
const stepsOf = (verb, at, to, isTaken) => {
  if (verb === "switch") return [[at, to], [to, at]];
  if (verb !== "shift" || at[0] !== to[0]) return [[at, to]];
  const row = at[0];
  const outward = Math.sign(Number(at.slice(1)));
  const steps = [];
  for (let column = Number(to.slice(1)); isTaken(`${row}${column}`); column += outward) steps.push([`${row}${column + outward}`, `${row}${column}`]);
  return steps;
};

const come = (from, to) => {
  if (!from || !to) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const translate = [start.left - end.left, start.top - end.top].map((far) => `${far}px`).join(" ");
  to.animate([{ translate, zIndex: 3 }, { translate: "none", zIndex: 3 }], MOTION);
};

const appear = (cell) => cell?.animate([{ transform: "scale(0.6)", opacity: 0 }, { transform: "none", opacity: 1 }], MOTION);
