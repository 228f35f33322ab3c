// The ceremonies of the big screen, each under two seconds: packs are opened, the way turns, a called card is verified, all cards are
// chosen. Only transforms and opacity move; with reduced motion all cross-fade. Each ends when the next begins.

import { clone, EASE, isStill, part, text } from "../../lib/dom.js";
import { fit } from "../../lib/fit.js";
import { game } from "../../lib/game.js";
import { smallBelt } from "./ring.js";
import { PASS, PASS_NOW } from "../../lib/words.js";
import { Belt } from "./belt.js";
import { SmallRing } from "./small-ring.js";

const OPEN = { length: 1100, torn: 180, gone: 420, later: 30 };
const TURN = 1700;
const BRIEF = 1050;
const VERIFIED = 1900;
const SIZE = { width: 80, height: 38, middle: 34 };
const STEP = 2.6; // as js/draft/display/small-ring.js
const WORDS = [[1, 2], [0.85, 2], [0.7, 2], [0.55, 2]];

export class DisplayCeremonies {
  #moves = [];
  #layers = [];
  #next = null; // a turn that is laid out and not shown yet

  // An element that covers `root` lies after `before`.
  constructor(root, before) {
    this.root = root;
    this.before = before;
  }

  show(moment, about) {
    this.end();
    const shows = { open: () => this.#open(), turn: () => this.#turn(about), verified: () => this.#verified(), drafted: () => this.#drafted(), champion: () => {} };
    shows[moment]();
  }

  // Lays the next turn out while nothing happens.
  prepare({ table }) {
    if (this.#next?.direction === table.direction) return;
    this.#next?.layer.remove();
    const layer = clone("tv-ceremony-turn");
    layer.dataset.waits = "";
    this.before.after(layer);
    this.#next = { layer, direction: table.direction };
    drawTurn(layer, table, opposite(table.direction));
  }

  end() {
    for (const move of this.#moves.splice(0)) move.cancel();
    for (const layer of this.#layers.splice(0)) layer.remove();
  }

  #move(node, frames, timing) {
    const move = node.animate(frames, { easing: EASE, fill: "backwards", ...timing });
    this.#moves.push(move);
    return move;
  }

  // Covers the screen, and is gone after so long.
  #cover(layer, duration) {
    this.#layers.push(layer);
    if (!layer.isConnected) this.before.after(layer);
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.88 }, { opacity: 0 }];
    return this.#move(layer, frames, { duration, easing: "linear", fill: "both" }).finished.then(() => layer.remove());
  }

  // Before each seat a wrapper tears, and the cards rise out of it.
  #open() {
    const fans = [...this.root.querySelectorAll(".fan:not([hidden])")];
    for (const [seat, fan] of fans.entries()) {
      const cards = [...fan.children];
      if (isStill()) cards.forEach((card) => this.#move(card, [{ opacity: 0 }, { opacity: 1 }], { duration: 200 }));
      else this.#tear(fan, cards, seat * OPEN.later);
    }
  }

  #tear(fan, cards, delay) {
    const wrapper = clone("tv-wrapper");
    const [body, strip] = wrapper.children;
    fan.append(wrapper);
    this.#layers.push(wrapper);
    this.#move(wrapper, [{ opacity: 0, transform: "scale(0.8)" }, { opacity: 1, transform: "none" }], { duration: OPEN.torn, delay });
    const torn = [{ transform: "none", opacity: 1 }, { transform: "translate(12%, -30%) rotate(6deg)", opacity: 1, offset: 0.3 }, { transform: "translate(90%, -180%) rotate(40deg)", opacity: 0 }];
    this.#move(strip, torn, { duration: 420, delay: delay + OPEN.torn, easing: "ease-in", fill: "both" });
    const gone = this.#move(body, [{ transform: "none", opacity: 1 }, { transform: "translateY(40%)", opacity: 0 }], { duration: 260, delay: delay + OPEN.gone, easing: "ease-in", fill: "both" });
    gone.finished.then(() => wrapper.remove(), () => {});
    for (const [place, card] of cards.entries()) {
      const from = { opacity: 0, transform: "translateY(30%) scale(0.7)" };
      this.#move(card, [from, { opacity: 1, transform: "none" }], { duration: 320, delay: delay + OPEN.gone + 40 * place });
    }
  }

  // The arrows of the belt turn round, one colour gives way to the other, and then packs are opened.
  #turn({ state, before, isBrief, play }) {
    const { direction } = state.table;
    const length = isBrief ? BRIEF : TURN;
    this.prepare({ table: { ...before.table, direction: opposite(direction) } });
    const { layer } = this.#next;
    this.#next = null;
    const covered = this.#cover(layer, length);
    delete layer.dataset.waits;
    if (isStill()) for (const name of ["old", "old-way", "old-words"]) part(layer, name).remove();
    else this.#turnOver(layer, length, direction);
    play("turn");
    covered.then(() => {
      play("open");
      this.#open();
    }, () => {});
  }

  #turnOver(layer, length, direction) {
    const at = (share) => share * length;
    const fade = (name, to, from, until) => this.#move(part(layer, name), [{ opacity: 1 - to }, { opacity: to }], { delay: at(from), duration: at(until - from), easing: "linear", fill: "both" });
    const arrows = [...part(layer, "old-way").querySelectorAll(".belt__arrow")];
    for (const [place, arrow] of arrows.entries()) {
      const frames = ["var(--turn)", "calc(var(--turn) + 180deg)"].map((turn) => ({ transform: `var(--here) rotate(${turn})` }));
      this.#move(arrow, frames, { delay: at(0.18) + (at(0.14) * place) / arrows.length, duration: at(0.22), easing: "ease-in-out", fill: "both" });
    }
    fade("new", 1, 0.24, 0.54);
    fade("way", 1, 0.42, 0.56);
    fade("old-way", 0, 0.5, 0.58);
    fade("old-words", 0, 0.16, 0.28);
    const from = { opacity: 0, transform: `translateX(${direction === "left" ? 12 : -12}vw)` };
    this.#move(part(layer, "new-words"), [from, { opacity: 1, transform: "none" }], { delay: at(0.36), duration: at(0.26), fill: "both" });
  }

  // Two sleeves become a pair: only its fighter and the judge see the card itself.
  #verified() {
    const layer = clone("tv-ceremony-verified");
    text(layer, "said", game().call.verified);
    this.#cover(layer, VERIFIED).catch(() => {});
    if (isStill()) return;
    const [one, other] = layer.querySelectorAll(".sleeve");
    for (const [sleeve, side] of [[one, -1], [other, 1]]) {
      const away = { transform: `translate(${60 * side}%, 12%) rotate(${14 * side}deg)` };
      this.#move(sleeve, [away, { transform: "none" }], { delay: 120, duration: 480 });
    }
    this.#move(part(layer, "seal"), [{ opacity: 0, transform: "scale(2.2)" }, { opacity: 1, transform: "none" }], { delay: 520, duration: 260 });
    this.#move(part(layer, "said"), [{ opacity: 0, transform: "translateY(2vh)" }, { opacity: 1, transform: "none" }], { delay: 420, duration: 360 });
  }

  // The sleeves of a deck open into a fan, its title rises, and the fighters come one after the other.
  #drafted() {
    const scene = this.root.querySelector(".tv-ready");
    if (!scene || scene.hidden || isStill()) return;
    scene.querySelectorAll(".sleeve").forEach((sleeve, place) => {
      const from = { opacity: 0, transform: `translate(${(2 - place) * 68}%, 14%) rotate(${(2 - place) * 7}deg)` };
      this.#move(sleeve, [from, { opacity: 1, transform: from.transform, offset: 0.25 }, { opacity: 1, transform: "none" }], { duration: 760, delay: 40 * place });
    });
    const rise = [{ opacity: 0, transform: "translateY(3vh)" }, { opacity: 1, transform: "none" }];
    this.#move(part(scene, "ready-title"), rise, { duration: 420, delay: 420 });
    [...part(scene, "ready-people").children].forEach((person, place) => this.#move(person, rise, { duration: 320, delay: 620 + 60 * Math.min(place, 8) }));
  }
}

const opposite = (direction) => (direction === "left" ? "right" : "left");

const drawTurn = (layer, table, direction) => {
  const other = opposite(direction);
  part(layer, "old").dataset.direction = other;
  for (const name of ["new", "new-words"]) part(layer, name).dataset.direction = direction;
  text(layer, "old-words", PASS[other]);
  text(layer, "new-words", PASS_NOW[direction]);
  new SmallRing(layer, { isPlain: true }).draw(table, direction, SIZE);
  new Belt(part(layer, "old-way")).draw(smallBelt(table.seats.length, SIZE), other, STEP);
  fit(part(layer, "new-words"), WORDS);
};
