// Always in sight of a deck: the number of its cards, its curve, its colours and its kinds of cards.

import { list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";

export class TallyStrip {
  constructor(root) {
    this.root = root;
  }

  // `count` cards, basics and all; `tallies` as the game makes them.
  draw(count, size, { curve, colours, kinds }) {
    text(this.root, "strip-count", count);
    text(this.root, "strip-size", `/${size}`);
    this.root.classList.toggle("is-enough", count >= size);
    this.root.style.setProperty("--filled", `${Math.min(100, (100 * count) / size)}%`);
    text(this.root, "strip-words", interpolate(gettext("%(count)s of at least %(size)s cards"), { count, size }));
    this.#drawCurve(curve);
    for (const [name, tally] of [["strip-colours", colours], ["strip-kinds", kinds]]) {
      list(part(this.root, name), tally, ({ key }) => key, makeCount, (node, each) => text(node, "count", each.count));
    }
  }

  #drawCurve(curve) {
    const most = Math.max(4, ...curve.map(({ count }) => count));
    list(part(this.root, "strip-curve"), curve, ({ key }) => key, makeColumn, (node, { count }) => {
      node.style.setProperty("--high", `${(100 * count) / most}%`);
      text(node, "count", count || "");
      text(node, "heard", count);
    });
  }
}

const named = (tag, className, name) => {
  const node = element(tag, className);
  node.dataset.part = name;
  return node;
};

const makeCount = ({ words, sign }) => {
  const heard = element("span", "only-read", `${words}: `);
  return element("li", "strip-count", sign(), heard, named("b", "", "count"));
};

const makeColumn = ({ key, words }) => {
  const column = element("span", "strip-column", named("span", "strip-column__count", "count"));
  column.ariaHidden = "true";
  const foot = element("span", "strip-column__foot", key);
  foot.ariaHidden = "true";
  return element("li", "", column, foot, element("span", "only-read", `${words}: `, named("span", "", "heard")));
};
