// The keys of the panel's bar, and the way to the next step, which stands there until that is in sight (templates/events/panel/bar.html).

import { part } from "../../lib/dom.js";
import { actionOfKey } from "./host-keys.js";

// A step has been found once it is in the upper part of the window.
const FOUND = { rootMargin: "0px 0px -40% 0px" };

export class HostBar {
  #step = null; // the place of the next step
  #isFound = false;
  #watch = new IntersectionObserver((entries) => this.#see(entries.at(-1)), FOUND);

  // `root` is the bar as the server drew it.
  constructor(root) {
    this.root = root;
    document.addEventListener("keydown", (event) => this.#press(event));
    this.draw();
  }

  // The bar has been drawn again.
  draw() {
    const href = part(this.root, "next-step")?.getAttribute("href");
    const step = href ? document.querySelector(href) : null;
    if (step !== this.#step) this.#lookFor(step);
    this.#drawNext();
  }

  #lookFor(step) {
    this.#step = step;
    this.#isFound = false;
    this.#watch.disconnect();
    if (step) this.#watch.observe(step);
  }

  #see({ isIntersecting }) {
    this.#isFound = isIntersecting;
    this.#drawNext();
  }

  #drawNext() {
    const next = part(this.root, "next-step");
    if (next) next.hidden = !this.#step || this.#isFound;
  }

  // A key does what its button does, where the button is there.
  #press(event) {
    const action = actionOfKey(event, event.target);
    const names = action === "pause" ? ["pause", "resume"] : [action];
    const button = action && !this.root.hidden && names.map((name) => part(this.root, name)).find((each) => each && !each.hidden);
    if (!button) return;
    event.preventDefault();
    button.click();
  }
}
