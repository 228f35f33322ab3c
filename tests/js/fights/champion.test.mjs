import assert from "node:assert/strict";
import { test } from "node:test";
import { isInTheWay, isShown, winnersOf } from "../../../static/js/fights/champion.js";

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

test("the winner's phone does not come back to a champion that was closed there, but to another one", () => {
  assert.equal(isShown(null, "4", true, "4"), false);
  assert.equal(isShown(null, "4", true, ""), true);
  assert.equal(isShown("", "4", true, "4"), true); // the result was opened again, and is the same
  assert.equal(isShown(null, "4", false, "7"), false);
});

test("it lies neither over the own turn to take a card nor over the way to the next event", () => {
  const [event, here] = [{ next: null }, 4];
  assert.equal(isInTheWay({ event, share: { turn: 4 } }, here), true);
  assert.equal(isInTheWay({ event, share: { turn: 7 } }, here), false);
  assert.equal(isInTheWay({ event, share: { turn: null } }, here), false);
  assert.equal(isInTheWay({ event }, undefined), false);
  assert.equal(isInTheWay({ event: { next: "ABC234" } }, here), true);
});
