import assert from "node:assert/strict";
import { test } from "node:test";
import { turnsOften } from "../../../../static/js/draft/ceremonies/ceremony.js";
import { momentBetween } from "../../../../static/js/draft/display/which-moment.js";

const at = (round, pass, { direction = "left", phase = "drafting", rare = false, stopped = false } = {}) => ({
  event: { phase, stopped },
  table: { round, pass, direction, legion_rare: rare },
});

test("a pack is opened at the start of the draft and of each round that goes the same way", () => {
  assert.equal(momentBetween(at(0, 0, { phase: "lobby" }), at(1, 1)), "open");
  assert.equal(momentBetween(at(1, 1, { phase: "opening" }), at(1, 1)), "open");
  assert.equal(momentBetween(at(1, 4), at(2, 1)), "open");
  assert.equal(momentBetween(at(1, 4), at(2, 2)), "");
  assert.equal(momentBetween(at(0, 0, { phase: "lobby" }), at(3, 1)), ""); // the line was away for long
});

test("the turn, the end of the draft and a verified card are moments, a stop and what is taken back are none", () => {
  assert.equal(momentBetween(at(3, 4, { phase: "review" }), at(4, 1, { direction: "right" })), "turn");
  assert.equal(momentBetween(at(1, 1), at(1, 1, { rare: true })), "verified");
  assert.equal(momentBetween(at(1, 1, { rare: true }), at(1, 1, { rare: true })), "");
  assert.equal(momentBetween(at(6, 4), at(6, 4, { phase: "building" })), "drafted");
  assert.equal(momentBetween(at(6, 4), at(6, 4, { phase: "finished", stopped: true })), "");
  assert.equal(momentBetween(at(2, 1), at(1, 4)), "");
});

test("the last result is a moment once", () => {
  const fights = at(6, 4, { phase: "fighting" });
  const won = { ...fights, champions: [{ fighter: 4, shows_deck: false }] };
  assert.equal(momentBetween(fights, won), "champion");
  assert.equal(momentBetween(won, { ...won, event: { phase: "sharing" } }), "");
  assert.equal(momentBetween(null, won), "");
});

test("a state that a page finds when it is loaded is no moment", () => {
  assert.equal(momentBetween(null, at(4, 1, { direction: "right" })), "");
  assert.equal(momentBetween(null, at(1, 1, { rare: true })), "");
});

test("packs turn often where they turn more than once", () => {
  assert.equal(turnsOften(["left", "left", "left", "right", "right", "right"]), false);
  assert.equal(turnsOften(["left", "right", "left"]), true);
});
