import assert from "node:assert/strict";
import { test } from "node:test";
import { isCountOnly, isNewsOf, pileIn } from "../../../static/js/paper/piles.js";

test("a fighter is told the numbers of their pile, and the organizer how many there are of anybody's", () => {
  const entry = { entered: ["a", "b"], state: "open" };
  assert.equal(pileIn({ you: { pile_entry: entry }, table: {} }, 4), entry);
  const tables = [{}, { piles: [{ fighter: 4, entered: 2 }, { fighter: 7, entered: 3 }] }];
  assert.equal(pileIn({ table: tables[0], tables }, 7).entered, 3);
  assert.equal(pileIn({ table: {} }, 7), undefined);
});

test("an entry that a device has sent by itself is no news to it", () => {
  const news = (entered, state = "open") => isNewsOf({ entered, state }, "a b", "open");
  assert.deepEqual([news(["a", "b"]), news(["a", "c"]), news(2), news(3), news(["a", "b"], "checked")], [false, true, false, true, true]);
  assert.equal(isNewsOf({ entered: 0, state: "open" }, "", "open"), false);
});

test("behind a count there may be other cards, behind numbers there are none", () => {
  assert.deepEqual([isCountOnly({ entered: 2 }), isCountOnly({ entered: ["a", "b"] })], [true, false]);
});
