import assert from "node:assert/strict";
import { test } from "node:test";

import { caseOfRemoval } from "../../../static/js/draft/ended.js";

const LATER = [
  { stage: "fighting", state: "now" },
  { stage: "sharing", state: "next" },
];
const seen = (phase, { stages = [], paper = false } = {}) => ({
  event: { phase, stages },
  table: { seats: [paper ? { must_hold: 5 } : {}] },
});

test("a fighter who is removed in the lobby, or before anything was seen, may join again", () => {
  assert.equal(caseOfRemoval(seen("lobby")), "removed");
  assert.equal(caseOfRemoval(null), "removed");
});

test("a bot plays the seat of a fighter who is removed during the draft, but not with real packs", () => {
  for (const phase of ["drafting", "review"]) {
    assert.equal(caseOfRemoval(seen(phase, { stages: LATER })), "replaced");
    assert.equal(caseOfRemoval(seen(phase, { stages: LATER, paper: true })), "unseated");
  }
  assert.equal(caseOfRemoval(seen("opening", { paper: true })), "unseated");
});

test("in any other stage no bot plays for a fighter who is removed", () => {
  for (const phase of ["opening", "building", "sharing", "finished"]) assert.equal(caseOfRemoval(seen(phase)), "out");
  assert.equal(caseOfRemoval(seen("fighting")), "out_of_fights");
});

test("a fighter who is removed is told of their share while cards are still shared out, with real packs too", () => {
  assert.equal(caseOfRemoval(seen("building", { stages: LATER })), "out_but_sharing");
  assert.equal(caseOfRemoval(seen("fighting", { stages: LATER, paper: true })), "out_of_fights_but_sharing");
  assert.equal(caseOfRemoval(seen("sharing", { stages: [{ stage: "sharing", state: "now" }] })), "out_but_sharing");
  assert.equal(caseOfRemoval(seen("finished", { stages: [{ stage: "sharing", state: "done" }] })), "out");
});
