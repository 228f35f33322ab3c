// What is called where real packs are drafted: how many cards to hold, which to choose, where to pass the rest.
//
// The same sentences are shown on phone, panel and TV, and spoken where somebody wishes it.

import { game } from "./game.js";
import { gettext, interpolate, ngettext } from "./gettext.js";

// Whether a state is that of a draft with real packs.
export const isPaper = ({ table, tables = [] }) => [table, ...tables].some((each) => each?.seats[0]?.must_hold !== undefined);

export const KEEP_WORDS = gettext("Keep your cards as they lie, the first one at the bottom.");
export const OPEN_WORDS = gettext("Open your first pack when the organizer says so.");

// "Choose the trigger unit and one card."
export const chooseWords = (due) => {
  const others = due.normal + due.any;
  if (due.trigger) return interpolate(game().chooseFeatured(others), { count: others });
  return interpolate(ngettext("Choose one card.", "Choose %(count)s cards.", others), { count: others });
};

// "You hold 3 cards."
export const holdWords = (count) => interpolate(ngettext("You hold one card.", "You hold %(count)s cards.", count), { count });

// How many cards somebody should have in hand now, so that all can count: before they have placed, or when they have.
export const countWords = ({ must_hold: count, chosen, must_place: due }) => {
  if (!chosen) return interpolate(ngettext("Before you place, you hold one card.", "Before you place, you hold %(count)s cards.", count), { count });
  const left = Math.max(0, count - due.trigger - due.normal - due.any);
  return interpolate(ngettext("You have placed, and one card is left in your hand.", "You have placed, and %(count)s cards are left in your hand.", left), { count: left });
};

// What one does with real cards when the table has gone one step back.
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
const REVIEW = gettext("Look at your own cards.");
const OVER = gettext("The draft is over.");

// What is called at a moment of a table, as sentences; "" while nothing is to be done. `before` is the moment before it, or null.
// A moment: `phase`, `round`, `pass`, `direction`, `hold`, `due`, `seconds`.
export const callWords = (now, before) => {
  if (now.phase === "opening") return [OPEN_WORDS];
  if (now.phase === "review") return [REVIEW, ...timeWords(now)];
  if (now.phase === "building") return before && before.phase !== "building" ? [OVER, KEEP_WORDS] : [];
  if (now.phase !== "drafting") return [];
  return [...wayWords(now, before), chooseWords(now.due), ...timeWords(now)];
};

const wayWords = (now, before) => {
  const isNext = before?.phase === "drafting" && before.round === now.round && now.pass === before.pass + 1;
  if (isNext) return [PASSED[now.direction], holdWords(now.hold)];
  if (now.pass === 1) return [interpolate(NEXT_PACK, now), holdWords(now.hold)];
  return [holdWords(now.hold)];
};

const timeWords = ({ seconds: count }) =>
  count ? [interpolate(ngettext("%(count)s second.", "%(count)s seconds.", count), { count })] : [];

// The moment that a table is at, with its clock and the phase that people see.
export const momentOf = (table, phase, clock) => ({
  phase,
  round: table.round,
  pass: table.pass,
  direction: table.direction,
  rare: table.legion_rare,
  hold: table.seats[0]?.must_hold ?? 0,
  due: table.must_place,
  seconds: clock?.seconds ?? null,
});

export const isSameMoment = (one, other) =>
  one !== null && other !== null && ["phase", "round", "pass", "rare"].every((name) => one[name] === other[name]);

// What is said when somebody was seated before the first pack was opened, "" where nobody was.
export const lateWords = (before, { event, table }) => {
  if (event.phase !== "opening" || before?.event.phase !== "opening") return "";
  const known = new Set(before.table.seats.map(({ fighter }) => fighter));
  if (before.table.seats.length === table.seats.length && table.seats.every(({ fighter }) => known.has(fighter))) return "";
  return gettext("Somebody came late, and the seats were drawn again. Look where you sit now.");
};
