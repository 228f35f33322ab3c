// The table on the big screen: packs on a belt whose arrows show the way they go, and the seats around it (draft/display/ring.js).

import { clone, icon, list, part, text } from "../../lib/dom.js";
import { fitClose } from "../../lib/fit.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { beltOf, crowdOf, places, seatWidth, stepOf } from "./ring.js";
import { hurryOf, presenceOf, turnOf } from "../seats.js";
import { Belt } from "./belt.js";
import { drawMark } from "../marks.js";

const MOST_SLEEVES = 5;
// Sizes of a name, in parts of the largest, and its lines.
const NAME = {
  few: [[1, 1], [0.9, 1], [0.82, 1], [0.82, 2], [0.74, 2], [0.66, 2], [0.66, "broken"], [0.56, "broken"]],
  some: [[1, 1], [0.9, 1], [0.9, 2], [0.82, 2], [0.74, 2], [0.66, 2], [0.66, "broken"], [0.54, "broken"]],
  many: [[1, 1], [1, 2], [0.89, 2], [0.8, 2], [0.72, 2], [0.72, "broken"], [0.6, "broken"], [0.52, "broken"]],
  most: [[1, 1], [0.89, 1], [0.82, 2], [0.75, 2], [0.68, 2], [0.68, "broken"], [0.58, "broken"], [0.5, "broken"]],
};

export class RoundTable {
  constructor(root) {
    this.root = root;
    this.seats = part(root, "seats");
    this.belt = new Belt(part(root, "way"));
    document.fonts.addEventListener("loadingdone", () => this.#fitNames());
  }

  // `time` is a ServerTime.
  draw({ seats, direction, judge_called: called = [] }, phase, time) {
    const count = seats.length;
    if (this.count !== count) this.#place(count);
    this.belt.draw(beltOf(count), phase === "drafting" ? direction : "", stepOf(count));
    list(
      this.seats,
      seats,
      (seat) => seat.seat,
      () => clone("tv-seat"),
      (node, seat) => this.#drawSeat(node, seat, phase, called.includes(seat.seat)),
    );
    this.#fitNames();
    this.drawPresence(seats, time);
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

  // `place`: what a name's room depends on, except the name itself.
  #fitNames() {
    const place = `${this.count} ${innerWidth} ${innerHeight}`;
    for (const node of this.seats.children) fitClose(part(node, "name"), NAME[crowdOf(this.count)], place);
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
}
