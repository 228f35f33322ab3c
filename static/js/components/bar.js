// The bar in reach of the thumb: the places of the choice, the pile, the confirm button. It alone draws them, from the facts
// that the draft and the hand tell it (lib/bar.js).

import { clone, list, part, text } from "../lib/dom.js";
import { gettext } from "../lib/gettext.js";
import { barOf } from "../lib/bar.js";
import { NOTHING_OWED, places, total } from "../lib/choice.js";

export class Bar {
  constructor(root, onConfirm) {
    this.root = root;
    this.facts = { owed: NOTHING_OWED, chosen: [], left: null, late: 0, grace: 0, isLive: false, fault: "", pile: 0 };
    part(root, "confirm").addEventListener("click", () => this.isOff || onConfirm());
    new ResizeObserver(() =>
      document.documentElement.style.setProperty("--bar-height", `${root.offsetHeight}px`),
    ).observe(root);
  }

  tell(facts) {
    Object.assign(this.facts, facts);
    const { words, more, count, isOff, isDone } = barOf(this.facts);
    const button = part(this.root, "confirm");
    this.isOff = isOff;
    if (button.ariaDisabled !== String(isOff)) button.ariaDisabled = String(isOff);
    button.classList.toggle("is-done", isDone);
    text(button, "confirm-words", words);
    text(button, "confirm-more", more);
    text(button, "confirm-count", count);
    this.#drawPlaces(this.facts);
    this.#drawPile(this.facts);
    this.#drawFault(this.facts);
  }

  #drawPlaces({ phase, owed, chosen, isPaper }) {
    part(this.root, "places").hidden = phase === "review" || isPaper || !total(owed);
    list(
      part(this.root, "places"),
      places(owed, chosen).map((place, index) => ({ ...place, index })),
      (place) => place.index,
      () => clone("place"),
      (node, place) => {
        node.classList.toggle("is-filled", Boolean(place.card));
        text(node, "label", place.label);
        text(node, "name", place.card?.name ?? gettext("choose one"));
      },
    );
  }

  #drawPile({ phase, pile }) {
    text(this.root, "pile-count", pile);
    text(this.root, "pile-state", phase === "review" ? gettext("open") : gettext("closed"));
  }

  #drawFault({ fault }) {
    text(this.root, "fault", fault);
    part(this.root, "fault").hidden = !fault;
  }
}
