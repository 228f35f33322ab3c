import assert from "node:assert/strict";
import { test } from "node:test";

import { eachAlone } from "../../../static/js/fights/fights.js";
import { clockwise, columnsOf, reachWords, ringOf } from "../../../static/js/fights/pod.js";

const SIDES = [4, 5, 7, 9].map((fighter) => ({ fighter }));

test("M36 the others stand in the order in which they sit after a fighter", () => {
  assert.deepEqual(clockwise(SIDES, 7).map(({ fighter }) => fighter), [9, 4, 5]);
  assert.deepEqual(clockwise(SIDES, 4).map(({ fighter }) => fighter), [5, 7, 9]);
});

test("up to three others stand beside each other, and more in two rows", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(columnsOf), [1, 2, 3, 2, 3, 3, 4]);
});

test("M37 those who sit round a table of six stand as they sit: mates beside oneself, the other team opposite", () => {
  const { rows, places } = ringOf(5);
  assert.equal(rows, 2);
  assert.deepEqual(places, [[2, 1], [1, 1], [1, 3], [1, 5], [2, 5]]);
});

test("M37 every number of others has a place of its own each, clockwise from one's left", () => {
  for (let count = 1; count < 12; count += 1) {
    const { rows, places } = ringOf(count);
    assert.equal(places.length, count);
    assert.equal(new Set(places.map(String)).size, count);
    assert.ok(places.every(([row, column]) => row >= 1 && row <= rows && column >= 1 && column <= 5));
    if (count > 2) assert.deepEqual([places[0], places.at(-1)], [[rows, 1], [rows, 5]]);
  }
});

const one = (fighter, name, more = {}) => ({ fighter, name, role: "lieutenant", reach: [], out: false, counters: { life: 20 }, lost: null, ...more });
const teams = {
  first: 1,
  sides: [
    { fighter: 1, name: "Ann & Ben & Cem", fighters: [one(1, "Ann"), one(2, "Ben", { role: "emperor", reach: [3, 4] }), one(3, "Cem")] },
    { fighter: 4, name: "Dan & Eve & Fay", fighters: [one(4, "Dan"), one(5, "Eve", { role: "emperor" }), one(6, "Fay", { out: true })] },
  ],
};

test("M37 each fighter of a team with an emperor is shown by themselves, and the emperor begins", () => {
  const alone = eachAlone(teams);
  assert.deepEqual(alone.sides.map(({ fighter, team }) => [fighter, team]), [[1, 1], [2, 1], [3, 1], [4, 4], [5, 4], [6, 4]]);
  assert.equal(alone.first, 2);
  const duel = { first: 1, sides: [{ fighter: 1, fighters: [{ fighter: 1, role: null }] }] };
  assert.equal(eachAlone(duel), duel);
});

test("M37 it is said whom one reaches, and whom another one does", () => {
  const alone = eachAlone(teams);
  const plain = (words) => words.replaceAll(/[\u2068\u2069]/g, "");
  assert.equal(plain(reachWords(alone, alone.sides[1], 2)), "You reach Cem and Dan");
  assert.equal(plain(reachWords(alone, alone.sides[1], 6)), "Ben reaches Cem and Dan");
  assert.equal(plain(reachWords(alone, alone.sides[5], 6)), "You are out of the game");
});
