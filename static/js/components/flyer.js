// The picture of a card, with a sleeve on its back, that moves over the page. The card itself is already where it belongs.

import { clone } from "../lib/dom.js";

export const PASS = "pass"; // the name of every animation of a pass
const EASE = "cubic-bezier(0.2, 0.8, 0.25, 1)";

const element = (className, ...children) => {
  const node = document.createElement("div");
  node.className = className;
  node.append(...children);
  return node;
};

const layer = () => {
  const known = document.querySelector("body > .flyers");
  if (known) return known;
  const node = element("flyers");
  node.setAttribute("aria-hidden", "true");
  document.body.append(node);
  return node;
};

export class Flyer {
  // `box`: where the picture is at first, and how large. Without a `face` only its back is ever seen.
  constructor(box, face = null) {
    this.box = box;
    this.turn = element("flyer__turn", element("flyer__back", clone("sleeve")));
    if (face) this.turn.prepend(element("flyer__face", face));
    this.node = element("flyer", this.turn);
    for (const side of ["left", "top", "width", "height"]) this.node.style[side] = `${box[side]}px`;
    layer().append(this.node);
  }

  // Where it is now, on its way.
  get place() {
    return this.node.getBoundingClientRect();
  }

  // Moves through the stops ({ ms, box, tilt, isBack, isGone }, the first at 0) and is removed after the last. It is seen or not,
  // and never half: one that turns over and is seen through would show both of its sides.
  async fly(stops) {
    const duration = stops.at(-1).ms;
    const timing = { id: PASS, duration, fill: "both" };
    const frames = (values, easing = EASE) => stops.map((stop) => ({ offset: stop.ms / duration, easing, ...values(stop) }));
    this.node.animate(frames(({ isGone }) => ({ opacity: isGone ? 0 : 1 }), "step-end"), timing);
    this.turn.animate(frames(({ isBack }) => ({ transform: `rotateY(${isBack ? 180 : 0}deg)` })), timing);
    await this.#play(frames(({ box, tilt = 0 }) => ({ transform: `${this.#to(box)} rotate(${tilt}deg)` })), timing);
  }

  async fade(duration) {
    await this.#play([{ opacity: 1 }, { opacity: 0 }], { id: PASS, duration, fill: "both" });
  }

  remove() {
    this.node.remove();
  }

  async #play(frames, timing) {
    await Promise.allSettled([this.node.animate(frames, timing).finished]);
    this.remove();
  }

  #to(box) {
    const x = box.left + box.width / 2 - this.box.left - this.box.width / 2;
    const y = box.top + box.height / 2 - this.box.top - this.box.height / 2;
    return `translate(${x}px, ${y}px) scale(${box.width / this.box.width})`;
  }
}

// A box of a card's proportions around the middle of another one.
export const cardAt = (box, width) => {
  const height = (width * 86) / 59;
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
};
