import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../static/js/games/vanguard.js";
import { JudgeNotices, verifiedWords } from "../../../static/js/draft/judge/judge-notices.js";

const drawer = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};
const notices = (storage = drawer()) => new JudgeNotices("k", () => {}, storage);
const words = (you) => notices().answer({ you })?.words.replaceAll(/[\u2068\u2069]/g, "");
const note = (more) => ({ call: 3, reason: "legion_rare", verdict: "refused", text: "It is of another set.", ...more });

test("a refused Legion Rare is said with a note and without one", () => {
  assert.equal(words({ refused: [93] }), "The judge refused your Legion Rare.");
  assert.equal(words({ refused: [93], note: note() }), "The judge refused your Legion Rare. The judge: It is of another set.");
});

test("other answers are said by their note alone", () => {
  assert.equal(words({ note: note({ verdict: "verified" }) }), "The judge: It is of another set.");
  assert.equal(words({ note: note({ reason: "rules" }) }), "The judge: It is of another set.");
  assert.equal(words({ note: null }), undefined);
});

test("a verified Legion Rare asks for three cards, and for one more from a fighter who has placed two", () => {
  const asked = (trigger, any) => verifiedWords({ must_choose: { trigger, normal: 0, any } });
  assert.equal(asked(1, 2), "Legion Rare verified. This pack: take the trigger and two other cards.");
  assert.equal(asked(0, 1), "Legion Rare verified. Choose one more card from this pack.");
});

test("while another call is open, the last answer is not said", () => {
  assert.equal(words({ call: { id: 4 }, refused: [93] }), undefined);
});

test("an answer that was dismissed is not said again, even after a reload; the next one is", () => {
  const storage = drawer();
  notices(storage).answer({ you: { refused: [93] } }).dismiss();
  assert.equal(notices(storage).answer({ you: { refused: [93] } }), null);
  assert.equal(notices(storage).answer({ you: { refused: [93, 94] } }).words, "The judge refused your Legion Rare.");
});
