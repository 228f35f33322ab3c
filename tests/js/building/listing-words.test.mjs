// The words about a list that a fighter hands in, and the list as a text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { countIn, faultOf, listText, movedOne, stateOf, untilWords } from "../../../static/js/building/listing-words.js";

const HEADINGS = { command: "Commander", main: "Deck", side: "Sideboard" };
const FAULT = { code: "deck_too_small", message: "59 cards; at least 60 are needed." };

test("a list is written as it is pasted, with a heading above each zone that has cards", () => {
  const list = [
    { name: "Otter Scout", count: 4, zone: "main" },
    { name: "River Road", count: 3, zone: "side" },
    { name: "Island", count: 56, zone: "main" },
  ];
  assert.equal(listText(list, HEADINGS), "Deck\n4 Otter Scout\n56 Island\n\nSideboard\n3 River Road");
  assert.equal(listText([], HEADINGS), "");
});

test("a list can be registered where nothing is wrong with it and it is not the registered one", () => {
  const can = (deck) => stateOf({ registered: null, locked: false, faults: [], ...deck }).canRegister;
  assert.deepEqual([can({}), can({ faults: [FAULT] }), can({ locked: true })], [true, false, false]);
  assert.deepEqual([can({ registered: { same: true } }), can({ registered: { same: false } })], [false, true]);
});

test("once the event is over it is said with which deck one played", () => {
  const locked = { registered: { same: true }, locked: true, faults: [] };
  assert.match(stateOf(locked).words, /^Your list is registered/);
  assert.equal(stateOf(locked, true).words, "You played with this deck.");
});

test("a list that the server locked is said to stand as it was, and an empty one to be none", () => {
  const said = (list) => stateOf({ registered: { same: true, auto: true }, locked: true, faults: [], list }).words;
  assert.equal(said([{ name: "Island", count: 60, zone: "main" }]), "Lists are locked: yours stands as it was then.");
  assert.equal(said([]), "Lists are locked, and you handed in none.");
});

test("a fault is told in the server's words", () => {
  assert.equal(stateOf({ registered: null, locked: false, faults: [FAULT] }).words, FAULT.message);
  assert.equal(faultOf("bad_message", "line 2 has no name of a card"), "line 2 has no name of a card");
  assert.match(faultOf("stale", ""), /Another device/);
});

test("until when a list can be changed", () => {
  assert.equal(untilWords({ locked: false }, {}), "Until the organizer goes on");
  assert.equal(untilWords({ locked: true }, {}), "It cannot be changed any more.");
  assert.match(untilWords(undefined, {}), /^You need no list.*when the organizer goes on\.$/);
});

test("one card of a name goes to the sideboard and back, beside those that lie there", () => {
  const list = [
    { name: "Otter Scout", count: 2, zone: "main", checked: true },
    { name: "River Road", count: 1, zone: "side", checked: false },
  ];
  const once = movedOne(list, "Otter Scout", "main");
  assert.deepEqual([countIn(once, "main"), countIn(once, "side")], [1, 2]);
  assert.equal(once.at(-1).checked, true);
  const twice = movedOne(once, "Otter Scout", "main");
  assert.deepEqual([countIn(twice, "main"), twice.filter(({ name }) => name === "Otter Scout").length], [0, 1]);
  assert.deepEqual(movedOne(list, "River Road", "side").map(({ zone }) => zone), ["main", "main"]);
  assert.equal(movedOne(list, "Otter Scout", "side"), list);
});
