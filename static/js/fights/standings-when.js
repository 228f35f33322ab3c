// Up to which moment standings count, as the big screen says it under their title.

import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { isBye, isOver } from "./fights.js";
import { hasResults, isFoughtOut, noPlaceWords } from "./standings-words.js";

// "" where it is not known. A bye counts as soon as its round is paired.
export const whenWords = ({ event, round, fought, pairings = [], standings = [] }) => {
  if (!hasResults(standings)) return noPlaceWords(standings, event.phase !== "fighting");
  if (!isFoughtOut(fought)) return interpolate(gettext("after round %(rounds)s of %(of)s"), fought);
  if (!round) return "";
  if (pairings.every(isOver)) return interpolate(gettext("after round %(number)s of %(of)s"), round);
  if (pairings.some((fight) => isOver(fight) && !isBye(fight))) return gettext("so far");
  const facts = { number: round.number - 1, next: round.number };
  const byes = pairings.filter(isBye).length;
  if (!byes) return interpolate(gettext("after round %(number)s"), facts);
  return interpolate(ngettext("after round %(number)s and the bye of round %(next)s", "after round %(number)s and the byes of round %(next)s", byes), facts);
};

// The same, and the names of the numbers that each place has.
export const headWords = (state) => {
  const when = whenWords(state);
  if (!hasResults(state.standings)) return when;
  return when ? interpolate(gettext("%(when)s · won–lost–drawn, points"), { when }) : gettext("won–lost–drawn, points");
};
