// Basic lands: a stepper for each, and those that the server suggests.

import { clone, list, part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";

export class Lands {
  // `most` of each are allowed. `add(name, by)` and `suggest()` are called at a press.
  constructor(root, building, most, handlers) {
    this.root = root;
    this.building = building;
    this.most = most;
    this.handlers = handlers;
    text(root, "lands-title", building.words.basics);
    part(root, "suggest").addEventListener("click", () => part(root, "suggest").ariaDisabled !== "true" && handlers.suggest());
  }

  draw(basics, isLocked) {
    list(part(this.root, "steppers"), this.building.basics, ({ name }) => name, (land) => this.#make(land), (node, { name }) => {
      const count = basics[name] ?? 0;
      text(node, "number", count);
      node.classList.toggle("is-none", !count);
      part(node, "less").disabled = isLocked || count <= 0;
      part(node, "more").disabled = isLocked || count >= this.most;
    });
    part(this.root, "suggest").ariaDisabled = String(isLocked);
    text(this.root, "suggest-words", this.building.words.suggest);
  }

  // The suggestion is for a deck that is not stored yet.
  wait() {
    text(this.root, "suggest-words", gettext("Saving …"));
  }

  #make({ name, sign }) {
    const node = clone("stepper");
    part(node, "sign").append(sign());
    text(node, "name", name);
    for (const [which, by, words] of [["less", -1, gettext("One %(name)s less")], ["more", 1, gettext("One %(name)s more")]]) {
      const button = part(node, which);
      button.setAttribute("aria-label", interpolate(words, { name }));
      button.addEventListener("click", () => this.handlers.add(name, by));
    }
    return node;
  }
}
