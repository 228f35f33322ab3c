import assert from "node:assert/strict";
import { test } from "node:test";
import { moveOf, queryLike } from "../../../static/js/log/battle-address.js";

test("an address names a move of a battle, and with whose eyes it is seen", () => {
  assert.deepEqual(moveOf("#b12m31"), { fight: 12, number: 31, eyes: "" });
  assert.deepEqual(moveOf("#t1b12m0s3"), { fight: 12, number: 0, eyes: "3" });
  assert.equal(moveOf("#p1"), null);
});

test("another address of a battle is for the same guest of the device", () => {
  assert.equal(queryLike("?move=3&fighter=4&eyes=1"), "?fighter=4");
  assert.equal(queryLike("?fighter=4", { move: 5 }), "?fighter=4&move=5");
  assert.equal(queryLike("?move=3", { move: 5 }), "?move=5");
  assert.equal(queryLike("?move=3"), "");
});
