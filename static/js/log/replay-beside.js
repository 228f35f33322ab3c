// The parts beside the hand of a replay are drawn once that is on the screen, a piece at a time, and only where it can be seen:
// stepping on quickly waits for none of it, since it is drawn while the browser has nothing else to do.

import { notWhenIdle, whenIdle } from "../lib/dom.js";

const AT_LAST = { timeout: 400 }; // milliseconds, after which it is drawn all the same
const AHEAD = "0px 0px 400px"; // from below the screen's edge

export class Beside {
  #near = new Set();
  #wanted = new Map();
  #pieces = [];
  #idle = null;
  #frame = null;

  constructor(panels) {
    const watch = new IntersectionObserver((entries) => this.#see(entries), { rootMargin: AHEAD });
    for (const panel of panels) watch.observe(panel);
  }

  // `pieces`: [[panel, draw], …]; `after`: what may be drawn when all of them are.
  draw(pieces, after) {
    this.#wanted = new Map(pieces);
    this.#begin(after);
  }

  #see(entries) {
    for (const { target, isIntersecting } of entries) this.#near[isIntersecting ? "add" : "delete"](target);
    if (!this.#pieces.length && [...this.#wanted.keys()].some((panel) => this.#near.has(panel))) this.#begin([]);
  }

  #begin(after) {
    notWhenIdle(this.#idle);
    cancelAnimationFrame(this.#frame);
    this.#pieces = [...after];
    this.#frame = requestAnimationFrame(() => this.#later());
  }

  #next() {
    const panel = [...this.#wanted.keys()].find((each) => this.#near.has(each));
    const piece = panel ? this.#wanted.get(panel) : this.#pieces.shift();
    if (panel) this.#wanted.delete(panel);
    piece?.();
    if (piece) this.#later();
  }

  #later() {
    this.#idle = whenIdle(() => this.#next(), AT_LAST);
  }
}
