// A seat's draft as a quiz: which choices are asked, how answers agree with what was taken, and what is kept of it.
// Nothing here knows the page.

import { fits, isComplete, owedOf, total } from "../../draft/choice.js";
import { takenIn } from "../replay.js";

const BY_THE_FIGHTER = ["chosen", "entered"];

// A choice that somebody made: not by time or a bot, not of a hand that had to be taken whole.
const isAsked = (turn) => {
  const owed = total(owedOf(turn.due));
  return owed > 0 && turn.hand.length > owed && takenIn(turn).length === owed && turn.picks.every(({ how }) => BY_THE_FIGHTER.includes(how));
};

// The choices of a seat that are asked, in their order: [{ at, round, turn, owed, passedOver }]; `passedOver` is how many turns before it are not.
export const questionsOf = (replay, seat) => {
  const questions = [];
  let passedOver = 0;
  replay.moments.forEach(({ step }, at) => {
    const turn = step?.turns[seat];
    if (!turn?.hand.length) return;
    if (!isAsked(turn)) passedOver += 1;
    else {
      questions.push({ at, round: step.round, turn, owed: owedOf(turn.due), passedOver });
      passedOver = 0;
    }
  });
  return questions;
};

// How many of the chosen cards were taken. Of a card that is there twice either one is right.
export const agreedIn = (replay, chosen, taken) => {
  const left = taken.map((place) => replay.told.cards[place].print);
  return chosen.filter((place) => {
    const found = left.indexOf(replay.told.cards[place].print);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  }).length;
};

// The cards that are usually taken first of a hand, as many cards as were due; null where there are too few observations of one of its cards.
export const usualIn = (replay, { few, cards }, { turn, owed }) => {
  const average = (place) => cards[replay.card(place).number]?.average_taken_at;
  if (turn.hand.some((place) => (average(place)?.n ?? 0) < few)) return null;
  const kept = [];
  for (const place of [...turn.hand].sort((one, other) => average(one).value - average(other).value)) {
    if (fits(owed, [...kept, place].map((each) => replay.card(each)))) kept.push(place);
  }
  return kept;
};

// How a quiz stands: { agreed, of, rounds: [{ round, agreed, of }] } of what is answered.
export const scoreOf = (replay, questions, answers) => {
  const rounds = [];
  answers.forEach((chosen, place) => {
    const { round, turn } = questions[place];
    if (rounds.at(-1)?.round !== round) rounds.push({ round, agreed: 0, of: 0 });
    rounds.at(-1).agreed += agreedIn(replay, chosen, takenIn(turn));
    rounds.at(-1).of += chosen.length;
  });
  const sum = (name) => rounds.reduce((all, each) => all + each[name], 0);
  return { agreed: sum("agreed"), of: sum("of"), rounds };
};

// How often one chose, and the seat took, what is usually taken first: { own, seat, of } cards, of choices where enough is known.
export const usualScoreOf = (replay, figures, questions, answers) => {
  const score = { own: 0, seat: 0, of: 0 };
  answers.forEach((chosen, place) => {
    const usual = usualIn(replay, figures, questions[place]);
    if (!usual) return;
    score.own += agreedIn(replay, chosen, usual);
    score.seat += agreedIn(replay, takenIn(questions[place].turn), usual);
    score.of += usual.length;
  });
  return score;
};

// The pass in which one is asked again about the same pack: until then the takers of its other cards are not told. Infinity where there is none.
export const askedAgainAt = (replay, questions, { at, round, turn }) => {
  const again = questions.find((other) => other.at > at && other.round === round && other.turn.opened_by === turn.opened_by);
  return again ? replay.moments[again.at].step.number : Infinity;
};

// The kept answers, as far as they can be of these questions: others are not taken over.
export const readAnswers = (replay, questions, kept) => {
  const answers = [];
  for (const chosen of Array.isArray(kept) ? kept : []) {
    const question = questions[answers.length];
    const isOne = question && Array.isArray(chosen) && new Set(chosen).size === chosen.length && chosen.every((place) => question.turn.hand.includes(place));
    if (!isOne || !isComplete(question.owed, chosen.map((place) => replay.card(place)))) break;
    answers.push(chosen);
  }
  return answers;
};

// An address: `#q1` the quiz of seat 1, `#t2q1` at table 2, `#t2q1b17` with 17 to beat. No step stands in it: it would tell where packs end.
const FORM = /^(?:t([1-9]\d{0,3}))?q(\d{1,2})(?:b(\d{1,3}))?$/;

export const readQuizAddress = (hash) => {
  const found = FORM.exec(hash.replace(/^#/, ""));
  if (!found) return null;
  const [, table, seat, beat] = found;
  return { table: Number(table ?? 1), seat: Number(seat), beat: beat === undefined ? null : Number(beat) };
};

export const writeQuizAddress = ({ table, seat, beat = null }) => `#${table > 1 ? `t${table}` : ""}q${seat}${beat === null ? "" : `b${beat}`}`;
