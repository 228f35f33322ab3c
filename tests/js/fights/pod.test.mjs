import assert from "node:assert/strict";
import { test } from "node:test";

import { clockwise, columnsOf } from "../../../static/js/fights/pod.js";

const SIDES = [4, 5, 7, 9].map((fighter) => ({ fighter }));

test("M36 the others stand in the order in which they sit after a fighter", () => {
  assert.deepEqual(clockwise(SIDES, 7).map(({ fighter }) => fighter), [9, 4, 5]);
  assert.deepEqual(clockwise(SIDES, 4).map(({ fighter }) => fighter), [5, 7, 9]);
});

test("up to three others stand beside each other, and more in two rows", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(columnsOf), [1, 2, 3, 2, 3, 3, 4]);
});
