import assert from "node:assert/strict";
import { test } from "node:test";
import { HEIGHT, WIDTH, arrows, covered, places } from "../../static/js/lib/ring.js";
import { MARKS } from "../../static/js/lib/seats.js";

const SIZES = Array.from({ length: MARKS - 1 }, (_, more) => 2 + more);
const isOver = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("between all neighbours there is an arrow, at tables of every size", () => {
  for (const count of SIZES) {
    const pairs = arrows(count, "left");
    assert.equal(pairs.length, count);
    assert.deepEqual(pairs.filter((pair) => pair.length === 0), []);
  }
});

test("no seat or pack covers an arrow, however long the names are", () => {
  for (const count of SIZES) {
    const boxes = covered(count);
    const hidden = arrows(count, "left").flat().filter(({ x, y }) => boxes.some((box) => isOver(box, { left: x - 1, right: x + 1, top: y - 1, bottom: y + 1 })));
    assert.deepEqual(hidden, []);
  }
});

test("each arrow lies between its own two seats and shows the way from the one to the other", () => {
  for (const count of SIZES) {
    const all = places(count);
    for (const [seat, pair] of arrows(count, "left").entries()) {
      const next = all[(seat + 1) % count].turn + (seat + 1 === count ? 2 * Math.PI : 0);
      for (const { x, y, degrees } of pair) {
        const step = (turns) => ({ x: x + Math.cos((turns * Math.PI) / 180), y: y + Math.sin((turns * Math.PI) / 180) });
        const around = ({ x: dx, y: dy }) => (Math.atan2(dx, -dy) + Math.PI * 2) % (Math.PI * 2);
        const moved = (around(step(degrees)) - around({ x, y }) + Math.PI * 3) % (Math.PI * 2) - Math.PI;
        assert.ok(moved > 0, `table of ${count}, seat ${seat}`); // clockwise, which is to the left of one who faces the middle
        const turn = (around({ x, y }) + Math.PI * 1.5) % (Math.PI * 2);
        assert.ok([turn, turn + 2 * Math.PI].some((each) => each > all[seat].turn - 0.6 && each < next + 0.6));
      }
    }
  }
});

test("when packs go right the same arrows point the other way", () => {
  const [left, right] = [arrows(MARKS, "left").flat(), arrows(MARKS, "right").flat()];
  assert.deepEqual(right, left.map((arrow) => ({ ...arrow, degrees: arrow.degrees + 180 })));
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
