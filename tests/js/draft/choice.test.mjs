import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../static/js/games/vanguard.js";
import { actionOn, fits, isComplete, keep, places, replacedBy, toggle, total } from "../../../static/js/draft/choice.js";

const trigger = (id) => ({ id, name: `T${id}`, card_type: "trigger" });
const unit = (id) => ({ id, name: `N${id}`, card_type: "normal" });
const owed = (triggers, normals, any) => ({ trigger: triggers, normal: normals, any });
const FIRST = owed(1, 1, 0);
const RARE = owed(1, 0, 2);
const LATER = owed(0, 0, 1);
const taps = (rule, ...cards) => cards.reduce((chosen, card) => toggle(rule, chosen, card), []);
const ids = (cards) => cards.map((card) => card.id);

test("a second trigger unit takes the place of the first", () => {
  assert.deepEqual(ids(taps(FIRST, trigger(1), unit(2), trigger(3))), [2, 3]);
});

test("a second unit takes the place of the first, never that of the trigger unit", () => {
  assert.deepEqual(ids(taps(FIRST, unit(1), trigger(2), unit(3))), [2, 3]);
});

test("tapping a chosen card again takes it back", () => {
  assert.deepEqual(taps(LATER, unit(1), unit(1)), []);
});

test("where one card of any kind is owed, the last tap counts", () => {
  assert.deepEqual(ids(taps(LATER, trigger(1), unit(2))), [2]);
});

test("with a verified Legion Rare two trigger units and a unit can be chosen", () => {
  assert.equal(isComplete(RARE, [trigger(1), trigger(2), unit(3)]), true);
});

test("with a verified Legion Rare three units are one too many", () => {
  assert.equal(fits(RARE, [unit(1), unit(2), unit(3)]), false);
  assert.deepEqual(ids(taps(RARE, unit(1), unit(2), unit(3))), [2, 3]);
});

test("the card that leaves for another one is known beforehand", () => {
  const leaver = (rule, chosen, card) => replacedBy(rule, chosen, card)?.name;
  assert.equal(leaver(FIRST, [trigger(1), unit(2)], unit(3)), "N2");
  assert.equal(leaver(FIRST, [trigger(1), unit(2)], trigger(3)), "T1");
  assert.equal(leaver(RARE, [trigger(1), unit(2), unit(3)], unit(4)), "N2");
  assert.equal(leaver(FIRST, [trigger(1)], unit(2)), undefined);
});

test("a choice is complete only when every place is filled", () => {
  assert.equal(isComplete(FIRST, [trigger(1)]), false);
  assert.equal(isComplete(FIRST, [trigger(1), unit(2)]), true);
});

test("nothing is complete where nothing is owed", () => {
  assert.equal(isComplete(owed(0, 0, 0), []), false);
});

test("a card that has left the pack leaves the choice", () => {
  assert.deepEqual(ids(keep(LATER, [unit(1)], [unit(2)])), []);
});

test("marked cards stay when one more card is owed", () => {
  assert.deepEqual(ids(keep(RARE, [trigger(1), unit(2)], [trigger(1), unit(2), unit(3)])), [1, 2]);
});

test("the places name what belongs there and what lies there", () => {
  const drawn = places(RARE, [unit(2), trigger(1)]).map(({ label, card }) => [label, card?.id ?? null]);
  assert.deepEqual(drawn, [["Trigger", 1], ["Card", 2], ["Card", null]]);
});

test("every order of taps ends in a choice that the pass allows", () => {
  const pack = [trigger(1), trigger(2), unit(3), unit(4), unit(5)];
  for (const rule of [FIRST, RARE, LATER, owed(0, 2, 0), owed(0, 1, 1)]) {
    for (let code = 0; code < 5 ** 4; code += 1) {
      const order = [0, 1, 2, 3].map((place) => pack[Math.floor(code / 5 ** place) % 5]);
      const chosen = taps(rule, ...order);
      assert.ok(fits(rule, chosen) && chosen.length <= total(rule));
    }
  }
});

test("the effect of a tap is told before it: choose, take the place of another, take back, or nothing", () => {
  const [one, other, sign] = [unit(1), unit(2), trigger(3)];
  assert.deepEqual([actionOn(FIRST, [], one), actionOn(FIRST, [one], sign)], ["choose", "choose"]);
  assert.equal(actionOn(FIRST, [one], other), "swap");
  assert.equal(actionOn(FIRST, [one], one), "back");
  assert.equal(actionOn(owed(0, 0, 0), [], one), "");
});
