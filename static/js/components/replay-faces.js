// Faces of a replay's cards: each is drawn once for each place where it is shown, and opens large at a tap.

import { element, glyph } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { drawCard, readCard } from "./card.js";
import { opener } from "./reader.js";

// As much of a face as can be seen where it is small: many of them change with every step.
const slight = (card) => {
  const rest = card.querySelectorAll(".only-read, .card__check, .card__sheen, .card__plate > :not(.card__name), [hidden]");
  for (const node of rest) node.remove();
  return card;
};

export class Faces {
  #kept = new Map();

  constructor(replay) {
    this.replay = replay;
  }

  // `use` names the place where it is shown ("hand", "pile" …): a node can be in one place at a time.
  of(place, use) {
    const key = `${use}-${place}`;
    if (!this.#kept.has(key)) this.#kept.set(key, this.#draw(place));
    return this.#kept.get(key);
  }

  // The same without its button, where a press means something else.
  thumb(place, use) {
    const key = `thumb-${use}-${place}`;
    if (!this.#kept.has(key)) this.#kept.set(key, element("span", "replay-thumb", slight(drawCard(this.replay.card(place)))));
    return this.#kept.get(key);
  }

  // The same, with a frame for those that were taken and a word below: `caption` are nodes.
  figure(place, use, { taken = false, gone = false, back = false, caption = [] } = {}) {
    const face = this.of(place, use);
    face.classList.toggle("is-chosen", taken);
    face.classList.toggle("is-gone", gone);
    const mark = element("span", "replay-card__back", glyph("i-undo"), gettext("came back"));
    const under = element("span", "replay-card__under", ...caption, ...(back ? [mark] : []));
    const node = element("li", "replay-card", face, under);
    if (taken) node.prepend(element("span", "only-read", gettext("taken")));
    return node;
  }

  #draw(place) {
    const card = this.replay.card(place);
    return element("span", "replay-card__face", drawCard(card), opener(card.name, () => readCard(card)));
  }
}
