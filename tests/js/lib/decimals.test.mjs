import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal, percent } from "../../../static/js/lib/decimals.js";

test("a number is rounded half up, by the digits that it is read with", () => {
  assert.deepEqual([0.285, 1.005, 66.645, 3].map((value) => decimal(value, 2)), ["0.29", "1.01", "66.65", "3.00"]);
  assert.deepEqual([0.25, -0.25, -0.04, 1e-7, 1234.56].map((value) => decimal(value, 1)), ["0.3", "-0.3", "0.0", "0.0", "1,234.6"]);
});

test("a share is told in hundredths", () => {
  assert.deepEqual([percent(2 / 3, 1), percent(0.2885, 1), percent(0.0085, 1), percent(1, 0)], ["66.7", "28.9", "0.9", "100"]);
});
