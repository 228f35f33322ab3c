import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../static/js/games/vanguard.js";
import { Missed, missedInARow } from "../../../static/js/draft/missed.js";

const drawer = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};
const missed = (byTime, storage = drawer()) => {
  const one = new Missed("k", storage);
  one.take(byTime);
  return one;
};

test("nothing is said where the clock has never chosen", () => {
  assert.equal(missed([]).words, "");
});

test("one pass is named, several are counted", () => {
  assert.equal(missed([[2, 1]]).words, "Time ran out in pack 2, pass 1: the server chose for you.");
  assert.equal(missed([[2, 1], [2, 2], [2, 3]]).words, "Time ran out in 3 passes of pack 2: the server chose for you.");
  assert.equal(missed([[2, 3], [3, 1]]).words, "Time ran out in 2 passes of 2 packs: the server chose for you.");
});

test("a notice that was dismissed is not shown again, even after a reload; one that comes later is", () => {
  const storage = drawer();
  missed([[1, 1], [1, 2]], storage).dismiss();
  assert.equal(missed([[1, 1], [1, 2]], storage).words, "");
  assert.equal(missed([[1, 1], [1, 2], [1, 3]], storage).words, "Time ran out in pack 1, pass 3: the server chose for you.");
});

test("a pass that was taken back and ran out again is said again", () => {
  const one = missed([[1, 1]]);
  one.dismiss();
  one.take([]);
  one.take([[1, 1]]);
  assert.equal(one.words, "Time ran out in pack 1, pass 1: the server chose for you.");
});

test("a kept choice that came too late is said once, after a reload too", () => {
  const storage = drawer();
  missed([], storage).refuse({ round: 1, pass: 2 }, "stale");
  assert.equal(missed([], storage).words, "Your choice in pack 1, pass 2 does not count: it came after the pass was over.");
  assert.equal(missed([[1, 2]], storage).words, "Time ran out in pack 1, pass 2: the server chose for you.");
});

test("a choice that another device was faster with is said to be so", () => {
  const one = missed([]);
  one.refuse({ round: 1, pass: 2 }, "already_chosen");
  assert.equal(one.words, "Your choice in pack 1, pass 2 does not count: another one was stored before.");
  one.dismiss();
  assert.equal(one.words, "");
});

test("a kept choice of a pass that is played again is forgotten, one of a pass before it is not", () => {
  const storage = drawer();
  const one = missed([], storage);
  for (const pass of [1, 2, 3]) one.refuse({ round: 2, pass }, "stale");
  one.refuse({ round: 3, pass: 1 }, "stale");
  one.takeBack({ round: 2, pass: 2 });
  assert.equal(one.words, "Your choice in pack 2, pass 1 does not count: it came after the pass was over.");
  assert.equal(missed([], storage).words, one.words);
});

test("missed passes are counted as long as they follow each other, also over the card that is placed by itself", () => {
  assert.equal(missedInARow([], 4), 0);
  assert.equal(missedInARow([[1, 1]], 4), 1);
  assert.equal(missedInARow([[1, 1], [1, 3], [1, 4]], 5), 2);
  assert.equal(missedInARow([[1, 2], [1, 3], [2, 1]], 4), 3);
  assert.equal(missedInARow([[1, 1], [2, 1]], 4), 1);
});
