import assert from "node:assert/strict";
import { test } from "node:test";
import { applied as appliedWithin, between, isNothing, isSame, merged as mergedWithin, placeOf, reversed, sizeOf, Steps } from "../../../static/js/building/moves.js";

const applied = (deck, move) => appliedWithin(deck, move, 99);
const merged = (...decks) => mergedWithin(...decks, 99);
const deck = (main = [], basics = {}, command = []) => ({ main, command, basics });
const put = (id, from, to) => ({ cards: [{ id, from, to }], basics: {} });

test("a deck counts its cards and its basic lands", () => {
  assert.equal(sizeOf(deck([1, 2], { Plains: 3, Island: 0 })), 5);
});

test("a card lies in one place: a move takes it out of the other", () => {
  const after = applied(deck([1, 2], {}, [3]), { cards: [{ id: 3, from: "command", to: "main" }, { id: 1, from: "main", to: "pool" }], basics: {} });
  assert.deepEqual(after, deck([2, 3]));
  assert.equal(placeOf(after, 1), "pool");
});

test("lands are never fewer than none, and at most 99 of a name", () => {
  assert.equal(applied(deck([], { Plains: 1 }), { cards: [], basics: { Plains: -4 } }).basics.Plains, 0);
  assert.equal(applied(deck([], { Plains: 98 }), { cards: [], basics: { Plains: 4 } }).basics.Plains, 99);
});

test("the move between two decks makes one of the other, and reversed the other of the one", () => {
  const [one, other] = [deck([1, 2, 3], { Plains: 4 }), deck([2, 5], { Plains: 1, Swamp: 2 }, [9])];
  assert.ok(isSame(applied(one, between(one, other)), other));
  assert.ok(isSame(applied(other, reversed(between(one, other))), one));
  assert.ok(isNothing(between(one, deck([3, 1, 2], { Plains: 4, Forest: 0 }))));
});

test("own moves are made again at what another device has changed, and both are kept", () => {
  const base = deck([1, 2], { Plains: 4 });
  const own = deck([1, 2, 3], { Plains: 5 });
  const theirs = deck([2, 8], { Plains: 6, Island: 1 });
  assert.ok(isSame(merged(base, own, theirs), deck([2, 3, 8], { Plains: 7, Island: 1 })));
});

test("of several steps each can be undone and made again, until another one is made", () => {
  const steps = new Steps();
  steps.add(put(1, "pool", "main"));
  steps.add(put(2, "pool", "main"));
  assert.deepEqual(steps.undo(), put(2, "main", "pool"));
  assert.deepEqual(steps.undo(), put(1, "main", "pool"));
  assert.equal(steps.undo(), null);
  assert.deepEqual(steps.redo(), put(1, "pool", "main"));
  steps.add(put(3, "pool", "main"));
  assert.equal(steps.canRedo, false);
  assert.equal(steps.redo(), null);
});
