import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOn, roomsOf } from "../../../../static/js/draft/orbit/orbit-places.js";

const RATIOS = [1, 1.2, 1.7, 3.7]; // a phone, a desk, a phone on its side
const seats = (count) => Array.from({ length: count }, (_, seat) => seat / count);

test("on the ring of who waits the own seat is at the bottom, and the next one lies to its left", () => {
  for (const ratio of RATIOS) {
    const [own, next] = placesOn(seats(12), ratio);
    assert.deepEqual([own.x.toFixed(3), own.y.toFixed(3)], ["0.000", "1.000"]);
    assert.ok(next.x < 0 && next.y > 0);
  }
});

test("twelve packs are equally far from each other, however flat the ring is", () => {
  for (const ratio of RATIOS) {
    const places = placesOn(seats(12), ratio);
    const gaps = places.map(({ x, y }, seat) => {
      const next = places[(seat + 1) % 12];
      return Math.hypot(ratio * (next.x - x), next.y - y);
    });
    assert.ok(Math.min(...gaps) > 0.85 * Math.max(...gaps), `${ratio}: ${gaps.map((gap) => gap.toFixed(2))}`);
  }
});

test("arrows point along the ring, clockwise", () => {
  const [bottom, left, top, right] = placesOn([0, 0.25, 0.5, 0.75], 2).map(({ heading }) => Math.round(heading) + 0);
  assert.deepEqual([Math.abs(bottom), left, top, right], [180, -90, 0, 90]);
});

test("of two names side by side each has half of what lies between their seats, and one alone has no bound", () => {
  const [own, left, top, right] = [{ x: 0, y: 1 }, { x: -0.5, y: 0 }, { x: 0, y: -1 }, { x: 0.5, y: 0 }];
  const rooms = (places) => roomsOf(places, { width: 200, height: 200 });
  assert.deepEqual(rooms([own, left, right]), [Infinity, 96, 96]);
  assert.deepEqual(rooms([own, left, top]), [Infinity, Infinity, Infinity]);
  assert.deepEqual(roomsOf([own, left, top], { width: 200, height: 120 }), [Infinity, Infinity, 58]); // over a pack, and not over the own
});
