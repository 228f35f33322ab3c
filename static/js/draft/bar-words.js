// The words of the confirm button of the draft room.
//
// Facts: `phase`, `owed` and `chosen` (of the pack that is shown), `placed` (confirmed on this page, until the next pack is
// shown), `kept` (a confirmed choice of this pass that has no answer yet), `isMoving` (a pack is leaving), `isOneTap`
// (a tap picks), `isPicking` (one tap has picked, and it can be undone), `isLive`, `turn` (the
// server's word), `ready`, `isPaper` (the packs are real), and of the clock `paused`, `left` (seconds, or null), `late` (seconds since the deadline), `grace`.
//
// The answer: `words`, `more` (a second, smaller line), `count`, `isOff` (it cannot be pressed), `isDone` (it looks done), `isPicking` (it undoes).

import { isComplete, total } from "./choice.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { SENT_LATER, keptWords } from "../lib/outbox.js";
import { duration } from "../lib/words.js";
import { iHavePlaced, placedFaceDown } from "./sentences.js";

const TIME_IS_UP = gettext("Time is up.");
const OWN_TURN = { done_by_time: gettext("The server has chosen") };

const ownTurn = (turn) => (turn === "no_cards" ? game().handless.short : OWN_TURN[turn]);

const off = (words, more = "") => ({ words, more, count: "", isOff: true, isDone: false });
const done = (words) => ({ words, more: "", count: "", isOff: true, isDone: true });

export const barOf = (facts) => {
  const { phase, owed, chosen, placed, kept, isLive, ready } = facts;
  if (facts.isPaper && phase === "drafting") return paperBarOf(facts);
  if (phase === "review" && ready) return done(gettext("Waiting for the others"));
  if (phase === "review") return kept ? keptBar(isLive) : go(gettext("I have seen my cards"), "");
  if (!isLive && facts.late > 0) return tooLate(facts);
  if (kept) return keptBar(isLive, untilWhen(facts));
  if (placed) return done(placedFaceDown);
  if (!total(owed)) return ownTurn(facts.turn) ? off(ownTurn(facts.turn)) : done(placedFaceDown);
  if (facts.isPicking) return { ...go(gettext("Undo"), ""), more: gettext("It is placed in a moment."), isPicking: true };
  if (facts.isOneTap && !chosen.length) return off(gettext("Tap a card to pick it"));
  const isOff = facts.isMoving || facts.paused || !isComplete(owed, chosen);
  return { ...go(gettext("Place face down"), `${chosen.length}/${total(owed)}`), isOff };
};

// With real packs the cards lie on the table: the button says only that they do, and no time runs out for it.
const paperBarOf = ({ owed, kept, isLive, paused }) => {
  if (kept) return keptBar(isLive);
  if (!total(owed)) return done(placedFaceDown);
  return { ...go(iHavePlaced(total(owed)), ""), isOff: Boolean(paused) };
};

const keptBar = (isLive, offline) => off(...keptWords(isLive, offline));

const go = (words, count) => ({ words, more: "", count, isOff: false, isDone: false });

const untilWhen = ({ paused, left }) =>
  paused || left === null
    ? SENT_LATER
    : interpolate(gettext("It counts if the connection is back in %(time)s."), { time: duration(left) });

// Offline after the deadline: what was confirmed in time may still count, nothing else can be confirmed.
const tooLate = ({ owed, placed, kept, late, grace }) => {
  if (!kept && (placed || !total(owed))) return done(placedFaceDown);
  if (late >= grace) return off(TIME_IS_UP, gettext("The server has chosen."));
  const time = duration(grace - late);
  return kept ? off(TIME_IS_UP, interpolate(gettext("It still counts if the connection is back in %(time)s."), { time })) : off(TIME_IS_UP);
};
