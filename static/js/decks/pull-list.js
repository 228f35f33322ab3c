// The ticks of a pull list, kept in this browser: what is taken out of the boxes stays ticked after a reload.

import { keep, ownStorage, readKept } from "../lib/kept.js";

export const keepTicks = (list, storage = ownStorage()) => {
  const key = `pulled-${list.dataset.code}`;
  const boxes = [...list.querySelectorAll("[type=checkbox]")];
  const kept = new Set(readKept(key, storage) ?? []);
  for (const box of boxes) box.checked = kept.has(box.value);
  list.addEventListener("change", () => keep(key, boxes.filter((box) => box.checked).map((box) => box.value), storage));
};
