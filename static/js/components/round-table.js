// The table on the big screen: seats on an ellipse, clockwise from the bottom, so that whoever sits at seat i has
// seat i + 1 on the left; packs as sleeves; the way of the packs as dots along the ring.

import { clone, icon, isStill, list, part, text } from "../lib/dom.js";

const MOVE = { duration: 240, easing: "cubic-bezier(0.3, 0.7, 0.2, 1)" };
const MOST_SLEEVES = 5;
const LONG_NAME = 9;
const SVG = "http://www.w3.org/2000/svg";
const STATES = {
  done: ["i-check", "done"],
  choosing: ["i-choosing", "choosing"],
  away: ["i-away", "away"],
  empty: ["i-minus", "no cards"],
  looking: ["i-eye", "looking"],
  seen: ["i-check", "ready"],
};

const doing = (seat, phase) => {
  const isAway = !seat.connected && !seat.bot;
  if (phase === "review") return seat.ready || seat.bot ? "seen" : isAway ? "away" : "looking";
  if (seat.chosen) return seat.in_hand || seat.face_down ? "done" : "empty";
  return isAway ? "away" : "choosing";
};

const angle = (seat, count) => Math.PI / 2 + (2 * Math.PI * seat) / count;

export class RoundTable {
  constructor(root) {
    this.root = root;
    this.seats = part(root, "seats");
    this.way = part(root, "way");
    new ResizeObserver(() => this.#drawWay()).observe(root);
  }

  // `moves`: "left" or "right" when the packs have just been passed on that way.
  draw(seats, phase, direction, moves = null) {
    this.direction = phase === "drafting" ? direction : null;
    this.root.dataset.count = seats.length;
    const nodes = list(
      this.seats,
      seats,
      (seat) => seat.seat,
      () => clone("tv-seat"),
      (node, seat) => this.#drawSeat(node, seat, phase, seats.length),
    );
    if (moves) this.#pass(nodes, moves);
    this.#drawWay();
  }

  #drawSeat(node, seat, phase, count) {
    const state = doing(seat, phase);
    const turn = angle(seat.seat, count);
    node.dataset.seat = seat.seat;
    node.dataset.state = state;
    node.style.setProperty("--x", Math.cos(turn).toFixed(4));
    node.style.setProperty("--y", Math.sin(turn).toFixed(4));
    icon(part(node, "glyph"), seat.bot ? "i-bot" : `seat-${seat.seat}`);
    icon(part(node, "state"), STATES[state][0]);
    text(node, "number", `Seat ${seat.seat + 1}`);
    text(node, "name", seat.name);
    node.classList.toggle("is-long", seat.name.length > LONG_NAME);
    text(node, "doing", STATES[state][1]);
    this.#drawFan(part(node, "fan"), phase === "drafting" ? seat.in_hand : 0);
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

  // Each pack is seen to come from the neighbour who held it before.
  #pass(nodes, moves) {
    const step = moves === "left" ? -1 : 1;
    const centres = nodes.map((node) => centre(part(node, "fan").parentElement));
    nodes.forEach((node, index) => {
      const from = centres[(index + step + nodes.length) % nodes.length];
      const to = centres[index];
      const frames = isStill()
        ? [{ opacity: 0 }, { opacity: 1 }]
        : [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }];
      part(node, "fan").animate(frames, MOVE);
    });
  }

  // Dots on the ellipse wherever no seat lies, and an arrow head at the end of each run of dots.
  #drawWay() {
    const box = this.root.getBoundingClientRect();
    if (!this.direction || !box.width) return this.way.replaceChildren();
    this.way.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    this.way.dataset.direction = this.direction;
    const taken = [...this.seats.querySelectorAll(".tv-seat__pill, .fan:not([hidden])")].map((node) => node.getBoundingClientRect());
    const size = box.height / 100;
    const runs = runsOf(points(this.root, box, 2.6 * size), taken, box, 1.8 * size);
    this.way.replaceChildren(...runs.flatMap((run) => marks(this.direction === "left" ? run : run.toReversed(), size)));
    return undefined;
  }
}

const centre = (node) => {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

// Points at even distances on the ellipse on which the seats lie, clockwise.
const points = (root, box, gap) => {
  const style = getComputedStyle(root);
  const rx = (parseFloat(style.getPropertyValue("--rx")) / 100) * box.width;
  const ry = (parseFloat(style.getPropertyValue("--ry")) / 100) * box.height;
  const lift = (parseFloat(style.getPropertyValue("--lift")) / 100) * box.height;
  const found = [];
  let last = null;
  for (let turn = Math.PI / 2; turn < Math.PI * 2.5; turn += 0.004) {
    const point = { x: box.width / 2 + rx * Math.cos(turn), y: box.height / 2 + lift + ry * Math.sin(turn) };
    if (!last || Math.hypot(point.x - last.x, point.y - last.y) >= gap) {
      found.push(point);
      last = point;
    }
  }
  return found;
};

const runsOf = (all, taken, box, margin) => {
  const isFree = ({ x, y }) =>
    !taken.some(
      (seat) =>
        x > seat.left - box.left - margin &&
        x < seat.right - box.left + margin &&
        y > seat.top - box.top - margin &&
        y < seat.bottom - box.top + margin,
    );
  const runs = [];
  let run = [];
  for (const point of all) {
    if (isFree(point)) run.push(point);
    else if (run.length) {
      runs.push(run);
      run = [];
    }
  }
  return [...runs, run].filter((each) => each.length > 1);
};

const marks = (run, size) => {
  const end = run.at(-1);
  const before = run.at(-2);
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const head = document.createElementNS(SVG, "path");
  head.setAttribute("d", `M${-1.6 * size} ${-1.7 * size}L${0.5 * size} 0L${-1.6 * size} ${1.7 * size}`);
  head.setAttribute("transform", `translate(${end.x} ${end.y}) rotate(${turn})`);
  head.setAttribute("stroke-width", 0.75 * size);
  const dots = run.slice(0, -1).map(({ x, y }) => {
    const dot = document.createElementNS(SVG, "circle");
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
    dot.setAttribute("r", 0.42 * size);
    return dot;
  });
  return [...dots, head];
};
