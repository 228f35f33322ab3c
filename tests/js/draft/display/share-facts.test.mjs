import assert from "node:assert/strict";
import { test } from "node:test";
import { lastWords, takerOf, trackOf } from "../../../../static/js/draft/display/share-facts.js";

const share = (counts, more = {}) => ({ people: Object.entries(counts).map(([name, cards], index) => ({ fighter: index + 1, name, cards })), next: [1, 2, 2, 1], last: null, over: false, ...more });
const plain = (words) => words.replaceAll(/[\u2068\u2069]/g, "");

test("the track has the turns that are left, and a number for those that find no room", () => {
  assert.deepEqual(trackOf(share({ Ann: 0, Ben: 0 }), 6).turns.map(({ name }) => name), ["Ann", "Ben", "Ben", "Ann"]);
  const { turns, more } = trackOf(share({ Ann: 0, Ben: 0 }), 3);
  assert.deepEqual([turns.map(({ name }) => name), more], [["Ann", "Ben"], 2]);
});

test("a turn keeps its key while others before it go", () => {
  const [before, after] = [share({ Ann: 0, Ben: 0 }), share({ Ann: 1, Ben: 0 }, { next: [2, 2, 1] })].map((each) => trackOf(each, 6).turns.map(({ key }) => key));
  assert.deepEqual(before.slice(1), after);
});

test("the fighter who has a card more is the one who took it", () => {
  assert.equal(takerOf(share({ Ann: 0, Ben: 0 }), share({ Ann: 0, Ben: 1 })), 2);
  assert.equal(takerOf(share({ Ann: 0, Ben: 0 }), share({ Ann: 0, Ben: 0 })), null);
  assert.equal(takerOf(share({ Ann: 0, Ben: 0 }), share({ Ann: 4, Ben: 4 })), null); // the rest was dealt
  assert.equal(takerOf(null, share({ Ann: 1, Ben: 0 })), null);
});

test("a card is named only where the state has it", () => {
  const last = { fighter: 2, card: { name: "Lamp Bearer" }, by_wish: false };
  assert.equal(plain(lastWords(share({ Ann: 0, Ben: 1 }), 2)), "Ben just took a card.");
  assert.equal(plain(lastWords(share({ Ann: 0, Ben: 1 }, { last }), 2)), "Ben took Lamp Bearer.");
  assert.equal(plain(lastWords(share({ Ann: 0, Ben: 1 }, { last: { ...last, by_wish: true } }), 2)), "Ben got Lamp Bearer by wish.");
  assert.equal(lastWords(share({ Ann: 0, Ben: 1 }, { last, over: true }), 2), "");
  assert.equal(lastWords(share({ Ann: 0, Ben: 0 }), null), "");
});
