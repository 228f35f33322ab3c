// The button that switches spoken calls on and off, and the calls of a table as they come.

import { icon, part } from "../lib/dom.js";
import { callWords, isSameMoment } from "../paper/paper-words.js";
import { Speech } from "../lib/speech.js";

export class Caller {
  constructor(button) {
    this.button = button;
    this.speech = new Speech();
    this.now = null;
    this.words = [];
    button.addEventListener("click", () => {
      this.speech.toggle(this.words);
      this.#draw();
    });
    this.#draw();
  }

  // A state has come: `moment` is null where nothing is called. The moment at which the page was opened is not spoken.
  take(moment, { paused = false } = {}) {
    this.button.hidden = !moment || !this.speech.can;
    if (!moment || isSameMoment(this.now, moment)) return;
    const isFirst = this.now === null;
    this.words = callWords(moment, this.now);
    this.now = moment;
    if (!isFirst && !paused) this.speech.say(this.words);
  }

  #draw() {
    this.button.setAttribute("aria-pressed", String(this.speech.isOn));
    icon(part(this.button, "caller-icon"), this.speech.isOn ? "i-speak" : "i-silent");
  }
}
