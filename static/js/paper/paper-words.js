// The calls where real packs are drafted: how many cards to hold, which to choose, where to pass the rest.
//
// The same sentences are shown on phone, panel and TV, and spoken where somebody wishes it.

import { game } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { lookAtOwnCards, openFirstPack } from "./sentences.js";

// Whether a state is that of a draft with real packs.
export const isPaper = ({ table, tables = [] }) => [table, ...tables].some((each) => each?.seats[0]?.must_hold !== undefined);

export const KEEP_WORDS = gettext("Keep your cards as they lie, the first one at the bottom.");
export const OVER_WORDS = gettext("The draft is over.");

// "Choose the trigger unit and one card."
export const chooseWords = (due) => {
  const others = due.normal + due.any;
  if (due.trigger) return interpolate(game().chooseFeatured(others), { count: others });
  return interpolate(ngettext("Choose one card.", "Choose %(count)s cards.", others), { count: others });
};

// Which pack to open where those of a table are of several sets, "" where one cannot take a wrong one.
export const packOf = (sets, round) =>
  new Set(sets.map(({ code }) => code)).size > 1
    ? interpolate(gettext("Pack %(round)s is one of %(set)s."), { round, set: sets[round - 1].name })
    : "";

// The task with the cards in hand: in the first pass of a pack also which pack that is.
export const todoWords = (due, { round, pass }, sets) =>
  [pass === 1 ? packOf(sets, round) : "", chooseWords(due)].filter(Boolean).join(" ");

// "You hold 3 cards."
export const holdWords = (count) => interpolate(ngettext("You hold one card.", "You hold %(count)s cards.", count), { count });

// How many cards somebody should have in hand now, so that all can count: before they have placed, or when they have.
export const countWords = ({ must_hold: count, chosen, must_place: due }) => {
  if (!chosen) return interpolate(ngettext("Before you place, you hold one card.", "Before you place, you hold %(count)s cards.", count), { count });
  const left = Math.max(0, count - due.trigger - due.normal - due.any);
  return interpolate(ngettext("You have placed, and one card is left in your hand.", "You have placed, and %(count)s cards are left in your hand.", left), { count: left });
};

// The task with real cards when the table has gone one step back.
export const backWords = ({ must_hold: count }) =>
  interpolate(
    ngettext(
      "One step back: the pack goes back the way it came. Take up what you have placed since, until you hold one card.",
      "One step back: the pack goes back the way it came. Take up what you have placed since, until you hold %(count)s cards.",
      count,
    ),
    { count },
  );

const PASSED = { left: gettext("Pass left."), right: gettext("Pass right.") };
const NEXT_PACK = gettext("Open pack %(round)s.");

// The call at a moment of a table, as sentences; "" while nothing is to be done. `before` is the moment before it, or null.
// A moment: `phase`, `round`, `pass`, `direction`, `hold`, `due`, `seconds`, and `pack`: which one to open, where there is a choice.
export const callWords = (now, before) => {
  if (now.phase === "opening") return [openFirstPack, now.pack].filter(Boolean);
  if (now.phase === "review") return [lookAtOwnCards, ...timeWords(now)];
  if (now.phase === "building") return before && before.phase !== "building" ? [OVER_WORDS, KEEP_WORDS] : [];
  if (now.phase !== "drafting") return [];
  return [...wayWords(now, before), chooseWords(now.due), ...timeWords(now)];
};

const wayWords = (now, before) => {
  const isNext = before?.phase === "drafting" && before.round === now.round && now.pass === before.pass + 1;
  if (isNext) return [PASSED[now.direction], holdWords(now.hold)];
  if (now.pass === 1) return [interpolate(NEXT_PACK, now), now.pack, holdWords(now.hold)].filter(Boolean);
  return [holdWords(now.hold)];
};

const timeWords = ({ seconds: count }) =>
  count ? [interpolate(ngettext("%(count)s second.", "%(count)s seconds.", count), { count })] : [];

// The moment that a table is at, with its clock and the phase that people see.
export const momentOf = (table, { phase, sets }, clock) => ({
  phase,
  round: table.round,
  pass: table.pass,
  direction: table.direction,
  rare: table.legion_rare,
  hold: table.seats[0]?.must_hold ?? 0,
  due: table.must_place,
  pack: packOf(sets, Math.max(1, table.round)),
  seconds: clock?.seconds ?? null,
});

export const isSameMoment = (one, other) =>
  one !== null && other !== null && ["phase", "round", "pass", "rare"].every((name) => one[name] === other[name]);

// The words when a fighter was seated before the first pack was opened, "" where none was.
export const lateWords = (before, { event, table }) => {
  if (event.phase !== "opening" || before?.event.phase !== "opening") return "";
  const known = new Set(before.table.seats.map(({ fighter }) => fighter));
  if (before.table.seats.length === table.seats.length && table.seats.every(({ fighter }) => known.has(fighter))) return "";
  return gettext("A fighter came late, and the seats were drawn again. Look where you sit now.");
};
