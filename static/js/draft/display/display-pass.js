// The moment in which packs are passed: it fills the big screen for a second and a half (templates/draft/display/pass.html).

import { EASE, isStill, part, text } from "../../lib/dom.js";
import { fitOnce } from "../../lib/fit.js";
import { gettext, interpolate, ngettext } from "../../lib/gettext.js";
import { PASS } from "../../lib/words.js";
import { movePacks } from "./belt-packs.js";
import { SmallRing } from "./small-ring.js";

const LENGTH = 1500; // milliseconds
const SIZE = { width: 80, height: 38, middle: 37 }; // as wide as the arrow (draft/display/table.css)
const WORDS = [[1, 1], [0.85, 1], [0.7, 1], [0.6, 2], [0.45, "broken"]];

export class DisplayPass {
  #waits = false; // it is laid out, and not seen

  constructor(root) {
    this.root = root;
    this.ring = new SmallRing(root, { isPlain: true });
  }

  // Lays the moment out while nothing happens, so that little is left to do when it comes.
  prepare(table) {
    if (!this.root.hidden && !this.#waits) return;
    this.#waits = true;
    this.root.hidden = false;
    this.root.dataset.waits = "";
    this.#draw(table);
  }

  // Shows that the packs of this table go on now, unless a pass is still being shown.
  show(table, isNew) {
    if ((!this.root.hidden && !this.#waits) || document.hidden) return;
    this.#waits = false;
    this.root.hidden = false;
    this.#draw(table);
    delete this.root.dataset.waits;
    text(this.root, "pass-more", isNew ? gettext("from now on") : thenHold(table.seats));
    this.#movePacks(table.direction);
    this.#come(table.direction).finished.then(() => (this.root.hidden = true), () => {});
  }

  #draw(table) {
    this.root.dataset.direction = table.direction;
    this.root.classList.toggle("is-still", isStill());
    this.ring.draw(table, table.direction, SIZE);
    text(this.root, "pass-words", PASS[table.direction]);
    fitOnce(part(this.root, "pass-words"), WORDS, `${innerWidth} ${innerHeight}`);
  }

  // Something else has the screen.
  end() {
    this.#waits = false;
    for (const move of this.root.getAnimations({ subtree: true })) if (move.effect.getComputedTiming().endTime !== Infinity) move.cancel();
    this.root.hidden = true;
  }

  #come(direction) {
    const from = isStill() ? {} : { translate: direction === "left" ? "9vw 0" : "-9vw 0" };
    part(this.root, "pass-arrow").animate([from, { translate: "0 0" }], { duration: LENGTH * 0.3, easing: EASE });
    return this.root.animate([{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.86 }, { opacity: 0 }], { duration: LENGTH });
  }

  // Each pack goes along the belt from one seat to the next, and comes to lie under the name there.
  #movePacks(direction) {
    const timing = isStill() ? { duration: LENGTH } : { duration: LENGTH * 0.8, delay: LENGTH * 0.08 };
    movePacks(part(this.root, "packs"), this.ring.places.map(({ turn }) => turn), SIZE, direction, timing).catch(() => {});
  }
}

// How many cards come into everybody's hand, nothing where hands differ.
export const thenHold = (seats) => {
  const hands = new Set(seats.map(({ in_hand: count }) => count));
  if (hands.size !== 1) return "";
  const [count] = hands;
  return count ? interpolate(ngettext("then hold %(count)s card", "then hold %(count)s cards", count), { count }) : "";
};
