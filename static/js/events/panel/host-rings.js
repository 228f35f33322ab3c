// The tables as the big screen shows them: one ring large, the others small, each chosen by a press (templates/events/panel/tables/ring.html).

import { isBuilt, registeredCount } from "../../building/progress.js";
import { clone, icon, list, part, text } from "../../lib/dom.js";
import { Countdown } from "../../lib/clock.js";
import { movedOf } from "../../draft/display/which-tables.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { isAway } from "../../draft/seats.js";
import { isolate, PASS, time } from "../../lib/words.js";
import { RingMoments } from "./ring-moments.js";
import { SmallRing } from "../../draft/display/small-ring.js";

const LEAST = 11; // pixels
const SIZES = { large: { width: 82, height: 41 }, small: { width: 66, height: 42 } };

export class HostRings {
  #rings = new Map();
  #clocks = new Map();
  #moments = new Map();
  #drawn = new Map();
  #before = new Map(); // tables as they were drawn last
  #chosen = null;

  // `root` is an empty list that is shown where scripts run, `time` a ServerTime. `onChosen()` is called when another table is large.
  constructor(root, time, onChosen) {
    this.root = root;
    this.time = time;
    this.onChosen = onChosen;
    this.tables = [];
    setInterval(() => this.#drawClocks(), 200);
    setInterval(() => this.#drawAbsences(), 1000);
    document.fonts.addEventListener("loadingdone", () => this.#measureAgain());
    new ResizeObserver(() => this.#measureAgain()).observe(root);
  }

  // The number of the table that is large, null where none is shown.
  get large() {
    return this.root.hidden ? null : this.#chosen;
  }

  // `isShown`: some tables draft.
  draw(tables, isShown) {
    this.root.hidden = !isShown;
    if (!isShown) return;
    this.tables = tables;
    for (const { number, clock } of tables) {
      if (!this.#clocks.has(number)) this.#clocks.set(number, new Countdown());
      this.#clocks.get(number).take(clock);
    }
    this.#drawAll(this.#chosen);
  }

  #drawAll(wanted) {
    const { tables } = this;
    const known = tables.some(({ number }) => number === wanted);
    this.#chosen = known ? wanted : (tables.find(isPlayed) ?? tables[0]).number;
    this.root.classList.toggle("rings--many", tables.length > 1);
    const sorted = [...tables].sort((one, other) => (other.number === this.#chosen) - (one.number === this.#chosen));
    list(this.root, sorted, ({ number }) => number, ({ number }) => this.#make(number), (node, table) => this.#draw(node, table));
    this.#drawClocks();
  }

  // Absences count up between two messages; small rings say no times.
  #drawAbsences() {
    const table = this.root.hidden ? null : this.tables.find(({ number }) => number === this.#chosen);
    if (table?.seats.some(isAway)) this.#drawRing(table);
  }

  #drawClocks() {
    if (this.root.hidden) return;
    for (const node of this.root.children) {
      const clock = this.#clocks.get(Number(node.dataset.key));
      const { left, isSpent } = clock;
      text(node, "digits", left === null || isSpent ? "" : time(left));
      part(node, "digits").classList.toggle("is-short", clock.isShort());
    }
  }

  #make(number) {
    const node = clone("host-ring");
    this.#rings.set(number, new SmallRing(part(node, "ring"), { least: LEAST }));
    this.#moments.set(number, new RingMoments(part(node, "ring")));
    part(node, "choose").addEventListener("click", () => this.#choose(number));
    return node;
  }

  #choose(number) {
    this.#drawAll(number);
    this.onChosen();
    document.getElementById(`table-${number}`)?.scrollIntoView({ block: "nearest" });
  }

  // A table that no change has touched is not drawn again.
  #draw(node, table) {
    const { number, clock, ...rest } = table;
    const isLarge = number === this.#chosen;
    const look = JSON.stringify([rest, clock.paused, isLarge]);
    if (this.#drawn.get(number) === look) return;
    this.#drawn.set(number, look);
    this.#fill(node, table, isLarge);
    this.#drawMoved(table, isLarge && !document.hidden ? movedBetween(this.#before.get(number), table) : "");
    this.#before.set(number, table);
  }

  // Animates packs that have gone on, and a way that has turned.
  #drawMoved(table, moved) {
    const moments = this.#moments.get(table.number);
    const old = moved === "turn" ? moments.keep() : null;
    this.#drawRing(table);
    if (moved === "pass") moments.pass(this.#rings.get(table.number), table.direction);
    if (old) moments.turn(old);
  }

  #fill(node, table, isLarge) {
    const { number, clock, phase } = table;
    node.classList.toggle("is-large", isLarge);
    node.classList.toggle("is-held", clock.paused || table.waiting_for_judge);
    node.classList.toggle("is-quiet", !isPlayed(table));
    text(node, "title", interpolate(gettext("Table %(number)s"), { number }));
    part(node, "choose").hidden = isLarge;
    part(node, "choose").title = table.seats.map(({ name }) => isolate(name)).join(", ");
    part(node, "choose").ariaLabel = interpolate(gettext("Show table %(number)s large"), { number });
    for (const name of ["round", "rounds", "pass", "passes"]) text(node, name, table[name]);
    part(node, "ring-place").hidden = phase !== "drafting";
    text(node, "what", whatOf(table));
    part(node, "what").hidden = !whatOf(table);
    drawDirection(part(node, "ring-direction"), table);
  }

  #drawRing(table) {
    const isLarge = table.number === this.#chosen;
    const size = SIZES[isLarge ? "large" : "small"];
    const isGoing = table.phase === "drafting";
    this.#rings.get(table.number).hasPacks = isLarge && isGoing;
    this.#rings.get(table.number).draw(isPlayed(table) ? table : { ...table, judge_called: [] }, isGoing ? table.direction : "", size, this.time, { showsDecks: isBuilt(asState(table)) });
  }

  #measureAgain() {
    for (const ring of this.#rings.values()) ring.measureAgain();
  }
}

export const isPlayed = ({ phase }) => ["drafting", "review"].includes(phase);

const asState = (table) => table && { event: { phase: table.phase }, table };

const movedBetween = (before, table) => movedOf(asState(before), asState(table));

const drawDirection = (node, { phase, clock, direction, waiting_for_judge: waits }) => {
  node.hidden = phase !== "drafting" || clock.paused || waits;
  node.dataset.direction = direction;
  icon(part(node, "arrow"), `i-${direction}`);
  text(node, "direction-words", PASS[direction]);
};

// The words in the middle of a ring beside its clock.
const whatOf = (table) => {
  const { phase, clock, waiting_for_judge: waits } = table;
  if (phase === "building") return table.seats.some(({ deck }) => deck) ? registeredCount(table) : gettext("Drafted");
  if (waits) return gettext("Judge");
  if (clock.paused) return gettext("Paused");
  return phase === "review" ? gettext("Review") : "";
};
