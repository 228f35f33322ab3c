import assert from "node:assert/strict";
import { test } from "node:test";
import { finalWords, pointsWords, recordSpoken, recordWords, tieWords } from "../../static/js/lib/standings.js";

const PLACE = { rank: 1, fighter: 4, name: "Ann", points: 6, won: 2, drawn: 0, lost: 1, ties: [] };

const said = (...ties) => tieWords({ ...PLACE, ties: ties.map(([by, value]) => ({ by, value })) });

test("a record is short to be seen and long to be read out", () => {
  assert.equal(recordWords(PLACE), "2–0–1");
  assert.equal(recordSpoken(PLACE), "2 won, 0 drawn, 1 lost");
  assert.deepEqual([pointsWords(1), pointsWords(6)], ["1 point", "6 points"]);
});

test("every tie-break is a sentence, in the order in which they were asked", () => {
  assert.deepEqual(said(["opponents_win", 0.6667], ["opponents_opponents_win", 0.5]), [
    "Opponents won 67 % of their points.",
    "The opponents of those won 50 % of theirs.",
  ]);
  assert.deepEqual(said(["head_to_head", 1]), ["1 point in the fights against those with as many points."]);
  assert.deepEqual(said(["damage_difference", 3], ["damage_taken", -5]), [
    "Damage dealt less damage taken: +3.",
    "Damage taken: 5. Less is better.",
  ]);
  assert.deepEqual(said(["damage_difference", 0]), ["Damage dealt less damage taken: 0."]);
  assert.deepEqual(said(["shared", 3]), ["Nothing separates them from 2 others: they share the place."]);
});

test("where points are enough, that is said, and so it is of what this page does not know yet", () => {
  assert.deepEqual(said(), ["Points alone decide this place."]);
  assert.deepEqual(said(["coin", 1]), ["Points alone decide this place."]);
});

test("the end of the night is a sentence", () => {
  const place = (rank) => ({ ...PLACE, rank });
  assert.equal(finalWords(place(1), [place(1), place(2)]), "You have won the evening.");
  assert.equal(finalWords(place(2), [place(1), place(2)]), "You finished in place 2 of 2.");
  assert.equal(finalWords(place(1), [place(1), place(1), place(3)]), "You share place 1 of 3 with 1 other.");
});
