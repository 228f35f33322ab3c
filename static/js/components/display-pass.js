// The moment in which packs are passed: it fills the big screen for a second and a half (templates/display/pass.html).

import { clone, isStill, list, part, text } from "../lib/dom.js";
import { fitOnce } from "../lib/fit.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { onBelt, smallBelt } from "../lib/ring.js";
import { PASS } from "../lib/words.js";
import { SmallRing } from "./small-ring.js";

const LENGTH = 1500; // milliseconds
const SIZE = { width: 80, height: 38 };
const STATIONS = 12; // of a pack on its way to the neighbour
const WORDS = [[1, 1], [0.85, 1], [0.7, 1], [0.6, 2], [0.45, "broken"]];
const SLEEVES = 3;

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
    this.#movePacks(table.seats.length, table.direction);
    this.#come(table.direction).finished.then(() => (this.root.hidden = true), () => {});
  }

  #draw(table) {
    this.root.dataset.direction = table.direction;
    this.root.classList.toggle("is-still", isStill());
    this.ring.draw(table, table.direction, SIZE);
    text(this.root, "pass-words", PASS[table.direction]);
    fitOnce(part(this.root, "pass-words"), WORDS, `${innerWidth} ${innerHeight} ${document.fonts.status}`);
  }

  // Something else has the screen.
  end() {
    this.#waits = false;
    for (const move of this.root.getAnimations({ subtree: true })) if (move.effect.getComputedTiming().endTime !== Infinity) move.cancel();
    this.root.hidden = true;
  }

  #come(direction) {
    const from = isStill() ? {} : { translate: direction === "left" ? "9vw 0" : "-9vw 0" };
    part(this.root, "pass-arrow").animate([from, { translate: "0 0" }], { duration: LENGTH * 0.3, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)" });
    return this.root.animate([{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.86 }, { opacity: 0 }], { duration: LENGTH });
  }

  // Each pack goes along the belt from one seat to the next, and comes to lie under the name there.
  #movePacks(count, direction) {
    const packs = list(part(this.root, "packs"), [...Array(count).keys()], Number, makePack, () => {});
    const belt = smallBelt(count, SIZE);
    const turns = this.ring.places.map(({ turn }) => turn);
    for (const [index, pack] of packs.entries()) {
      const isLast = index === count - 1;
      const to = direction === "left" ? (isLast ? turns[0] + 2 * Math.PI : turns[index + 1]) : index ? turns[index - 1] : turns[count - 1] - 2 * Math.PI;
      const way = journey(belt, turns[index], to, isStill());
      pack.animate(way, { duration: isStill() ? LENGTH : LENGTH * 0.8, delay: isStill() ? 0 : LENGTH * 0.08, easing: "ease-in-out", fill: "both" });
    }
  }
}

const makePack = () => {
  const pack = document.createElement("li");
  pack.className = "tv-pass__pack";
  pack.append(...Array.from({ length: SLEEVES }, () => clone("sleeve")));
  return pack;
};

// With little motion the packs lie between the seats.
const journey = (belt, from, to, isHalf) =>
  Array.from({ length: STATIONS + 1 }, (_, station) => {
    const turn = from + (to - from) * (isHalf ? 0.5 : station / STATIONS);
    const { x, y } = onBelt(belt, turn);
    const tilt = (Math.atan2(belt.y * Math.cos(turn), -belt.x * Math.sin(turn)) * 180) / Math.PI;
    return { transform: `translate(calc(${x.toFixed(2)} * var(--r)), calc(${y.toFixed(2)} * var(--r))) rotate(${(tilt - 90).toFixed(1)}deg)` };
  });

// How many cards come into everybody's hand, nothing where hands differ.
export const thenHold = (seats) => {
  const hands = new Set(seats.map(({ in_hand: count }) => count));
  if (hands.size !== 1) return "";
  const [count] = hands;
  return count ? interpolate(ngettext("then hold %(count)s card", "then hold %(count)s cards", count), { count }) : "";
};
