import assert from "node:assert/strict";
import { test } from "node:test";
import { goneWords, noneWords } from "../../../static/js/fights/absent-words.js";

const team = (names, { dropped = false, gone = [] } = {}) => ({
  dropped,
  fighters: names.map((name) => ({ name, dropped: gone.includes(name) })),
});
const standings = [
  team(["Ann", "Ben", "Cem"], { dropped: true, gone: ["Ben"] }),
  team(["Dan", "Eve", "Fay"], { gone: ["Dan"] }),
];

test("the lieutenants of an emperor who has dropped out read that, and not that they have a round off", () => {
  assert.equal(noneWords(null, standings, "Ann").title, "Your team is not paired any more");
  assert.equal(noneWords(null, standings, "Ann").words, "Your emperor has dropped out.");
  assert.equal(noneWords(null, standings, "Ben").words, "You have dropped out.");
  assert.equal(noneWords(null, standings, "Fay").title, "You have no fight in this round");
  assert.equal(noneWords({ fight: 1 }, standings, "Fay").title, "You have a bye");
  assert.equal(noneWords(null, [], "Fay").title, "No opponent is there");
});

test("after a result one who is gone is told of no next round", () => {
  assert.match(goneWords(standings, "Cem", false), /^Your emperor has dropped out\. Your team keeps its points/);
  assert.match(goneWords(standings, "Dan", true), /^You keep your points/);
  assert.equal(goneWords(standings, "Eve", false), undefined);
});
