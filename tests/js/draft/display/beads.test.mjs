import assert from "node:assert/strict";
import { test } from "node:test";
import { beadsOf } from "../../../../static/js/draft/display/beads.js";

test("a bead stands for each pass of each round: those that are over, this one, and those to come", () => {
  assert.deepEqual(beadsOf({ round: 2, rounds: 3, pass: 2, passes: 3 }), [["past", "past", "past"], ["past", "now", "next"], ["next", "next", "next"]]);
  assert.deepEqual(beadsOf({ round: 1, rounds: 1, pass: 1, passes: 0 }), [["now"]]);
});
