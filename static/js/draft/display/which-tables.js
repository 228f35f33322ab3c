// Which tables the big screen shows, and how.

import { pages } from "./fights/turns.js";

export const MOST = 4; // on one screen
const SECONDS = 15;

// The tables that are shown, of so many: those that are asked for and exist, else all.
export const shownOf = (wanted, count) => {
  const found = wanted.filter((number) => number >= 1 && number <= count);
  return found.length ? found : Array.from({ length: count }, (_, index) => index + 1);
};

// The pages on which they are shown: [{ view, numbers, seconds }].
export const pagesOf = (numbers) => pages(numbers.length, MOST).map(({ from, to }) => ({ view: "tables", numbers: numbers.slice(from, to), seconds: SECONDS }));

const PAST_FIGHTS = ["fighting", "finished"];

// Whether what is shown is that of all tables: fights across tables, and what came of them.
export const isOfAllTables = ({ event, standings = [] }) => PAST_FIGHTS.includes(event.phase) && standings.some(({ table }) => table === 0);

// Whether each table has something of its own to show. In the lobby no seat is taken yet.
export const isByTables = (state) => state.event.phase !== "lobby" && !isOfAllTables(state);

// Whether the packs of a table have just gone on, or go the other way from now on: "pass", "turn" or "".
export const movedOf = (before, { event, table }) => {
  if (!before || event.phase !== "drafting" || !["drafting", "review"].includes(before.event.phase)) return "";
  if (before.table.round === table.round) return table.pass === before.table.pass + 1 ? "pass" : "";
  return table.round === before.table.round + 1 && table.direction !== before.table.direction ? "turn" : "";
};
