import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.matchMedia = () => ({ matches: false });
const { showMotion } = await import("../../../static/js/games/rome-motion.js");

const PITCH = 56;

// A board of one front row whose cells are drawn; what moves on it is noted by the cell that it went to.
const board = (side, columns) => {
  const moved = {};
  const cell = (column) => ({
    getBoundingClientRect: () => ({ left: (side === "own" ? column : -column) * PITCH, top: 0 }),
    animate: ([{ translate }]) => (moved[`f${column}`] = translate),
  });
  const cells = new Map(columns.map((column) => [`[data-key="${side}-f${column}"]`, cell(column)]));
  return { moved, root: { querySelector: (selector) => cells.get(selector) ?? null } };
};

test("units come from where they stood", () => {
  const { root, moved } = board("own", [-2, -1, 0, 1, 2]);
  showMotion(root, "own f-2>f-1 f-1>f0");
  assert.deepEqual(moved, { "f-1": "-56px 0px", f0: "-56px 0px" });
});

test("a unit comes from a space that a shorter line has no more, of one's own line and of the enemy's", () => {
  const [own, enemy] = [board("own", [-2, -1, 0, 1, 2]), board("enemy", [-2, -1, 0, 1, 2])];
  showMotion(own.root, "own f-3>f-2 f-2>f-1");
  showMotion(enemy.root, "enemy f-3>f-2 f-2>f-1");
  assert.deepEqual(own.moved, { "f-2": "-56px 0px", "f-1": "-56px 0px" });
  assert.deepEqual(enemy.moved, { "f-2": "56px 0px", "f-1": "56px 0px" });
});
