// The light on a large card of silver, gold or foil moves with the pointer, and with the device where it tells how it is held
// without a prompt. The layer of the light (components/card.css) is all that moves, once in a frame.

import { isStill } from "../lib/dom.js";
import { lightAt, lightOf } from "../lib/light.js";
import { element } from "../lib/elements.js";

const LARGE = 170;
const made = (material) => `[data-material=${material}]`;
const SHINES = `:is(${["silver", "gold", "foil", "pair", "special"].map(made).join()})`;
const LOOK_EVERY = 600;

let begun = false;
let lit = null; // { card, layer }
let next = null;

// From now on light follows, unless motion or data is to be reduced.
export const follow = () => {
  if (begun || isStill() || navigator.connection?.saveData) return;
  begun = true;
  addEventListener("pointermove", ({ target, clientX, clientY }) => onPointer(target, clientX, clientY), { passive: true });
  addEventListener("pointerdown", ({ target, clientX, clientY }) => onPointer(target, clientX, clientY), { passive: true });
  const mustAsk = typeof globalThis.DeviceOrientationEvent?.requestPermission === "function";
  if (!mustAsk) addEventListener("deviceorientation", onDevice, { passive: true });
};

const isLarge = (card) => card.offsetWidth >= LARGE;

const onPointer = (target, x, y) => {
  const card = target.closest?.(`.card${SHINES}`) ?? target.querySelector?.(`:scope > .card${SHINES}`);
  if (!card || !isLarge(card)) return;
  move(card, lightAt(card.getBoundingClientRect(), x, y));
};

let first = null;
let lookedAt = 0;
let held = null;

const onDevice = (event) => {
  first ??= event;
  const light = lightOf(event, first);
  if (!light) return;
  if (event.timeStamp - lookedAt > LOOK_EVERY) [held, lookedAt] = [largest(), event.timeStamp];
  if (held?.isConnected) move(held, light);
};

// The card that is held: the largest one in sight.
const largest = () => {
  const within = document.querySelector("dialog[open]") ?? document;
  const cards = [...within.querySelectorAll(`.card${SHINES}`)].filter(isLarge);
  return cards.sort((one, other) => other.offsetWidth - one.offsetWidth)[0] ?? null;
};

const move = (card, light) => {
  const isAsked = next !== null;
  next = { card, light };
  if (!isAsked) requestAnimationFrame(draw);
};

const draw = () => {
  const { card, light } = next;
  next = null;
  if (lit?.card !== card) {
    lit?.layer.remove();
    lit = { card, layer: element("span", "card__light") };
    card.querySelector(".card__art").after(lit.layer);
  }
  lit.layer.style.setProperty("--light-x", light.x.toFixed(3));
  lit.layer.style.setProperty("--light-y", light.y.toFixed(3));
};
