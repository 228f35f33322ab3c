// How a pack is opened, in milliseconds from its first moment: the commons come out first, the rarest last.

import { rankOf } from "../../lib/look.js";

export const COME = 220; // the wrapper is here
export const TORN = 430; // its strip is off
export const FLY = 460; // a card needs from the wrapper to its place
export const GLINT = 380;
const SPREAD = 480; // between the first card and the last
const LONGEST_STEP = 105;
const WAIT = 110; // before the rarest

// When each card leaves the wrapper, in the order of the cards; `rarest`: the places of those that glint, two at most.
export const beatsOf = (materials) => {
  const ranks = materials.map(rankOf);
  const order = ranks.map((_, place) => place).sort((one, other) => ranks[one] - ranks[other] || one - other);
  const top = Math.max(0, ...ranks);
  const rarest = top ? order.filter((place) => ranks[place] === top).slice(-2) : [];
  const step = Math.min(LONGEST_STEP, SPREAD / Math.max(1, order.length - 1));
  const leaves = [];
  order.forEach((place, turn) => (leaves[place] = TORN + turn * step + (rarest.includes(place) ? WAIT : 0)));
  const gone = Math.max(TORN, ...leaves) + FLY / 3;
  const ends = Math.max(TORN, ...leaves) + FLY + (rarest.length ? GLINT : 0);
  return { leaves, rarest, gone, ends };
};
