// A fight of more than two: all others in sight in the order of the table, each whole under a tap, and what a fighter has from each
// other one, such as the damage by their commanders (M36). Teams with emperors sit in a ring, which shows whom one reaches (M37).

import { clone, drawName, icon, list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { pairStanding, standing, valueWords } from "./counts.js";
import { drawSteps, listenToSteps } from "./steps.js";
import { OUT_WORDS, hasRoles, roleWords } from "./fights.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { MARKS } from "../draft/seats.js";
import { Quarters, drawCommander } from "./quarters.js";
import { isolate, names } from "../lib/words.js";
import { isOutOfTheGame } from "./sentences.js";

const COST = 2; // of each cast before (M36)

// The other sides as they sit clockwise from a side.
export const clockwise = (sides, me) => {
  const place = sides.findIndex(({ fighter }) => fighter === me);
  return [...sides.slice(place + 1), ...sides.slice(0, place)];
};

// Of so many tiles, how many stand beside each other.
export const columnsOf = (count) => (count < 4 ? count : Math.ceil(count / 2));

// Where so many others sit round a table whose lower edge is one's own, clockwise: [row, column, rows], of six columns, two
// for each seat. The own seat is in the middle of the lower edge.
export const ringOf = (count) => {
  const left = Math.max(0, count - 2);
  const top = left < 2 ? left : 2 + (left % 2);
  const beside = (left - top) / 2;
  const rows = (left ? 1 : 0) + beside + 1;
  const down = [...Array(beside).keys()].map((index) => index + 2);
  const first = 4 - top; // of one 3, of two 2, of three 1
  const above = [...Array(top).keys()].map((index) => [1, first + 2 * index]);
  const places = [[rows, 1], ...[...down].reverse().map((row) => [row, 1]), ...above, ...down.map((row) => [row, 5]), [rows, 5]];
  return { rows, places: count < 2 ? [[1, 1]].slice(0, count) : places };
};

// "You reach Ben and Cem"
export const reachWords = (fight, { fighter, name, reach, out }, me) => {
  if (out) return fighter === me ? OUT_WORDS : interpolate(isOutOfTheGame, { name: isolate(name) });
  const others = names(reach.map((one) => fight.sides.find((side) => side.fighter === one).name), reach.length);
  if (fighter === me) return interpolate(gettext("You reach %(names)s"), { names: others });
  return interpolate(gettext("%(name)s reaches %(names)s"), { name: isolate(name), names: others });
};

const OWN_SEAT = "own";
const SMALL_RING = 5; // so many others, two teams, have two rows

export class Pod {
  // `count(fighter, counter, by, source)` is called for each press on a counter, `out(fighters)` for sides that are out of the game,
  // `refresh()` where it is to be drawn again; `makeSide()` returns what draws a side whole.
  constructor(root, { count, out, refresh, makeSide }) {
    this.root = root;
    this.count = count;
    this.pairs = new Map();
    this.dialog = document.getElementById("pod-side");
    this.view = makeSide();
    part(this.dialog, "whole").replaceChildren(this.view.root);
    part(this.dialog, "close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.quarters = new Quarters(root, {
      count,
      out,
      refresh,
      open: (fighter, degrees) => this.#open(fighter, degrees),
      notesOf: (side) => this.#counted(side),
    });
  }

  // `shown` are the sides that are drawn whole on the page, each with its root; `draw` draws another one whole.
  draw({ fight, me, rules, pending, isFree, seatOf, shown, draw: drawWhole }) {
    Object.assign(this, { fight, me, rules, pending, isFree, seatOf, drawWhole });
    const tiled = clockwise(fight.sides, me).filter((side) => !shown.some(([, each]) => each.fighter === side.fighter));
    const box = part(this.root, "them");
    box.classList.toggle("pod", tiled.length > 0);
    box.dataset.columns = columnsOf(tiled.length);
    box.classList.toggle("is-ring", this.#isRing);
    box.classList.toggle("is-large", this.#isRing && tiled.length > SMALL_RING);
    const tiles = this.#isRing ? [...tiled, OWN_SEAT] : tiled;
    const draw = (node, side, index) => (side === OWN_SEAT ? this.#drawOwnSeat(node, tiled.length) : this.#drawTile(node, side, index, tiled.length));
    const make = (side) => (side === OWN_SEAT ? element("p", "ring-own") : this.#makeTile());
    if (tiled.length) list(box, tiles, (side) => side.fighter ?? side, make, draw);
    for (const [root, side] of shown) this.#drawMore(root, side);
    this.quarters.draw({ fight, sides: [this.#own(), ...clockwise(fight.sides, me)], rules, pending, isFree, seatOf });
    if (this.dialog.open) this.#drawDialog();
  }

  // Tiles ---------------------------------------------------------------------------------------------------------------

  #makeTile() {
    const node = clone("pod-tile");
    node.addEventListener("click", () => this.#open(node.fighter));
    return node;
  }

  get #isRing() {
    return hasRoles(this.fight);
  }

  // The own seat in the ring says whom one reaches.
  #drawOwnSeat(node, count) {
    const { rows } = ringOf(count);
    node.style.gridArea = `${Math.min(rows, 2)} / 3 / ${rows + 1} / span 2`;
    const words = reachWords(this.fight, this.#own(), this.me);
    if (node.textContent !== words) node.textContent = words;
  }

  #drawSeat(node, side, index, count) {
    const [row, column] = ringOf(count).places[index];
    node.style.gridArea = `${row} / ${column} / auto / span 2`;
    const own = this.#own();
    node.classList.toggle("is-reached", own.reach.includes(side.fighter));
    node.classList.toggle("is-mate", side.team === own.team);
    node.classList.toggle("is-emperor", side.role === "emperor");
  }

  #drawTile(node, side, index, count) {
    const [life] = this.rules;
    const value = standing(life, side, this.pending);
    node.fighter = side.fighter;
    drawName(part(node, "name"), side.name);
    drawCommander(node, side);
    const seat = this.seatOf(side);
    icon(part(node, "glyph"), seat === null ? "i-person" : `seat-${seat % MARKS}`);
    if (seat !== null) node.dataset.seat = seat % MARKS;
    text(node, "value", valueWords(value));
    part(node, "value").dataset.digits = valueWords(value).length;
    text(node, "notes", this.#notes(side).join(" · "));
    if (this.#isRing) this.#drawSeat(node, side, index, count);
    node.classList.toggle("is-out", Boolean(side.out));
    node.classList.toggle("is-lost", Boolean(side.lost) && !side.out);
    node.classList.toggle("is-turn", this.fight.turn?.fighter === side.fighter && !this.fight.result);
    const notes = [roleWords(side), side.fighters[0].commander, ...this.#notes(side), this.#rangeWords(side)].filter(Boolean).join(", ");
    const facts = { name: isolate(side.name), counter: life.label, value: valueWords(value), notes };
    node.setAttribute("aria-label", interpolate(gettext("%(name)s: %(counter)s %(value)s %(notes)s"), facts).trim().replaceAll(/[\u2068\u2069]/g, ""));
  }

  #rangeWords({ fighter, out }) {
    if (!this.#isRing || out || this.#own().out) return "";
    return this.#own().reach.includes(fighter) ? gettext("in your range") : gettext("out of your range");
  }

  // The facts of a side at a glance, besides the first counter.
  #notes(side) {
    if (side.out) return [gettext("out")];
    const notes = this.#moved(side);
    const pair = this.#pairRule();
    const own = this.#own().fighters[0];
    const taken = pair ? side.fighters.reduce((sum, { fighter }) => sum + pairStanding(pair, own, fighter, this.pending), 0) : 0;
    if (taken) notes.push(interpolate(gettext("%(value)s to you"), { value: taken }));
    if (this.#isRing && side.team === this.#own().team) notes.unshift(gettext("your team"));
    if (this.fight.turn?.fighter === side.fighter && !this.fight.result) notes.unshift(gettext("turn"));
    return notes;
  }

  // The counters of a side after the first that do not stand where they began.
  #moved(side) {
    const moved = this.rules.slice(1).filter(({ hidden, counter, start }) => !hidden && side.counters[counter] !== start);
    return moved.map((rule) => interpolate(gettext("%(counter)s %(value)s"), { counter: rule.label, value: standing(rule, side, this.pending) }));
  }

  // The same, and what each of it has from each other one: all that those around a device have to know of a side.
  #counted(side) {
    if (side.out) return [gettext("out")];
    const pair = this.#pairRule();
    const others = this.fight.sides.filter((each) => each !== side).flatMap(({ fighters }) => fighters);
    const from = pair ? others.map(({ fighter, name }) => [name, pairStanding(pair, side.fighters[0], fighter, this.pending)]) : [];
    const taken = from.filter(([, value]) => value !== pair.start);
    return [...this.#moved(side), ...taken.map(([name, value]) => interpolate(gettext("%(value)s by %(name)s"), { name: isolate(name), value }))];
  }

  // A side whole --------------------------------------------------------------------------------------------------------

  #open(fighter, degrees = 0) {
    this.opened = fighter;
    this.dialog.dataset.turned = degrees;
    this.#drawDialog();
    this.dialog.showModal();
  }

  #drawDialog() {
    const side = this.fight.sides.find((each) => each.fighter === this.opened);
    if (!side) return this.dialog.close();
    text(this.dialog, "title", isolate(side.name));
    part(this.dialog, "reach").hidden = !this.#isRing;
    if (this.#isRing) text(this.dialog, "reach", reachWords(this.fight, side, this.me));
    this.drawWhole(this.view, side);
    this.#drawMore(this.view.root, side);
  }

  // The commander, what each has from each other one, and how often they cast their commander.
  #drawMore(root, side) {
    const pair = this.#pairRule();
    const box = part(root, "pairs");
    if (!box) return;
    drawCommander(root, side);
    box.hidden = !pair;
    if (!pair) return;
    const [of] = side.fighters;
    text(box, "pairs-title", pair.label);
    const others = clockwise(this.fight.sides, side.fighter).flatMap(({ fighters }) => fighters);
    list(part(box, "pairs-list"), others, ({ fighter }) => fighter, () => this.#makeChip(root), (node, other) => this.#drawChip(node, pair, of, other, this.pairs.get(root)));
    const picked = others.find(({ fighter }) => fighter === this.pairs.get(root));
    list(part(box, "pair"), picked ? [picked] : [], ({ fighter }) => fighter, (other) => this.#makeCounter(() => [this.#sideOf(root), pair.counter, other.fighter]), (node, other) => this.#drawPair(node, pair, of, other));
    const casts = this.rules.find(({ counter }) => counter === "casts");
    list(part(box, "casts"), casts ? [casts] : [], ({ counter }) => counter, () => this.#makeCounter(() => [this.#sideOf(root), "casts"]), (node, rule) => this.#drawCasts(node, rule, of));
  }

  #sideOf(root) {
    const fighter = Number(root.dataset.fighter);
    return this.fight.sides.find((each) => each.fighter === fighter).fighters[0].fighter;
  }

  #makeChip(root) {
    const node = element("button", "pair", element("bdi", "pair__name"), element("b", "pair__value number"));
    node.type = "button";
    node.querySelector("bdi").dir = "auto";
    node.addEventListener("click", () => {
      const isPicked = this.pairs.get(root) === node.fighter;
      this.pairs.set(root, isPicked ? null : node.fighter);
      this.#drawMore(root, this.fight.sides.find(({ fighter }) => fighter === Number(root.dataset.fighter)));
    });
    return node;
  }

  #drawChip(node, pair, of, other, picked) {
    const value = pairStanding(pair, of, other.fighter, this.pending);
    node.fighter = other.fighter;
    drawName(node.querySelector("bdi"), other.name);
    node.querySelector("b").textContent = value;
    node.classList.toggle("is-none", value === pair.start);
    node.classList.toggle("is-lost", value >= pair.loses_at);
    node.setAttribute("aria-pressed", String(picked === other.fighter));
    node.setAttribute("aria-label", interpolate(gettext("%(counter)s by %(name)s: %(value)s"), { counter: pair.label, name: other.name, value }));
  }

  #makeCounter(what) {
    const node = clone("fight-counter");
    node.classList.add("counter--more");
    listenToSteps(node, (by) => {
      const [fighter, counter, source] = what();
      this.count(fighter, counter, by, source);
    });
    return node;
  }

  #drawPair(node, pair, of, other) {
    const value = pairStanding(pair, of, other.fighter, this.pending);
    const facts = { name: isolate(other.name), commander: isolate(other.commander ?? ""), limit: pair.loses_at };
    const words = interpolate(other.commander ? gettext("From %(name)s’s %(commander)s, loses at %(limit)s") : gettext("From %(name)s’s commander, loses at %(limit)s"), facts);
    node.classList.add("pairs__counter");
    this.#drawCounter(node, pair, value, words, other.name);
  }

  #drawCasts(node, rule, of) {
    const value = standing(rule, { ...of, counters: of.counters }, this.pending);
    const cost = value * COST;
    this.#drawCounter(node, rule, value, cost ? interpolate(gettext("Casts: the next costs {%(cost)s} more"), { cost }) : rule.label, of.name);
  }

  #drawCounter(node, rule, value, words, name) {
    node.dataset.counter = rule.counter;
    text(node, "value", valueWords(value));
    text(node, "label", words);
    part(node, "pips").hidden = true;
    drawSteps(node, rule, { name, value, isFree: this.isFree });
  }

  #pairRule() {
    return this.rules.find(({ of }) => of === "pair") ?? null;
  }

  #own() {
    return this.fight.sides.find(({ fighter }) => fighter === this.me);
  }
}
