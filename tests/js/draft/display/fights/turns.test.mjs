import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns, TurnsInStep, pages, shapeOfNames, shapeOfPairings, shapeOfStandings, viewsOf, viewsOfPanel } from "../../../../../static/js/draft/display/fights/turns.js";

const facts = (more) => ({ fights: 2, standings: 4, isOver: false, champions: 0, isFinished: false, ...more });
const views = (more) => viewsOf(facts(more)).map(({ view, from, to }) => (from === undefined ? view : `${view} ${from}-${to}`));

test("pages are of nearly the same length, and none is longer than the most", () => {
  assert.deepEqual(pages(0, 12), [{ from: 0, to: 0 }]);
  assert.deepEqual(pages(13, 12), [{ from: 0, to: 7 }, { from: 7, to: 13 }]);
  assert.deepEqual(pages(32, 12).map(({ from, to }) => to - from), [11, 11, 10]);
});

test("a few fights stand beside the standings, and nothing turns", () => {
  assert.deepEqual(views({}), ["both"]);
  assert.deepEqual(views({ fights: 6, standings: 12 }), ["both"]);
});

test("more fights and their standings take turns, page by page", () => {
  assert.deepEqual(views({ fights: 7, standings: 14 }), ["pairings 0-7", "standings 0-14"]);
  assert.deepEqual(views({ fights: 32, standings: 64 }), ["pairings 0-11", "pairings 11-22", "pairings 22-32", "standings 0-32", "standings 32-64"]);
});

test("when all fights of a round are over the standings have the screen", () => {
  assert.deepEqual(views({ isOver: true }), ["standings 0-4"]);
});

test("in the end the champion has it, in turn with standings that have more places than stand below the name", () => {
  assert.deepEqual(views({ isFinished: true, champions: 1 }), ["champion"]);
  assert.deepEqual(views({ isFinished: true, champions: 1, standings: 8 }), ["champion", "standings 0-8"]);
  assert.deepEqual(views({ isFinished: true, champions: 0 }), ["standings 0-4"]);
});

test("of two tables the fights stand beside the standings, of four and where they are boards they take turns", () => {
  const of = (many, more) => viewsOfPanel(facts(more), many).map(({ view, to }) => [view, to]);
  assert.deepEqual(of("two", { fights: 8, standings: 16 }), [["both", undefined]]);
  assert.deepEqual(of("four"), [["pairings", 2], ["standings", undefined]]);
  assert.deepEqual(of("two", { boards: 4 }), [["pairings", 2], ["standings", undefined]]);
  assert.deepEqual(of("two", { fights: 1, isPod: true }), [["pairings", 1], ["standings", undefined]]);
  assert.deepEqual(of("four", { isOver: true, standings: 40 }), [["standings", undefined]]);
  assert.deepEqual(of("four", { isFinished: true, champions: 1, standings: 8 }), [["champion", undefined]]);
});

test("boards have a page for as many as are large enough on it, and two small ones stand beside the standings", () => {
  assert.deepEqual(views({ boards: 4 }), ["both"]);
  assert.deepEqual(views({ fights: 3, standings: 6, boards: 4 }), ["pairings 0-3", "standings 0-6"]);
  assert.deepEqual(views({ fights: 6, standings: 12, boards: 4 }), ["pairings 0-3", "pairings 3-6", "standings 0-12"]);
  assert.deepEqual(views({ fights: 1, boards: 2 }), ["both"]);
  assert.deepEqual(views({ fights: 2, standings: 8, boards: 2 }), ["pairings 0-2", "standings 0-8"]);
});

test("when a round of battles is over its boards and the standings take turns, the boards first", () => {
  assert.deepEqual(views({ isOver: true, boards: 4 }), ["pairings 0-2", "standings 0-4"]);
});

test("the boards of the last round are seen in turn with the champion", () => {
  assert.deepEqual(views({ isOver: true, isFinished: true, champions: 1, boards: 4 }), ["champion", "pairings 0-2"]);
  assert.deepEqual(views({ isOver: true, isFinished: true, champions: 1, standings: 8, fights: 6, boards: 4 }), ["champion", "pairings 0-3", "pairings 3-6", "standings 0-8"]);
  assert.deepEqual(views({ isOver: true, isFinished: true, champions: 1, fights: 0, boards: 4 }), ["champion"]);
});

test("a panel of one of two tables has room for two boards, of one of four for one, and for one of more fighters", () => {
  const of = (many, more) => viewsOfPanel(facts({ fights: 3, standings: 6, ...more }), many).map(({ view, from, to }) => (view === "standings" ? view : `${view} ${from}-${to}`));
  assert.deepEqual(of("two", { boards: 4 }), ["pairings 0-2", "pairings 2-3", "standings"]);
  assert.deepEqual(of("four", { boards: 4 }), ["pairings 0-1", "pairings 1-2", "pairings 2-3", "standings"]);
  assert.deepEqual(of("two", { boards: 2 }), ["pairings 0-1", "pairings 1-2", "pairings 2-3", "standings"]);
  assert.deepEqual(of("four", { boards: 2 }), ["pairings 0-1", "pairings 1-2", "pairings 2-3", "standings"]);
});

test("all rows of a page have a place", () => {
  for (let count = 1; count <= 33; count += 1) {
    for (const isBeside of [false, true]) {
      for (const shape of [shapeOfPairings, shapeOfStandings]) {
        const { columns, rows } = shape(count, isBeside);
        assert.ok(columns * rows >= count && columns * (rows - 1) < count);
      }
    }
  }
});

test("pages turn after twelve seconds, not while they are held, and the same views go on where they were", () => {
  let now = 0;
  const turns = new Turns(() => now);
  const many = viewsOf(facts({ fights: 32, standings: 64 }));
  assert.equal(turns.take(many), true);
  now = 11_999;
  assert.equal(turns.tick(), false);
  now = 12_000;
  assert.equal(turns.tick(), true);
  assert.equal(turns.index, 1);
  assert.equal(turns.take(many), false);
  assert.equal(turns.index, 1);
  turns.hold(true);
  now = 60_000;
  assert.equal(turns.tick(), false);
  turns.hold(false);
  assert.equal(turns.tick(), false);
  now = 72_000;
  assert.equal(turns.tick(), true);
  turns.step(-3);
  assert.equal(turns.index, 4);
  assert.equal(turns.take(viewsOf(facts({ isOver: true }))), true);
  assert.equal(turns.index, 0);
});

test("the page that comes next is known some seconds before it comes, but not while one is held", () => {
  let now = 0;
  const turns = new Turns(() => now);
  turns.take([{ view: "tables", numbers: [1], seconds: 15 }, { view: "tables", numbers: [2], seconds: 15 }]);
  now = 11_999;
  assert.equal(turns.isSoon(3), false);
  now = 12_000;
  assert.equal(turns.isSoon(3), true);
  assert.deepEqual(turns.next.numbers, [2]);
  turns.hold(true);
  assert.equal(turns.isSoon(3), false);
});

test("the tables of one screen turn at the same moment, whenever they began", () => {
  let now = 5_000;
  const clock = () => now;
  const [one, other] = [new TurnsInStep(clock), new TurnsInStep(clock)];
  assert.equal(one.tick(), false); // nothing to turn yet
  one.take(viewsOfPanel(facts(), "four"));
  now = 11_999;
  assert.equal(one.tick(), false);
  now = 12_000;
  assert.equal(other.take(viewsOfPanel(facts({ fights: 4 }), "four")), true);
  assert.equal(one.tick(), true);
  assert.deepEqual([one.view.view, other.view.view], ["standings", "standings"]);
  assert.equal(one.take(viewsOfPanel(facts({ isOver: true }), "four")), true);
  assert.deepEqual([one.view.view, one.index], ["standings", 0]);
});

test("where many fight at several tables, each name with its table is shown before the fights", () => {
  assert.deepEqual(views({ fights: 8, standings: 16, names: 16 })[0], "names 0-16");
  assert.deepEqual(views({ fights: 32, standings: 64, names: 64 }).slice(0, 2), ["names 0-32", "names 32-64"]);
  assert.deepEqual(views({ fights: 4, standings: 8, names: 8 }), ["both"]);
  assert.deepEqual(shapeOfNames(16), { columns: 2, rows: 8 });
});
