// Which ceremonies a change of the table brings. A ceremony shows only what changes while one looks: never after a reload
// or a reconnect, and no pack is opened twice, also where the organizer takes passes back.

const isPlayed = ({ event }) => event.phase === "drafting";

// The part of a state that is kept to know what the next one changes. `before`: that of the last one.
export const noted = (before, { event, table, you }) => ({
  phase: event.phase,
  round: table.round,
  newest: event.phase === "drafting" ? Math.max(before?.newest ?? 0, table.round) : (before?.newest ?? 0),
  direction: event.phase === "drafting" ? table.direction : (before?.direction ?? null),
  isVerified: table.legion_rare,
  isCalled: Boolean(you?.call?.reason === "legion_rare" || (event.judge === "automatic" && you?.can_call_judge)),
});

// A judge has verified the first rare of this round. `before`: what was kept.
export const isVerifiedNow = (before, { event, table }) =>
  event.phase === "drafting" && table.legion_rare && !before.isVerified && before.round === table.round;

// The first pack of a practice, before any card is placed.
export const isFirstOfPractice = ({ event, table, you }) =>
  event.practice && isPlayed({ event }) && table.round === 1 && table.pass === 1 && Boolean(you.pack?.length) && !table.seats[you.seat].face_down;

const isOpened = (before, { event, table, you }) =>
  isPlayed({ event }) && table.round > before.newest && table.pass === 1 && Boolean(you.pack?.length);

// The way turns where another pack is begun; it is brief where it turns after every pack.
const turned = (before, { event, table }) => {
  if (!isPlayed({ event }) || !before.direction || table.round <= before.newest) return [];
  if (before.direction === table.direction) return [];
  return [{ kind: "turn", from: before.direction, to: table.direction, isBrief: turnsOften(event.directions) }];
};

// Whether packs turn so often that it is no great moment: more than once in a draft.
export const turnsOften = (directions = []) => directions.filter((way, round) => round && way !== directions[round - 1]).length > 1;

// In the order in which they are shown.
export const ceremoniesBetween = (before, state) => [
  ...turned(before, state),
  ...(isOpened(before, state) ? [{ kind: "open" }] : []),
  ...(isVerifiedNow(before, state) ? [{ kind: "verified", isOwn: before.isCalled }] : []),
];
