import assert from "node:assert/strict";
import { test } from "node:test";
import { wear } from "../../../../static/js/lib/game.js";
import { agreedIn, askedAgainAt, questionsOf, readAnswers, readQuizAddress, scoreOf, usualIn, usualScoreOf, writeQuizAddress } from "../../../../static/js/log/quiz/quiz-questions.js";
import { Replay } from "../../../../static/js/log/replay.js";

wear({ isFeatured: (card) => card.featured, places: {} });

const due = (featured, plain, any) => ({ featured, plain, any });
const pick = (cards, how = "chosen") => ({ cards, how, seconds: 3 });
const turn = (opened_by, hand, owed, ...picks) => ({ opened_by, hand, due: owed, picks, back: [] });
const step = (round, number, ...turns) => ({ round, number, direction: "left", review_after: true, turns, undone: [], notes: [] });

// Cards 0-4 are seat 0's pack: a featured one, then others; 1 and 2 are the same print. Cards 5-7 are seat 1's.
const PRINTS = [["Ant", true], ["Bee", false], ["Cat", false], ["Dog", false]].map(([number, featured]) => ({ card: { number, featured }, counts: [] }));
const prints = [0, 1, 1, 2, 3, 0, 1, 2];
const TOLD = {
  table: 1,
  seats: [{ seat: 0 }, { seat: 1 }],
  tallies: [],
  prints: PRINTS,
  cards: prints.map((print, place) => ({ id: place, print, fate: null })),
  packs: [],
  steps: [
    step(1, 1, turn(0, [0, 1, 2, 3, 4], due(1, 1, 0), pick([0]), pick([1])), turn(1, [5, 6, 7], due(0, 0, 1), pick([5], "bot"))),
    step(1, 2, turn(1, [6, 7], due(0, 0, 1), pick([7], "time")), turn(0, [2, 3, 4], due(0, 0, 1), pick([3]))),
    step(1, 3, turn(0, [2, 4], due(0, 0, 1), pick([4])), turn(1, [6], due(0, 0, 1), pick([6], "last_card"))),
    step(2, 1, turn(0, [2, 4], due(0, 0, 1)), turn(1, [6], due(0, 0, 1), pick([6]))),
  ],
  fights: [{ round: 1, fights: [] }],
  shares: [],
};
const replay = new Replay(TOLD);
const questions = questionsOf(replay, 0);

test("asked is what a fighter chose: not time, bots, last cards, nor a pass that was never finished", () => {
  assert.deepEqual(questions.map(({ at, owed, passedOver }) => [at, owed, passedOver]), [
    [0, { trigger: 1, normal: 1, any: 0 }, 0],
    [2, { trigger: 0, normal: 0, any: 1 }, 1],
  ]);
  assert.deepEqual(questionsOf(replay, 1).map(({ at }) => at), [1]);
});

test("cards with real packs, entered afterwards, are asked as any others", () => {
  const told = { ...TOLD, steps: [step(1, 1, turn(0, [0, 1], due(0, 0, 1), pick([0], "entered")), turn(1, [], due(0, 0, 0)))] };
  assert.deepEqual([questionsOf(new Replay(told), 0).length, questionsOf(new Replay(told), 1).length], [1, 0]);
});

test("of a card that is there twice either one is right, and each counts once", () => {
  assert.deepEqual([agreedIn(replay, [0, 2], [0, 1]), agreedIn(replay, [1, 2], [0, 1]), agreedIn(replay, [3], [4])], [2, 1, 0]);
});

test("the score counts cards, by round", () => {
  assert.deepEqual(scoreOf(replay, questions, [[0, 3], [4]]), { agreed: 2, of: 3, rounds: [{ round: 1, agreed: 2, of: 3 }] });
  assert.deepEqual(scoreOf(replay, questions, []), { agreed: 0, of: 0, rounds: [] });
});

test("the usual first choice keeps to what was due, and is not told where too little is known", () => {
  const figure = (value, n = 20) => ({ average_taken_at: { value, n } });
  const figures = { few: 20, cards: { Ant: figure(4), Bee: figure(3), Cat: figure(1), Dog: figure(2) } };
  assert.deepEqual(usualIn(replay, figures, questions[0]), [3, 0]);
  assert.deepEqual(usualIn(replay, figures, questions[1]), [4]);
  assert.deepEqual(usualScoreOf(replay, figures, questions, [[0, 3], [2]]), { own: 2, seat: 2, of: 3 });
  const thin = { few: 20, cards: { ...figures.cards, Dog: figure(2, 19) } };
  assert.deepEqual([usualIn(replay, thin, questions[0]), usualIn(replay, { few: 20, cards: {} }, questions[1])], [null, null]);
});

test("where one is asked again about a pack, nothing is told of what is taken then", () => {
  assert.deepEqual([askedAgainAt(replay, questions, questions[0]), askedAgainAt(replay, questions, questions[1])], [3, Infinity]);
});

test("of what was kept only answers to these very questions are taken over", () => {
  assert.deepEqual(readAnswers(replay, questions, [[0, 3], [2]]), [[0, 3], [2]]);
  for (const kept of [null, "x", [[0]], [[1, 3]], [[0, 0]], [[0, 7]], [7]]) assert.deepEqual(readAnswers(replay, questions, kept), []);
  assert.deepEqual(readAnswers(replay, questions, [[0, 3], [2], [4]]), [[0, 3], [2]]);
});

test("the address says whose draft is asked and what is to beat, and no step", () => {
  const addresses = ["#q0", "#t2q11", "#q1b0", "#t3q2b41"];
  assert.deepEqual(addresses.map((hash) => writeQuizAddress(readQuizAddress(hash))), addresses);
  assert.deepEqual(["", "#q", "#r1p1s0", "#q1b", "#q1b-3", "#q123"].map(readQuizAddress), [null, null, null, null, null, null]);
});
