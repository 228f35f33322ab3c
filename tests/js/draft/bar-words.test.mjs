import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../static/js/games/vanguard.js";
import { barOf } from "../../../static/js/draft/bar-words.js";

const NONE = { trigger: 0, normal: 0, any: 0 };
const ONE = { trigger: 0, normal: 0, any: 1 };
const CARD = { id: 7, card_type: "normal" };
const TIMED = { phase: "drafting", owed: ONE, chosen: [CARD], isLive: true, left: 20, late: 0, grace: 5, turn: "choosing" };
const OFFLINE = { ...TIMED, isLive: false };
const PLACED = { ...TIMED, placed: true };

const said = (facts) => {
  const { words, more, count } = barOf(facts);
  return [words, more, count].filter(Boolean).join(" ");
};
const look = (facts) => {
  const { isOff, isDone } = barOf(facts);
  return isDone ? "done" : isOff ? "off" : "gold";
};

test("a choice that is complete can be placed, and one that is not cannot", () => {
  assert.deepEqual([said(TIMED), look(TIMED)], ["Place face down 1/1", "gold"]);
  assert.deepEqual([said({ ...TIMED, chosen: [] }), look({ ...TIMED, chosen: [] })], ["Place face down 0/1", "off"]);
});

test("a confirmed choice is being sent while there is a line", () => {
  assert.deepEqual([said({ ...PLACED, kept: true }), look({ ...PLACED, kept: true })], ["Sending …", "off"]);
});

test("a confirmed choice without a line is kept on this phone, and counts until the deadline", () => {
  const kept = { ...OFFLINE, placed: true, kept: true };
  assert.equal(said({ ...kept, left: 13.2 }), "Saved on this phone. It counts if the connection is back in 14 seconds.");
  assert.equal(said({ ...kept, left: null }), "Saved on this phone. It is sent as soon as the connection is back.");
  assert.equal(said({ ...kept, paused: true }), "Saved on this phone. It is sent as soon as the connection is back.");
});

test("after the deadline a kept choice still counts within the grace, and then the server has chosen", () => {
  const kept = { ...OFFLINE, placed: true, kept: true, left: 0 };
  assert.equal(said({ ...kept, late: 1.3 }), "Time is up. It still counts if the connection is back in 4 seconds.");
  assert.equal(said({ ...kept, late: 5 }), "Time is up. The server has chosen.");
});

test("without a line nothing can be confirmed after the deadline", () => {
  const open = { ...OFFLINE, left: 0 };
  assert.equal(look(OFFLINE), "gold");
  assert.deepEqual([said({ ...open, late: 0.2 }), look({ ...open, late: 0.2 })], ["Time is up.", "off"]);
  assert.equal(said({ ...open, late: 5.1 }), "Time is up. The server has chosen.");
  for (const stored of [{ owed: NONE }, { placed: true }]) {
    assert.equal(said({ ...open, ...stored, late: 5.1 }), "Placed face down");
  }
});

test("from the confirmation until the next pack the button is done and never gold", () => {
  assert.deepEqual([said(PLACED), look(PLACED)], ["Placed face down", "done"]);
  assert.deepEqual([said({ ...PLACED, isMoving: true }), look({ ...PLACED, isMoving: true })], ["Placed face down", "done"]);
  assert.deepEqual([said({ ...PLACED, owed: NONE }), look({ ...PLACED, owed: NONE })], ["Placed face down", "done"]);
  assert.equal(look({ ...TIMED, isMoving: true }), "off");
});

test("a card that the clock has placed is not said to be the fighter's", () => {
  const nothing = { ...TIMED, owed: NONE, chosen: [] };
  assert.equal(said({ ...nothing, turn: "done" }), "Placed face down");
  assert.equal(said({ ...nothing, turn: "done_by_time" }), "The server has chosen");
  assert.equal(said({ ...nothing, turn: "no_cards" }), "No cards in this pass");
});

test("the review has one sentence, however the last pass ended", () => {
  for (const last of [PLACED, OFFLINE, { ...TIMED, isMoving: true }, { ...TIMED, owed: NONE, turn: "done_by_time" }]) {
    const review = { ...last, phase: "review", ready: false, late: 9 };
    assert.deepEqual([said(review), look(review)], ["I have seen my cards", "gold"]);
    assert.deepEqual([said({ ...review, ready: true }), look({ ...review, ready: true })], ["Waiting for the others", "done"]);
  }
});

test("that the cards were seen is kept without a line, and is not asked for again meanwhile", () => {
  const review = { ...OFFLINE, phase: "review", ready: false, kept: true };
  assert.deepEqual(
    [said(review), look(review)],
    ["Saved on this phone. It is sent as soon as the connection is back.", "off"],
  );
  assert.deepEqual([said({ ...review, isLive: true }), look({ ...review, isLive: true })], ["Sending …", "off"]);
});

test("where one tap picks, the button undoes the pick as long as it can be undone", () => {
  const facts = { ...TIMED, isOneTap: true };
  assert.deepEqual([said({ ...facts, chosen: [] }), look({ ...facts, chosen: [] })], ["Tap a card to pick it", "off"]);
  assert.deepEqual([said({ ...facts, isPicking: true }), look({ ...facts, isPicking: true })], ["Undo It is placed in a moment.", "gold"]);
});
