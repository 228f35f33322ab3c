// The words about a fight, on every screen that shows one. A fight is a pairing as the protocol sends it.

import { gettext, interpolate } from "../lib/gettext.js";

export const roundWords = ({ number, of }) => interpolate(gettext("Round %(number)s of %(of)s"), { number, of });

export const isOver = ({ result }) => Boolean(result?.confirmed);

export const isBye = ({ sides }) => sides.length === 1;

// Whether a fight has more than two sides (M36).
export const isPod = ({ sides }) => sides.length > 2;

// Whether a fight is a match of cards, with dice and hands.
export const isMatch = ({ dice }) => dice.length > 0;

export const OUT_WORDS = gettext("You are out of the game");

export const TIME_UP_WORDS = gettext("Time is up. Keep playing until the organizer ends the round.");

// The side of a fighter, by whose name it can be told: no two names of an event are alike.
export const sideNamed = ({ sides }, name) => sides.find(({ fighters }) => fighters.some((each) => each.name === name));

export const nameIn = ({ sides }, fighter) => sides.find((side) => side.fighter === fighter)?.name ?? "";

// How many fight on a side.
export const peopleOf = ({ sides }, fighter) => sides.find((side) => side.fighter === fighter)?.fighters?.length ?? 1;

// Whether the fighters of a fight have roles: a team loses with its emperor alone, and each has turns of their own (M37).
export const hasRoles = ({ sides }) => sides.some(({ fighters = [] }) => fighters.some(({ role }) => role));

const isEmperor = ({ role }) => role === "emperor";

// The emperor of a side, with whom it loses; undefined where all of a side are alike.
export const emperorOf = ({ fighters = [] }) => fighters.find(isEmperor);

// A fight with a side for each fighter, where they have roles; the emperor of the side that goes first begins. Any other is as it is.
export const eachAlone = (fight) => {
  if (!hasRoles(fight)) return fight;
  const first = fight.sides.find(({ fighter }) => fighter === fight.first);
  const sides = fight.sides.flatMap(({ fighter: team, fighters }) => fighters.map((each) => ({ ...each, team, fighters: [each] })));
  return { ...fight, first: emperorOf(first ?? {})?.fighter ?? fight.first, sides };
};

export const roleWords = (fighter) => {
  if (!fighter.role) return "";
  return isEmperor(fighter) ? gettext("Emperor") : gettext("Lieutenant");
};

// The games that each side has won, in the order of the sides.
export const scoreWords = ({ result }) => (result ? result.score.join(" : ") : "");
