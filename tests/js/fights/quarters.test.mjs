import assert from "node:assert/strict";
import { test } from "node:test";

import { rowsOf } from "../../../static/js/fights/quarters.js";

test("M36 those around a device lie on it clockwise from its fighter, those far from them turned round", () => {
  assert.deepEqual(rowsOf([1, 2, 3, 4]), { far: [3, 4], near: [2, 1] });
  assert.deepEqual(rowsOf([1, 2, 3]), { far: [2, 3], near: [1] });
  assert.deepEqual(rowsOf([1, 2, 3, 4, 5, 6, 7, 8]), { far: [5, 6, 7, 8], near: [4, 3, 2, 1] });
});
