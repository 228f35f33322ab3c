import assert from "node:assert/strict";
import { test } from "node:test";
import { isTakenBack } from "../../../static/js/draft/taken-back.js";

const state = (phase, ...placed) => ({ event: { phase }, table: { seats: placed.map((count) => ({ face_down: count })) } });

test("a pass is taken back when cards that lay face down are in the packs again", () => {
  assert.equal(isTakenBack(state("drafting", 3, 3), state("drafting", 2, 2)), true);
  assert.equal(isTakenBack(state("drafting", 2, 0), state("drafting", 0, 0)), true);
});

test("it may be the pass before a review, or before the end of a table's draft", () => {
  assert.equal(isTakenBack(state("review", 15, 15), state("drafting", 13, 13)), true);
  assert.equal(isTakenBack(state("building", 30, 30), state("drafting", 28, 28)), true);
});

test("nothing is taken back where cards stay or come, nor by the first state of a page", () => {
  assert.equal(isTakenBack(state("drafting", 2, 0), state("drafting", 2, 2)), false);
  assert.equal(isTakenBack(state("drafting", 2, 2), state("drafting", 2, 2)), false);
  assert.equal(isTakenBack(state("review", 15, 15), state("drafting", 15, 15)), false);
  assert.equal(isTakenBack(state("lobby"), state("drafting", 0, 0)), false);
  assert.equal(isTakenBack(null, state("drafting", 2, 2)), false);
});
