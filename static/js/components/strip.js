// The table as a strip, from the fighter's left to their right: as they sit, and as the packs move.

import { clone, icon, list, part, text } from "../lib/dom.js";

const STATES = {
  done: ["i-check", "has chosen"],
  choosing: ["i-choosing", "is choosing"],
  away: ["i-away", "is away"],
  empty: ["i-minus", "has no cards"],
  ready: ["i-check", "has seen the cards"],
  looking: ["i-eye", "is looking at the cards"],
};

export const isAway = (seat) => !seat.connected && !seat.bot;

const doing = (seat, phase) => {
  if (phase === "review") return seat.ready || seat.bot ? "ready" : isAway(seat) ? "away" : "looking";
  if (seat.chosen) return seat.in_hand || seat.face_down ? "done" : "empty";
  return isAway(seat) ? "away" : "choosing";
};

// The seats in the order in which they are seen: own seat in the middle, seat i + 1 to its left.
export const around = (seats, own) => {
  const first = own + Math.floor(seats.length / 2);
  return seats.map((_, step) => seats[(first - step + seats.length) % seats.length]);
};

export const drawStrip = (root, seats, own, phase) => {
  root.dataset.count = seats.length;
  list(
    root,
    around(seats, own),
    (seat) => seat.seat,
    () => clone("seat"),
    (node, seat) => {
      const state = doing(seat, phase);
      node.dataset.seat = seat.seat;
      node.dataset.state = state;
      node.classList.toggle("is-you", seat.seat === own);
      if (seat.seat === own) node.setAttribute("aria-current", "true");
      icon(part(node, "glyph"), seat.bot ? "i-bot" : `seat-${seat.seat}`);
      icon(part(node, "state"), STATES[state][0]);
      text(node, "number", `Seat ${seat.seat + 1}`);
      text(node, "name", seat.name);
      text(node, "doing", seat.seat === own ? `${STATES[state][1]}, this is you` : STATES[state][1]);
      node.title = `${seat.name} ${STATES[state][1]}`;
    },
  );
};
