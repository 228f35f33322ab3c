import assert from "node:assert/strict";
import { test } from "node:test";
import { PastFight } from "../../../static/js/fights/past-fight.js";

const drawer = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};
const side = (fighter, name) => ({ fighter, name, fighters: [{ fighter, name }] });
const SIDES = [side(4, "Ann"), side(7, "Ben")];
const WON = { winner: 7, score: [0, 1], confirmed: true, by: "agreed" };

const fight = (number, result = null) => ({ fight: number, best_of: 1, sides: SIDES, result });
const past = (number, round, result = WON) => ({ ...fight(number, result), round });
const words = (phone) => phone.wordsFor("Ann").replaceAll(/[\u2068\u2069]/g, "");

const phoneThat = (...states) => {
  const phone = new PastFight("k", drawer());
  for (const state of states) phone.take(state);
  return phone;
};

test("a phone that last knew its fight open is told how it ended", () => {
  assert.equal(words(phoneThat({ fight: fight(1), past: null }, { fight: fight(5), past: past(1, 1) })), "Round 1 against Ben: Ben won.");
});

test("it is told who decided where the two did not, and that it was a draw", () => {
  const slept = (result) => words(phoneThat({ fight: fight(1) }, { fight: fight(5), past: past(1, 1, { ...WON, ...result }) }));
  assert.equal(slept({ by: "organizer", winner: 4 }), "Round 1 against Ben: you won. The organizer decided it.");
  assert.equal(slept({ by: "time", winner: null, score: [0, 0] }), "Round 1 against Ben: it was a draw. The round had ended.");
});

test("a phone that slept over more than one round, or over the end of the fights, is told of its last fight", () => {
  assert.equal(words(phoneThat({ fight: fight(1) }, { fight: fight(9), past: past(5, 2) })), "Round 2 against Ben: Ben won.");
  assert.equal(words(phoneThat({ fight: fight(5) }, { past: past(5, 2) })), "Round 2 against Ben: Ben won.");
});

test("nothing is said of an end that was on the screen, nor to a phone that has just come", () => {
  const phone = phoneThat({ fight: fight(1) }, { fight: fight(1, WON) });
  phone.see(fight(1, WON));
  phone.take({ fight: fight(5), past: past(1, 1) });
  assert.equal(words(phone), "");
  assert.equal(words(phoneThat({ fight: fight(5), past: past(1, 1) })), "");
});

test("a fight that was opened again is not told until it is over", () => {
  const phone = phoneThat({ fight: fight(1) }, { fight: fight(5), past: past(1, 1) }, { fight: fight(5), past: past(1, 1, null) });
  assert.equal(words(phone), "");
});

test("a notice that was not dismissed is still shown after a reload, one that was dismissed is not", () => {
  const storage = drawer();
  const before = new PastFight("k", storage);
  before.take({ fight: fight(1) });
  const phone = new PastFight("k", storage);
  phone.take({ fight: fight(5), past: past(1, 1) });
  const after = new PastFight("k", storage);
  after.take({ fight: fight(5), past: past(1, 1) });
  assert.equal(words(after), "Round 1 against Ben: Ben won.");
  after.dismiss();
  assert.equal(words(after), "");
  const last = new PastFight("k", storage);
  last.take({ fight: fight(5), past: past(1, 1) });
  assert.equal(words(last), "");
});
