// The table in small, for fighters who wait: a pack at each seat, which way they go, and who still thinks. The words beside it say who that is.

import { list, text } from "../../lib/dom.js";
import { element, glyph } from "../../lib/elements.js";
import { gettext } from "../../lib/gettext.js";
import { placesOn, roomsOf } from "./orbit-places.js";
import { turnOf } from "../seats.js";

const CROWDED = 6; // at more seats there is no room for names
const LOW = matchMedia("(max-height: 30rem) and (orientation: landscape)"); // the ring of a phone on its side is flat
const CROWDED_LOW = 4;
const ARROWS = 3; // between two seats

const put = (node, { x, y }) => {
  node.style.setProperty("--x", `${50 + 50 * x}%`);
  node.style.setProperty("--y", `${50 + 50 * y}%`);
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
    this.size = { width: 1, height: 1 };
    new ResizeObserver(([{ contentRect: { width, height } }]) => this.#shape({ width, height })).observe(root);
    LOW.addEventListener("change", () => this.shown && this.draw(...this.shown));
  }

  #shape(size) {
    if (!size.height) return;
    this.size = size;
    this.#place();
  }

  draw(table, own) {
    this.shown = [table, own];
    const { seats, direction } = table;
    const count = seats.length;
    this.isCrowded = count > (LOW.matches ? CROWDED_LOW : CROWDED);
    this.root.dataset.way = direction;
    this.root.classList.toggle("is-crowded", this.isCrowded);
    const round = seats.map((_, step) => seats[(own + step) % count]);
    list(this.seats, round, ({ seat }) => seat, seatOf, (node, seat, step) => {
      const turn = turnOf(seat);
      node.dataset.seat = seat.seat;
      node.classList.toggle("is-own", step === 0);
      node.classList.toggle("is-done", seat.chosen);
      use(node.querySelector(".orbit__glyph"), `seat-${seat.seat}`);
      use(node.querySelector(".orbit__turn"), turn.icon);
      text(node, "name", step ? seat.name : gettext("You"));
      text(node, "count", seat.in_hand || "");
    });
    this.#drawWay(count, direction);
    this.#place();
  }

  #drawWay(count, direction) {
    const most = count * (this.isCrowded ? 1 : ARROWS);
    const arrows = Array.from({ length: most }, (_, index) => index);
    list(this.way, arrows, (index) => index, () => element("i", "orbit__arrow"), (node, index) => {
      node.style.setProperty("--late", `${((direction === "left" ? index : most - index) % ARROWS) * 300}ms`);
    });
  }

  // Seats at even distances, and arrows between them.
  #place() {
    const [seats, arrows] = [this.seats.children, this.way.children];
    const ratio = this.size.width / this.size.height;
    const round = (nodes, from) => placesOn(Array.from(nodes, (_, index) => (index + from) / nodes.length), ratio);
    const places = round(seats, 0);
    const rooms = roomsOf(places, this.size);
    places.forEach((place, index) => {
      put(seats[index], place);
      seats[index].style.setProperty("--room", `${Math.max(0, Math.min(rooms[index], this.size.width))}px`);
    });
    round(arrows, 0.5).forEach((place, index) => {
      put(arrows[index], place);
      arrows[index].style.setProperty("--turn", `${place.heading + (this.root.dataset.way === "left" ? 0 : 180)}deg`);
    });
  }
}
