// Beside the builder on a wide screen: the card under the pointer, or the one with the focus, large and with its text.

import { part, text } from "../lib/dom.js";
import { drawCard } from "../components/card.js";
import { drawText } from "../components/card-text.js";

export class Preview {
  #id = null;

  // `cardOf(item)`: the card of a row.
  constructor(root, panes, cardOf) {
    this.root = root;
    const show = ({ target }) => {
      const item = target.closest("[data-row]");
      if (item && root.checkVisibility()) this.#show(cardOf(item));
    };
    panes.addEventListener("pointerover", show);
    panes.addEventListener("focusin", show);
  }

  #show(card) {
    if (!card || card.id === this.#id) return;
    this.#id = card.id;
    part(this.root, "preview-face").replaceChildren(drawCard(card));
    drawText(part(this.root, "preview-text"), card);
    text(this.root, "preview-number", [card.number, card.rarity].filter(Boolean).join(" · "));
  }
}
