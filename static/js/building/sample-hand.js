// The dialog of a sample hand: its cards, mulligans, and the next draws.

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { drawCard, readCard } from "../components/card.js";
import { Sample } from "./sample.js";

export class SampleHand {
  // `size` is that of a hand without an avatar.
  constructor(dialog, size) {
    this.dialog = dialog;
    this.size = size;
    this.sample = new Sample();
    const on = (name, act) =>
      part(dialog, name).addEventListener("click", () => {
        act();
        this.#draw();
      });
    on("sample-draw", () => this.sample.draw());
    on("sample-mulligan", () => this.sample.mulligan());
    on("sample-again", () => this.sample.deal(this.sample.cards, this.sample.size));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  // `more` is by how many cards an avatar makes the hand larger.
  open(cards, more = 0) {
    this.sample.deal(cards, this.size + more);
    this.#draw();
    this.dialog.showModal();
  }

  #draw() {
    const { hand, library, drawn, toBottom, mulligans, canDraw, canMulligan } = this.sample;
    part(this.dialog, "sample-cards").replaceChildren(...hand.map((card, place) => this.#makeCard(card, place)));
    const bottom = ngettext("Choose %(count)s card to put on the bottom.", "Choose %(count)s cards to put on the bottom.", toBottom);
    const left = ngettext("%(left)s card is left in the library.", "%(left)s cards are left in the library.", library.length);
    text(this.dialog, "sample-words", toBottom ? interpolate(bottom, { count: toBottom }) : interpolate(left, { left: library.length }));
    const draws = drawn ? interpolate(ngettext("%(count)s draw", "%(count)s draws", drawn), { count: drawn }) : "";
    const again = mulligans ? interpolate(ngettext("%(count)s mulligan", "%(count)s mulligans", mulligans), { count: mulligans }) : "";
    text(this.dialog, "sample-done", [again, draws].filter(Boolean).join(" · "));
    part(this.dialog, "sample-draw").disabled = !canDraw;
    part(this.dialog, "sample-mulligan").disabled = !canMulligan;
  }

  #makeCard(card, place) {
    const button = element("button", "sample__card", drawCard(card));
    button.type = "button";
    if (this.sample.toBottom) {
      button.setAttribute("aria-label", interpolate(gettext("Put %(name)s on the bottom"), card));
      button.addEventListener("click", () => {
        this.sample.bottom(place);
        this.#draw();
        part(this.dialog, "sample-cards").querySelector("button")?.focus();
      });
    } else {
      button.setAttribute("aria-label", interpolate(gettext("Enlarge %(name)s"), card));
      button.addEventListener("click", () => readCard(card));
    }
    return element("li", "", button);
  }
}
