// The picture of a card, with a sleeve on its back, that moves over the page. The card itself is already where it belongs.

import { clone, EASE } from "../lib/dom.js";

export const PASS = "pass"; // the name of every animation of a pass
export const EDGE = 96; // degrees by which a flyer is turned: its back is hardly seen
export const BACK = 180;

const turned = (degrees) => `rotateY(${degrees}deg)`;

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
  // `box`: where the picture is at first, and how large. Without a `face` only its back is ever seen, and without `sleeves` only its
  // face; with more than one it is a packet.
  constructor(box, face = null, { sleeves = 1 } = {}) {
    this.box = box;
    const back = element("flyer__back", ...Array.from({ length: sleeves }, () => clone("sleeve")));
    const sides = [...(face ? [element("flyer__face", face)] : []), ...(sleeves ? [back] : [])];
    this.turn = sleeves ? element("flyer__turn", ...sides) : sides[0];
    if (!face) this.turn.style.transform = turned(BACK);
    this.node = element("flyer", this.turn);
    for (const side of ["left", "top", "width", "height"]) this.node.style[side] = `${box[side]}px`;
    this.node.style.setProperty("--hundredth", `${box.width / 100}px`);
    layer().append(this.node);
  }

  // Lies where it is, turned by so many degrees, until it moves.
  lie(tilt) {
    if (tilt) this.node.style.transform = `rotate(${tilt}deg)`;
  }

  // Moves through the stops ({ ms, box, tilt, turn, isHidden }, the first at 0, `turn` in degrees) and is removed after the last. It is
  // seen or not, and never half: one that turns over and is seen through would show both of its sides. A card that is hidden and not turned
  // away is drawn before it is seen; without that its first frame comes late.
  // Of a way that has begun before, `since` says when.
  async fly(stops, since = null) {
    await this.come(stops, since);
    this.remove();
  }

  // Moves through the stops, and lies at the last one until it is told to leave.
  async come(stops, since = null) {
    const duration = stops.at(-1).ms;
    const timing = { id: PASS, duration, fill: "both" };
    const frames = (values, easing = EASE) => stops.map((stop) => ({ offset: stop.ms / duration, easing, ...values(stop) }));
    const moves = [this.node.animate(frames(({ box, tilt = 0 }) => ({ transform: `${this.#to(box)} rotate(${tilt}deg)` })), timing)];
    const turns = frames(({ turn = 0 }) => ({ transform: turned(turn) }));
    if (new Set(turns.map(({ transform }) => transform)).size > 1) moves.push(this.turn.animate(turns, timing));
    else this.turn.style.transform = turns[0].transform;
    if (stops.some(({ isHidden }) => isHidden)) moves.push(this.node.animate(frames(({ isHidden }) => ({ opacity: isHidden ? 0 : 1 }), "step-end"), timing));
    if (since !== null) for (const move of moves) move.startTime = since;
    await Promise.allSettled(moves.map((move) => move.finished));
  }

  async leave(delay) {
    await this.#play([], { id: PASS, duration: delay });
    this.remove();
  }

  // Moves to a packet and turns until its edge is all that is seen: only one animation, since many do so at once.
  async join(box, tilt, duration, since = null) {
    const frames = [
      { transform: `perspective(900px) rotate(${tilt}deg)` },
      { transform: `perspective(900px) ${this.#to(box)} rotateY(88deg)` },
    ];
    await this.#play(frames, { id: PASS, duration, easing: EASE }, since);
    this.remove();
  }

  async fade(duration) {
    await this.#play([{ opacity: 1 }, { opacity: 0 }], { id: PASS, duration, fill: "both" });
    this.remove();
  }

  remove() {
    this.node.remove();
  }

  async #play(frames, timing, since = null) {
    const move = this.node.animate(frames, timing);
    if (since !== null) move.startTime = since;
    await Promise.allSettled([move.finished]);
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
