// Sheets, one seen at a time. The others stay where they are, laid out and skipped by the browser, and those that may be
// wanted next are painted, too, and seen through (css/log/replay-cards.css): to turn to one costs next to nothing, however rich its cards are.

import { afterFrame } from "../lib/dom.js";

export class Sheets {
  #kept = new Map();

  // Of `most` sheets those that were seen last are kept. A sheet is a new `tag` with this class.
  constructor(root, { tag = "div", className, most }) {
    Object.assign(this, { root, tag, className, most });
  }

  // Shows the sheet of this key and returns it; `draw(node)` fills it where it is a new one.
  show(key, draw) {
    const sheet = this.#taken(key, draw);
    for (const other of this.#kept.values()) {
      other.classList.toggle("is-spare", other !== sheet);
      if (other !== sheet) other.classList.remove("is-next");
    }
    if (sheet.inert) afterFrame(() => (sheet.inert = isSpare(sheet))); // it is seen before it is heard of
    return sheet;
  }

  // Draws a sheet that may be wanted next, so far that nothing is left to do when it is. `more(node)` goes on with one that was begun.
  prepare(key, draw, more = null) {
    const isNew = !this.#kept.has(key);
    const sheet = this.#taken(key, draw);
    if (!isNew) more?.(sheet);
    if (isNew || more) sheet.lastElementChild?.getBoundingClientRect();
    sheet.classList.add("is-next");
    sheet.inert = isSpare(sheet);
  }

  #taken(key, draw) {
    const sheet = this.#kept.get(key) ?? this.#made(draw);
    this.#kept.delete(key);
    this.#kept.set(key, sheet);
    for (const [old, node] of this.#kept) {
      if (this.#kept.size <= this.most) break;
      if (!isSpare(node)) continue;
      node.remove();
      this.#kept.delete(old);
    }
    return sheet;
  }

  #made(draw) {
    const sheet = document.createElement(this.tag);
    sheet.className = `${this.className} is-spare`;
    draw(sheet);
    this.root.append(sheet);
    return sheet;
  }
}

const isSpare = (sheet) => sheet.classList.contains("is-spare");
