import assert from "node:assert/strict";
import { test } from "node:test";
import { matchOf, registrationOf, refusalOf, savedWords, untilWords } from "../../../static/js/building/build-words.js";
import { Filter, groupsOf, rowsOf } from "../../../static/js/building/filter.js";
import { nextIn } from "../../../static/js/building/keys.js";
import { Sample } from "../../../static/js/building/sample.js";

const NOW = { isStored: true, isLive: true, isAsked: false, clock: {} };
const deck = (changes = {}) => ({ registered: null, locked: false, faults: [], ...changes });
const SMALL = [{ code: "deck_too_small", message: "39 cards; at least 40 are needed." }];

test("the faults of a deck stand beside a button that waits", () => {
  const { words, button, isOff } = registrationOf(deck({ faults: SMALL }), NOW);
  assert.deepEqual([words, button, isOff], ["39 cards; at least 40 are needed.", "Register", true]);
});

test("a deck that is only too small is no mistake, and one with another fault is", () => {
  const other = [...SMALL, { code: "not_in_pool", message: "A card is not yours." }];
  assert.equal(registrationOf(deck({ faults: SMALL }), NOW).tone, "quiet");
  assert.equal(registrationOf(deck({ faults: other }), NOW).tone, "bad");
});

test("a registered deck can be changed until the clock is over, and its fighter reads until when", () => {
  const deadline = new Date(2026, 10, 28, 21, 40).toISOString();
  const { words, button } = registrationOf(deck({ registered: { same: true, count: 40 } }), { ...NOW, clock: { deadline } });
  assert.match(words, /You can still change it and register again until 21:40\./);
  assert.equal(button, "Registered");
});

test("a deck that was changed after its registration is not called registered", () => {
  const { words, button, isOff } = registrationOf(deck({ registered: { same: false, count: 41 } }), NOW);
  assert.match(words, /registered has 41 cards\. Your changes since are not registered\./);
  assert.deepEqual([button, isOff], ["Register again", false]);
});

test("a registered deck still counts while a changed one lacks something", () => {
  const { words, tone, isOff } = registrationOf(deck({ registered: { same: false, count: 40 }, faults: SMALL }), NOW);
  assert.deepEqual([words, tone, isOff], ["39 cards; at least 40 are needed. The deck that you registered still counts.", "gold", true]);
});

test("nothing can be registered that is not stored, and what is kept here is said to be", () => {
  const { words, isOff } = registrationOf(deck(), { ...NOW, isStored: false, isLive: false });
  assert.match(words, /Kept on this device/);
  assert.equal(isOff, true);
  assert.equal(savedWords({ isStored: true, isLive: false }), "Saved");
});

test("M20 a deck of lands alone that was locked says so, and asks for attention", () => {
  const { words, tone } = registrationOf(deck({ locked: true, main: [], registered: { auto: true } }), NOW);
  assert.match(words, /you chose no card: yours is only lands/);
  assert.equal(tone, "gold");
  assert.equal(registrationOf(deck({ locked: true, main: [], registered: { auto: false } }), NOW).tone, "done");
});

test("a deck that was locked for a fighter says so", () => {
  assert.match(registrationOf(deck({ locked: true, registered: { auto: true } }), NOW).words, /registered for you, with lands where cards were missing/);
});

test("the deck of a match says what it lacks, and from when on the game is played with it", () => {
  const of = (changes) => matchOf({ isLocked: false, isShort: false, isStored: true, isLive: true, ...changes }, { size: 39, least: 40 });
  const short = of({ isShort: true, isStored: false });
  assert.deepEqual([short.words, short.isOff], ["39 of 40 cards. It is saved once it has enough.", true]);
  assert.equal(of({ isStored: false }).words, "Saving …");
  assert.deepEqual([of({}).words, of({}).isOff], ["You play the next game with this deck.", false]);
  assert.match(of({ isLocked: true }).words, /between two games/);
  assert.match(refusalOf("match", "deck_locked", "x"), /The game is on/);
});

test("a stopped clock is no reason to stop", () => {
  assert.match(untilWords({ paused: true }), /You can go on building/);
  assert.equal(untilWords({}), "Until the organizer goes on");
});

test("the server's words stand where this page has none of its own", () => {
  assert.equal(refusalOf("deck", "not_in_pool", "That card is not in your pool."), "That card is not in your pool.");
  assert.match(refusalOf("deck", "stale", "x"), /Your moves were made again/);
});

const BUILDING = {
  inOrder: (one, other) => one.id - other.id,
  heard: ({ name }) => name.toLowerCase(),
  filters: [
    { key: "colours", of: ({ colour }) => [colour] },
    { key: "values", of: ({ value }) => [value] },
  ],
};
const card = (id, name, colour, value) => ({ id, name, colour, value, number: name });
const POOL = [card(1, "Otter", "U", 1), card(2, "Otter", "U", 1), card(3, "Fox", "G", 2), card(4, "Owl", "U", 2)];

test("copies of one print are one row", () => {
  assert.deepEqual(rowsOf(POOL, BUILDING).map(({ card: { name }, cards }) => [name, cards.length]), [["Otter", 2], ["Fox", 1], ["Owl", 1]]);
});

test("groups without cards are left out, and others count all copies", () => {
  const sort = { groups: [{ key: "U" }, { key: "B" }, { key: "G" }], of: ({ colour }) => colour };
  assert.deepEqual(groupsOf(POOL, sort, BUILDING).map(({ key, count }) => [key, count]), [["U", 3], ["G", 1]]);
});

test("a filter shows what fits one of each kind that is chosen, and all words of the search", () => {
  const filter = new Filter(BUILDING);
  const shown = () => POOL.filter((each) => filter.shows(each)).map(({ id }) => id);
  filter.toggle("colours", "U");
  filter.toggle("values", 2);
  assert.deepEqual(shown(), [4]);
  filter.toggle("values", 1);
  assert.deepEqual(shown(), [1, 2, 4]);
  filter.words = "OT er";
  assert.deepEqual(shown(), [1, 2]);
  assert.equal(filter.count, 4);
  filter.clear();
  assert.deepEqual(shown(), [1, 2, 3, 4]);
});

test("an arrow leads to the row that lies next in its direction", () => {
  const box = (left, top) => ({ left, top, width: 100, height: 40 });
  const boxes = [box(0, 0), box(0, 50), box(120, 0), box(120, 60)];
  assert.equal(nextIn(boxes[0], boxes, [0, 1]), 1);
  assert.equal(nextIn(boxes[1], boxes, [1, 0]), 3);
  assert.equal(nextIn(boxes[2], boxes, [-1, 0]), 0);
  assert.equal(nextIn(boxes[0], boxes, [0, -1]), -1);
});

const forty = Array.from({ length: 40 }, (_, id) => ({ id }));

const sampleOf = (cards, size = 7) => {
  const sample = new Sample();
  sample.deal(cards, size);
  return sample;
};

test("a sample hand has seven cards of the deck, and the next draws come from the rest", () => {
  const sample = sampleOf(forty);
  assert.equal(new Set(sample.hand).size, 7);
  sample.draw();
  sample.draw();
  assert.deepEqual([sample.hand.length, sample.library.length], [9, 31]);
  assert.equal(new Set([...sample.hand, ...sample.library]).size, 40);
});

test("M28 a sample hand is as large as it was asked to be, after a mulligan too", () => {
  assert.equal(sampleOf(forty, 9).hand.length, 9);
  const sample = sampleOf(forty, 6);
  sample.mulligan();
  assert.deepEqual([sample.hand.length, sample.toBottom], [6, 1]);
});

test("after a second mulligan two cards go to the bottom before any is drawn", () => {
  const sample = sampleOf(forty);
  sample.mulligan();
  sample.mulligan();
  assert.deepEqual([sample.hand.length, sample.toBottom, sample.canDraw], [7, 2, false]);
  const [first, second] = sample.hand;
  sample.bottom(0);
  sample.bottom(0);
  assert.deepEqual(sample.library.slice(-2), [first, second]);
  assert.deepEqual([sample.hand.length, sample.canDraw], [5, true]);
});

test("of a deck without enough cards all are drawn", () => {
  const sample = sampleOf(forty.slice(0, 3));
  sample.draw();
  assert.deepEqual([sample.hand.length, sample.canDraw], [3, false]);
});
