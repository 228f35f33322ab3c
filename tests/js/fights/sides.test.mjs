import assert from "node:assert/strict";
import { test } from "node:test";
import { countersOf } from "../../../static/js/fights/counts.js";
import { sideNamed } from "../../../static/js/fights/fights.js";
import { awaitedWords } from "../../../static/js/fights/results.js";
import { decidedWords, entryWords, gamesOf, isDropped, otherNames, outcomes, resultInSentence, resultWords, rightWords, stageOf } from "../../../static/js/fights/results.js";

const [ANN, BEN, CEM, DAN] = [4, 5, 7, 9];
const LIFE = { counter: "life", label: "Life", start: 30, least: -999, most: 999, loses_at: 0, of: "team" };
const POISON = { counter: "poison", label: "Poison", start: 0, least: 0, most: 10, loses_at: 10, of: "fighter" };
const MULLIGANS = { counter: "mulligans", label: "Mulligans", start: 0, least: 0, most: 7, loses_at: null, of: "fighter", hidden: true };

const fighter = (number, name) => ({ fighter: number, name, counters: { life: 30, poison: 0, mulligans: 0 }, lost: null });
const side = (...fighters) => ({ ...fighters[0], name: fighters.map(({ name }) => name).join(" & "), fighters });
const PEOPLE = [fighter(ANN, "Ann"), fighter(BEN, "Ben"), fighter(CEM, "Cem"), fighter(DAN, "Dan")];
const TEAMS = { sides: [side(...PEOPLE.slice(0, 2)), side(...PEOPLE.slice(2))], best_of: 1, scores: [[1, 0], [0, 0]], games: [], result: null };
const POD = { ...TEAMS, sides: PEOPLE.map((each) => side(each)) };

const plain = (words) => words.replace(/[\u2066-\u2069]/g, "");

test("a fighter is told from the names of all of a side", () => {
  assert.equal(sideNamed(TEAMS, "Dan"), TEAMS.sides[1]);
  assert.equal(sideNamed(POD, "Dan"), POD.sides[3]);
});

test("a team has one counter that it shares, and one of each fighter of any other; what is hidden is not drawn", () => {
  const drawn = (of) => countersOf(of, [LIFE, POISON, MULLIGANS]).map(({ rule, of: each }) => `${rule.counter} ${each.name}`);
  assert.deepEqual(drawn(TEAMS.sides[0]), ["life Ann & Ben", "poison Ann", "poison Ben"]);
  assert.deepEqual(drawn(POD.sides[0]), ["life Ann", "poison Ann"]);
});

test("of four sides each can have won", () => {
  const entered = outcomes(POD, BEN).map(({ kind, winner, score }) => [kind, winner, score.join()]);
  assert.deepEqual(entered, [
    ["won", BEN, "0,1,0,0"],
    ["drawn", null, "0,0,0,0"],
    ["lost", ANN, "1,0,0,0"],
    ["lost", CEM, "0,0,1,0"],
    ["lost", DAN, "0,0,0,1"],
  ]);
});

test("a result to enter names the winner, or all others", () => {
  const words = outcomes(POD, BEN).map((outcome) => plain(entryWords(POD, outcome, BEN)));
  assert.equal(words[0], "You won against Ann, Cem and Dan.");
  assert.equal(words[4], "Dan won against you.");
  assert.equal(plain(otherNames(TEAMS, ANN)), "Cem & Dan");
});

test("the games of all sides are said, the winner's first", () => {
  const fight = { ...POD, best_of: 5, games: [CEM, CEM, DAN, ANN] };
  assert.equal(plain(resultWords(fight, { winner: CEM, score: [1, 0, 2, 1] }, ANN)), "Cem won 2\u00a0:\u00a01\u00a0:\u00a01\u00a0:\u00a00");
  assert.deepEqual(gamesOf(fight, ANN), [1, 2]);
});

test("M36 a result of more than two waits for one of the others", () => {
  assert.deepEqual([POD, TEAMS].map(awaitedWords), ["waits for one of the others", "waits for the other side"]);
});

test("any other side is asked to confirm", () => {
  const fight = { ...POD, result: { winner: ANN, score: [1, 0, 0, 0], entered_by: ANN, confirmed: false, disputed: false } };
  assert.deepEqual([ANN, BEN, DAN].map((me) => stageOf(fight, me)), ["entered", "asked", "asked"]);
});

test("M36 only those who dropped out of a pod have, others had lost before", () => {
  const sides = POD.sides.map((side) => (side.fighter === BEN ? { ...side, dropped: true } : side));
  const fight = { ...POD, sides, result: { by: "drop", winner: ANN } };
  assert.deepEqual([ANN, BEN, CEM].map((me) => isDropped(fight, me)), [false, true, false]);
  assert.equal(decidedWords(fight, BEN), "You have dropped out.");
  assert.deepEqual([ANN, CEM].map((me) => plain(decidedWords(fight, me))), ["Dropped out: Ben.", "Dropped out: Ben."]);
});

test("M37 the emperor alone has dropped out of a team that has lost with them", () => {
  const roles = [{ name: "Ann", role: "emperor", dropped: true }, { name: "Ben", role: "lieutenant" }];
  const sides = TEAMS.sides.map((side) => ({ ...side, fighters: roles }));
  const fight = { ...TEAMS, sides, result: { by: "drop", winner: ANN } };
  assert.equal(decidedWords(fight, CEM), "The emperor of your team has dropped out.");
  assert.equal(decidedWords(fight, ANN), "The emperor of the other team has dropped out.");
});

test("M37 a lieutenant who has dropped out is not said to be the emperor", () => {
  const roles = [{ name: "Ann", role: "emperor" }, { name: "Ben", role: "lieutenant", dropped: true }];
  const sides = TEAMS.sides.map((side) => ({ ...side, fighters: roles }));
  const fight = { ...TEAMS, sides, result: { by: "drop", winner: ANN } };
  assert.equal(decidedWords(fight, CEM), "A fighter of your team has dropped out of this fight.");
  assert.equal(decidedWords(fight, ANN), "A fighter of the other team has dropped out of this fight.");
  const three = [...sides, { ...sides[1], fighter: 99 }].map((side) => ({ ...side, dropped: side.fighter === CEM }));
  assert.equal(plain(decidedWords({ ...fight, sides: three }, 99)), "Dropped out: Ben.");
});

test("M34 a team reads that it has dropped out of the fight, the other team as ever", () => {
  const fight = { ...TEAMS, result: { by: "drop", winner: ANN } };
  assert.equal(decidedWords(fight, CEM), "Your team has dropped out of this fight.");
  assert.equal(decidedWords(fight, ANN), "The other side has dropped out.");
});

test("M34 of a team of which one fighter has dropped out it is not said that all have", () => {
  const sides = [TEAMS.sides[0], { ...TEAMS.sides[1], fighters: [{ ...PEOPLE[2], dropped: true }, PEOPLE[3]] }];
  const fight = { ...TEAMS, sides, result: { by: "drop", winner: ANN } };
  assert.equal(decidedWords(fight, CEM), "A fighter of your team has dropped out of this fight.");
  assert.equal(decidedWords(fight, ANN), "A fighter of the other team has dropped out of this fight.");
});

test("M34 a team is right as several, one fighter as one", () => {
  assert.equal(plain(rightWords(TEAMS, CEM)), "Cem & Dan are right");
  assert.equal(plain(rightWords(POD, CEM)), "Cem is right");
});

test("of more than two sides all have lost, and not both", () => {
  const lost = { winner: null, double_loss: true, score: [0, 0, 0, 0] };
  const said = (fight) => [resultWords, resultInSentence].map((words) => words(fight, lost, ANN));
  assert.deepEqual(said(POD), ["All of you have lost", "all of you have lost"]);
  assert.deepEqual(said(TEAMS), ["Both of you have lost", "both of you have lost"]);
});

test("V53 one who is behind those that share the first place of a battle has not drawn it", () => {
  const shared = { winner: null, score: [0, 0, 0, 0], places: [1, 1, 3, 4] };
  const said = (me) => [resultWords, resultInSentence].map((words) => plain(words({ ...POD, best_of: 1 }, shared, me)));
  assert.deepEqual(said(CEM), ["Ann and Ben drew", "Ann and Ben drew"]);
  assert.deepEqual(said(ANN), ["A draw", "it was a draw"]);
});
