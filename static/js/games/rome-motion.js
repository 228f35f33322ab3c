// Shows where units went on the board of a battle, once it is drawn as it is after a move: they come from where they stood.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOTION = { duration: 280, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

// `moved` is whose line it is, and from where to where each unit went, from nowhere where it is new: "own f2>f1 f3>f2", "own >f3".
export const showMotion = (root, moved) => {
  const [side, ...steps] = moved.split(" ");
  if (STILL.matches) return;
  const cellOf = (name) => root.querySelector(`[data-key="${side}-${name}"]`);
  for (const [from, to] of steps.map((step) => step.split(">"))) from ? come(cellOf(to), farOf(cellOf, from, to)) : appear(cellOf(to));
};

// How far one space is from another. One that is not drawn any more, since its line has become shorter, lies as far beyond the space
// that a unit of its row went to as the next one lies on the other side.
const farOf = (cellOf, from, to) => {
  const end = cellOf(to);
  if (!end) return null;
  if (cellOf(from)) return distance(cellOf(from), end);
  const [start, column] = [from, to].map((name) => Number(name.slice(1)));
  const beside = cellOf(`${to[0]}${column + Math.sign(column - start)}`);
  if (from[0] !== to[0] || !beside) return null;
  return distance(end, beside).map((far) => far * Math.abs(start - column));
};

const distance = (one, other) => {
  const [start, end] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return [start.left - end.left, start.top - end.top];
};

const come = (to, far) => {
  if (!far) return;
  const translate = far.map((each) => `${each}px`).join(" ");
  to.animate([{ translate, zIndex: 3 }, { translate: "none", zIndex: 3 }], MOTION);
};

const appear = (cell) => cell?.animate([{ transform: "scale(0.6)", opacity: 0 }, { transform: "none", opacity: 1 }], MOTION);
