import assert from "node:assert/strict";
import { test } from "node:test";
import { HEIGHT, WIDTH, arrows, beltOf, chipOf, covered, freeWays, smallPlaces, stepOf } from "../../../../static/js/draft/display/ring.js";
import { MARKS } from "../../../../static/js/draft/seats.js";

const SIZES = Array.from({ length: MARKS - 1 }, (_, more) => 2 + more);
const ARROW = 4; // how long one is
const isOver = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("between all neighbours so much of the belt is free that an arrow is always seen there, however long the names are", () => {
  for (const count of SIZES) {
    const free = Math.min(...freeWays(count));
    assert.ok(free + ARROW >= stepOf(count), `${count} seats`);
    if (count <= 9) assert.ok(free >= stepOf(count), `a whole arrow at ${count} seats`);
  }
});

test("arrows lie on the belt at even distances, and each goes to where the next one was", () => {
  for (const [count, direction] of SIZES.flatMap((size) => [[size, "left"], [size, "right"]])) {
    const belt = beltOf(count);
    const all = arrows(belt, direction, stepOf(count));
    const next = (index) => all[(index + (direction === "left" ? 1 : all.length - 1)) % all.length];
    for (const [index, { from, to }] of all.entries()) {
      assert.ok(Math.abs((from.x / belt.x) ** 2 + (from.y / belt.y) ** 2 - 1) < 1e-9);
      assert.deepEqual([to.x, to.y], [next(index).from.x, next(index).from.y]);
      assert.ok(Math.abs(to.degrees - from.degrees) < 60);
    }
  }
});

test("packs that go left go clockwise, as one who faces the middle has the next seat on the left", () => {
  const top = (direction) => arrows(beltOf(4), direction, stepOf(4)).toSorted((one, other) => one.from.y - other.from.y)[0];
  assert.ok(top("left").to.x > top("left").from.x);
  assert.ok(top("right").to.x < top("right").from.x);
  assert.ok(Math.abs(Math.cos((top("left").from.degrees * Math.PI) / 180) - 1) < 0.1);
});

test("seats of the largest size touch neither each other nor another's pack", () => {
  for (const count of SIZES) {
    const boxes = covered(count);
    for (const [index, box] of boxes.entries()) {
      const others = boxes.filter((_, other) => other !== index && other !== (index ^ 1));
      assert.deepEqual(others.filter((other) => isOver(box, other)), [], `table of ${count}, ${index}`);
    }
  }
});

test("the whole ring stays within its place", () => {
  for (const count of SIZES) {
    for (const { left, right, top, bottom } of covered(count)) {
      assert.deepEqual([left >= -WIDTH / 2, right <= WIDTH / 2, top >= -HEIGHT / 2 - 1, bottom <= HEIGHT / 2 + 1], [true, true, true, true]);
    }
  }
});

test("the names of a small ring touch neither each other nor its edges", () => {
  for (const size of [{ width: 76, height: 29 }, { width: 58, height: 51 }, { width: 80, height: 38, middle: 34 }, { width: 82, height: 41 }, { width: 66, height: 42 }]) {
    for (const count of SIZES) {
      const { width, height } = chipOf(count, size);
      const boxes = smallPlaces(count, size).map(({ x, y }) => ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }));
      for (const [index, box] of boxes.entries()) {
        assert.deepEqual(boxes.filter((other, place) => place !== index && isOver(box, other)), [], `${count} seats of ${size.width}`);
        assert.ok(box.left >= -size.width / 2 - 1e-9 && box.right <= size.width / 2 + 1e-9 && box.top >= -size.height / 2 - 1e-9 && box.bottom <= size.height / 2 + 1e-9);
      }
    }
  }
});

test("the names of a small ring are as wide as neighbours leave them, and keep clear of its middle", () => {
  const middle = { left: -9, right: 9, top: -5, bottom: 5 };
  for (const size of [{ width: 76, height: 29 }, { width: 82, height: 41 }]) {
    for (const count of SIZES) {
      const { width, height } = chipOf(count, size);
      const boxes = smallPlaces(count, size).map(({ x, y }) => ({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }));
      assert.deepEqual(boxes.filter((box) => isOver(box, middle)), [], `${count} seats of ${size.width}`);
    }
  }
  assert.deepEqual([2, 4, 9, 12].map((count) => chipOf(count, { width: 82, height: 41 }).width), [28, 28, 18, 14.5]);
  assert.deepEqual([4, 9].map((count) => chipOf(count, { width: 76, height: 29 }).width), [28, 15]);
});
