// The parts that change by themselves between two messages: clocks run down, absences and waits count up. The server writes the moments into
// the page (`data-tick`), here they are told in words.

import { minutes, presenceOf } from "../../draft/seats.js";
import { SHORT, SHORT_OF_ROUND } from "../../lib/clock.js";
import { time } from "../../lib/words.js";

export class Ticks {
  // `time` is a ServerTime.
  constructor(root, time) {
    this.root = root;
    this.time = time;
    setInterval(() => this.draw(), 200);
  }

  draw() {
    for (const node of this.root.querySelectorAll("[data-tick]")) DRAWN[node.dataset.tick](node, this.time);
  }
}

const write = (node, words) => {
  if (words !== null && node.textContent !== words) node.textContent = words;
};

// Seconds left, of a clock with an end or of one that stands; null where there is neither, or the time is not known yet.
const leftOf = ({ dataset: { deadline, left } }, serverTime) => {
  if (deadline) return serverTime.until(deadline);
  return left ? Number(left) : null;
};

const drawClock = (node, left, words) => {
  const { deadline, tick } = node.dataset;
  const short = tick === "minutes" ? SHORT_OF_ROUND : SHORT;
  write(node, left === null ? (deadline ? null : "") : words);
  node.classList.toggle("is-short", Boolean(deadline) && left !== null && left <= short);
};

// A pill of the same section says that the time is up.
const drawUp = (node, left) => {
  const up = node.closest("section")?.querySelector("[data-when-up]");
  if (up && left !== null) up.hidden = left > 0;
};

const DRAWN = {
  // One that stands with nothing left says nothing.
  seconds: (node, serverTime) => {
    const left = leftOf(node, serverTime);
    drawClock(node, left, left === 0 && !node.dataset.deadline ? "" : time(left));
  },
  // A round is long: always minutes and seconds.
  minutes: (node, serverTime) => {
    const left = leftOf(node, serverTime);
    drawClock(node, left, minutes(Math.ceil(left)));
    drawUp(node, left);
  },
  since: (node, serverTime) => {
    const seconds = serverTime.since(node.dataset.since);
    write(node, seconds === null ? null : minutes(seconds));
  },
  away: (node, serverTime) => write(node, presenceOf({ presence: "away", away_since: node.dataset.since }, serverTime).word),
};
