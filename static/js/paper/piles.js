// How far the piles of real cards are entered after a draft, for those who wait for them: counts, and no card.

import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { names } from "../lib/words.js";

// The piles of a table by its seats; none where they are not entered, or are all known.
export const pilesOf = ({ event, table, log_open: isKnown }) => (isKnown || event.stopped ? [] : (table.piles ?? []));

// A sign and a word for a pile. `isDone`: it is complete and fits.
export const pileMark = ({ state, entered, expected }) => {
  if (state === "checked") return { icon: "i-check", word: gettext("pile checked"), isDone: true };
  if (state === "doubted") return { icon: "i-warn", word: gettext("does not fit yet") };
  return { icon: "i-pile", word: interpolate(gettext("%(entered)s of %(expected)s entered"), { entered, expected }) };
};

// The fighters who still enter; where all have, that the organizer looks at what does not fit.
export const pilesWords = (piles) => {
  const open = piles.filter(({ state }) => state === "open").map(({ name }) => name);
  if (!open.length) return gettext("All piles are entered. The organizer looks at what does not fit.");
  const words = ngettext("Waiting for the pile of %(names)s.", "Waiting for the piles of %(names)s.", open.length);
  return interpolate(words, { names: names(open, 4) });
};

// "Piles: 2 of 4"
export const pilesCount = (piles) =>
  interpolate(gettext("Piles: %(count)s of %(of)s"), { count: piles.filter(({ state }) => state !== "open").length, of: piles.length });

// The part of a state about one fighter's pile: to its fighter what is entered of it, to the organizer how much.
export const pileIn = ({ you, table, tables = [table] }, fighter) =>
  you?.pile_entry ?? tables.flatMap(({ piles = [] }) => piles).find((pile) => pile.fighter === fighter);

// Whether that is more than a device knows which has seen these numbers, as one text, in this state of the pile.
export const isNewsOf = ({ entered, state }, seen, seenState) => {
  const numbers = seen ? seen.split(" ") : [];
  return state !== seenState || (Array.isArray(entered) ? entered.join(" ") !== seen : entered !== numbers.length);
};

// Whether the state tells only a count, so that other cards may lie behind the same one.
export const isCountOnly = ({ entered }) => !Array.isArray(entered);
