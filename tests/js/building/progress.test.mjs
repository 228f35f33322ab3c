import assert from "node:assert/strict";
import { test } from "node:test";

import { areAllRegistered, buildTitle, buildWords, deckMark, registeredCount } from "../../../static/js/building/progress.js";

const shown = (...decks) => ({
  event: { format: "magic-draft" },
  table: { seats: decks.map((deck, seat) => ({ seat, name: `Fighter ${seat}`, deck })) },
  clock: { deadline: "2026-11-28T14:00:00Z", paused: false },
});

test("M20 the big screen says what happens at zero while a deck is still to be registered", () => {
  assert.deepEqual(buildWords(shown("registered", "building")), [
    "\u2068Fighter 1\u2069 has not registered a deck yet.",
    "At zero each deck without a registration is filled with lands and registered.",
  ]);
});

test("M20 once all decks are registered it says what comes next", () => {
  assert.deepEqual(buildWords(shown("registered", "registered")), ["Everyone has registered a deck.", "The organizer goes on."]);
});

test("M30 where lists are handed in, lists are spoken of", () => {
  const { table, clock } = shown("registered", "none");
  const event = { format: "magic-own" };
  const awaited = "\u2068Fighter 1\u2069 has not registered a list yet.";
  assert.deepEqual(buildWords({ event, table, clock }), [awaited, "At zero all lists are locked as they are."]);
  assert.deepEqual(buildWords({ event, table, clock: { ...clock, paused: true } }), [awaited, "The clock is stopped. Lists can still be handed in."]);
  assert.deepEqual(buildWords({ event, table, clock: {} })[1], "Lists are locked when the organizer goes on.");
  assert.equal(buildTitle({ event, table }), "Hand in your list");
  table.seats[1].deck = "registered";
  assert.equal(buildTitle({ event, table }), "All lists are registered");
});

test("M20 no fighter waits for one who is gone before they begin to build", () => {
  const { event, table, clock } = shown("registered", "none");
  Object.assign(table.seats[1], { bot: true, gone: true });
  assert.equal(areAllRegistered(table), true);
  assert.equal(registeredCount(table), "1 of 1 registered");
  assert.equal(buildWords({ event, table, clock })[0], "Everyone has registered a deck.");
  assert.equal(deckMark(table.seats[1]).word, "dropped out");
});

test("M20 the deck of a fighter for whom a bot has chosen is waited for as long as they are in the event", () => {
  const { event, table, clock } = shown("registered", "none");
  table.seats[1].bot = true;
  assert.equal(areAllRegistered(table), false);
  assert.equal(registeredCount(table), "1 of 2 registered");
  assert.equal(buildWords({ event, table, clock })[0], "\u2068Fighter 1\u2069 has not registered a deck yet.");
  assert.equal(deckMark(table.seats[1]).word, "not started");
});

test("M20 no fighter waits for the deck of one who left while they built it; a registered one counts", () => {
  const { event, table, clock } = shown("registered", "building");
  table.seats[1].gone = true;
  assert.equal(areAllRegistered(table), true);
  assert.equal(registeredCount(table), "1 of 1 registered");
  assert.equal(buildWords({ event, table, clock })[0], "Everyone has registered a deck.");
  assert.equal(deckMark(table.seats[1]).word, "dropped out");
  table.seats[0].gone = true;
  assert.equal(registeredCount(table), "1 of 1 registered");
  assert.equal(deckMark(table.seats[0]).word, "registered");
});
