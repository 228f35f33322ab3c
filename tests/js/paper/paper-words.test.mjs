import assert from "node:assert/strict";
import { test } from "node:test";
import { ngettext } from "../../../static/js/lib/gettext.js";
import { wear } from "../../../static/js/lib/game.js";
import { callWords, chooseWords, countWords, isPaper, isSameMoment, lateWords, momentOf, packOf, todoWords } from "../../../static/js/paper/paper-words.js";

wear({
  chooseFeatured: (count) =>
    ngettext("Choose the trigger unit and one card.", "Choose the trigger unit and %(count)s other cards.", count),
});

const sets = [{ code: "SMP01", name: "Six Banners at Dawn" }, { code: "SMP02", name: "The Midnight Harvest" }];
const due = (trigger, normal, any) => ({ trigger, normal, any });
const moment = (more) => ({
  phase: "drafting",
  round: 1,
  pass: 1,
  direction: "left",
  rare: false,
  hold: 5,
  due: due(1, 1, 0),
  seconds: 45,
  ...more,
});

test("a fighter who counts reads how many cards they should have, before and after placing", () => {
  const own = { must_hold: 3, must_place: due(1, 1, 0) };
  assert.deepEqual([countWords({ ...own, chosen: false }), countWords({ ...own, chosen: true })], [
    "Before you place, you hold 3 cards.",
    "You have placed, and one card is left in your hand.",
  ]);
});

test("the cards to choose are named in one sentence", () => {
  const said = [due(1, 1, 0), due(1, 0, 2), due(0, 0, 1), due(0, 0, 2)].map(chooseWords);
  assert.deepEqual(said, [
    "Choose the trigger unit and one card.",
    "Choose the trigger unit and 2 other cards.",
    "Choose one card.",
    "Choose 2 cards.",
  ]);
});

test("the first pass of a pack says to open it, the next ones which way it was passed and how many cards to hold", () => {
  assert.deepEqual(callWords(moment({}), null), [
    "Open pack 1.",
    "You hold 5 cards.",
    "Choose the trigger unit and one card.",
    "45 seconds.",
  ]);
  const next = moment({ pass: 2, hold: 3, due: due(0, 0, 1), seconds: 20 });
  assert.deepEqual(callWords(next, moment({})), ["Pass left.", "You hold 3 cards.", "Choose one card.", "20 seconds."]);
});

test("where packs are of several sets it is said which one to open, in its first pass", () => {
  const of = (pass) => todoWords(due(1, 1, 0), { round: 2, pass }, sets);
  assert.deepEqual([of(1), of(2)], [
    "Pack 2 is one of The Midnight Harvest. Choose the trigger unit and one card.",
    "Choose the trigger unit and one card.",
  ]);
  assert.equal(packOf([sets[0], sets[0]], 2), "");
  const now = momentOf({ round: 2, pass: 1, must_place: due(0, 0, 1), seats: [{ must_hold: 5 }] }, { phase: "drafting", sets }, null);
  assert.deepEqual(callWords(now, null).slice(0, 3), ["Open pack 2.", "Pack 2 is one of The Midnight Harvest.", "You hold 5 cards."]);
});

test("a step back is no pass to the left, and without a clock no seconds are said", () => {
  const back = moment({ pass: 2, hold: 3, due: due(0, 0, 1), seconds: null });
  assert.deepEqual(callWords(back, moment({ pass: 3, hold: 2 })), ["You hold 3 cards.", "Choose one card."]);
});

test("before the first pack, in the review and at the end there is one thing to say each", () => {
  assert.deepEqual(callWords(moment({ phase: "opening" }), null), ["Open your first pack when the organizer says so."]);
  assert.deepEqual(callWords(moment({ phase: "review", seconds: 120 }), null), ["Look at your own cards.", "120 seconds."]);
  assert.equal(callWords(moment({ phase: "building" }), moment({}))[0], "The draft is over.");
  assert.deepEqual(callWords(moment({ phase: "building" }), null), []);
});

test("a moment is another one when a Legion Rare was verified in it", () => {
  const seats = [{ must_hold: 5 }];
  const table = { round: 1, pass: 1, direction: "left", legion_rare: false, seats, must_place: due(1, 1, 0) };
  const now = momentOf(table, { phase: "drafting", sets }, { seconds: 45 });
  assert.equal(isSameMoment(now, momentOf({ ...table }, { phase: "drafting", sets }, { seconds: 75 })), true);
  assert.equal(isSameMoment(now, momentOf({ ...table, legion_rare: true }, { phase: "drafting", sets }, { seconds: 45 })), false);
  assert.equal(isPaper({ table }), true);
  assert.equal(isPaper({ table: { seats: [{}] } }), false);
});

test("a fighter who is seated before the first pack is opened is noticed, and nothing else is", () => {
  const at = (phase, ...fighters) => ({ event: { phase }, table: { seats: fighters.map((fighter) => ({ fighter })) } });
  assert.match(lateWords(at("opening", 1, 2), at("opening", 3, 1, 2)), /drawn again/);
  assert.match(lateWords(at("opening", 1, 2, 3), at("opening", 3, 4, 1)), /drawn again/);
  for (const before of [null, at("lobby", 1), at("opening", 2, 1)]) assert.equal(lateWords(before, at("opening", 1, 2)), "");
  assert.equal(lateWords(at("opening", 1, 2), at("drafting", 1, 2, 3)), "");
});
