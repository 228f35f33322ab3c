import assert from "node:assert/strict";
import { test } from "node:test";
import { answersTo, byRarity, lastOf, moreOf, nextOf, offerOf, othersIn, owedWords, pausedWords, poolOf, ranksOf, refusalOf, sorted, takeOf, titleOf, trackOf } from "../../../static/js/sharing/share-words.js";

const PEOPLE = [
  { fighter: 4, name: "Ann", cards: 1 },
  { fighter: 7, name: "Ben", cards: 0 },
  { fighter: 9, name: "Cem", cards: 0 },
];
const card = (id, rarity = "RR") => ({ id, name: `Card ${id}`, number: `BT/${id}`, rarity });
const share = (changes = {}) => ({
  policy: "equal", people: PEOPLE, turn: 7, next: [7, 9, 9, 7, 4], over: false, paused: false, last: null, rarity: "RR", left: 5, ...changes,
});
const plain = (words) => words.replace(/[\u2068\u2069]/g, "");
const FREE = { chosen: card(1), kept: false, isLive: true };

test("the own turn is said to its fighter, and whose it is to the others", () => {
  assert.equal(titleOf(share(), 7), "Your turn: take a card");
  assert.equal(plain(titleOf(share(), 4)), "Ben takes a card");
  assert.equal(titleOf(share({ over: true, turn: null }), 4), "These are your cards");
});

test("a swap is offered to those alone who are still there to answer", () => {
  const people = PEOPLE.map((person) => ({ ...person, gone: person.name === "Cem" }));
  assert.deepEqual(othersIn({ people }, 4).map(({ name }) => name), ["Ben"]);
  assert.deepEqual(othersIn({ people: people.slice(1) }, 7), []);
});

test("how long one waits is counted in the others before", () => {
  assert.equal(nextOf(share(), 9), "You are next.");
  assert.equal(nextOf(share(), 4), "4 others before you.");
  assert.equal(nextOf(share(), 7), "Tap a card, then take it.");
  assert.equal(nextOf(share({ next: [7, 7, 9] }), 7), "The next one is yours too.");
  assert.equal(nextOf(share({ next: [7, 9] }), 4), "The rest of this rarity goes to the others.");
});

test("the cards that are left are told with their rarity", () => {
  assert.equal(poolOf(share()), "RR · 5 cards left");
  assert.equal(poolOf(share({ rarity: "", left: 1 })), "No rarity · 1 card left");
});

test("cards that were dealt at random are said to be", () => {
  assert.match(moreOf(share({ over: true, policy: "random" }), 4), /at random/);
});

test("the taker of the last card is named, and that time was up", () => {
  const last = (fighter, byWish) => plain(lastOf(share({ last: { fighter, card: card(3), by_wish: byWish } }), 4));
  assert.equal(last(9, false), "Cem took Card 3.");
  assert.equal(last(9, true), "Cem got Card 3: their time was up.");
  assert.equal(last(4, false), "Card 3 is yours.");
  assert.equal(last(4, true), "Your time was up: Card 3 is yours.");
  assert.equal(lastOf(share(), 4), "");
});

test("a card can be taken in the own turn only, once one is chosen and while the clock runs", () => {
  const words = (changes, facts = {}, me = 7) => takeOf(share(changes), me, { ...FREE, ...facts });
  assert.deepEqual(words(), { words: "Take it", more: "", isOff: false });
  assert.equal(words({}, { chosen: null }).words, "Choose a card");
  assert.equal(words({}, {}, 4).words, "Wait for your turn");
  assert.equal(words({ paused: true }).words, "Paused");
  assert.equal(words({}, { kept: true }).words, "Sending …");
  assert.equal(words({}, { kept: true, isLive: false }).words, "Saved on this phone.");
  for (const facts of [{ chosen: null }, { kept: true }]) assert.equal(words({}, facts).isOff, true);
});

test("a pause says who paused", () => {
  assert.equal(pausedWords({ paused_by: "organizer" }), "Paused by the organizer. The clock is stopped until the sharing resumes.");
  assert.equal(pausedWords({ paused_by: "judge" }), "Paused by a judge. The clock is stopped until the sharing resumes.");
});

test("a refusal says what became of the card, and what has no words here says what the server says", () => {
  assert.match(refusalOf("take", "not_in_pool", "no"), /gone/);
  assert.match(refusalOf("take", "not_your_turn", "no"), /not taken/);
  assert.match(refusalOf("take", "not_allowed", "no"), /over.*not taken/);
  for (const answer of ["swap", "accept", "decline", "withdraw"]) assert.match(refusalOf(answer, "not_allowed", "no"), /over.*not count/);
  assert.equal(refusalOf("take", "bad_message", "no"), "no");
  for (const answer of ["accept", "decline", "withdraw", undefined]) assert.equal(refusalOf(answer, "stale", "no"), "no");
});

test("an offer is said from the side of its reader", () => {
  const offer = { fighter: 4, other: 7, give: card(1), want: card(2) };
  assert.equal(plain(offerOf(share(), 4, offer)), "You offer Card 1 to Ben for Card 2.");
  assert.equal(plain(offerOf(share(), 7, offer)), "Ann offers you Card 1 for Card 2.");
  assert.equal(plain(offerOf(share(), 4, { ...offer, by: 7 })), "Ben would rather keep Card 2.");
  assert.equal(plain(offerOf(share(), 7, { ...offer, by: 7 })), "You keep Card 2, for which Ann offered Card 1.");
  assert.equal(plain(offerOf(share(), 4, { ...offer, by: 4 })), "You withdrew your offer to Ben: Card 1 for Card 2.");
  assert.equal(plain(offerOf(share(), 7, { ...offer, by: 4 })), "Ann withdrew the offer of Card 1 for Card 2.");
});

test("an offer is answered by its holder, withdrawn by who made it, and nothing is left to do about one that came to nothing", () => {
  const offer = { fighter: 4, other: 7, give: card(1), want: card(2) };
  assert.deepEqual(answersTo(4, offer), ["withdraw"]);
  assert.deepEqual(answersTo(7, offer), ["accept", "decline"]);
  for (const by of [4, 7]) assert.deepEqual(answersTo(4, { ...offer, by }), []);
});

test("wishes lie first in the pool, then the numbers", () => {
  const pool = [card(3), card(1), card(2)];
  assert.deepEqual(sorted(pool, [2]).map(({ id }) => id), [2, 1, 3]);
});

test("own cards are grouped by rarity as they come", () => {
  const groups = byRarity([card(1), card(2, "C"), card(3), card(4, "")]);
  assert.deepEqual(groups.map(({ name, cards }) => [name, cards.length]), [["RR", 2], ["C", 1], ["No rarity", 1]]);
});

test("the track has the row that is taken now and the one that goes back, in the order of the turns", () => {
  const order = [4, 7, 9];
  const seen = (taken, next) =>
    trackOf({ order, taken: taken.map((by) => ({ by })), next }).map((row) => row.map(({ fighter, column, state }) => `${fighter}${column}${state}`));
  assert.deepEqual(seen([4], [7, 9, 9, 7, 4]), [
    ["40done", "71now", "92next"],
    ["92next", "71next", "40next"],
  ]);
  assert.deepEqual(seen([4, 7, 9], [9, 7]), [["92now", "71next", "40out"]]);
  assert.deepEqual(seen([], []), []);
});

test("wishes count among the cards that can still be had", () => {
  assert.deepEqual([...ranksOf({ pool: [card(1), card(2)], wishes: [9, 2, 1] })], [[2, 1], [1, 2]]);
});

test("once the event is over it is said what is still to change hands", () => {
  assert.equal(owedWords({ to_give: 3, to_get: 1 }), "You still give 3 cards and get 1 card.");
  assert.equal(owedWords({ to_give: 1, to_get: 0 }), "You still give 1 card.");
  assert.equal(owedWords({ to_give: 0, to_get: 2 }), "You still get 2 cards.");
});
