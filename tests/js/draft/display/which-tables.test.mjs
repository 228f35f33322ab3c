import assert from "node:assert/strict";
import { test } from "node:test";
import { isByTables, isOfAllTables, movedOf, pagesOf, shownOf } from "../../../../static/js/draft/display/which-tables.js";

test("all tables are shown, or those that are wished for and that there are", () => {
  assert.deepEqual(shownOf([], 3), [1, 2, 3]);
  assert.deepEqual(shownOf([3, 1], 3), [3, 1]);
  assert.deepEqual(shownOf([2, 9], 3), [2]);
  assert.deepEqual(shownOf([0, 9], 2), [1, 2]);
});

test("up to four tables have one page, more have several of nearly the same length", () => {
  assert.deepEqual(pagesOf([1, 2, 3, 4]).map(({ numbers }) => numbers), [[1, 2, 3, 4]]);
  assert.deepEqual(pagesOf([1, 2, 3, 4, 5, 6, 7, 8, 9]).map(({ numbers }) => numbers), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
});

test("each table has a screen of its own but in the lobby, and where fights go across tables", () => {
  const by = (phase, table) => isByTables({ event: { phase }, ...(table === undefined ? {} : { standings: [{ table }] }) });
  assert.deepEqual([by("lobby"), by("drafting"), by("fighting", 2), by("fighting", 0), by("sharing", 0), by("finished", 0)], [false, true, true, false, true, false]);
});

test("the result of fights across tables belongs to no table, and the sharing does again", () => {
  const of = (phase, table) => isOfAllTables({ event: { phase }, standings: [{ table }] });
  assert.deepEqual([of("fighting", 0), of("finished", 0), of("fighting", 2), of("sharing", 0)], [true, true, false, false]);
});

test("packs have moved when the next pass has come, and turned when the next round goes the other way", () => {
  const at = (round, pass, direction = "left", phase = "drafting") => ({ event: { phase }, table: { round, pass, direction } });
  assert.equal(movedOf(at(1, 1), at(1, 2)), "pass");
  assert.equal(movedOf(at(1, 2), at(1, 2)), "");
  assert.equal(movedOf(at(1, 2), at(1, 1)), ""); // taken back
  assert.equal(movedOf(at(1, 4), at(2, 1)), "");
  assert.equal(movedOf(at(3, 4), at(4, 1, "right")), "turn");
  assert.equal(movedOf(at(3, 4, "left", "review"), at(4, 1, "right")), "turn");
  assert.equal(movedOf(at(3, 3), at(3, 4, "left", "review")), "");
  assert.equal(movedOf(null, at(1, 2)), "");
});
