// Results of a fight as one of its sides reads and enters them. `me` is the number of that fighter.

import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { emperorOf, hasRoles, isPod, nameIn, peopleOf } from "./fights.js";
import { isolate, names } from "../lib/words.js";
import { accordingTo, droppedOut, judgeDecided, organizerDecided, waitsForOne, waitsForOther } from "./sentences.js";

// Asked of the side that did not enter the result.
export const IS_RIGHT = gettext("Is that right?");

export const otherSides = (fight, me) => fight.sides.filter(({ fighter }) => fighter !== me);

// The message that these fighters are out of the game that goes on: sent too late, it is not of the next one.
export const outOf = ({ fight, games }, fighters) => ({ type: "out", fight, game: games.length + 1, fighters });

// The names of the other sides, for a sentence.
export const otherNames = (fight, me) => names(otherSides(fight, me).map(({ name }) => name), fight.sides.length);

export const isSameResult = (one, other) =>
  one.winner === other.winner && one.score.join() === other.score.join() && Boolean(one.double_loss) === Boolean(other.double_loss);

// Whether that can only be the score of a fight that time has ended.
export const isShort = ({ scores: [[needed]], best_of: bestOf }, { winner, score }) =>
  bestOf > 1 && Math.max(...score) < needed && (winner !== null || !score[0]);

// All that can be entered, as { kind, winner, score }; `kind` is "won", "drawn" or "lost".
export const outcomes = ({ sides, scores }, me) => {
  const score = (winner, [most, least]) => sides.map(({ fighter }) => (fighter === winner ? most : least));
  const ended = (kind, winner) =>
    scores.filter(([most, least]) => most > least === (kind !== "drawn")).map((each) => ({ kind, winner, score: score(winner, each) }));
  const lost = otherSides({ sides }, me).flatMap(({ fighter }) => ended("lost", fighter));
  return [...ended("won", me), ...ended("drawn", null), ...lost];
};

// The games that are over while the fight goes on: the own, and those of the best other side.
export const gamesOf = (fight, me) => {
  const won = (side) => fight.games.filter((winner) => winner === side).length;
  return [won(me), Math.max(0, ...otherSides(fight, me).map(({ fighter }) => won(fighter)))];
};

// Whether a side wins the fight with the game that goes on.
export const winsWithThis = (fight, fighter) =>
  fight.games.filter((winner) => winner === fighter).length + 1 === fight.scores[0][0];

// Whether an outcome is what the games that are over and one more make of a fight.
export const follows = (fight, { winner, score }) =>
  fight.sides.every(({ fighter }, place) => {
    const won = fight.games.filter((each) => each === fighter).length;
    return score[place] === won + Number(fighter === winner);
  });

// The score as somebody says it: the winner's games first, else the own; "" where a fight is one game.
const scoreOf = (fight, { winner, score }) => {
  if (fight.best_of === 1) return "";
  const first = winner === null ? 0 : fight.sides.findIndex(({ fighter }) => fighter === winner);
  return ` ${[...score.slice(first), ...score.slice(0, first)].join("\u00a0:\u00a0")}`;
};

// "Ann and Ben drew", to one who has drawn nothing: some share the first place of a battle (V53). "" to all others.
const sharedWords = ({ sides }, { winner, places }, me) => {
  const isFirst = (side) => places[sides.indexOf(side)] === 1;
  if (winner !== null || !places || isFirst(sides.find(({ fighter }) => fighter === me))) return "";
  const first = sides.filter(isFirst);
  return interpolate(gettext("%(names)s drew"), { names: names(first.map(({ name }) => name), first.length) });
};

// "You won 2 : 1", "Ben won 2 : 1", "A draw 1 : 1": `by` is a result, or what could be one.
export const resultWords = (fight, result, me) => {
  if (result.double_loss) return isPod(fight) ? gettext("All of you have lost") : gettext("Both of you have lost");
  const facts = { name: isolate(nameIn(fight, result.winner)), score: scoreOf(fight, result) };
  if (result.winner === null) return sharedWords(fight, result, me) || interpolate(gettext("A draw%(score)s"), facts);
  return interpolate(result.winner === me ? gettext("You won%(score)s") : gettext("%(name)s won%(score)s"), facts);
};

// The same as a sentence of the side that is about to enter it.
export const entryWords = (fight, outcome, me) => {
  const { kind, winner } = outcome;
  const facts = { name: kind === "lost" ? isolate(nameIn(fight, winner)) : otherNames(fight, me), score: scoreOf(fight, outcome) };
  const words = {
    won: gettext("You won%(score)s against %(name)s."),
    lost: gettext("%(name)s won%(score)s against you."),
    drawn: gettext("A draw%(score)s between you and %(name)s."),
  };
  return interpolate(words[kind], facts);
};

// "According to Ann: Ann won.": what a side has entered, as the other side reads it.
export const saysWords = (fight, result, me) => {
  const facts = { name: isolate(nameIn(fight, result.entered_by)), result: resultInSentence(fight, result, me) };
  return interpolate(accordingTo, facts);
};

// Within a sentence, after a colon.
export const resultInSentence = (fight, result, me) => {
  if (result.double_loss) return isPod(fight) ? gettext("all of you have lost") : gettext("both of you have lost");
  const facts = { name: isolate(nameIn(fight, result.winner)), score: scoreOf(fight, result) };
  if (result.winner === null) return sharedWords(fight, result, me) || interpolate(gettext("it was a draw%(score)s"), facts);
  return interpolate(result.winner === me ? gettext("you won%(score)s") : gettext("%(name)s won%(score)s"), facts);
};

// "You reported: you won."
export const ownWords = (fight, result, me) =>
  interpolate(gettext("You reported: %(result)s."), { result: resultInSentence(fight, result, me) });

// "Ann is right": what agrees with the result that a side has entered.
export const rightWords = (fight, by) =>
  interpolate(ngettext("%(name)s is right", "%(name)s are right", peopleOf(fight, by)), { name: isolate(nameIn(fight, by)) });

// "Game 2, you lead 1 : 0"
export const gamesWords = (fight, me) => {
  const [own, other] = gamesOf(fight, me);
  const facts = { number: fight.games.length + 1, score: `${own}\u00a0:\u00a0${other}` };
  if (own === other) return interpolate(gettext("Game %(number)s, %(score)s"), facts);
  return interpolate(own > other ? gettext("Game %(number)s, you lead %(score)s") : gettext("Game %(number)s, you are behind %(score)s"), facts);
};

// How it stands with the result, for one side: "open", "entered" (by me), "asked" (by the other), "disputed", "over".
export const stageOf = ({ result }, me) => {
  if (!result) return "open";
  if (result.confirmed) return "over";
  if (result.disputed) return "disputed";
  return result.entered_by === me ? "entered" : "asked";
};

// Of more than two sides any other confirms a result (M36).
export const awaitedWords = (fight) => (isPod(fight) ? waitsForOne : waitsForOther);

const BY = {
  organizer: organizerDecided,
  judge: judgeDecided,
  time: gettext("The round had ended."),
  drop: gettext("The other side has dropped out."),
};
const EMPEROR_DROPPED = gettext("The emperor of the other team has dropped out.");
const LIEUTENANT_DROPPED = gettext("A fighter of the other team has dropped out of this fight.");
const BOTH_DROPPED = gettext("Both of you have dropped out.");
const TEAM_DROPPED = gettext("Your team has dropped out of this fight.");
const OWN_EMPEROR_DROPPED = gettext("The emperor of your team has dropped out.");
const OWN_LIEUTENANT_DROPPED = gettext("A fighter of your team has dropped out of this fight.");

// Whether the emperor of a side has dropped out. A lieutenant who does loses the fight for the team too.
export const hasLostEmperor = (side) => Boolean(emperorOf(side)?.dropped);

// Whether a side has lost by dropping out. Of more than two others may have lost before.
export const isDropped = ({ result, sides }, of) => {
  if (result?.by !== "drop" || result.winner === of) return false;
  return sides.length < 3 || Boolean(sides.find(({ fighter }) => fighter === of).dropped);
};

// Whether some of a team have dropped out, and others have not.
export const isPartlyGone = ({ fighters = [] }) => fighters.some(({ dropped }) => dropped) && !fighters.every(({ dropped }) => dropped);

const ownDropWords = (side) => {
  if (hasLostEmperor(side)) return OWN_EMPEROR_DROPPED;
  if (emperorOf(side) || isPartlyGone(side)) return OWN_LIEUTENANT_DROPPED;
  return side.fighters.length > 1 ? TEAM_DROPPED : droppedOut;
};

// Of a side that has dropped out: its emperor, its lieutenants, or all of it.
const goneOf = (side) => {
  if (hasLostEmperor(side)) return [emperorOf(side)];
  const gone = side.fighters.filter(({ dropped }) => dropped);
  return gone.length ? gone : [side];
};

// The way in which a result became final, where it was not both sides'.
export const decidedWords = (fight, me) => {
  const { result, sides } = fight;
  const { by, double_loss: isDoubleLoss } = result;
  if (by === "drop" && isDoubleLoss && sides.length < 3) return BOTH_DROPPED;
  if (isDropped(fight, me)) return ownDropWords(sides.find(({ fighter }) => fighter === me));
  if (by === "drop" && sides.length < 3) {
    const [other] = otherSides(fight, me);
    if (hasLostEmperor(other)) return EMPEROR_DROPPED;
    if (hasRoles(fight) || isPartlyGone(other)) return LIEUTENANT_DROPPED;
  }
  if (by !== "drop" || sides.length < 3) return BY[by] ?? "";
  const gone = sides.filter(({ fighter }) => isDropped(fight, fighter)).flatMap(goneOf);
  return interpolate(gettext("Dropped out: %(names)s."), { names: names(gone.map(({ name }) => name), gone.length) });
};
