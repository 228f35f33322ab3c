import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, duration, fighters, names, number, time } from "../../../static/js/lib/words.js";

const plain = (words) => words.replaceAll(/[\u2068\u2069]/g, "");

test("names are joined as one says them", () => {
  assert.equal(plain(names(["Ben"])), "Ben");
  assert.equal(plain(names(["Ben", "Cem"])), "Ben and Cem");
  assert.equal(plain(names(["Ben", "Cem", "Dina"])), "Ben, Cem and Dina");
  assert.equal(plain(names(["Ben", "Cem", "Dina", "Eva", "Fay"])), "Ben, Cem and 3 others");
});

test("each name in a sentence keeps its direction to itself", () => {
  assert.equal(names(["Ben", "עמית"]), "\u2068Ben\u2069 and \u2068עמית\u2069");
});

test("numbers have separators, and nothing stays nothing", () => {
  assert.deepEqual([number(10000), number(null), cards(1), fighters(3)], ["10,000", "", "1 card", "3 fighters"]);
});

test("time is in seconds, from a minute on in minutes too", () => {
  assert.deepEqual([27.2, 60, 125, 0].map(time), ["28", "1:00", "2:05", "0"]);
});

test("how long something takes is said with its unit", () => {
  assert.deepEqual([17.2, 1, 59.5, 95, 300].map(duration), ["18 seconds", "1 second", "1 minute", "1:35", "5 minutes"]);
});
