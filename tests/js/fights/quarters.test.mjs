import assert from "node:assert/strict";
import { test } from "node:test";

import { edgesOf, rowsOf } from "../../../static/js/fights/quarters.js";

const SIDES = [1, 2, 3, 4, 5, 6, 7, 8];

test("M36 those around a device lie on it clockwise from its fighter, those far from them turned round", () => {
  assert.deepEqual(rowsOf([1, 2, 3, 4]), { near: [2, 1], left: [], far: [3, 4], right: [] });
  assert.deepEqual(rowsOf([1, 2, 3]), { near: [1], left: [], far: [2, 3], right: [] });
  assert.deepEqual(rowsOf(SIDES), { near: [4, 3, 2, 1], left: [], far: [5, 6, 7, 8], right: [] });
});

test("M36 where there is room they lie at its four edges, most at the long ones", () => {
  assert.deepEqual(edgesOf([1, 2, 3, 4], true), { near: [1], left: [2], far: [3], right: [4] });
  assert.deepEqual(edgesOf([1, 2, 3, 4], false), { near: [1], left: [2], far: [3], right: [4] });
  assert.deepEqual(edgesOf([1, 2, 3, 4, 5], true), { near: [1], left: [3, 2], far: [], right: [4, 5] });
  assert.deepEqual(edgesOf([1, 2, 3, 4, 5], false), { near: [2, 1], left: [3], far: [4, 5], right: [] });
  assert.deepEqual(edgesOf(SIDES, true), { near: [1], left: [4, 3, 2], far: [5], right: [6, 7, 8] });
  assert.deepEqual(edgesOf(SIDES, false), { near: [3, 2, 1], left: [4], far: [5, 6, 7], right: [8] });
});

test("M36 clockwise from the lower edge all sit once, whichever way the device lies", () => {
  for (let count = 4; count <= SIDES.length; count += 1) {
    const sides = SIDES.slice(0, count);
    for (const isUpright of [true, false]) {
      const { near, left, far, right } = edgesOf(sides, isUpright);
      assert.deepEqual([...[...near].reverse(), ...[...left].reverse(), ...far, ...right], sides);
    }
  }
});
