// Shows where units went on the board of a battle, once it is drawn as it is after a move: they come from where they stood.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const MOTION = { duration: 280, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

// `moved` is whose line it is, and from where to where each unit went, from nowhere where it is new: "own f2>f1 f3>f2", "own >f3".
export const showMotion = (root, moved) => {
  const [side, ...steps] = moved.split(" ");
  if (STILL.matches) return;
  const cellOf = (name) => root.querySelector(`[data-key="${side}-${name}"]`);
  for (const [from, to] of steps.map((step) => step.split(">"))) from ? come(cellOf(from), cellOf(to)) : appear(cellOf(to));
};

const come = (from, to) => {
  if (!from || !to) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const translate = [start.left - end.left, start.top - end.top].map((far) => `${far}px`).join(" ");
  to.animate([{ translate, zIndex: 3 }, { translate: "none", zIndex: 3 }], MOTION);
};

const appear = (cell) => cell?.animate([{ transform: "scale(0.6)", opacity: 0 }, { transform: "none", opacity: 1 }], MOTION);
