import assert from "node:assert/strict";
import { test } from "node:test";

import { seatedWords, teamSize } from "../../../static/js/events/seating.js";

const NAMES = { 1: "Ann", 2: "Ben", 3: "Cem", 4: "Dan", 5: "Eve", 6: "Fay" };
const said = (seating, own, team) => seatedWords(seating, own, (fighter) => NAMES[fighter], team).replaceAll(/[\u2066-\u2069]/g, "");

test("M34 of teams of neighbours each fighter reads who is of theirs", () => {
  const ring = [[1, 2, 3, 4]];
  assert.equal(said(ring, 1), "You sit between Dan (right) and Ben (left).");
  assert.equal(said(ring, 1, 2), "You sit between Dan (right) and Ben (left). Your teammate is Ben.");
  assert.equal(said(ring, 4, 2), "You sit between Cem (right) and Ann (left). Your teammate is Cem.");
  assert.equal(said([[1, 2, 3, 4, 5, 6]], 5, 3), "You sit between Dan (right) and Fay (left). Your teammates are Dan and Fay.");
  assert.equal(said(null, 1, 2), "");
});

test("M34 the size of a team is that of the event's form of fights", () => {
  const root = { dataset: { teams: "two-headed-giant:2 emperor:3 " } };
  assert.deepEqual(["two-headed-giant", "emperor", "duel"].map((form) => teamSize(root, { form })), [2, 3, 1]);
  assert.equal(teamSize({ dataset: {} }, { form: "duel" }), 1);
});
