// The motions in a ring of the panel: packs that go on, and the way when it turns (templates/events/panel/tables/ring.html). Only transforms and
// opacity move; with reduced motion all cross-fade.

import { isStill, part } from "../../lib/dom.js";
import { movePacks } from "../../draft/display/belt-packs.js";

const PASS = 1000; // milliseconds
const SWEEP = { length: 900, arrow: 380 };

export class RingMoments {
  #packs = 0;

  constructor(root) {
    this.root = root;
  }

  // The packs go from seat to seat of a ring that is drawn as it will be (`ring` a SmallRing); meanwhile none lies beside a name.
  pass({ size, places }, direction) {
    const layer = part(this.root, "packs");
    const number = (this.#packs += 1);
    this.#fade(this.root.querySelectorAll(".tv-chip__pack"), [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], PASS);
    this.#fade([layer], [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], PASS);
    const arrived = movePacks(layer, places.map(({ turn }) => turn), size, direction, { duration: PASS });
    arrived.then(() => number === this.#packs && layer.replaceChildren(), () => {});
  }

  // The belt as it is now, to be swept away by what is drawn next: `turn` takes it.
  keep() {
    const kept = part(this.root, "way").cloneNode(true);
    delete kept.dataset.part;
    return kept;
  }

  // One arrow after the other turns round, and its colour gives way to the other.
  turn(old) {
    const now = part(this.root, "way");
    now.after(old);
    const ended = this.#fade([old.querySelector(".belt__band")], [{ opacity: 1 }, { opacity: 0 }], SWEEP.length + SWEEP.arrow)[0];
    this.#sweep(old, "both", ["var(--turn)", isStill() ? "var(--turn)" : "calc(var(--turn) + 180deg)"].map((turn, place) => ({ opacity: 1 - place, transform: `var(--here) rotate(${turn})` })));
    this.#sweep(now, "backwards", [{ opacity: 0 }, { opacity: 1 }]);
    const remove = () => old.remove();
    ended.finished.then(remove, remove);
  }

  #sweep(belt, fill, frames) {
    const arrows = belt.querySelectorAll(".belt__arrow");
    const later = isStill() ? 0 : SWEEP.length / arrows.length;
    arrows.forEach((arrow, place) => arrow.animate(frames, { duration: SWEEP.arrow, delay: later * place, fill }));
  }

  #fade(nodes, frames, duration) {
    return [...nodes].map((node) => node.animate(frames, { duration, fill: "backwards" }));
  }
}
