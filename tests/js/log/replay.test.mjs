import assert from "node:assert/strict";
import { test } from "node:test";
import { actsOf, chooserOf, inOrderOfTaking, Replay, secondsOf, takenIn } from "../../../static/js/log/replay.js";
import { timeWords } from "../../../static/js/log/replay-words.js";
import { addressOfLink, readAddress, writeAddress, writeLink } from "../../../static/js/log/replay-address.js";

const pick = (...cards) => ({ cards, how: "chosen", seconds: 3 });
const turn = (opened_by, hand, ...picks) => ({ opened_by, hand, picks, back: [] });
const step = (number, ...turns) => ({ round: 1, number, direction: "left", review_after: true, turns, undone: [], notes: [] });
const fate = (seat, number) => ({ seat, number });

const TOLD = {
  seats: [{ seat: 0 }, { seat: 1 }],
  tallies: [{ tally: "curve", names: ["0", "1"] }],
  prints: [
    { card: { name: "Ant" }, counts: [[0]] },
    { card: { name: "Bee" }, counts: [[1]] },
  ],
  cards: [fate(0, 1), fate(1, 2), fate(1, 1), null].map((fate, place) => ({ id: place + 10, print: place % 2, fate, foil: place === 1 })),
  packs: [{ round: 1, opened_by: 0, cards: [0, 1] }, { round: 1, opened_by: 1, cards: [2, 3] }],
  steps: [step(1, turn(0, [0, 1], pick(0)), turn(1, [2, 3], pick(2))), step(2, turn(1, [3]), turn(0, [1], pick(1)))],
  fights: [{ round: 1, fights: [] }],
  shares: [{ card: 0, seat: 1, drafted_by: 0 }],
};
const replay = new Replay(TOLD);

test("its moments are the passes, the rounds of fights, and whose the cards are", () => {
  assert.deepEqual(replay.moments.map(({ name }) => name), ["r1p1", "r1p2", "f1", "e"]);
  assert.deepEqual([replay.find("f1"), replay.find("r9p9")], [2, -1]);
  assert.deepEqual(replay.rounds(), [{ round: 1, direction: "left", review: null, moments: [0, 1] }]);
});

test("an address of games that nobody told apart leads to their round", () => {
  const games = [{ game: 1, fights: [] }];
  const told = new Replay({ ...TOLD, fights: [{ round: 1, fights: [], games }, { round: 2, fights: [] }] });
  assert.deepEqual(["f1", "f1g1", "f1g2", "f2g1", "f3g1"].map((name) => told.find(name)), [2, 3, 2, 4, -1]);
});

test("a review that another round follows is a moment of its own, at which piles are as before", () => {
  const next = { ...step(1, turn(0, [0], pick(0)), turn(1, [])), round: 2 };
  const reviewed = new Replay({ ...TOLD, steps: [...TOLD.steps, next] });
  assert.deepEqual(reviewed.moments.map(({ name }) => name), ["r1p1", "r1p2", "v1", "r2p1", "f1", "e"]);
  assert.deepEqual(reviewed.rounds().map(({ review, moments }) => [review, moments]), [[2, [0, 1]], [null, [3]]]);
  assert.deepEqual([reviewed.stepAt(2).number, reviewed.pile(2, 1), reviewed.turn(2, 1)], [2, [2, 1], null]);
});

test("a pile grows by what its seat took, and stays as it is after the draft", () => {
  assert.deepEqual([0, 1, 3].map((at) => replay.pile(at, 1)), [[2], [2, 1], [2, 1]]);
  assert.deepEqual(replay.counts(replay.pile(1, 1), 0), [["0", 1], ["1", 1]]);
});

test("a pack goes from seat to seat until it is empty", () => {
  assert.deepEqual(replay.journey(1, 0).map(({ at, seat }) => [at, seat]), [[0, 0], [1, 1]]);
});

test("a hand is shown in the order in which its cards were taken, and what nobody took comes last", () => {
  assert.deepEqual(inOrderOfTaking(replay, [3, 1, 0], [0]), [0, 1, 3]);
  assert.deepEqual(replay.card(1), { name: "Bee", id: 11, foil: true });
});

test("it is said who chose, and after how long", () => {
  const automatic = { ...turn(0, [1]), picks: [{ cards: [1], how: "time", seconds: 45 }] };
  assert.deepEqual([chooserOf(TOLD.steps[0].turns[0]), chooserOf(automatic), chooserOf(TOLD.steps[1].turns[0])], ["", "time", null]);
  assert.deepEqual([secondsOf(automatic), takenIn(automatic)], [45, [1]]);
});

test("the time of a pass is left out where a choice took longer, since more was given", () => {
  assert.deepEqual([timeWords(12, 45), timeWords(45, 45), timeWords(47, 45), timeWords(12, null)], ["12 of 45 s", "45 of 45 s", "47 s", "12 s"]);
});

test("acts at the table and choices that were taken back stand in the order of the clock", () => {
  const at = (second) => `2026-11-20T06:28:${second}.000Z`;
  const acts = actsOf({ notes: [{ at: at("01"), text: "paused" }, { at: at("09"), text: "resumed" }], undone: [{ at: at("06"), seat: 0, cards: [1] }] });
  assert.deepEqual(acts.map((act) => act.text ?? act.cards), ["paused", [1], "resumed"]);
});

test("a link says its step to the server, and the page makes its own address of it", () => {
  const here = "https://site/events/ABC234/log/?seat=1#r1p1s0";
  const link = writeLink({ table: 2, moment: "r2p3", view: "seat", seat: 1 }, here);
  assert.equal(link, "https://site/events/ABC234/log/?step=t2r2p3s1");
  assert.equal(addressOfLink(link), "https://site/events/ABC234/log/#t2r2p3s1");
  assert.equal(addressOfLink("https://site/log/?step=<b>&seat=1"), "https://site/log/?seat=1");
  assert.equal(addressOfLink(here), null);
});

test("every step has an address that can be read again", () => {
  const addresses = ["#r2p3s1", "#t2r2p3s1", "#r2p3o1", "#r2p3", "#t3f1s0", "#e", "#es2", "#v3s1", "#w2"];
  assert.deepEqual(addresses.map((hash) => writeAddress(readAddress(hash))), addresses);
  assert.deepEqual(readAddress("#t2r2p3s1"), { table: 2, moment: "r2p3", view: "seat", seat: 1 });
  assert.deepEqual(["", "#content", "#r0p1s1", "#r1p1s1x", "#fair"].map(readAddress), [null, null, null, null, null]);
});
