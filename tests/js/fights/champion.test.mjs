import assert from "node:assert/strict";
import { test } from "node:test";
import { isShown, winnersOf } from "../../../static/js/fights/champion.js";

const standings = [4, 7, 9].map((fighter, place) => ({ fighter, rank: place + 1 }));

test("no fighter has won before the server says so", () => {
  assert.deepEqual(winnersOf({ standings }), []);
  assert.deepEqual(winnersOf({ standings, champions: [{ fighter: 7 }] }), [standings[1]]);
});

test("the champion is shown to all at that moment, and to the winner whenever their phone comes back", () => {
  assert.equal(isShown("", "4", false), true);
  assert.equal(isShown("", "4", true), true);
  assert.equal(isShown(null, "4", false), false);
  assert.equal(isShown(null, "4", true), true);
  assert.equal(isShown("4", "4", true), false);
  assert.equal(isShown("4", "7", false), true); // a result was corrected
  assert.equal(isShown("4", "", true), false);
});
