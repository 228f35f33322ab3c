// Which moment of the draft there is between two states of a table, for the big screen to celebrate.

import { isVerifiedNow, noted } from "../ceremonies/ceremony.js";
import { movedOf } from "./which-tables.js";

const LATER = ["building", "fighting", "sharing"];
const PLAYED = ["drafting", "review"];

// "pass"; "open": packs are opened; "turn": they go the other way from now on, and are opened; "verified": a judge has said that a called
// card is one; "drafted": all cards are chosen; "champion": the last result is in; or "". Without a state from before there is none: what a page finds when it is loaded is no news.
export const momentBetween = (before, state) => {
  if (!before || state.event.stopped) return "";
  if (state.champions && !before.champions) return "champion";
  if (PLAYED.includes(before.event.phase) && LATER.includes(state.event.phase)) return "drafted";
  if (isVerifiedNow(noted(null, before), state)) return "verified";
  return movedOf(before, state) || (isOpened(before, state) ? "open" : "");
};

const isOpened = (before, { event, table }) => {
  if (event.phase !== "drafting" || table.pass !== 1) return false;
  if (!PLAYED.includes(before.event.phase)) return table.round === 1;
  return table.round === before.table.round + 1;
};
