import assert from "node:assert/strict";
import { test } from "node:test";
import { lossWords } from "../../../static/js/fights/fight-result.js";

const [ANN, BEN, CEM] = [4, 7, 9];
const SIDES = [[ANN, "Ann"], [BEN, "Ben"], [CEM, "Cem"]].map(([fighter, name]) => ({ fighter, name, fighters: [{ fighter, name }], lost: null, out: false }));
const POD = { sides: SIDES, best_of: 1, dice: [[]], games: [], result: null };
const COUNT = { counter: "life", by: -1 };

const lost = (...fighters) => SIDES.map((side) => ({ ...side, lost: fighters.includes(side.fighter) ? "life" : null }));
const plain = ({ title, more }) => [title.replace(/[\u2068\u2069]/g, ""), more];

test("M36 a fighter of a pod who has lost is told so, and enters no result while the others play on", () => {
  const fight = { ...POD, sides: lost(BEN), last_count: { ...COUNT, fighter: BEN } };
  assert.deepEqual(plain(lossWords(fight, BEN, BEN)), ["You have lost this game.", "Pressed by mistake? Undo it."]);
  assert.deepEqual(plain(lossWords(fight, ANN, ANN)), ["Ben has lost this game.", "Pressed by mistake? Undo it."]);
});

test("an undo is not offered for a loss once it would take back a count of another fighter", () => {
  for (const last_count of [{ ...COUNT, fighter: CEM }, null]) {
    const fight = { ...POD, sides: lost(BEN), last_count };
    assert.deepEqual(plain(lossWords(fight, BEN, BEN)), ["You have lost this game.", ""]);
  }
});

test("of two sides without dice the result is entered after a loss", () => {
  const [ann, ben] = lost(BEN);
  const fight = { ...POD, dice: [], sides: [ann, ben], last_count: { ...COUNT, fighter: BEN } };
  assert.deepEqual(plain(lossWords(fight, BEN, BEN)), ["You have lost. Enter the result.", "Pressed by mistake? Undo it."]);
  assert.deepEqual(plain(lossWords(fight, ANN, ANN)), ["Ben has lost. Enter the result.", "Pressed by mistake? Undo it."]);
});
