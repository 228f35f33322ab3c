import assert from "node:assert/strict";
import { test } from "node:test";

import { Comments, aboutIn } from "../../../static/js/log/comments.js";

const comment = (id, table, step, about = 0) => ({ id, table, step, about });
const PLACE = { table: 1, step: "r1p1", about: 0 };

test("each step has its own comments, in the order in which they were written", () => {
  const comments = new Comments([comment(1, 1, "r1p1"), comment(2, 1, "f1"), comment(3, 2, "r1p1"), comment(4, 1, "r1p1", null)]);
  assert.deepEqual(comments.at(1, "r1p1").map(({ id }) => id), [1, 4]);
  assert.deepEqual([comments.counts(1), comments.counts(2), comments.counts(3)], [{ r1p1: 2, f1: 1 }, { r1p1: 1 }, {}]);
});

test("one that is told twice is one, and one that is deleted is gone", () => {
  const comments = new Comments([]);
  comments.add(comment(1, 1, "e"));
  comments.add(comment(1, 1, "e"));
  assert.equal(comments.at(1, "e").length, 1);
  comments.remove(comment(1, 1, "e"));
  assert.deepEqual(comments.counts(1), {});
});

test("a comment that is typed and not sent stays with its place", () => {
  const comments = new Comments([]);
  comments.keep(PLACE, { text: "half a", request: "r1" });
  assert.deepEqual(comments.typedAt({ ...PLACE }), { text: "half a", request: "r1" });
  assert.deepEqual(comments.typedAt({ ...PLACE, about: null }), { text: "", request: "" });
  comments.keep(PLACE, { text: "" });
  assert.deepEqual(comments.typedAt(PLACE), { text: "", request: "" });
});

test("one speaks of the seat that one looks at, and of the whole table where one looks at none", () => {
  assert.deepEqual(["seat", "pack", "table"].map((view) => aboutIn({ view, seat: 2 })), [2, null, null]);
});
