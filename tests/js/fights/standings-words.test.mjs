import assert from "node:assert/strict";
import { test } from "node:test";
import { droppedWords, finalWords, noPlaceWords, pointsWords, rankWords, recordSpoken, recordWords, tieWords } from "../../../static/js/fights/standings-words.js";

const PLACE = { rank: 1, fighter: 4, name: "Ann", points: 6, won: 2, drawn: 0, lost: 1, ties: [] };

const SENTENCES = { opponents_win: "Theirs: %(value)s.", damage_difference: "Less: %(value)s.", damage_taken: "Taken: %(value)s.", shared: "%(value)s share." };

const said = (...ties) => tieWords({ ...PLACE, ties: ties.map(([by, text]) => ({ by, value: 0, text })) }, SENTENCES);

test("M37 of a team without its emperor it is said that the emperor has dropped out", () => {
  const words = (...dropped) => droppedWords({ dropped: dropped.some(Boolean), fighters: dropped.map((one) => ({ dropped: one })) });
  assert.deepEqual([words(false), words(true), words(true, true), words(false, true)], ["", "dropped out", "dropped out", "emperor dropped out"]);
});

test("before the first result nobody has a place, a bye is none, and in the end nobody has won", () => {
  const places = [{ ...PLACE, won: 1, lost: 0 }, { ...PLACE, rank: 2, won: 0, lost: 0 }];
  assert.deepEqual(places.map((place) => rankWords(place, places)), ["–", "–"]);
  assert.equal(noPlaceWords(places, false), "Places appear once a fight is decided.");
  assert.equal(noPlaceWords(places, true), "No fight was decided, so nobody has a place.");
  assert.equal(finalWords(places[0], places), "");
  const after = [places[0], { ...places[1], lost: 1 }];
  assert.deepEqual([after.map((place) => rankWords(place, after)), noPlaceWords(after, true)], [["1", "2"], ""]);
});

test("a record is short to be seen and long to be read out", () => {
  assert.equal(recordWords(PLACE), "2–1–0");
  assert.equal(recordSpoken(PLACE), "2 won, 1 lost, 0 drawn");
  assert.deepEqual([pointsWords(1), pointsWords(6)], ["1 point", "6 points"]);
});

test("every tie-break is a sentence of the server, in the order in which they were asked", () => {
  assert.deepEqual(said(["opponents_win", "66.7 %"], ["shared", "3"]), ["Theirs: 66.7 %.", "3 share."]);
  assert.deepEqual(said(["damage_difference", "+3"], ["damage_taken", "5"]), ["Less: +3.", "Taken: 5."]);
  assert.deepEqual(said(["damage_difference", "0"]), ["Less: 0."]);
});

test("nothing is said where points are enough, and of what this page does not know yet", () => {
  assert.deepEqual([said(), said(["coin", 1])], [[], []]);
});

test("fights that end before their last round are won by nobody: it is said who led, and after which round", () => {
  const place = (rank) => ({ ...PLACE, rank });
  const fought = { rounds: 1, of: 3, over: false, groups: 1 };
  const said = (own, ...others) => finalWords(place(own), [own, ...others].map(place), fought);
  assert.equal(said(1, 2), "You led after round 1 of 3, when the night ended.");
  assert.equal(said(2, 1), "You were in place 2 of 2 after round 1 of 3, when the night ended.");
  assert.equal(said(1, 1, 3), "You shared place 1 of 3 with 1 other after round 1 of 3, when the night ended.");
});

test("a fighter who has won at one of several tables has not won the night", () => {
  const places = [PLACE, { ...PLACE, rank: 2 }];
  const said = (groups) => finalWords(PLACE, places, { rounds: 3, of: 3, over: true, groups });
  assert.deepEqual([said(1), said(2)], ["You won the night!", "You won your table!"]);
});

test("the end of the night is a sentence", () => {
  const place = (rank) => ({ ...PLACE, rank });
  assert.equal(finalWords(place(1), [place(1), place(2)]), "You won the night!");
  assert.equal(finalWords(place(2), [place(1), place(2)]), "You finished in place 2 of 2.");
  assert.equal(finalWords(place(1), [place(1), place(1), place(3)]), "You share place 1 of 3 with 1 other.");
});
