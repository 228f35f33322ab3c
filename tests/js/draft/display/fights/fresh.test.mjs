import assert from "node:assert/strict";
import { test } from "node:test";
import { isFresh } from "../../../../../static/js/draft/display/fights/fresh.js";

const LIFE = { counter: "life", start: 20, of: "fighter" };
const POISON = { counter: "poison", start: 0, of: "fighter" };
const fighter = (life, modifier = null, poison = 0) => ({ counters: { life, poison }, avatar: modifier === null ? null : { life_modifier: modifier } });
const duel = (...fighters) => ({ sides: fighters.map((each) => ({ fighters: [each] })) });

test("a game is fresh until something is counted", () => {
  assert.ok(isFresh(duel(fighter(20), fighter(20)), [LIFE, POISON]));
  assert.ok(!isFresh(duel(fighter(20), fighter(19)), [LIFE, POISON]));
  assert.ok(!isFresh(duel(fighter(20, null, 1), fighter(20)), [LIFE, POISON]));
});

test("M28: with avatars, too, whose modifiers change where it starts", () => {
  assert.ok(isFresh(duel(fighter(23, 3), fighter(20, 0)), [LIFE, POISON]));
  assert.ok(!isFresh(duel(fighter(20, 3), fighter(20, 0)), [LIFE, POISON]));
});

test("M28: a team starts with those of both, and counters of pairs are not asked", () => {
  const team = { sides: [{ fighters: [fighter(32, 3), fighter(32, -1)] }] };
  assert.ok(isFresh(team, [{ ...LIFE, start: 30, of: "team" }, { counter: "commander", start: 0, of: "pair" }]));
});
