// The tables on a judge's page: where each stands, who sits there, and its pause (templates/events/judge_table.html).

import { Countdown } from "../lib/clock.js";
import { clone, icon, list, part, text } from "../lib/dom.js";
import { time } from "../lib/words.js";
import { drawMarks } from "./marks.js";

const SHORT = 10;
const GOES_ON = ["drafting", "review"];

export const isPlayed = (table) => GOES_ON.includes(table.phase);

export class JudgeTables {
  #clocks = new Map();

  // `root` is the list as the server drew it, `time` a ServerTime.
  constructor(root, time) {
    this.root = root;
    this.time = time;
  }

  draw(tables) {
    for (const { number, clock } of tables) {
      if (!this.#clocks.has(number)) this.#clocks.set(number, new Countdown());
      this.#clocks.get(number).take(clock);
    }
    const alone = tables.length === 1;
    list(this.root, tables, ({ number }) => number, () => clone("judge-table"), (node, table) => this.#drawTable(node, table, alone));
    this.drawClocks();
  }

  drawClocks() {
    for (const node of this.root.children) {
      const clock = this.#clocks.get(Number(node.dataset.table));
      if (!clock) continue;
      text(node, "clock", clock.left === null || clock.isSpent ? "" : time(clock.left));
      part(node, "clock").classList.toggle("is-short", clock.runs && clock.left <= SHORT);
    }
  }

  #drawTable(node, table, alone) {
    const { number, phase, clock } = table;
    const show = (name, isShown) => (part(node, name).hidden = !isShown);
    const isPaused = clock.paused && isPlayed(table);
    node.dataset.table = number;
    node.classList.toggle("is-paused", isPaused);
    text(node, "number", number);
    for (const name of ["round", "rounds", "pass", "passes"]) text(node, name, table[name]);
    show("place", phase === "drafting");
    show("review", phase === "review");
    show("drafted", phase === "building");
    show("paused", isPaused);
    show("judge", table.waiting_for_judge);
    list(part(node, "seats"), table.seats, ({ seat }) => seat, () => clone("judge-seat"), (row, seat) => this.#drawSeat(row, seat));
    show("acts", isPlayed(table) && !alone);
    show("resume", clock.paused);
    show("pause", !clock.paused);
    for (const button of part(node, "acts").children) button.value = number;
  }

  #drawSeat(node, seat) {
    node.dataset.seat = seat.seat;
    icon(part(node, "glyph"), `seat-${seat.seat}`);
    text(node, "place", seat.seat + 1);
    text(node, "name", seat.name);
    drawMarks(node, seat, this.time);
  }
}
