// A question in place: what was asked for would break something off (templates/events/panel/ask.html).

import { part, text } from "../../lib/dom.js";

export class HostAsk {
  #node = null; // the question that is asked
  #again = null;
  #pressed = null;
  #moment = "";

  // `root` has the stages in it, each with its question.
  constructor(root) {
    this.root = root;
    root.addEventListener("click", ({ target }) => {
      if (target.closest("[data-part=ask-yes]")) this.#answer(this.#again);
      if (target.closest("[data-part=ask-no]")) this.#answer(null);
    });
    root.addEventListener("keydown", ({ key, target }) => key === "Escape" && target.closest(".ask") && this.#answer(null));
  }

  // `said`: what is unfinished. `again` does it all the same. It is asked in the stage of what was pressed; the focus goes to
  // the question, and back.
  ask(said, pressed, again) {
    this.#answer(null);
    [this.#again, this.#pressed] = [again, pressed];
    this.#node = askNear(pressed, this.root);
    text(this.#node, "ask-words", said);
    this.#node.hidden = false;
    this.#node.focus();
  }

  // `moment` names how far the night is: a question of another one asks nothing any more.
  settle(moment) {
    if (moment !== this.#moment) this.#answer(null);
    this.#moment = moment;
  }

  #answer(task) {
    const node = this.#node;
    if (!node) return;
    const hadFocus = node.contains(document.activeElement);
    node.hidden = true;
    [this.#node, this.#again] = [null, null];
    if (hadFocus) this.#pressed?.focus();
    task?.();
  }
}

const askNear = (pressed, root) => {
  for (let each = pressed; each && each !== root; each = each.parentElement) {
    const ask = each.querySelector(".ask");
    if (ask) return ask;
  }
  return root.querySelector(".ask");
};
