import assert from "node:assert/strict";
import { test } from "node:test";
import { decidedWords, entryWords, follows, gamesOf, gamesWords, isShort, outcomes, ownWords } from "../../../static/js/fights/results.js";
import { resultWords, saysWords, stageOf, winsWithThis } from "../../../static/js/fights/results.js";

const [ANN, BEN] = [4, 7];
const SIDES = [
  { fighter: ANN, name: "Ann", fighters: [{ fighter: ANN }] },
  { fighter: BEN, name: "Ben", fighters: [{ fighter: BEN }] },
];
const FIGHT = { sides: SIDES, best_of: 1, scores: [[1, 0], [0, 0]], result: null };
const BEST_OF_THREE = { ...FIGHT, best_of: 3, scores: [[2, 0], [2, 1], [1, 0], [1, 1], [0, 0]] };
const RESULT = { winner: ANN, score: [1, 0], entered_by: ANN, confirmed: false, disputed: false, by: null, claim: null };

const plain = (words) => words.replace(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");
const scores = (fight, me) => outcomes(fight, me).map(({ kind, winner, score }) => [kind, winner, ...score]);

test("one game is won, drawn or lost, and the score follows the sides", () => {
  assert.deepEqual(scores(FIGHT, BEN), [
    ["won", BEN, 0, 1],
    ["drawn", null, 0, 0],
    ["lost", ANN, 1, 0],
  ]);
});

test("a fight of which the server sends no drawn score has no draw", () => {
  assert.deepEqual(
    outcomes({ ...FIGHT, scores: [[1, 0]] }, ANN).map(({ kind }) => kind),
    ["won", "lost"],
  );
});

test("of three games two win, or fewer where time has ended the others", () => {
  assert.deepEqual(scores(BEST_OF_THREE, ANN), [
    ["won", ANN, 2, 0],
    ["won", ANN, 2, 1],
    ["won", ANN, 1, 0],
    ["drawn", null, 1, 1],
    ["drawn", null, 0, 0],
    ["lost", BEN, 0, 2],
    ["lost", BEN, 1, 2],
    ["lost", BEN, 0, 1],
  ]);
  const short = outcomes(BEST_OF_THREE, ANN).filter((outcome) => isShort(BEST_OF_THREE, outcome));
  assert.deepEqual(
    short.map(({ score }) => score),
    [
      [1, 0],
      [0, 0],
      [0, 1],
    ],
  );
  assert.equal(outcomes(FIGHT, ANN).some((outcome) => isShort(FIGHT, outcome)), false);
});

test("a result is a sentence of whoever reads it, with the winner's games first", () => {
  const two = { winner: BEN, score: [1, 2] };
  assert.equal(plain(resultWords(BEST_OF_THREE, two, ANN)), "Ben won 2 : 1");
  assert.equal(plain(resultWords(BEST_OF_THREE, two, BEN)), "You won 2 : 1");
  assert.equal(plain(resultWords(FIGHT, { winner: null, score: [0, 0] }, ANN)), "A draw");
  assert.equal(plain(entryWords(BEST_OF_THREE, { kind: "won", ...two }, BEN)), "You won 2 : 1 against Ann.");
  assert.equal(plain(entryWords(FIGHT, { kind: "lost", winner: BEN, score: [0, 1] }, ANN)), "Ben won against you.");
});

test("the other side reads who says what", () => {
  assert.equal(plain(saysWords(FIGHT, RESULT, BEN)), "According to Ann: Ann won.");
  assert.equal(plain(saysWords(FIGHT, { ...RESULT, winner: BEN, score: [0, 1] }, BEN)), "According to Ann: you won.");
  assert.equal(plain(ownWords(FIGHT, RESULT, ANN)), "You reported: you won.");
});

test("a result is open, entered, asked, disputed or over for one of the sides", () => {
  const stage = (changes, me) => stageOf({ ...FIGHT, result: changes && { ...RESULT, ...changes } }, me);
  assert.equal(stage(null, ANN), "open");
  assert.equal(stage({}, ANN), "entered");
  assert.equal(stage({}, BEN), "asked");
  assert.equal(stage({ disputed: true }, ANN), "disputed");
  assert.equal(stage({ confirmed: true, by: "agreed" }, BEN), "over");
});

test("it is said whose word made a result final, where it was not both sides'", () => {
  const decided = (by, me = ANN) => decidedWords({ ...FIGHT, result: { ...RESULT, by } }, me);
  assert.equal(decided("agreed"), "");
  assert.equal(decided("time"), "The round had ended.");
  assert.equal(decided("drop"), "The other side has dropped out.");
  assert.equal(decided("drop", BEN), "You have dropped out.");
});

test("the games that are over say how it stands, and which result is the likely one", () => {
  const fight = { ...BEST_OF_THREE, games: [ANN, null, BEN] };
  assert.deepEqual([gamesOf(fight, ANN), plain(gamesWords(fight, ANN))], [[1, 1], "Game 4, 1 : 1"]);
  assert.equal(plain(gamesWords({ ...fight, games: [BEN] }, ANN)), "Game 2, you are behind 0 : 1");
  assert.deepEqual([winsWithThis(fight, BEN), winsWithThis({ ...fight, games: [ANN] }, BEN)], [true, false]);
  const likely = outcomes(fight, ANN).filter((outcome) => follows(fight, outcome));
  assert.deepEqual(likely.map(({ winner, score }) => [winner, ...score]), [
    [ANN, 2, 1],
    [null, 1, 1],
    [BEN, 1, 2],
  ]);
});
