// The ring around the seconds that are left, and what is said about them.

import { part, text } from "../lib/dom.js";
import { Countdown, Marks, SHORT } from "../lib/clock.js";
import { time } from "../lib/words.js";

const PARTS = 200; // of the ring: one is about a pixel

export class Timer {
  // `onMark(seconds)` is called when so many seconds are left, `onTick` five times a second. In the last `short` seconds it is marked.
  constructor(root, onMark, onTick, marks = [20, 10, 5, 3, 2, 1], short = SHORT) {
    this.root = root;
    this.countdown = new Countdown();
    this.marks = new Marks(...marks);
    this.onMark = onMark;
    this.short = short;
    setInterval(() => {
      this.draw();
      onTick();
    }, 200);
  }

  take(clock) {
    this.countdown.take(clock);
    this.marks.restart();
    this.draw();
  }

  draw() {
    const { left, part: rest, runs, paused } = this.countdown;
    this.root.hidden = left === null && !paused;
    this.root.classList.toggle("is-standing", !runs);
    this.root.classList.toggle("is-hurry", this.countdown.isShort(this.short));
    this.root.style.setProperty("--rest", String((100 * Math.ceil(PARTS * rest)) / PARTS));
    const digits = left === null ? "" : time(left);
    text(this.root, "digits", digits);
    part(this.root, "digits").classList.toggle("is-long", digits.length > 2);
    const mark = this.marks.passed(runs ? left : null);
    if (mark !== null) this.onMark(mark);
  }
}
