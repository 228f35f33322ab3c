// A small ring: the names of a table on its belt, for several tables on one screen and for the moment of a pass (draft/display/ring.js).

import { clone, icon, list, part, text } from "../../lib/dom.js";
import { fitClose } from "../../lib/fit.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { deckMark } from "../../building/progress.js";
import { pileMark } from "../../paper/piles.js";
import { chipOf, crowdOf, smallBelt, smallPlaces } from "./ring.js";
import { presenceOf, turnOf } from "../seats.js";
import { Belt } from "./belt.js";
import { drawMark } from "../marks.js";

const STEP = 2.6;
const NAME = [[1, 1], [0.88, 1], [0.78, 1], [0.78, 2], [0.68, 2], [0.6, 2], [0.6, "broken"], [0.5, 2], [0.5, "broken"], [0.42, "broken"], [0.34, "broken"]];

const turnOfPile = (pile) => {
  const { icon: drawing, word, isDone } = pileMark(pile);
  return { name: isDone ? "ready" : "choosing", icon: drawing, word };
};

// A seat has as many sleeves as cards, at most three; where a page draws no packs (templates/draft/display/chip.html) it has none.
const drawPack = (pack, cards) => {
  if (!pack) return;
  pack.hidden = !cards;
  text(pack, "in-hand", cards);
  pack.querySelectorAll(".sleeve").forEach((sleeve, place) => (sleeve.hidden = place >= cards));
};

// The same with no letters below the least size: a name is cut rather than written smaller.
const notBelow = (least) => [...NAME.filter(([size, lines]) => size >= least && lines !== "broken"), [least, 2], [least, 1]];

const fontSize = (node) => parseFloat(getComputedStyle(node).fontSize) / (node.style.getPropertyValue("--fit") || 1);

export class SmallRing {
  #measured = 0;
  #base = { key: "", size: 0 };

  // `isPlain`: only names, nothing of what their fighters do. `least`: in pixels, letters are not smaller. A ring in which all were
  // smaller has only marks.
  constructor(root, { isPlain = false, least = 0 } = {}) {
    this.root = root;
    this.isPlain = isPlain;
    this.least = least;
    this.hasPacks = false; // whether each seat has its pack beside it
    this.belt = new Belt(part(root, "way"));
  }

  // `size`: `width` and `height` of the ring in its own unit. `direction`: "" where nothing goes round.
  // `piles`: how far the piles of real cards are, where these are entered now (paper/piles.js). `showsDecks`: how far decks are built.
  draw({ seats, judge_called: called = [] }, direction, size, time = null, { piles = [], showsDecks = false } = {}) {
    this.piles = piles;
    this.showsDecks = showsDecks;
    const count = seats.length;
    this.size = size;
    this.places = smallPlaces(count, size);
    const { width } = chipOf(count, size);
    for (const [name, value] of Object.entries({ "ring-width": size.width, "ring-height": size.height, "chip-width": width })) this.root.style.setProperty(`--${name}`, value);
    this.root.dataset.crowd = crowdOf(count);
    this.belt.draw(smallBelt(count, size), direction, STEP);
    list(part(this.root, "seats"), seats, ({ seat }) => seat, () => clone("tv-chip"), (node, seat) => this.#drawSeat(node, seat, called.includes(seat.seat), time));
    this.#fitNames();
  }

  // Letters or the screen have another size.
  measureAgain() {
    this.#measured += 1;
    this.#fitNames();
  }

  #drawSeat(node, seat, hasCalled, time) {
    const { x, y } = this.places[seat.seat];
    node.style.setProperty("--x", x.toFixed(3));
    node.style.setProperty("--y", y.toFixed(3));
    node.dataset.seat = seat.seat;
    icon(part(node, "glyph"), `seat-${seat.seat}`);
    text(node, "number", interpolate(gettext("Seat %(number)s"), { number: seat.seat + 1 }));
    text(node, "name", seat.name);
    drawPack(part(node, "pack"), this.hasPacks ? seat.in_hand : 0);
    if (this.isPlain) return;
    const turn = this.piles.length ? turnOfPile(this.piles[seat.seat]) : this.showsDecks ? deckMark(seat) : turnOf(seat);
    const presence = presenceOf(seat, time);
    node.dataset.turn = turn.name;
    node.dataset.presence = presence.name;
    node.classList.toggle("has-called", hasCalled);
    icon(part(node, "state"), turn.icon);
    text(node, "doing", turn.word);
    drawMark(part(node, "presence"), presence);
  }

  #fitNames() {
    const names = this.root.querySelectorAll(".tv-chip__name");
    const place = `${this.#measured} ${this.places?.length} ${this.size?.width}`;
    if (!names.length || !this.#mayName(names[0], place)) return;
    const tries = this.least ? notBelow(Math.min(1, this.least / this.#base.size)) : NAME;
    for (const name of names) fitClose(name, tries, place);
  }

  // An element outside of a page has no size: it is measured inside.
  #mayName(name, place) {
    if (!this.least) return true;
    if (!name.isConnected) return false;
    if (this.#base.key !== place) this.#base = { key: place, size: fontSize(name) };
    const isUnnamed = this.#base.size < this.least;
    this.root.classList.toggle("is-unnamed", isUnnamed);
    return !isUnnamed;
  }
}
