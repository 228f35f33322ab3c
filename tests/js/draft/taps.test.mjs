import assert from "node:assert/strict";
import { test } from "node:test";
import { Taps } from "../../../static/js/draft/taps.js";

const at = () => {
  const clock = { now: 0 };
  return { clock, taps: new Taps(() => clock.now) };
};

test("a tap without a line is sent once it is back, with its age", () => {
  const { clock, taps } = at();
  taps.tap([1], true);
  clock.now = 4_000;
  taps.tap([1, 2], false);
  clock.now = 16_500;
  assert.deepEqual(taps.again(), { cards: [1, 2], age: 12.5 });
  assert.equal(taps.again(), null);
});

test("a tap that the server has heard of is not sent again", () => {
  const { clock, taps } = at();
  taps.tap([1], true);
  clock.now = 1_000;
  taps.lose(500);
  assert.equal(taps.again(), null);
});

test("a tap after the last word of a line that died may not have arrived, and is sent again", () => {
  const { clock, taps } = at();
  clock.now = 700;
  taps.tap([1], true);
  clock.now = 6_000;
  taps.lose(500);
  clock.now = 8_700;
  assert.deepEqual(taps.again(), { cards: [1], age: 8 });
});

test("nothing of another pack is sent", () => {
  const { taps } = at();
  taps.tap([1], false);
  taps.forget();
  assert.equal(taps.again(), null);
});

test("a card that another device has marked is shown", () => {
  const { taps } = at();
  assert.equal(taps.shows([2]), true);
});

test("the cards that the server held before it heard of a tap are not shown, those that it holds after are", () => {
  const { taps } = at();
  taps.tap([1], true);
  assert.equal(taps.shows([2]), false);
  assert.equal(taps.shows([1]), true);
  assert.equal(taps.shows([2]), true);
});

test("of several taps on their way the last one stays shown", () => {
  const { taps } = at();
  taps.tap([1], true);
  taps.tap([2, 1], true);
  assert.equal(taps.shows([1]), false);
  assert.equal(taps.shows([1, 2]), true);
});

test("a tap that is not answered, as it is to a seat's only device, does not hold up later marks", () => {
  const { clock, taps } = at();
  taps.tap([1], true);
  clock.now = 2_500;
  assert.equal(taps.shows([2]), true);
});

test("while a tap waits for the line, nothing else is shown", () => {
  const { clock, taps } = at();
  taps.tap([1], false);
  clock.now = 60_000;
  assert.equal(taps.shows([2]), false);
  taps.again();
  assert.equal(taps.shows([2]), false);
  assert.equal(taps.shows([1]), true);
});
