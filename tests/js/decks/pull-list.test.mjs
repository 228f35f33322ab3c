import assert from "node:assert/strict";
import { test } from "node:test";
import { keepTicks } from "../../../static/js/decks/pull-list.js";

const storageOf = (kept = new Map()) => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) });

const listOf = (code) => {
  const boxes = ["NEO/57", "NEO/9", "4 NEO/9"].map((value) => ({ value, checked: false }));
  const list = Object.assign(new EventTarget(), { dataset: { code }, querySelectorAll: () => boxes });
  const tick = (place, checked) => {
    boxes[place].checked = checked;
    list.dispatchEvent(new Event("change"));
  };
  return { list, tick, ticked: () => boxes.filter(({ checked }) => checked).map(({ value }) => value) };
};

test("a line that is ticked stays ticked after a reload, for this event alone", () => {
  const storage = storageOf();
  const first = listOf("ABC234");
  keepTicks(first.list, storage);
  for (const place of [0, 1, 2]) first.tick(place, true);
  first.tick(1, false);
  const [again, other] = [listOf("ABC234"), listOf("XYZ789")];
  for (const { list } of [again, other]) keepTicks(list, storage);
  assert.deepEqual([again.ticked(), other.ticked()], [["NEO/57", "4 NEO/9"], []]);
});

test("a list is ticked where a browser keeps nothing, too", () => {
  const { list, tick, ticked } = listOf("ABC234");
  keepTicks(list, undefined);
  tick(0, true);
  assert.deepEqual(ticked(), ["NEO/57"]);
});
