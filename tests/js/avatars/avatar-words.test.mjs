import assert from "node:assert/strict";
import { test } from "node:test";
import { askedWords, avatarsOf, ownChoice, untilWords } from "../../../static/js/avatars/avatar-words.js";
import { numbersOf } from "../../../static/js/games/magic-avatars.js";

const MOTH = { number: "MAV01/001", name: "Moth", life_modifier: 1, hand_modifier: 0 };
const BRAM = { number: "MAV01/002", name: "Bram", life_modifier: -7, hand_modifier: 2 };
const own = (more) => ({ every: "event", method: "choose", offered: [MOTH, BRAM], chosen: BRAM.number, fixed: false, ...more });

test("M27 another avatar may be chosen until it is fixed, but none where chance has dealt it", () => {
  const asked = [own({ chosen: null }), own(), own({ method: "dealt" }), own({ fixed: true })].map(askedWords);
  assert.deepEqual(asked, ["Choose your avatar", "Choose another avatar", "", ""]);
});

test("M27 it is said when the own avatar is fixed", () => {
  const said = [own({ chosen: null }), own(), own({ every: "round" }), own({ method: "dealt" }), own({ fixed: true })].map((each) => untilWords(each));
  assert.deepEqual(said, [
    "",
    "You may change it until the fights begin. The others do not see it before.",
    "Fixed when the last of this fight has chosen. The others do not see it before.",
    "Fixed when the fights begin. The others do not see it before.",
    "",
  ]);
  assert.equal(untilWords(own(), true), "");
});

test("M27 the own choice is shown before it is fixed, also one of all avatars", () => {
  const shown = (avatar) => ownChoice({ you: { avatar } }).map((each) => each.avatar.name);
  const free = { every: "event", method: "free", chosen: MOTH.number, card: MOTH, fixed: false };
  assert.deepEqual([own(), own({ chosen: null }), own({ fixed: true }), free, undefined].map(shown), [["Bram"], [], [], ["Moth"], []]);
});

test("M29 the avatars of a fight stand in the order of the board", () => {
  const side = (fighter, avatar) => ({ fighters: [{ fighter, avatar }] });
  const state = { fight: { sides: [side(4, MOTH), side(7, BRAM), side(9, null)] }, table: { seats: [{ seat: 0, fighter: 4 }, { seat: 1, fighter: 7 }] }, you: { seat: 0 } };
  assert.deepEqual(avatarsOf(state).map(({ fighter }) => fighter), [7, 4]);
  assert.deepEqual(avatarsOf({ ...state, fight: null }), []);
});

test("M28 an avatar's numbers are its life, the cards that are drawn, and in a fight how many go to the bottom", () => {
  assert.deepEqual(numbersOf({ avatar: BRAM }, 7), [["Life", "\u22127"], ["Hand", "9"]]);
  assert.deepEqual(numbersOf({ avatar: MOTH, hand: 7, bottom: 3 }, 7), [["Life", "+1"], ["Hand", "7"], ["Bottom", "3"]]);
});
