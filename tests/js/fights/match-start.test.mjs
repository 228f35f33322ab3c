import assert from "node:assert/strict";
import { test } from "node:test";

import { choiceWords, chooserWords, isFresh, isUndecided, mulliganWords, rolledWords, startWords } from "../../../static/js/fights/match-start.js";

const SIDES = [{ fighter: 4, name: "Ann" }, { fighter: 7, name: "Ben" }];
const FIGHT = { sides: SIDES, dice: [[{ fighter: 4, face: 3 }, { fighter: 7, face: 9 }]], games: [], result: null, undoes: null, start: "choice", chooses: 7 };

test("the big screen says who goes first as long as a game has just begun", () => {
  assert.deepEqual(["choice", "said", "mulligans", undefined].map((start) => isFresh({ ...FIGHT, start })), [true, true, true, false]);
  assert.deepEqual([null, "game", "count"].map((undoes) => isFresh({ ...FIGHT, dice: [], start: undefined, undoes })), [true, true, false]);
});

test("M36 in a fight of more than two it is who goes first that is chosen, and all draw", () => {
  const pod = { ...FIGHT, sides: [...SIDES, { fighter: 9, name: "Cem" }], first: 9 };
  assert.deepEqual([chooserWords(pod, 7), chooserWords(pod, 4)], ["You choose who goes first.", "Choosing who goes first is up to \u2068Ben\u2069."]);
  assert.deepEqual([9, 4].map((me) => startWords({ ...pod, start: "mulligans" }, me)), ["You go first", "\u2068Cem\u2069 goes first"]);
});

test("M22 the one who chooses is named", () => {
  assert.equal(chooserWords(FIGHT, 7), "You choose: play or draw");
  assert.equal(chooserWords(FIGHT, 4), "Play or draw is up to \u2068Ben\u2069");
  assert.equal(chooserWords({ ...FIGHT, chooses: null }, 4), "");
});

test("without dice it is who goes first that is chosen", () => {
  const fight = { ...FIGHT, dice: [] };
  assert.deepEqual([chooserWords(fight, 7), chooserWords(fight, 4)], ["You choose who goes first.", "Choosing who goes first is up to \u2068Ben\u2069."]);
});

test("M34 a team of two is spoken of as two", () => {
  const [ann, ben] = [{ fighter: 4, name: "Ann & Cem" }, { fighter: 7, name: "Ben & Dan" }].map((side) => ({ ...side, fighters: [{}, {}] }));
  const teams = { ...FIGHT, sides: [ann, ben] };
  assert.equal(chooserWords(teams, 7), "Your team chooses: play or draw");
  assert.deepEqual([choiceWords(teams, 7), choiceWords(FIGHT, 7)], [["We play first", "We draw"], ["I play first", "I draw"]]);
  assert.deepEqual([4, 7].map((me) => rolledWords(teams, ann, me)), ["Our own dice: we choose", "Our own dice: \u2068Ann & Cem\u2069 choose"]);
  assert.equal(startWords({ ...teams, first: 4, start: "said" }, 7), "\u2068Ann & Cem\u2069 play first, and skip the first draw");
});

test("M22 where a guest without a phone chooses, the others read that it is said at the table", () => {
  const guest = { ...FIGHT, sides: [SIDES[0], { ...SIDES[1], guest: true }] };
  assert.equal(chooserWords(guest, 4), "\u2068Ben\u2069 has no phone, and says at the table who goes first.");
  assert.equal(chooserWords(guest, 7), "You choose: play or draw"); // on a device that plays for them
});

test("M22 once it is said who goes first both sides read that", () => {
  const said = { ...FIGHT, undoes: "first", first: 4, start: "said" };
  assert.equal(startWords(FIGHT, 4), "Play or draw is up to \u2068Ben\u2069");
  assert.equal(startWords(said, 4), "You play first, and skip your first draw");
  assert.equal(startWords(said, 7), "\u2068Ann\u2069 plays first, and skips the first draw");
  assert.equal(startWords({ ...said, first: 7 }, 7), "You play first, and skip your first draw");
  assert.equal(startWords({ ...FIGHT, start: "mulligans", first: 4 }, 7), "\u2068Ann\u2069 plays first, and skips the first draw");
});

test("M28 after mulligans it is said how many cards go to the bottom", () => {
  assert.equal(mulliganWords({ counters: { mulligans: 0 }, bottom: 0, hand: 7 }), "Draw 7 cards");
  assert.equal(mulliganWords({ counters: { mulligans: 2 }, bottom: 2, hand: 7 }), "Mulligan 2: put 2 on the bottom");
});

test("M22 no side goes first before the one who chooses has said so, or the game goes on", () => {
  assert.deepEqual(["choice", "said", "mulligans", undefined].map((start) => isUndecided({ ...FIGHT, start })), [true, false, false, false]);
  assert.equal(isUndecided({ ...FIGHT, games: [4], result: { winner: 4 } }), true);
});
