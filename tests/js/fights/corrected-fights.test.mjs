import assert from "node:assert/strict";
import { test } from "node:test";
import { CorrectedFights } from "../../../static/js/fights/corrected-fights.js";

const drawer = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};
const side = (fighter, name) => ({ fighter, name, fighters: [{ fighter, name }] });
const SIDES = [side(4, "Ann"), side(7, "Ben")];
const WON = { winner: 4, score: [1, 0], confirmed: true, by: "agreed" };
const LOST = { winner: 7, score: [0, 1], confirmed: true, by: "organizer" };
const BOTH = { winner: null, score: [0, 0], confirmed: true, by: "judge", double_loss: true };
const fight = (result, ...corrections) => ({ fight: 3, round: 1, best_of: 1, sides: SIDES, result, corrections });
const of = (by, was) => ({ at: "2026-11-26T19:00:00.000Z", by, was });
const said = (phone) => phone.noticesFor("Ann").map(({ words }) => words.replaceAll(/[\u2068\u2069]/g, ""));

test("a fighter reads the new result and the one before", () => {
  const phone = new CorrectedFights("k", drawer());
  assert.deepEqual(said(phone), []);
  phone.take({ corrected: [fight(LOST, of("organizer", WON))] });
  assert.deepEqual(said(phone), ["The organizer corrected round 1 against Ben: Ben won. Before: you won."]);
  phone.take({ corrected: [fight(BOTH, of("organizer", WON), of("judge", LOST))] });
  assert.deepEqual(said(phone), ["A judge corrected round 1 against Ben: both of you have lost. Before: Ben won."]);
});

test("a correction that was dismissed is not shown again, also after a reload, and a further one is", () => {
  const storage = drawer();
  const phone = new CorrectedFights("k", storage);
  phone.take({ corrected: [fight(LOST, of("organizer", WON))] });
  phone.noticesFor("Ann")[0].dismiss();
  const again = new CorrectedFights("k", storage);
  again.take({ corrected: [fight(LOST, of("organizer", WON))] });
  assert.deepEqual([said(phone), said(again)], [[], []]);
  again.take({ corrected: [fight(WON, of("organizer", WON), of("organizer", LOST))] });
  assert.deepEqual(said(again), ["The organizer corrected round 1 against Ben: you won. Before: Ben won."]);
});

test("it is said until the round after the one in which this device heard of it, also after a reload", () => {
  const storage = drawer();
  const corrected = [fight(LOST, of("organizer", WON))];
  const phone = new CorrectedFights("k", storage);
  for (const number of [2, 2]) phone.take({ corrected, round: { number } });
  assert.equal(said(phone).length, 1);
  const again = new CorrectedFights("k", storage);
  again.take({ corrected, round: { number: 2 } });
  assert.equal(said(again).length, 1);
  again.take({ corrected, round: { number: 3 } });
  assert.deepEqual(said(again), []);
  again.take({ corrected });
  assert.deepEqual(said(again), []);
});

test("a further correction is said in its own round, and one after the fights until it is dismissed", () => {
  const phone = new CorrectedFights("k", drawer());
  phone.take({ corrected: [fight(LOST, of("organizer", WON))], round: { number: 1 } });
  phone.take({ corrected: [fight(WON, of("organizer", WON), of("organizer", LOST))], round: { number: 2 } });
  assert.equal(said(phone).length, 1);
  phone.take({ corrected: [fight(WON, of("organizer", WON), of("organizer", LOST))], round: { number: 3 } });
  assert.equal(said(phone).length, 0);
  const late = new CorrectedFights("k", drawer());
  for (let state = 0; state < 2; state += 1) late.take({ corrected: [fight(LOST, of("organizer", WON))] });
  assert.equal(said(late).length, 1);
});

test("a fight that goes on again is told once it is over", () => {
  const phone = new CorrectedFights("k", drawer());
  phone.take({ corrected: [fight(null, of("organizer", WON))] });
  assert.deepEqual(said(phone), []);
});
