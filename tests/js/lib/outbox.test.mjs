import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, Outbox } from "../../../static/js/lib/outbox.js";

const drawer = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};
const CHOICE = { type: "choose", round: 1, pass: 1, cards: [3, 4] };

test("the same choice keeps its id until it is answered", () => {
  const outbox = new Outbox("k", drawer());
  assert.equal(outbox.add(CHOICE).id, outbox.add(CHOICE).id);
});

test("another choice is another message", () => {
  const outbox = new Outbox("k", drawer());
  const first = outbox.add(CHOICE);
  const second = outbox.add({ ...CHOICE, cards: [3, 5] });
  assert.notEqual(first.id, second.id);
  assert.deepEqual(outbox.waiting, [second]);
});

test("every count is one more, in the order in which they were made", () => {
  const outbox = new Outbox("k", drawer());
  const count = { type: "count", fight: 12, fighter: 4, counter: "damage", by: 1 };
  const all = [outbox.add(count), outbox.add(count), outbox.add({ ...count, by: -1 })];
  assert.equal(new Set(all.map(({ id }) => id)).size, 3);
  assert.deepEqual(outbox.waiting, all);
  outbox.settle(all[1].id);
  assert.deepEqual(outbox.waiting, [all[0], all[2]]);
});

test("a message that is not answered outlives a reload", () => {
  const storage = drawer();
  const sent = new Outbox("k", storage).add(CHOICE);
  assert.deepEqual(new Outbox("k", storage).waiting, [sent]);
});

test("an answer takes it out, an answer to something else does not", () => {
  const outbox = new Outbox("k", drawer());
  const { id } = outbox.add(CHOICE);
  assert.equal(outbox.settle("another"), undefined);
  assert.equal(outbox.settle(id).type, "choose");
  assert.deepEqual(outbox.waiting, []);
});

test("no two ids are alike", () => {
  assert.equal(new Set(Array.from({ length: 100 }, newId)).size, 100);
});
