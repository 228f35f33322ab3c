import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, cardOf, firstDifference, groupOfSet, groupsOf, inPass, meant, Pile } from "../../../static/js/paper/pile-entry.js";

const card = (number, set = "BT06") => ({ number, name: number, set });
const CARDS = [card("BT06/001EN"), card("BT06/045EN"), card("BT06/046EN"), card("BT06/S01EN"), card("GB01/045EN", "GB01")];

test("cards of one set and kind of numbers are typed by their digits", () => {
  const groups = groupsOf(CARDS);
  assert.deepEqual(groups.map(({ label, length }) => [label, length]), [["BT06", 3], ["BT06/S", 2], ["GB01", 3]]);
  assert.equal(groupOfSet(groups, "GB01").label, "GB01");
  assert.equal(cardOf(groups[0], "04"), null);
  assert.equal(cardOf(groups[0], "045").number, "BT06/045EN");
  assert.equal(cardOf(groups[0], "047"), undefined);
  assert.deepEqual(candidates(groups[0], "04").map(({ number }) => number), ["BT06/045EN", "BT06/046EN"]);
  assert.deepEqual(candidates(groups[0], ""), []);
  assert.equal(meant(groups[0], "1").number, "BT06/001EN");
});

test("two cards of the same digits are in two groups", () => {
  assert.deepEqual(groupsOf([card("BT06/045EN"), card("BT06/045EN-B")]).map(({ label }) => label), ["BT06 EN", "BT06 EN-B"]);
});

test("a card is replaced, inserted, taken away and moved, and each of it taken back", () => {
  const pile = new Pile(["a", "b", "c"], 4);
  pile.select(1, "replace");
  assert.equal(pile.take("x"), 1);
  assert.deepEqual(pile.numbers, ["a", "x", "c"]);
  pile.select(0, "insert");
  pile.take("y");
  assert.deepEqual([pile.numbers, pile.isFull, pile.take("z")], [["y", "a", "x", "c"], true, null]);
  assert.deepEqual([pile.move(1, 1), pile.move(3, 1), pile.move(0, -1)], [2, 3, 0]);
  assert.deepEqual(pile.numbers, ["y", "x", "a", "c"]);
  assert.deepEqual([pile.move(0, 3), pile.numbers], [3, ["x", "a", "c", "y"]]);
  pile.undo();
  pile.remove(0);
  assert.equal(pile.take("z"), 3);
  for (let times = 0; times < 9; times += 1) pile.undo();
  assert.deepEqual([pile.numbers, pile.canUndo], [["a", "b", "c"], false]);
});

test("a full pile takes a card only for another one", () => {
  const pile = new Pile(["a"], 1);
  assert.equal(pile.canTake, false);
  pile.select(0, "replace");
  assert.deepEqual([pile.take("b"), pile.numbers, pile.next], [0, ["b"], 1]);
});

test("of two cards of a pass each knows which it is", () => {
  const places = [{ round: 1, pass: 1 }, { round: 1, pass: 1 }, { round: 1, pass: 2 }];
  assert.deepEqual(places.map((_, place) => inPass(places, place)), [[1, 2], [2, 2], [1, 1]]);
});

test("two entries of a pile differ from some place on, or not at all", () => {
  assert.deepEqual([firstDifference(["a", "b"], ["a", "c", "b"]), firstDifference(["a"], ["a", "b"]), firstDifference(["a"], ["a"])], [1, 1, null]);
});
