import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

globalThis.matchMedia = () => ({ matches: true, addEventListener: () => {} });
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
const { Drag } = await import("../../../static/js/building/drag.js");

const classes = { add: () => {}, remove: () => {} };
const finger = (type, x = 0) => Object.assign(new Event(type), { button: 0, isPrimary: true, pointerId: 1, pointerType: "touch", clientX: x, clientY: 0 });

let root;
let rested;
const card = { classList: classes };
const press = () => root.dispatchEvent(Object.defineProperty(finger("pointerdown"), "target", { value: { closest: () => card } }));
const goesBy = (milliseconds) => mock.timers.tick(milliseconds);
const restsFor = (milliseconds) => {
  for (let gone = 0; gone < milliseconds; gone += 10) goesBy(10);
};

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  root = Object.assign(new EventTarget(), { classList: classes });
  rested = [];
  new Drag(root, { take: () => false, drop: () => {}, rest: (item) => rested.push(item) });
});

test("a finger that rests on a card opens it", () => {
  press();
  restsFor(440);
  assert.deepEqual(rested, []);
  restsFor(10);
  assert.deepEqual(rested, [card]);
});

test("a tap is none the longer because the page was busy and hears late that the finger was lifted", () => {
  press();
  goesBy(2_000);
  page.dispatchEvent(finger("pointerup"));
  restsFor(1_000);
  assert.deepEqual(rested, []);
});

test("a finger that is moved or lifted opens nothing", () => {
  for (const type of ["pointerup", "pointercancel", "pointermove"]) {
    press();
    restsFor(200);
    page.dispatchEvent(finger(type, 30));
    restsFor(1_000);
  }
  assert.deepEqual(rested, []);
});
