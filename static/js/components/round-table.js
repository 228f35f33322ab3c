// The table on the big screen: packs on a belt whose arrows show the way they go, and the seats around it (lib/ring.js).

import { clone, icon, isStill, list, part, text } from "../lib/dom.js";
import { fitOnce } from "../lib/fit.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { HEIGHT, WIDTH, arrows, beltOf, crowdOf, onBelt, places, seatWidth } from "../lib/ring.js";
import { hurryOf, presenceOf, turnOf } from "../lib/seats.js";
import { drawMark } from "./marks.js";

// `fill`: a busy browser may draw a frame between the call and the start, in which no pack may be seen to have arrived.
const MOVE = { duration: 240, easing: "cubic-bezier(0.3, 0.7, 0.2, 1)", fill: "backwards" };
const STATIONS = 8; // of a pack on its way to the neighbour
const MOST_SLEEVES = 5;
// Sizes of a name, in parts of the largest, and its lines.
const NAME = {
  few: [[1, 1], [0.89, 1], [0.8, 1], [0.72, 1], [0.7, 2], [0.6, 2], [0.6, "broken"]],
  some: [[1, 1], [0.89, 1], [0.8, 1], [0.76, 2], [0.66, 2], [0.66, "broken"]],
  many: [[1, 1], [0.89, 1], [0.89, 2], [0.8, 2], [0.72, 2], [0.72, "broken"]],
  most: [[1, 1], [0.89, 1], [0.82, 2], [0.75, 2], [0.68, 2], [0.68, "broken"]],
};
const SVG = "http://www.w3.org/2000/svg";

export class RoundTable {
  constructor(root) {
    this.root = root;
    this.seats = part(root, "seats");
    this.way = part(root, "way");
    this.way.setAttribute("viewBox", `${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`);
    document.fonts.ready.then(() => this.#fitNames());
    this.isSmall = matchMedia("(max-aspect-ratio: 11 / 10)");
    this.isSmall.addEventListener("change", () => this.#fitNames());
  }

  // `moves`: "left" or "right" when the packs have just been passed on that way. `time` is a ServerTime.
  draw({ seats, direction, judge_called: called = [] }, phase, time, moves = null) {
    const count = seats.length;
    if (this.count !== count) this.#place(count);
    this.#drawWay(count, phase === "drafting" ? direction : "");
    const nodes = list(
      this.seats,
      seats,
      (seat) => seat.seat,
      () => clone("tv-seat"),
      (node, seat) => this.#drawSeat(node, seat, phase, called.includes(seat.seat)),
    );
    this.#fitNames();
    this.drawPresence(seats, time);
    if (moves) this.#pass(nodes, moves);
  }

  // Absences count up between two messages.
  drawPresence(seats, time) {
    for (const [index, seat] of seats.entries()) drawMark(part(this.seats.children[index], "presence"), presenceOf(seat, time));
  }

  #place(count) {
    this.count = count;
    this.places = places(count);
    this.root.dataset.crowd = crowdOf(count);
    this.root.style.setProperty("--seat-width", seatWidth(count));
  }

  #drawSeat(node, seat, phase, hasCalled) {
    const { x, y, dx, dy, pack } = this.places[seat.seat];
    const turn = turnOf(seat);
    node.dataset.seat = seat.seat;
    node.dataset.turn = turn.name;
    node.dataset.presence = presenceOf(seat).name;
    node.dataset.edge = y < -1 ? "top" : "bottom";
    for (const [name, value] of Object.entries({ x, y, dx, dy, px: pack.x, py: pack.y })) {
      node.style.setProperty(`--${name}`, value.toFixed(3));
    }
    for (const name of ["glyph", "glyph-small"]) icon(part(node, name), `seat-${seat.seat}`);
    icon(part(node, "state"), turn.icon);
    text(node, "number", interpolate(gettext("Seat %(number)s"), { number: seat.seat + 1 }));
    text(node, "doing", turn.word);
    drawMark(part(node, "hurry"), turn.name === "choosing" ? hurryOf(seat) : null);
    part(node, "judge").hidden = !hasCalled;
    this.#drawFan(part(node, "fan"), phase === "drafting" ? seat.in_hand : 0);
    text(node, "name", seat.name);
  }

  // `place`: what a name's room depends on, but for the name itself.
  #fitNames() {
    const place = `${this.count} ${document.fonts.status} ${this.isSmall.matches}`;
    for (const node of this.seats.children) fitOnce(part(node, "name"), NAME[crowdOf(this.count)], place);
  }

  #drawFan(fan, cards) {
    const shown = Math.min(MOST_SLEEVES, cards);
    const sleeves = fan.querySelectorAll(".sleeve");
    for (let i = sleeves.length; i < shown; i += 1) fan.prepend(clone("sleeve"));
    for (let i = shown; i < sleeves.length; i += 1) sleeves[i].remove();
    fan.dataset.cards = shown;
    fan.hidden = !cards;
    text(fan, "fan-count", cards);
  }

  // Each pack is seen to come along the belt from the neighbour who held it before.
  #pass(nodes, moves) {
    const unit = this.root.getBoundingClientRect().width / WIDTH;
    const step = moves === "left" ? -1 : 1;
    const belt = beltOf(this.count);
    nodes.forEach((node, index) => {
      const to = this.places[index].turn;
      const from = this.places[(index + step + this.count) % this.count].turn;
      const around = moves === "left" ? from > to && -2 * Math.PI : from < to && 2 * Math.PI;
      part(node, "fan").animate(isStill() ? [{ opacity: 0 }, { opacity: 1 }] : journey(belt, from + around, to, unit), MOVE);
    });
  }

  #drawWay(count, direction) {
    const drawn = `${count} ${direction}`;
    if (this.way.dataset.drawn === drawn) return;
    this.way.dataset.drawn = drawn;
    this.way.dataset.direction = direction;
    const { x, y } = beltOf(count);
    const pairs = direction ? arrows(count, direction).map((pair) => shape("g", {}, pair.map(arrowHead))) : [];
    this.way.replaceChildren(shape("ellipse", { rx: x, ry: y }), ...pairs);
  }
}

const shape = (name, attributes, children = []) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

const arrowHead = ({ x, y, degrees }) =>
  shape("path", { d: "M-0.9 -1.5L1 0L-0.9 1.5", transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${degrees.toFixed(1)})` });

const journey = (belt, from, to, unit) => {
  const end = onBelt(belt, to);
  return Array.from({ length: STATIONS + 1 }, (_, station) => {
    const { x, y } = onBelt(belt, from + ((to - from) * station) / STATIONS);
    return { transform: `translate(${(x - end.x) * unit}px, ${(y - end.y) * unit}px)` };
  });
};
