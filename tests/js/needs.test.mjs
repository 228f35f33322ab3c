import assert from "node:assert/strict";
import { test } from "node:test";
import { needsOf } from "../../static/js/lib/needs.js";

const HERE = { presence: "here", away_since: null, hurried: false, bot: false };
const AWAY = { ...HERE, presence: "away" };
const table = (number, seats, phase = "drafting") => ({ number, phase, seats: seats.map((seat, index) => ({ ...HERE, seat: index, ...seat })) });
const keys = (state, scene) => needsOf(state, scene).map(({ key }) => key);

test("who went away first comes first, then who is late, and nobody is named twice", () => {
  const tables = [
    table(1, [{ fighter: 1, hurried: true }, { ...AWAY, fighter: 2, hurried: true, away_since: "2026-11-20T19:00:30Z" }]),
    table(2, [{ ...AWAY, fighter: 3 }, { ...AWAY, fighter: 4, away_since: "2026-11-20T19:00:00Z" }]),
  ];
  assert.deepEqual(keys({ tables }, "drafting"), ["away-4", "away-2", "away-3", "late-1"]);
});

test("nobody is missed at a table that has drafted, or once a bot chooses for them", () => {
  const tables = [table(1, [{ ...AWAY, fighter: 1 }], "building"), table(2, [{ ...AWAY, fighter: 2, bot: true }, { ...AWAY, fighter: 3 }], "review")];
  assert.deepEqual(keys({ tables }, "drafting"), ["away-3"]);
  assert.deepEqual(keys({ tables }, "stopped"), []);
});

test("with paper packs nobody is missed, since nobody needs a phone", () => {
  const tables = [{ ...table(1, [{ ...AWAY, fighter: 1 }]), must_place: { trigger: 1, normal: 1, any: 0 } }];
  assert.deepEqual(keys({ tables }, "drafting"), []);
});

test("who is not ready is named once half of the people are", () => {
  const lobby = (...turns) => ({ tables: [], fighters: turns.map((turn, index) => ({ id: index + 1, turn, bot: turn === "bot" })) });
  assert.deepEqual(keys(lobby("getting_ready", "getting_ready", "ready"), "lobby"), []);
  assert.deepEqual(keys(lobby("getting_ready", "ready", "bot"), "lobby"), ["unready-1"]);
  assert.deepEqual(keys(lobby("getting_ready", "bot"), "lobby"), []);
  assert.deepEqual(keys(lobby("ready"), "lobby"), []);
});

test("a result waits for a guest, who has no phone to confirm it with", () => {
  const fight = (number, guest, result) => ({ fight: number, result, sides: [{ fighter: 1, guest: false }, { fighter: 2, guest }] });
  const entered = { entered_by: 1, confirmed: false, disputed: false };
  const pairings = [fight(1, true, null), fight(2, true, entered), fight(3, false, entered), fight(4, true, { ...entered, confirmed: true })];
  assert.deepEqual(keys({ tables: [], pairings }, "fighting"), ["waiting-2"]);
  assert.deepEqual(keys({ tables: [], pairings: [fight(5, true, { ...entered, entered_by: 2 })] }, "fighting"), []);
});
