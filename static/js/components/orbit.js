// The table in small, for who waits: a pack at each seat, which way they go, and who still thinks. The words beside it say who that is.

import { list, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { turnOf } from "../lib/seats.js";

const CROWDED = 6; // at more seats there is no room for names
const ARROWS = 3; // between two seats

// Where something lies on the belt, in hundredths: own seat at the bottom, the next one clockwise, which is to its left.
const put = (node, turn) => {
  const angle = Math.PI * (0.5 + 2 * turn);
  node.style.setProperty("--x", `${50 + 50 * Math.cos(angle)}%`);
  node.style.setProperty("--y", `${50 + 50 * Math.sin(angle)}%`);
};

const seatOf = () => {
  const name = element("bdi", "orbit__name");
  const count = element("b", "orbit__count");
  name.dir = "auto";
  name.dataset.part = "name";
  count.dataset.part = "count";
  const mark = glyph("i-choosing", "orbit__turn");
  return element("span", "orbit__seat", count, element("span", "orbit__chip", glyph("seat-0", "orbit__glyph"), name, mark));
};

const use = (node, name) => node.querySelector("use").setAttribute("href", `#${name}`);

export class Orbit {
  constructor(root) {
    this.root = root;
    this.way = element("span", "orbit__way");
    this.seats = element("span", "orbit__seats");
    root.prepend(this.way);
    root.append(this.seats);
  }

  draw({ seats, direction }, own) {
    const count = seats.length;
    this.root.dataset.way = direction;
    this.root.classList.toggle("is-crowded", count > CROWDED);
    const round = seats.map((_, step) => seats[(own + step) % count]);
    list(this.seats, round, ({ seat }) => seat, seatOf, (node, seat, step) => {
      const turn = turnOf(seat);
      put(node, step / count);
      node.dataset.seat = seat.seat;
      node.classList.toggle("is-own", step === 0);
      node.classList.toggle("is-done", seat.chosen);
      use(node.querySelector(".orbit__glyph"), `seat-${seat.seat}`);
      use(node.querySelector(".orbit__turn"), turn.icon);
      text(node, "name", step ? seat.name : gettext("You"));
      text(node, "count", seat.in_hand || "");
    });
    this.#drawWay(count, direction);
  }

  #drawWay(count, direction) {
    const most = count * (count > CROWDED ? 1 : ARROWS);
    const arrows = Array.from({ length: most }, (_, index) => index);
    list(this.way, arrows, (index) => index, () => element("i", "orbit__arrow"), (node, index) => {
      const turn = (index + 0.5) / most;
      put(node, turn);
      node.style.setProperty("--turn", `${360 * turn + (direction === "left" ? 180 : 0)}deg`);
      node.style.setProperty("--late", `${((direction === "left" ? index : most - index) % ARROWS) * 300}ms`);
    });
  }
}
