// A fight of more than two on one device in the middle of the table: a quarter for each side, turned to where its player sits.

import { clone, drawName, icon, list, part, text } from "../lib/dom.js";
import { standing, valueWords } from "./counts.js";
import { roleWords } from "./fights.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { keep, ownStorage, readKept } from "../lib/kept.js";
import { MARKS } from "../draft/seats.js";
import { isolate } from "../lib/words.js";
import { turnWords } from "./planes.js";

const KEPT = "fight-quarters";

// The two rows of sides that sit clockwise: those far from the first are turned round, who sits next after it lies left of it.
export const rowsOf = (sides) => {
  const near = Math.floor(sides.length / 2);
  return { far: sides.slice(near), near: sides.slice(0, near).reverse() };
};

export class Quarters {
  // `page` is the fight on the page, whose buttons of the turn and of undoing are repeated here. `count(fighter, counter, by)`,
  // `out(fighters)` and `open(fighter, isTurned)` are called for what is pressed, `refresh()` once it is open; `notesOf(side)` says
  // what else is counted.
  constructor(page, { count, out, refresh, open, notesOf }) {
    Object.assign(this, { page, count, out, refresh, open, notesOf });
    this.root = document.getElementById("quarters");
    const entry = clone("pod-around");
    part(this.page, "turn").after(entry);
    this.entry = part(entry, "open-quarters");
    this.entry.addEventListener("click", () => this.#keep(true));
    part(this.root, "close").addEventListener("click", () => this.#keep(false));
    this.root.addEventListener("cancel", () => keep(KEPT, false, ownStorage()));
    for (const name of ["undo", "next-turn"]) part(this.root, name).addEventListener("click", () => part(this.page, name)?.click());
  }

  // `sides` in the order in which they sit, the viewer's first.
  draw({ fight, sides, rules, pending, isFree, seatOf }) {
    Object.assign(this, { fight, life: rules[0], pending, isFree, seatOf });
    const isOver = Boolean(fight.result); // on the page it is confirmed, or another game begins
    this.entry.hidden = isOver;
    const isOpen = !isOver && readKept(KEPT, ownStorage()) === true;
    if (!isOpen) return this.root.open && this.root.close();
    for (const [name, row] of Object.entries(rowsOf(sides))) {
      list(part(this.root, name), row, ({ fighter }) => fighter, () => this.#make(name === "far"), (node, side) => this.#draw(node, side));
    }
    this.#drawBar();
    if (!this.root.open) this.root.showModal();
  }

  #keep(isOpen) {
    keep(KEPT, isOpen, ownStorage());
    if (isOpen) this.refresh();
    else this.root.close();
  }

  #make(isTurned) {
    const node = clone("pod-quarter");
    for (const [name, by] of [["less", -1], ["more", 1], ["less-five", -5], ["more-five", 5]]) {
      part(node, name).addEventListener("click", ({ currentTarget }) => {
        if (currentTarget.getAttribute("aria-disabled") !== "true") this.count(node.fighter, this.life.counter, by);
      });
    }
    part(node, "whole").addEventListener("click", () => this.open(node.fighter, isTurned));
    part(node, "out").addEventListener("click", () => this.isFree && this.out([node.fighter]));
    return node;
  }

  #draw(node, side) {
    const value = standing(this.life, side, this.pending);
    const facts = { counter: this.life.label, name: isolate(side.name), value: valueWords(value) };
    node.fighter = side.fighter;
    const seat = this.seatOf(side);
    icon(part(node, "glyph"), seat === null ? "i-person" : `seat-${seat % MARKS}`);
    if (seat !== null) node.dataset.seat = seat % MARKS;
    drawName(part(node, "name"), side.name);
    text(node, "value", facts.value);
    part(node, "value").dataset.digits = facts.value.length;
    text(node, "notes", [roleWords(side), ...this.notesOf(side)].filter(Boolean).join(" · "));
    node.setAttribute("aria-label", interpolate(gettext("%(counter)s of %(name)s"), facts));
    node.classList.toggle("is-turn", this.fight.turn?.fighter === side.fighter);
    node.classList.toggle("is-lost", Boolean(side.lost) && !side.out);
    node.classList.toggle("is-out", Boolean(side.out));
    part(node, "out").hidden = !side.lost || side.out;
    this.#step(node, "less", gettext("%(counter)s of %(name)s: one less than %(value)s"), facts, value - 1);
    this.#step(node, "more", gettext("%(counter)s of %(name)s: one more than %(value)s"), facts, value + 1);
    this.#step(node, "less-five", gettext("%(counter)s of %(name)s: five less than %(value)s"), facts, value - 5);
    this.#step(node, "more-five", gettext("%(counter)s of %(name)s: five more than %(value)s"), facts, value + 5);
  }

  #step(node, name, words, facts, to) {
    part(node, name).setAttribute("aria-label", interpolate(words, facts));
    const isWithin = to >= this.life.least && to <= this.life.most;
    part(node, name).setAttribute("aria-disabled", String(!this.isFree || node.classList.contains("is-out") || !isWithin));
  }

  #drawBar() {
    const { turn, plane } = this.fight;
    text(this.root, "quarters-turn", turn ? turnWords(this.fight) : "");
    text(this.root, "quarters-plane", plane?.card.name ?? "");
    part(this.root, "next-turn").hidden = !turn;
    for (const name of ["undo", "next-turn"]) {
      part(this.root, name).setAttribute("aria-disabled", part(this.page, name)?.getAttribute("aria-disabled") ?? "true");
    }
  }
}
