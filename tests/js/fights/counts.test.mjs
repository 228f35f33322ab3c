import assert from "node:assert/strict";
import { test } from "node:test";
import { changeWords, Counts, pairStanding, pips, standing, valueWords, way } from "../../../static/js/fights/counts.js";

const DAMAGE = { counter: "damage", label: "Damage", start: 0, least: 0, most: 4, loses_at: 4 };
const LIFE = { counter: "life", label: "Life", start: 20, least: -999, most: 999, loses_at: 0 };
const ANN = { fighter: 4, name: "Ann", counters: { damage: 2, life: 20 }, lost: null };

const count = (by, more = {}) => ({ type: "count", fight: 12, fighter: 4, counter: "damage", by, ...more });

test("a count made here is seen at once", () => {
  assert.equal(standing(DAMAGE, ANN, [count(1)]), 3);
  assert.equal(standing(DAMAGE, ANN, [count(1), count(-1), count(-1)]), 1);
});

test("a count of the other side, or of another counter, is not", () => {
  assert.equal(standing(DAMAGE, ANN, [count(1, { fighter: 7 }), count(1, { counter: "life" })]), 2);
});

test("it never looks as if a counter were beyond its limits", () => {
  assert.equal(standing(DAMAGE, ANN, [count(1), count(1), count(1)]), 4);
  assert.equal(standing(DAMAGE, ANN, [count(-1), count(-1), count(-1)]), 0);
});

test("a count is on its way from the outbox until a state shows it, so that it neither goes back nor counts twice", () => {
  const [first, second] = [count(1, { id: "a" }), count(1, { id: "b" })];
  const outbox = { waiting: [first, second, { type: "result", fight: 12 }] };
  const counts = new Counts(outbox);
  assert.deepEqual(counts.of(12), [first, second]);
  assert.deepEqual(counts.of(13), []);
  outbox.waiting = [second];
  counts.ack(first, 9);
  counts.take(8);
  assert.deepEqual(counts.of(12), [first, second]);
  counts.take(9);
  assert.deepEqual(counts.of(12), [second]);
});

const LIFE_OF_40 = { counter: "life", start: 40, least: -999, most: 999, loses_at: 0, of: "fighter" };
const COMMANDER = { counter: "commander", start: 0, least: 0, most: 999, loses_at: 21, of: "pair", hidden: true, takes: "life" };

test("M36 damage by a commander that is on its way is seen with whom it comes from, and in the life", () => {
  const dealt = (by, from) => ({ type: "count", fight: 12, fighter: 4, counter: "commander", by, from });
  const counts = new Counts({ waiting: [dealt(3, 7), dealt(2, 9), dealt(1, 7)] });
  counts.take(1, [LIFE_OF_40, COMMANDER]);
  const ann = { fighter: 4, counters: { life: 30 }, from: { 7: 10 } };
  const pending = counts.of(12);
  assert.deepEqual([7, 9, 11].map((source) => pairStanding(COMMANDER, ann, source, pending)), [14, 2, 0]);
  assert.equal(standing(LIFE_OF_40, ann, pending), 24);
  assert.equal(standing(LIFE_OF_40, { fighter: 7, counters: { life: 40 } }, pending), 40);
});

test("the way to a loss goes up or down, and is drawn step by step where it is short", () => {
  assert.deepEqual([way(DAMAGE), way(LIFE)], [1, -1]);
  assert.deepEqual(pips(DAMAGE, 3), { all: 4, gone: 3 });
  assert.equal(pips(LIFE, 3), null);
  assert.deepEqual(pips({ ...LIFE, start: 7 }, 9), { all: 7, gone: 0 });
});

test("a counter by which nobody loses leads nowhere", () => {
  const casts = { counter: "casts", label: "Casts", start: 0, least: 0, most: 99, loses_at: null };
  assert.equal(way(casts), 0);
  assert.equal(pips(casts, 3), null);
});

test("a value below nothing has a minus sign", () => {
  assert.deepEqual([20, 0, -3].map(valueWords), ["20", "0", "−3"]);
});

test("a change is told with its sign and its fighter", () => {
  assert.equal(changeWords({ by: 1, label: "Damage", name: "Ann" }), "Damage +1 · \u2068Ann\u2069");
  assert.equal(changeWords({ by: -2, label: "Life", name: "Ann" }), "Life −2 · \u2068Ann\u2069");
  assert.equal(changeWords({ by: 3, label: "Commander damage", name: "Ann", source: "Ben" }), "Commander damage +3 · \u2068Ann\u2069 by \u2068Ben\u2069");
});
