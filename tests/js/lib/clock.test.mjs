import assert from "node:assert/strict";
import { test } from "node:test";
import { Countdown, Marks, SHORT_OF_ROUND } from "../../../static/js/lib/clock.js";

const clock = (seconds, more = {}) => ({
  deadline: new Date(1_000_000 + seconds * 1000).toISOString(),
  now: new Date(1_000_000).toISOString(),
  paused: false,
  seconds: 45,
  left: null,
  ...more,
});
const countdown = () => {
  const hand = { ms: 5000 };
  return { hand, watch: new Countdown(() => hand.ms) };
};

test("the time left is counted from when the message came, not from the device's clock", () => {
  const { hand, watch } = countdown();
  watch.take(clock(30));
  hand.ms += 4500;
  assert.equal(watch.left, 25.5);
});

test("it is short in its last ten seconds, or as many as are said, while it runs", () => {
  const { watch } = countdown();
  const isShort = (seconds, more, ...short) => (watch.take(clock(seconds, more)), watch.isShort(...short));
  assert.deepEqual([isShort(10), isShort(11), isShort(60, {}, SHORT_OF_ROUND), isShort(61, {}, SHORT_OF_ROUND)], [true, false, true, false]);
  assert.equal(isShort(3, { deadline: null, left: 3, paused: true }), false);
});

test("it never goes below zero", () => {
  const { hand, watch } = countdown();
  watch.take(clock(3));
  hand.ms += 9000;
  assert.equal(watch.left, 0);
});

test("a clock that stands with nothing left is spent", () => {
  const { watch } = countdown();
  const standing = (left) => watch.take(clock(0, { deadline: null, paused: true, left })) ?? watch.isSpent;
  assert.deepEqual([standing(0), standing(4), standing(null)], [true, false, false]);
  watch.take(clock(0));
  assert.equal(watch.isSpent, false); // it runs: its time is up now
});

test("after the deadline it tells for how long time has been up", () => {
  const { hand, watch } = countdown();
  watch.take(clock(3));
  assert.equal(watch.late, 0);
  hand.ms += 4500;
  assert.equal(watch.late, 1.5);
  watch.take(clock(0, { deadline: null }));
  assert.equal(watch.late, 0);
});

test("while paused it stands at what the server says is left", () => {
  const { hand, watch } = countdown();
  watch.take(clock(0, { deadline: null, paused: true, left: 12.5 }));
  hand.ms += 9000;
  assert.deepEqual([watch.left, watch.runs, watch.paused], [12.5, false, true]);
});

test("without a deadline nothing is timed", () => {
  const { watch } = countdown();
  watch.take(clock(0, { deadline: null, seconds: null }));
  assert.deepEqual([watch.left, watch.part, watch.runs], [null, 1, false]);
});

test("the ring shows the part that is left of the pass", () => {
  const { watch } = countdown();
  watch.take(clock(9));
  assert.equal(watch.part, 0.2);
});

test("a mark is told once, when it is passed", () => {
  const marks = new Marks(20, 10, 5);
  assert.deepEqual([20.4, 19.9, 19.7, 10.1, 9.9].map((left) => marks.passed(left)), [null, 20, null, null, 10]);
});

test("of marks that are passed at once, as while a device slept, the last is told", () => {
  const marks = new Marks(20, 10, 5);
  assert.deepEqual([25, 4, 3.8].map((left) => marks.passed(left)), [null, 5, null]);
});

test("a mark that was passed before the page came is not told", () => {
  const marks = new Marks(20, 10, 5);
  assert.deepEqual([8, 7.8, 4.9].map((left) => marks.passed(left)), [null, null, 5]);
});

test("a new pass begins anew", () => {
  const marks = new Marks(10);
  marks.passed(9);
  marks.restart();
  assert.deepEqual([30, 9.5].map((left) => marks.passed(left)), [null, 10]);
});
