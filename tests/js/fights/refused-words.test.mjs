import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutAlready, refusedWords } from "../../../static/js/fights/refused-words.js";

const SERVER = "The server's words.";
const said = (type, code, isOfNow = true) => refusedWords({ type }, code, SERVER, isOfNow);

test("only an undo that was refused says that nothing is left to undo", () => {
  assert.equal(said("undo", "not_allowed"), "Nothing is left to undo.");
  for (const type of ["roll", "turn", "first", "spare", "out"]) assert.equal(said(type, "not_allowed"), SERVER);
});

test("only a count that was refused says that it cannot be counted further", () => {
  assert.match(said("count", "bad_amount"), /cannot be counted further/);
  assert.equal(said("result", "bad_amount"), SERVER);
});

test("a turn, a game or a choice that has gone on is told in the server's words, and no fight is said to be over", () => {
  assert.equal(said("roll", "stale"), SERVER);
  assert.equal(said("roll", "stale", false), "That fight is over. Your last tap does not count.");
  assert.equal(said("count", "fight_over"), "This fight is over. Your last tap does not count.");
  assert.equal(said("count", "fight_over", false), "That fight is over. Your last tap does not count.");
});

test("the server says whose turn it is", () => {
  for (const type of ["first", "roll", "walk"]) assert.equal(said(type, "not_your_turn"), SERVER);
});

test("both sides say at once who is out: the second one is no fault where the game is over, or all of them are out", () => {
  const side = (fighter, out = false) => ({ fighter, fighters: [{ fighter, out }] });
  const fight = { games: [], result: null, sides: [side(4), side(7)] };
  const said = { type: "out", fighters: [7], game: 1 };
  assert.equal(isOutAlready(said, fight), false);
  assert.equal(isOutAlready(said, { ...fight, games: [4] }), true);
  assert.equal(isOutAlready({ ...said, game: 2 }, { ...fight, games: [4] }), false);
  assert.equal(isOutAlready(said, { ...fight, result: { winner: 4 } }), true);
  assert.equal(isOutAlready(said, { ...fight, sides: [side(4), side(7, true)] }), true);
  assert.equal(isOutAlready({ ...said, fighters: [4, 7] }, { ...fight, sides: [side(4), side(7, true)] }), false);
});

test("the loss of a side that has won that game, as the other side said before, is told; that of its lieutenant is not", () => {
  const side = (fighter, role) => ({ fighter, fighters: [{ fighter, role }] });
  const said = { type: "out", fighters: [7], game: 1 };
  assert.equal(isOutAlready(said, { games: [7], result: null, sides: [side(4), side(7)] }), false);
  assert.equal(isOutAlready(said, { games: [], result: { winner: 7 }, sides: [side(4), side(7)] }), false);
  assert.equal(isOutAlready(said, { games: [null], result: null, sides: [side(4), side(7)] }), true);
  const team = { fighter: 6, fighters: [{ fighter: 6, role: "emperor" }, { fighter: 7, role: "lieutenant" }] };
  assert.equal(isOutAlready(said, { games: [6], result: null, sides: [side(4), team] }), true);
});
