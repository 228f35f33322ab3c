// A fight of more than two on one device in the middle of the table: a quarter for each side, turned to where its player sits. They sit
// in two rows that face each other, or all around the device, where it has room.

import { clone, drawName, icon, list, part, text } from "../lib/dom.js";
import { drawText } from "../components/card-text.js";
import { standing, valueWords } from "./counts.js";
import { drawSteps, listenToSteps } from "./steps.js";
import { roleWords } from "./fights.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { keep, ownStorage, readKept } from "../lib/kept.js";
import { MARKS } from "../draft/seats.js";
import { rolledWords, turnWords } from "./planes.js";
import { roundPaused } from "./sentences.js";

const KEPT = "fight-quarters";
const ROWS = "fight-quarters-rows"; // whether all sit in two rows where there is room for more
const REPEATED = ["undo", "next-turn", "roll", "leave", "plane-art"];
const ALL_AROUND = 4; // fewer sit in two rows
const ACROSS = { near: 0, left: 90, far: 180, right: -90 }; // degrees

// The two rows of sides that sit clockwise: those far from the first are turned round, the next one lies to its left.
export const rowsOf = (sides) => {
  const near = Math.floor(sides.length / 2);
  return { near: sides.slice(0, near).reverse(), left: [], far: sides.slice(near), right: [] };
};

// The same all around a device, most of them at its long edges: an odd number leaves one short edge free.
export const edgesOf = (sides, isUpright) => {
  const odd = sides.length % 2;
  const long = (sides.length - 2 + odd) / 2;
  const [near, left, far] = isUpright ? [1, long, 1 - odd] : [long, 1, long];
  const from = [near, near + left, near + left + far];
  return { near: sides.slice(0, from[0]).reverse(), left: sides.slice(from[0], from[1]).reverse(), far: sides.slice(from[1], from[2]), right: sides.slice(from[2]) };
};

// Draws the commander below the name of a side, where it has one.
export const drawCommander = (node, { fighters: [{ commander }] }) => {
  const box = part(node, "commander");
  if (!box) return;
  box.hidden = !commander;
  box.textContent = commander ?? "";
};

export class Quarters {
  // `page` is the fight on the page, whose buttons of the turn, of the plane and of undoing are repeated here. `count(fighter, counter, by)`,
  // `out(fighters)` and `open(fighter, degrees)` are called for what is pressed, `refresh()` once it is open or lies otherwise; `notesOf(side)`
  // says what else is counted.
  constructor(page, { count, out, refresh, open, notesOf }) {
    Object.assign(this, { page, count, out, refresh, open, notesOf });
    this.root = document.getElementById("quarters");
    const entry = clone("pod-around");
    part(this.page, "turn").after(entry);
    this.entry = part(entry, "open-quarters");
    this.entry.addEventListener("click", () => this.#keep(true));
    part(this.root, "close").addEventListener("click", () => this.#keep(false));
    this.root.addEventListener("cancel", () => keep(KEPT, false, ownStorage()));
    for (const name of REPEATED) part(this.root, name).addEventListener("click", () => part(this.page, name)?.click());
    this.room = matchMedia("(min-width: 37.5rem) and (min-height: 37.5rem)");
    this.upright = matchMedia("(orientation: portrait)");
    for (const query of [this.room, this.upright]) query.addEventListener("change", () => this.root.open && this.refresh());
    part(this.root, "around").addEventListener("click", () => {
      keep(ROWS, !this.#isInRows, ownStorage());
      this.refresh();
    });
  }

  get #isInRows() {
    return readKept(ROWS, ownStorage()) === true;
  }

  // `sides` in the order in which they sit, the viewer's first.
  draw({ fight, sides, rules, pending, isFree, seatOf }) {
    Object.assign(this, { fight, life: rules[0], pending, isFree, seatOf });
    const isOver = Boolean(fight.result); // on the page it is confirmed, or another game begins
    this.entry.hidden = isOver;
    const isOpen = !isOver && readKept(KEPT, ownStorage()) === true;
    if (!isOpen) return this.root.open && this.root.close();
    const hasRoom = this.room.matches && sides.length >= ALL_AROUND;
    const isAround = hasRoom && !this.#isInRows;
    this.root.classList.toggle("is-around", isAround);
    part(this.root, "around").hidden = !hasRoom;
    part(this.root, "around").setAttribute("aria-pressed", String(isAround));
    for (const [name, edge] of Object.entries(isAround ? edgesOf(sides, this.upright.matches) : rowsOf(sides))) {
      part(this.root, name).dataset.count = edge.length;
      list(part(this.root, name), edge, ({ fighter }) => fighter, () => this.#make(ACROSS[name]), (node, side) => this.#draw(node.firstElementChild, side));
    }
    this.#drawBar();
    if (this.root.open) return;
    this.root.showModal();
    this.root.focus(); // no button of one side looks chosen
  }

  #keep(isOpen) {
    keep(KEPT, isOpen, ownStorage());
    if (isOpen) this.refresh();
    else this.root.close();
  }

  #make(degrees) {
    const place = clone("pod-quarter");
    const node = place.firstElementChild;
    listenToSteps(node, (by) => this.count(node.fighter, this.life.counter, by));
    part(node, "whole").addEventListener("click", () => this.open(node.fighter, degrees));
    part(node, "out").addEventListener("click", () => this.isFree && this.out([node.fighter]));
    return place;
  }

  #draw(node, side) {
    const value = standing(this.life, side, this.pending);
    node.fighter = side.fighter;
    const seat = this.seatOf(side);
    icon(part(node, "glyph"), seat === null ? "i-person" : `seat-${seat % MARKS}`);
    if (seat !== null) node.dataset.seat = seat % MARKS;
    drawName(part(node, "name"), side.name);
    drawCommander(node, side);
    text(node, "value", valueWords(value));
    part(node, "value").dataset.digits = valueWords(value).length;
    text(node, "notes", [roleWords(side), ...this.notesOf(side)].filter(Boolean).join(" · "));
    node.classList.toggle("is-turn", this.fight.turn?.fighter === side.fighter);
    node.classList.toggle("is-lost", Boolean(side.lost) && !side.out);
    node.classList.toggle("is-out", Boolean(side.out));
    part(node, "out").hidden = !side.lost || side.out;
    drawSteps(node, this.life, { name: side.name, value, isFree: this.isFree && !side.out });
  }

  #drawBar() {
    const { turn, plane } = this.fight;
    text(this.root, "quarters-turn", this.isFree ? (turn ? turnWords(this.fight) : "") : roundPaused);
    text(this.root, "quarters-plane", plane?.card.name ?? "");
    part(this.root, "plane-art").hidden = !plane;
    part(this.root, "roll").hidden = !plane || plane.phenomenon;
    part(this.root, "leave").hidden = !plane?.phenomenon;
    if (plane) this.#drawDie(plane);
    part(this.root, "next-turn").hidden = !turn;
    for (const name of REPEATED) {
      part(this.root, name).setAttribute("aria-disabled", part(this.page, name)?.getAttribute("aria-disabled") ?? String(name !== "plane-art"));
    }
  }

  // The die is thrown here in the turn of this device's fighter; what others rolled on theirs is seen here too (M39).
  #drawDie({ last, cost }) {
    icon(part(this.root, "face"), `planar-${last?.face ?? "blank"}`);
    drawText(part(this.root, "roll-words"), { text: cost ? interpolate(gettext("Roll, costs {%(cost)s}"), { cost }) : gettext("Roll, free") });
    text(this.root, "rolled-words", last ? rolledWords(this.fight) : "");
  }
}
