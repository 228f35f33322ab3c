import assert from "node:assert/strict";
import { test } from "node:test";
import { Speech } from "../../../static/js/lib/speech.js";

globalThis.SpeechSynthesisUtterance = class {
  constructor(words) {
    this.words = words;
  }
};

const voice = () => ({
  said: [],
  stopped: 0,
  speak({ words }) {
    this.said.push(words);
  },
  cancel() {
    this.stopped += 1;
  },
});

const storage = (kept = {}) => ({ getItem: (key) => kept[key] ?? null, setItem: (key, value) => (kept[key] = value) });

test("nothing is spoken before somebody switches it on, and then what is called at once", () => {
  const heard = voice();
  const speech = new Speech(heard, storage());
  speech.say(["Pass left."]);
  assert.deepEqual(heard.said, []);
  speech.toggle(["Choose one card."]);
  speech.say(["Pass left.", "You hold 3 cards."]);
  assert.deepEqual(heard.said, ["Choose one card.", "Pass left.", "You hold 3 cards."]);
});

test("a later call takes the place of one that is still being spoken", () => {
  const heard = voice();
  const speech = new Speech(heard, storage());
  speech.toggle(["One."]);
  const before = heard.stopped;
  speech.say(["Two."]);
  assert.equal(heard.stopped, before + 1);
});

test("the wish outlives the page, and where there is no voice nothing is wished", () => {
  const kept = storage();
  new Speech(voice(), kept).toggle([]);
  assert.equal(new Speech(voice(), kept).isOn, true);
  assert.equal(new Speech(null, kept).isOn, false);
});
