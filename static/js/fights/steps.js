// The buttons of a counter: one or five less, one or five more.

import { part } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { isolate } from "../lib/words.js";
import { valueWords } from "./counts.js";

const STEPS = [
  { step: "less", by: -1, words: gettext("%(counter)s of %(name)s: one less than %(value)s") },
  { step: "more", by: 1, words: gettext("%(counter)s of %(name)s: one more than %(value)s") },
  { step: "less-five", by: -5, words: gettext("%(counter)s of %(name)s: five less than %(value)s") },
  { step: "more-five", by: 5, words: gettext("%(counter)s of %(name)s: five more than %(value)s") },
];

// Calls `onStep(by)` for each press on a button of a counter that is not off.
export const listenToSteps = (node, onStep) => {
  for (const { step, by } of STEPS) {
    part(node, step).addEventListener("click", ({ currentTarget }) => {
      if (currentTarget.getAttribute("aria-disabled") !== "true") onStep(by);
    });
  }
};

// Names a counter and its buttons for screen readers, and switches off those that would go too far. `name`: whose counter it is;
// `isFree`: whether it may be counted now.
export const drawSteps = (node, { label, least, most, by_fives: hasFives = false }, { name, value, isFree }) => {
  const facts = { counter: label, name: isolate(name), value: valueWords(value) };
  node.classList.toggle("has-fives", hasFives);
  node.setAttribute("aria-label", interpolate(gettext("%(counter)s of %(name)s"), facts));
  for (const { step, by, words } of STEPS) {
    const button = part(node, step);
    button.hidden = Math.abs(by) > 1 && !hasFives;
    button.setAttribute("aria-label", interpolate(words, facts));
    button.setAttribute("aria-disabled", String(!isFree || value + by < least || value + by > most)); // it keeps the focus
  }
};
