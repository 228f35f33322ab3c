// Words for a fighter who has no fight in a round, or none any more.

import { gettext } from "../lib/gettext.js";
import { droppedOut, emperorGone, fightsNoMore, noFight, noOpponentLeft, teamFightsNoMore } from "./sentences.js";

const BYE = {
  icon: "i-check",
  title: gettext("You have a bye"),
  words: noOpponentLeft,
};
const DROPPED = {
  icon: "i-leave",
  title: gettext("You are not paired any more"),
  words: droppedOut,
  next: fightsNoMore,
};
const TEAM_OUT = {
  icon: "i-leave",
  title: gettext("Your team is not paired any more"),
  words: emperorGone,
  next: teamFightsNoMore,
};
const ALONE = {
  icon: "i-people",
  title: gettext("No opponent is there"),
  words: gettext("All others at your table were bots, or have left."),
};
const OUT = {
  icon: "i-people",
  title: noFight,
  words: gettext("The others fight it out."),
};

const ownOf = (standings, name) => {
  const side = standings.find(({ fighters }) => fighters.some((one) => one.name === name));
  return { side, own: side?.fighters.find((one) => one.name === name) };
};

// Words about one who has dropped out, or whose team has lost its emperor (M37); undefined for all others.
const goneOf = (standings, name) => {
  const { side, own } = ownOf(standings, name);
  return own?.dropped ? DROPPED : side?.dropped ? TEAM_OUT : undefined;
};

// The reason why there is no opponent in this round.
export const noneWords = (fight, standings, name) => {
  if (fight) return BYE;
  return goneOf(standings, name) ?? (standings.length ? OUT : ALONE);
};

// The words after a result for a fighter who is gone, undefined for all others: a result by the drop says so itself.
export const goneWords = (standings, name, isByOwnDrop) => {
  const gone = goneOf(standings, name);
  return gone && (isByOwnDrop ? gone.next : `${gone.words} ${gone.next}`);
};
