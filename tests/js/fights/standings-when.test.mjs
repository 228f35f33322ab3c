import assert from "node:assert/strict";
import { test } from "node:test";
import { headWords, whenWords } from "../../../static/js/fights/standings-when.js";

const fight = (sides, isOver) => ({ sides: Array.from({ length: sides }, (_, place) => ({ fighter: place })), result: isOver ? { confirmed: true } : null });
const bye = fight(1, true);
const standings = [{ rank: 1, drawn: 0, lost: 0 }, { rank: 2, drawn: 0, lost: 1 }];
const when = (...pairings) => whenWords({ event: { phase: "fighting" }, round: { number: 2, of: 3 }, fought: { over: true }, pairings, standings });

test("R17 standings say which rounds they count, and that a bye of the new round counts already", () => {
  assert.equal(when(fight(2, false), fight(2, false)), "after round 1");
  assert.equal(when(fight(2, false), bye), "after round 1 and the bye of round 2");
  assert.equal(when(fight(2, false), bye, bye), "after round 1 and the byes of round 2");
  assert.equal(when(fight(2, true), fight(2, false), bye), "so far");
  assert.equal(when(fight(2, true), bye), "after round 2 of 3");
});

test("R17 standings that have the screen to themselves name their numbers, once there are places", () => {
  const head = (changes) => headWords({ event: { phase: "fighting" }, round: { number: 2, of: 3 }, fought: { over: true }, pairings: [fight(2, true)], standings, ...changes });
  assert.equal(head(), "after round 2 of 3 · won–lost–drawn, points");
  assert.equal(head({ event: { phase: "sharing" }, round: null }), "won–lost–drawn, points");
  assert.equal(head({ standings: [{ rank: 1, drawn: 0, lost: 0 }] }), "Places appear once a fight is decided.");
});
