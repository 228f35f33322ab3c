import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { getElementById: (id) => (id === "look" ? { textContent: '{"materials": {"C": "paper", "U": "silver", "R": "gold"}}' } : null) };
const { areSealed, hereWords, packsOf, placeWords } = await import("../../../static/js/draft/kept-packs.js");

const state = (phase, packs) => ({ event: { phase, packs_each: 2 }, you: { packs } });
const seats = (...names) => names.map((name, seat) => ({ seat, name, presence: "here" }));

test("a pool falls into its packs, and of each the rarest comes first", () => {
  const pile = ["C", "R", "U", "C", "C", "R"].map((rarity, id) => ({ id, rarity }));
  const packs = packsOf({ pile, packs: [3, 2, 1] });
  assert.deepEqual(packs.map((pack) => pack.map(({ id }) => id)), [[1, 2, 0], [3, 4], [5]]);
});

test("packs are sealed before the signal, and after it until all are opened", () => {
  assert.equal(areSealed(state("opening"), 0), true);
  assert.equal(areSealed(state("building", [14, 14]), 1), true);
  assert.equal(areSealed(state("building", [14, 14]), 2), false);
  assert.equal(areSealed(state("fighting", [14, 14]), 0), false);
});

test("in a format that passes its packs none is kept", () => {
  assert.equal(areSealed({ event: { phase: "opening" }, you: {} }, 0), false);
});

test("a fighter reads at which table they sit, and between whom", () => {
  const you = { seat: 0 };
  assert.equal(placeWords({ table: { number: 2, seats: seats("Ann", "Ben", "Cem") }, you }), "Table 2, between \u2068Cem\u2069 and \u2068Ben\u2069");
  assert.equal(placeWords({ table: { number: 1, seats: seats("Ann", "Ben") }, you }), "Table 1, with \u2068Ben\u2069");
});

test("it is said who is missing", () => {
  const table = { seats: seats("Ann", "Ben") };
  assert.equal(hereWords({ table }), "Everyone at your table is here.");
  table.seats[1].presence = "away";
  assert.equal(hereWords({ table }), "\u2068Ben\u2069 is not here yet.");
});
