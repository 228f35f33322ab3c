import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOf } from "../../../static/js/log/deck-address.js";

test("an address names the deck of a seat, and its table where it is not the first, or a round", () => {
  for (const place of ["d0", "d11", "t2d1", "f2"]) assert.deepEqual(placesOf(`#${place}`), [place]);
});

test("games lead to their round where the page has none of them", () => {
  assert.deepEqual(placesOf("#f2g1"), ["f2g1", "f2"]);
});

test("packs, steps of a draft and parts of the page are no such addresses", () => {
  for (const hash of ["", "#d", "#f0", "#f1g0", "#p1", "#t0d1", "#d1s0", "#r1p2", "#decks"]) assert.deepEqual(placesOf(hash), [], hash);
});
