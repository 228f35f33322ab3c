import assert from "node:assert/strict";
import { test } from "node:test";

import { builtWords } from "../../../static/js/decks/deck-words.js";

const deck = (auto, facts) => ({ count: 40, registered: { auto }, ...facts });

test("M20 a deck that its fighter registered is called so", () => {
  assert.equal(builtWords(deck(false, { main: [1, 2] })), "40 cards, as you registered them.");
});

test("M20 a deck that the server registered is not called the fighter's own", () => {
  assert.equal(builtWords(deck(true, { main: [1] })), "You had not registered a deck when deck building ended. It was filled with lands and registered for you.");
  assert.equal(builtWords(deck(true, { main: [] })), "You had chosen no card when deck building ended, so your deck is only lands.");
  assert.equal(builtWords(deck(true, { list: [] })), "You had not registered a list in time. It was locked as it was.");
});
