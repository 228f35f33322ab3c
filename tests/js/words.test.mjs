import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, names, number, plural, spoken, time } from "../../static/js/lib/words.js";

test("names are joined as one says them", () => {
  assert.equal(names(["Ben"]), "Ben");
  assert.equal(names(["Ben", "Cem"]), "Ben and Cem");
  assert.equal(names(["Ben", "Cem", "Dina"]), "Ben, Cem and Dina");
  assert.equal(names(["Ben", "Cem", "Dina", "Eva", "Fay"]), "Ben, Cem and 3 others");
});

test("numbers have separators, and nothing stays nothing", () => {
  assert.deepEqual([number(10000), number(null), plural(1, "card"), plural(3, "card")], ["10,000", "", "1 card", "3 cards"]);
});

test("time is in seconds, from a minute on in minutes too", () => {
  assert.deepEqual([27.2, 60, 125, 0].map(time), ["28", "1:00", "2:05", "0"]);
});

test("how long something takes is said with its unit", () => {
  assert.deepEqual([17.2, 1, 95].map(duration), ["18 seconds", "1 second", "1:35 minutes"]);
});

test("a card says all that is printed on it", () => {
  const card = {
    name: "Chiming Lamplighter",
    card_type: "trigger",
    trigger: "critical",
    grade: 0,
    clan: "Tide Choir",
    power: 5000,
    shield: 10000,
    rarity: "C",
  };
  assert.equal(
    spoken(card),
    "Chiming Lamplighter, critical trigger, grade 0, Tide Choir, power 5,000, shield 10,000, rarity C",
  );
});
