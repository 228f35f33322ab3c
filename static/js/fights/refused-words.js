// Why what a fighter pressed in a fight was not done.

import { gettext } from "../lib/gettext.js";

const OVER = gettext("That fight is over. Your last tap does not count.");

const CHANGED = gettext("The other side has changed the result meanwhile. Look again.");

const REFUSED = {
  paused: gettext("The round is paused. Your last tap does not count."),
  fight_over: gettext("This fight is over. Your last tap does not count."),
  stale: OVER,
  not_your_fight: gettext("That is not your fight any more. Your last tap does not count."),
};

// The meaning of a code where it answers only such a message.
const REFUSED_OF = {
  count: { bad_amount: gettext("Both of you pressed at once, and it cannot be counted further. Look at the number again.") },
  undo: { not_allowed: gettext("Nothing is left to undo.") },
  confirm: { not_confirmed: CHANGED },
  dispute: { not_confirmed: CHANGED },
};

// Whether what an `out` said is true already: the other side, or another device, was faster. It is not where the side that was named
// has won that game, or the fight; a lieutenant may be out of a team that has.
export const isOutAlready = ({ fighters: named, game }, { games, result, sides }) => {
  const winner = sides.find(({ fighter }) => fighter === (games[game - 1] ?? result?.winner));
  if (winner) return !winner.fighters.some(({ fighter, role }) => role !== "lieutenant" && named.includes(fighter));
  return Boolean(result) || games.length >= game || sides.flatMap(({ fighters }) => fighters).every(({ fighter, out }) => out || !named.includes(fighter));
};

// `words` are those of the server, `isOfNow`: the message was about the fight that is on the screen. Another turn, roll or game is
// stale too: the server says which.
export const refusedWords = (message, code, words, isOfNow) => {
  if (code === "fight_over" && !isOfNow) return OVER;
  if (code === "stale" && isOfNow) return words;
  return REFUSED_OF[message.type]?.[code] ?? REFUSED[code] ?? words;
};
