import assert from "node:assert/strict";
import { test } from "node:test";
import { ledOf, sceneOf, stageOf } from "../../static/js/lib/host-scene.js";

const table = (phase, turns = [], more = {}) => ({
  phase,
  seats: turns.map((turn) => ({ turn, always_bot: turn === "bot" })),
  clock: { paused: false, deadline: null, left: null },
  ...more,
});
const stages = (next) => [{ stage: next, state: "next" }];

test("an event drafts as long as one of its tables does", () => {
  const event = { phase: "drafting" };
  assert.equal(sceneOf({ event, tables: [table("building"), table("review")] }), "drafting");
  assert.equal(sceneOf({ event, tables: [table("building")] }), "building");
  assert.equal(sceneOf({ event: { phase: "finished", stopped: true }, tables: [] }), "cancelled");
});

test("what can be paused is the round, else the turns of the sharing, else the tables that draft", () => {
  const tables = [table("drafting", [], { clock: { paused: true, deadline: null, left: 4 } }), table("building")];
  assert.deepEqual(ledOf({ tables }), [{ paused: true, isTimed: true }]);
  assert.deepEqual(ledOf({ tables, round: { paused: false, deadline: null, left: null } }), [{ paused: false, isTimed: false }]);
  assert.deepEqual(ledOf({ tables, shares: [{ turn: null }, { turn: 3, paused: false, deadline: "x" }] }), [{ paused: false, isTimed: true }]);
});

test("the bar says how far the stage is, and where the next step is", () => {
  const lobby = { fighters: [{ turn: "ready" }, { turn: "getting_ready" }] };
  assert.deepEqual(stageOf(lobby, "lobby"), { words: "1 is not ready", next: { words: "To the start", href: "#start" } });
  const draft = { tables: [table("drafting", ["done", "choosing"]), table("building", ["done"])] };
  assert.deepEqual(stageOf(draft, "drafting"), { words: "1 of 2 done", next: null });
  const fights = { event: { stages: stages("fighting") }, tables: [table("building", ["done", "done"])] };
  assert.equal(stageOf(fights, "building").next.words, "To the fights");
  const alone = { event: { stages: stages("sharing") }, tables: [table("building", ["done", "bot"])] };
  assert.equal(stageOf(alone, "building").next.words, "To the sharing");
});

test("no next round is offered while fights are open", () => {
  const pairing = (confirmed) => ({ result: { confirmed } });
  const fighting = (last, ...done) => stageOf({ round: { last }, pairings: done.map(pairing) }, "fighting");
  assert.deepEqual(fighting(false, true, false), { words: "1 of 2 fights decided", next: null });
  assert.equal(fighting(false, true).next.words, "To the next round");
  assert.equal(fighting(true, true).next.words, "To the end of the fights");
});
