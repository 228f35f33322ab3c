import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeck } from "../../../static/js/log/deck-address.js";

test("an address names the deck of a seat, and its table where it is not the first", () => {
  for (const hash of ["#d0", "#d11", "#t2d1"]) assert.ok(isDeck(hash), hash);
});

test("packs, steps of a draft and parts of the page are no such addresses", () => {
  for (const hash of ["", "#d", "#p1", "#t0d1", "#d1s0", "#r1p2", "#decks"]) assert.ok(!isDeck(hash), hash);
});
