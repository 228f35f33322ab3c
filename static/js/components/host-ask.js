// A question in place: what was asked for would break something off (templates/events/host_ask.html).

import { part, text } from "../lib/dom.js";

export class HostAsk {
  #again = null;
  #pressed = null;
  #moment = "";

  // `root` is the stage that has the question in it, as the server drew it.
  constructor(root) {
    this.stage = root;
    this.node = part(root, "ask");
    part(this.node, "ask-yes").addEventListener("click", () => this.#answer(this.#again));
    part(this.node, "ask-no").addEventListener("click", () => this.#answer(null));
    this.node.addEventListener("keydown", ({ key }) => key === "Escape" && this.#answer(null));
  }

  // `said`: what is unfinished. `again` does it all the same. The focus goes to the question, and back to what was pressed.
  ask(said, pressed, again) {
    this.#again = again;
    this.#pressed = pressed;
    text(this.node, "ask-words", said);
    this.node.hidden = false;
    this.node.focus();
  }

  // `moment` names how far the night is: a question of another one asks nothing any more.
  settle(moment) {
    if (moment !== this.#moment && !this.node.hidden) this.#answer(null);
    this.#moment = moment;
  }

  #answer(deed) {
    const hadFocus = this.node.contains(document.activeElement);
    this.node.hidden = true;
    this.#again = null;
    if (hadFocus) this.#pressed?.focus();
    deed?.();
  }
}
