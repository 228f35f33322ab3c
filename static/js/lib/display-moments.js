// Which moment of the draft there is between two states of a table, for the big screen to celebrate.

import { movedOf } from "./display-tables.js";

const LATER = ["building", "fighting", "sharing"];
const PLAYED = ["drafting", "review"];

// "pass"; "open": packs are opened; "turn": they go the other way from now on, and are opened; "verified": a judge has said that a called
// card is one; "drafted": all cards are chosen; or "". Without a state from before there is none: what a page finds when it is loaded is no news.
export const momentBetween = (before, state) => {
  if (!before || state.event.stopped) return "";
  if (PLAYED.includes(before.event.phase) && LATER.includes(state.event.phase)) return "drafted";
  if (isVerified(before, state)) return "verified";
  return movedOf(before, state) || (isOpened(before, state) ? "open" : "");
};

const isVerified = (before, { event, table }) =>
  event.phase === "drafting" && before.table.round === table.round && !before.table.legion_rare && table.legion_rare;

const isOpened = (before, { event, table }) => {
  if (event.phase !== "drafting" || table.pass !== 1) return false;
  if (!PLAYED.includes(before.event.phase)) return table.round === 1;
  return table.round === before.table.round + 1;
};

// Whether packs turn so often that it is no great moment: more than once in a draft.
export const turnsOften = (directions = []) => directions.filter((each, round) => round && each !== directions[round - 1]).length > 1;
