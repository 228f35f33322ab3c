import assert from "node:assert/strict";
import { test } from "node:test";
import { poolOf } from "../../../static/js/log/pool-address.js";

test("an address names the packs of a seat, and their table where it is not the first", () => {
  assert.deepEqual(poolOf("#p1"), { table: 1, seat: 1 });
  assert.deepEqual(poolOf("#t2p11"), { table: 2, seat: 11 });
});

test("a step of a draft is no such address", () => {
  for (const hash of ["", "#r1p2", "#p", "#t0p1", "#p1s2", "#pack-1"]) assert.equal(poolOf(hash), null);
});
