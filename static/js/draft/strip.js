// The table as a strip: the neighbours at their sides, as they sit, and the others between them.

import { clone, icon, list, part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { hurryOf, presenceOf, ServerTime } from "./seats.js";
import { drawSeat } from "./seat.js";

const MOST_BEADS = 2; // so many others have room between the neighbours of a phone
const LONG = 9; // so many seats have room for their names on a laptop, and for their marks side by side on a phone

export class Strip {
  constructor(root) {
    this.root = root;
    this.time = new ServerTime();
    this.state = null;
    setInterval(() => this.#drawNotes(), 1000);
  }

  draw(state) {
    const { table, you, clock, event } = state;
    if (this.state !== state) this.time.take(clock.now);
    this.state = state;
    this.root.dataset.count = table.seats.length;
    this.root.classList.toggle("is-long", table.seats.length > MOST_BEADS + 3);
    this.root.classList.toggle("is-longest", table.seats.length > LONG);
    this.root.dataset.way = event.phase === "drafting" ? table.direction : "";
    const seats = around(table.seats, you.seat);
    list(this.root, seats, (seat) => seat.seat, () => clone("seat"), (node, seat) => this.#drawSeat(node, seat));
  }

  #drawSeat(node, seat) {
    const { you, table } = this.state;
    const isOwn = seat.seat === you.seat;
    node.dataset.seat = seat.seat;
    node.dataset.side = sideOf(seat.seat, you.seat, table.seats.length);
    node.classList.toggle("is-neighbour", node.dataset.side !== "");
    if (isOwn) node.setAttribute("aria-current", "true");
    icon(part(node, "glyph"), `seat-${seat.seat}`);
    text(node, "number", interpolate(gettext("Seat %(number)s"), { number: seat.seat + 1 }));
    drawSeat(node, seat, isOwn);
    this.#drawNote(node, seat);
  }

  #drawNotes() {
    if (!this.state || this.root.closest("[hidden]")) return;
    for (const node of this.root.children) this.#drawNote(node, this.state.table.seats[node.dataset.seat]);
  }

  // The words above a name: for how long its fighter is away, or which way the neighbour's packs go.
  #drawNote(node, seat) {
    const mark = [presenceOf(seat, this.time), hurryOf(seat)].find((each) => each?.icon);
    const { side } = node.dataset;
    part(node, "note").dataset.kind = mark?.name ?? "way";
    text(node, "note", mark ? mark.short : side ? wayOf(side, this.root.dataset.way) : "");
    const { way } = this.root.dataset; // none in a review
    node.classList.toggle("is-receiver", way !== "" && side.split(" ").includes(way));
  }
}

// The seats in the order in which they are seen: own seat in the middle, seat i + 1 to its left.
export const around = (seats, own) => {
  const first = own + Math.floor(seats.length / 2);
  return seats.map((_, step) => seats[(first - step + seats.length) % seats.length]);
};

// "left", "right", both for the only other one, or nothing for a fighter who is no neighbour.
const sideOf = (seat, own, count) =>
  [count > 1 && seat === (own + 1) % count && "left", count > 1 && seat === (own - 1 + count) % count && "right"]
    .filter(Boolean)
    .join(" ");

const wayOf = (side, direction) => {
  if (!direction) return "";
  if (side.includes(" ")) return gettext("you swap with");
  return side === direction ? gettext("you pass to") : gettext("you get from");
};
