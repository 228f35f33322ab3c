import assert from "node:assert/strict";
import { test } from "node:test";
import { byColour, costWords, figureOf, figureWords, symbolsOf } from "../../../static/js/games/magic.js";
import { inOrder, placeFor, sorts, talliesOf } from "../../../static/js/games/magic-building.js";
import { typeOf } from "../../../static/js/games/magic-signs.js";
import { barOf } from "../../../static/js/draft/bar-words.js";
import { places } from "../../../static/js/draft/choice.js";
import { game } from "../../../static/js/lib/game.js";

test("a cost is read out in words", () => {
  const costs = ["{2}{W}{W}", "{X}{U}", "{W/U}{2/B}", "{R/P}", "{0}", "", "{X}{X}{R}", "{2/W}{2/W}"];
  assert.deepEqual(costs.map(costWords), [
    "2 generic, 2 white",
    "X, 1 blue",
    "1 white or blue, 2 generic or black",
    "1 red or 2 life",
    "0 generic",
    "",
    "X, X, 1 red",
    "2 generic or white, 2 generic or white",
  ]);
});

test("symbols are what stands in braces", () => {
  assert.deepEqual(symbolsOf("{10}{G/U}{X}"), ["10", "G/U", "X"]);
});

test("a card is drawn as one type", () => {
  const lines = ["Legendary Creature - Otter", "Artifact Creature - Golem", "Artifact Land", "Instant", "Scheme"];
  assert.deepEqual(lines.map((type_line) => typeOf({ type_line })), ["creature", "creature", "land", "instant", "other"]);
});

test("figures stand in the corner, and are read out by their names", () => {
  const cards = [{ power: "2", toughness: "3" }, { power: "*", toughness: "1+*" }, { loyalty: "4" }, { defense: "5" }, {}];
  assert.deepEqual(cards.map(figureOf), ["2/3", "*/1+*", "4", "5", ""]);
  assert.deepEqual(cards.map(figureWords), ["power 2, toughness 3", "power *, toughness 1+*", "loyalty 4", "defense 5", ""]);
});

test("each pick has one place, in the words of the game", () => {
  assert.deepEqual(places({ trigger: 0, normal: 0, any: 1 }, []).map(({ label }) => label), ["Your pick"]);
  assert.equal(game().where({ pass: 3, passes: 14 }), "Pick 3/14");
  assert.equal(barOf({ phase: "drafting", isLive: true, owed: { trigger: 0, normal: 0, any: 0 }, chosen: [], turn: "no_cards" }).words, "No cards in this pick");
});

const built = (name, type_line, mana_value, colors) => ({ name, type_line, mana_value, colors, rarity: "C" });
const FOREST = built("Gate", "Land", 0, "");
const OTTER = built("Otter", "Creature - Otter", 2, "U");
const TITAN = built("Titan", "Artifact Creature - Giant", 9, "");
const RIDDLE = built("Riddle", "Sorcery", 2, "WU");

test("in the review a card of two colours is in a group of its own, and each card in one", () => {
  const groups = byColour([OTTER, RIDDLE, TITAN, FOREST]).map(({ name, cards }) => [name, cards.map((card) => card.name)]);
  assert.deepEqual(groups, [["Blue", ["Otter"]], ["Multicoloured", ["Riddle"]], ["Colourless", ["Titan"]], ["Lands", ["Gate"]]]);
});

test("lands are not in the curve, and all from seven on are together (M19)", () => {
  const { curve, kinds } = talliesOf([FOREST, OTTER, TITAN, RIDDLE], 3);
  assert.deepEqual(curve.map(({ count }) => count), [0, 0, 2, 0, 0, 0, 0, 1]);
  assert.deepEqual(kinds.map(({ key, count }) => [key, count]), [["creature", 2], ["sorcery", 1], ["land", 4]]);
});

test("a card of two colours counts for each, and is in a group of its own (M19)", () => {
  assert.deepEqual(talliesOf([OTTER, RIDDLE], 0).colours.map(({ key, count }) => [key, count]), [["W", 1], ["U", 2]]);
  const colour = sorts.find(({ key }) => key === "colour");
  assert.deepEqual([OTTER, RIDDLE, TITAN, FOREST].map(colour.of), ["U", "more", "C", "land"]);
});

test("within a group cards lie by value, colour and name, lands last", () => {
  assert.deepEqual([FOREST, TITAN, RIDDLE, OTTER].sort(inOrder).map(({ name }) => name), ["Otter", "Riddle", "Titan", "Gate"]);
});

test("a conspiracy goes to the command zone, all else into the deck (M18)", () => {
  assert.deepEqual([built("Rumor", "Conspiracy", 0, ""), OTTER].map(placeFor), ["command", "main"]);
});
