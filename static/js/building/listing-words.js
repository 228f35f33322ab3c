// The words about a list that a fighter hands in, and the list as a text.

import { gettext } from "../lib/gettext.js";
import { endWords } from "./build-words.js";
import { anotherList, pausedWithList } from "./sentences.js";

export const ZONES = [
  ["command", gettext("Commander")],
  ["main", gettext("Main deck")],
  ["side", gettext("Sideboard")],
];

// `headings` by zone, as lists have them in every language.
export const listText = (list, headings) =>
  ZONES.map(([zone]) => [headings[zone], ...list.filter((line) => line.zone === zone).map(({ name, count }) => `${count} ${name}`)])
    .filter((lines) => lines.length > 1)
    .map((lines) => lines.join("\n"))
    .join("\n\n");

export const countIn = (list, zone) => list.reduce((sum, line) => sum + (line.zone === zone ? line.count : 0), 0);

// The lines with one card of a name moved from the main deck to the sideboard, or from there.
export const movedOne = (list, name, from) => {
  const to = from === "main" ? "side" : "main";
  const line = list.find((each) => each.name === name && each.zone === from);
  if (!line) return list;
  const isKnown = list.some((each) => each.name === name && each.zone === to);
  const by = (each) => (each.name !== name ? 0 : each.zone === from ? -1 : each.zone === to ? 1 : 0);
  const lines = list.map((each) => ({ ...each, count: each.count + by(each) })).filter(({ count }) => count);
  return isKnown ? lines : [...lines, { ...line, zone: to, count: 1 }];
};

// Until when the list can be changed. `clock` as the protocol sends it.
export const untilWords = (deck, { deadline, paused }) => {
  if (!deck) return gettext("You need no list: keep your deck at hand. The fights begin when the organizer goes on.");
  if (deck.locked) return gettext("It cannot be changed any more.");
  if (paused) return pausedWithList;
  return endWords(deadline);
};

// How far the list is: { words, tone, canRegister }.
export const stateOf = ({ registered, locked, faults, list }, isOver = false) => {
  if (locked && registered?.auto) {
    const words = list.length ? gettext("Lists are locked: yours stands as it was then.") : gettext("Lists are locked, and you handed in none.");
    return { words, tone: "info", canRegister: false };
  }
  if (locked && isOver) return { words: gettext("You played with this deck."), tone: "done", canRegister: false };
  if (locked) return { words: gettext("Your list is registered. You play with this deck."), tone: "done", canRegister: false };
  if (registered?.same) return { words: gettext("Registered. You can still change it until the fights begin."), tone: "done", canRegister: false };
  const lacks = faults.map(({ message }) => message).join(" ");
  if (lacks) return { words: lacks, tone: "gold", canRegister: false };
  if (registered) return { words: anotherList, tone: "gold", canRegister: true };
  return { words: gettext("This list can be registered."), tone: "info", canRegister: true };
};

const REFUSED = {
  stale: gettext("Another device of yours has changed the list. Look at it, and try again."),
  deck_locked: gettext("Lists are locked. Nothing was changed."),
};

export const faultOf = (code, message) => REFUSED[code] ?? message;
