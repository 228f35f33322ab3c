// The hand and the choice from it: the pack, the card of it that is held up, what is told to the bar, and what goes to the server.

import { nextFrame, part } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { actionOn, isComplete, keep, replacedBy, toggle, total } from "./choice.js";
import { Taps } from "./taps.js";
import { materialOf, rankOf } from "../lib/look.js";
import { tellSize } from "../lib/tell-size.js";
import { Held } from "./held.js";
import { Pack } from "./pack.js";
import { Pass } from "./pass.js";
import { readCard } from "../components/card.js";
import { stopReading } from "../components/reader.js";

const UNDO = 2_000; // milliseconds to take back what one tap has picked

const keyOf = ({ table }) => `${table.round}.${table.pass}`;
const idsOf = (cards) => cards.map((card) => card.id).join();

export class Hand {
  constructor(root, app, bar, device) {
    this.root = root;
    this.app = app;
    this.bar = bar;
    this.device = device;
    this.picking = 0; // the timer of a card that one tap has picked
    this.chosen = [];
    this.taps = new Taps();
    this.state = null;
    this.shown = null;
    this.pass = new Pass();
    this.held = new Held(part(root, "details"), {
      toggle: () => this.pack.isDeaf || this.#toggle(this.held.card),
      step: (way) => this.#step(way),
    });
    tellSize(part(root, "hand"));
    this.coming = null; // resolves when the pack that is on its way here is seen
    this.drawn = Promise.resolve(); // resolves when all its cards are drawn
    this.isCleared = false;
    this.isClosed = false; // the time is up while offline: nothing can be chosen any more
    this.isExchanged = false; // the pack that is on its way here takes the place of another
    this.pack = new Pack(part(root, "pack"), {
      look: (card) => this.#look(card),
      toggle: (card) => this.#toggle(card),
      isHeld: (card) => card === this.held.card || this.isOneTap || this.device.isList,
      read: readCard,
      takeBack: () => this.takeBack(),
      confirm: () => this.enter(),
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.isPicking && this.#place());
    root.addEventListener("pointerdown", () => this.isComing && this.pass.skip());
  }

  // Shows what the server says is in the hand. Resolves when it is seen: packs take a moment to come and go.
  async draw(state) {
    const before = this.shown;
    const isAnother = before && this.#isAnother(state);
    const lifted = isAnother && this.#lift();
    if (isAnother) for (const card of this.placed ?? []) this.bar.faceOf(card)?.remove(); // it lies on the pile
    this.state = state;
    this.isExchanged = this.isComing ? this.isExchanged || Boolean(isAnother) : Boolean(isAnother);
    const isGradual = Boolean(isAnother || this.isCleared); // the first pack of a page is drawn with it
    if (isGradual) this.#expect(isAnother ? this.#move(before, state, lifted) : this.#layDown());
    this.#settle(state, { isGradual });
    return this.coming;
  }

  #lift() {
    this.pack.drawAll(); // where the next pack comes before this one was drawn
    this.held.drawOwed();
    return this.pass.lift(this.#seen, this.#sleeves);
  }

  #expect(moved) {
    this.isCleared = false;
    this.tellDrawn?.();
    this.drawn = new Promise((done) => (this.tellDrawn = done));
    this.coming = this.#come(moved);
  }

  async #come(moved) {
    const tell = this.tellDrawn;
    await this.pack.await(moved);
    tell();
    if (this.state) this.#tellBar();
  }

  // Puts away what lay there in the round before: nothing of it is left to leave when the next pack comes.
  clear() {
    this.#expectNoPick();
    this.state = null;
    if (!this.shown) return;
    this.pack.deal([]);
    this.held.draw(null);
    this.shown = null;
    this.isCleared = true;
  }

  // A new pack is on its way here.
  get isComing() {
    return this.pack.isComing;
  }

  // A choice of this pass was confirmed here and has no answer yet.
  get isBusy() {
    const kept = this.app.outbox.find("choose");
    return Boolean(kept && this.state && `${kept.round}.${kept.pass}` === keyOf(this.state));
  }

  // Whether the time is up while offline: then no card can be chosen any more.
  close(isClosed) {
    if (this.isClosed === isClosed) return;
    this.isClosed = isClosed;
    if (isClosed) this.#expectNoPick();
    if (this.shown && this.state) this.#tellBar();
  }

  // Now offline: the last taps may not have arrived.
  loseLine() {
    this.taps.lose(this.app.live.heardAt);
  }

  // Online again: tells the server only what was tapped offline, since another device may have marked cards.
  remind() {
    const tapped = this.taps.again();
    if (tapped) this.app.live.send({ type: "mark", ...tapped });
  }

  // The server tells what it holds as marked, by whichever device.
  takeMarks(ids) {
    if (!this.shown) return;
    this.state.you.marked = ids;
    if (this.#keepMarks(this.state.you)) this.#drawChoice();
  }

  // The confirm button: it takes back what one tap has picked, or else places what is chosen.
  confirm() {
    if (this.isPicking) this.#toggle(this.chosen[0]);
    else this.#place();
  }

  // The Enter key places what is chosen.
  enter() {
    if (this.isPicking) this.#place();
    else part(this.root, "confirm").click();
  }

  // The Esc key takes the last chosen card back.
  takeBack() {
    if (this.chosen.length && !this.placed) this.#toggle(this.chosen.at(-1));
  }

  // The keys 1 to 9: the card in this place, counted from 1.
  pick(number) {
    const card = this.pack.cards[number - 1];
    if (!card || this.pack.isDeaf || this.placed || this.state.you.bot) return;
    this.#look(card);
    this.#toggle(card);
  }

  // A tap picks: one card is due, and this device or the event wants it so.
  get isOneTap() {
    return Boolean(this.state) && this.device.isOneTap && total(this.state.you.must_choose) === 1;
  }

  // One tap has picked a card, which can be taken back for a moment.
  get isPicking() {
    return this.picking !== 0;
  }

  #place() {
    this.#expectNoPick();
    const { you, table, clock } = this.state;
    if (this.isBusy || this.isClosed || this.isComing || clock.paused || !isComplete(you.must_choose, this.chosen)) return;
    this.placed = this.chosen;
    const cards = this.chosen.map((card) => card.id);
    this.fault("");
    this.app.ask({ type: "choose", round: table.round, pass: table.pass, cards });
    this.#tellBar();
  }

  focus() {
    this.pack.focus();
  }

  // The choice was not taken, and why; "" takes an older reason back.
  fault(message) {
    if (message) this.placed = null;
    this.bar.tell({ fault: message });
    if (this.state) this.#tellBar();
  }

  #isAnother(state) {
    return this.shown.key !== keyOf(state) || this.shown.ids !== idsOf(state.you.pack);
  }

  #settle(state, { isGradual }) {
    const { you, table } = state;
    const isNew = !this.shown || this.#isAnother(state);
    if (isNew || state.clock.paused || you.bot) this.#expectNoPick();
    if (isNew) {
      this.pack.deal(you.pack, { isGradual });
      stopReading();
      this.placed = null;
      this.fault("");
    }
    if (isNew) this.taps.forget();
    if (isNew) this.chosen = keep(you.must_choose, this.#marked(you), you.pack);
    else this.#keepMarks(you);
    if (isNew && this.isBusy) this.placed = this.chosen;
    if (isNew) this.#hold(this.chosen.at(-1) ?? (table.pass === 1 ? rarestOf(you.pack) : you.pack[0]) ?? null);
    if (!isGradual) this.held.drawOwed();
    const { direction, round, pass } = table;
    this.shown = { key: keyOf(state), ids: idsOf(you.pack), direction, round, pass };
    this.#drawChoice();
  }

  // Moves what was lifted, and what has come, once the whole room is drawn around it (in the same task) and before it is seen.
  async #move(before, { table, you }, lifted) {
    await null;
    const side = (name) => part(this.root, "strip").querySelector(`[data-side~="${name}"]`);
    const places = { pile: part(this.root, "pile"), rest: part(this.root, "waiting-pile"), middle: () => this.#middle, risen: this.held.place };
    if (this.shown.key === before.key && !you.pack.length) return this.pass.settle(lifted, places);
    if (!isLater(this.shown, before)) return this.pass.crossFade(lifted, this.#next);
    const from = table.pass > 1 ? side(opposite(table.direction)) : null;
    return this.pass.exchange(lifted, this.#next, { ...places, to: side(before.direction), from });
  }

  // The motion of the next pack: the places of its cards, and how these are drawn.
  get #next() {
    const { items } = this.pack;
    const tell = this.tellDrawn;
    const draw = async (each) => {
      await this.pack.drawGradually(items, each);
      await nextFrame();
      if (!this.pack.lies(items)) return; // another one came meanwhile
      this.held.drawOwed();
      await nextFrame(); // it takes as long as a few others
      tell();
    };
    return { items, draw };
  }

  // After a review nothing moves.
  async #layDown() {
    await nextFrame();
    await this.#next.draw(() => {});
  }

  get #middle() {
    const { pack, root } = this;
    return (pack.items.length ? pack.root : part(root, "hand").parentElement).getBoundingClientRect();
  }

  // Each card of the pack as it is seen best: held up, in its place of the choice, or in the fan.
  get #seen() {
    const placed = new Set(this.placed);
    return this.pack.cards.map((card) => {
      const isChosen = placed.has(card);
      const faces = [card === this.held.card && this.held.face, isChosen && this.bar.faceOf(card), ...this.pack.faces([card])];
      return { face: faces.find((face) => face?.offsetWidth) ?? faces.at(-1), isChosen };
    });
  }

  get #sleeves() {
    const waiting = part(this.root, "waiting");
    return waiting.hidden ? [] : [...part(waiting, "waiting-pile").children];
  }

  // The choice before this page was loaded: the one that waits to be sent, or the one that the server has as marked.
  #marked(you) {
    const ids = this.app.outbox.find("choose")?.cards ?? you.marked ?? [];
    return ids.map((id) => you.pack.find((card) => card.id === id)).filter(Boolean);
  }

  // Keeps what is chosen here, or else what the server holds as marked; returns whether that is another choice.
  #keepMarks(you) {
    const before = idsOf(this.chosen);
    const isShown = !this.isBusy && !this.placed && this.taps.shows(you.marked ?? []);
    this.chosen = keep(you.must_choose, isShown ? this.#marked(you) : this.chosen, you.pack);
    const isOther = idsOf(this.chosen) !== before;
    if (isOther) this.#expectNoPick();
    return isOther;
  }

  #toggle(card) {
    if (this.isBusy || this.isClosed || this.state.clock.paused) return;
    this.chosen = toggle(this.state.you.must_choose, this.chosen, card);
    this.#mark();
    this.#expectPick();
    this.fault("");
    this.#drawChoice();
  }

  // Where one tap picks, the card that was tapped is placed in a moment.
  #expectPick() {
    this.#expectNoPick();
    if (!this.isOneTap || !isComplete(this.state.you.must_choose, this.chosen)) return;
    this.picking = setTimeout(() => this.#place(), UNDO);
    this.app.say(interpolate(gettext("%(name)s is picked. You can undo it for two seconds."), this.chosen[0]));
  }

  #expectNoPick() {
    clearTimeout(this.picking);
    this.picking = 0;
  }

  #mark() {
    const cards = this.chosen.map((card) => card.id);
    this.taps.tap(cards, this.app.live.send({ type: "mark", cards }));
  }

  #look(card) {
    this.#hold(card);
    this.held.drawOwed();
  }

  #hold(card) {
    this.held.expect(card);
    this.pack.hold(card);
    if (this.shown) this.#offer();
  }

  // The next card is held up, or the one before; after the last comes the first.
  #step(way) {
    const { cards } = this.pack;
    this.#look(cards.at((cards.indexOf(this.held.card) + way) % cards.length));
  }

  // The device shows packs, or picks, in another way now.
  redraw() {
    if (this.shown && this.state) this.#tellBar();
  }

  #drawChoice() {
    this.pack.choose(this.chosen);
    this.#tellBar();
  }

  // The effect of a tap on the card that is held up.
  #offer() {
    const { card } = this.held;
    const owed = this.state.you.must_choose;
    const isOff = !card || this.isBusy || this.isClosed || this.placed || this.isComing || this.state.you.bot;
    const action = isOff ? "" : actionOn(owed, this.chosen, card);
    const replaced = action === "swap" && total(owed) > 1 ? replacedBy(owed, this.chosen, card) : null;
    this.held.offer(action, { isNext: action === "choose" && !isComplete(owed, this.chosen), isOneTap: this.isOneTap, replaced });
  }

  // While a pack takes the place of another the bar stays as it was: head, bar and pack change together.
  #tellBar() {
    const { isComing, isExchanged, state, chosen, placed } = this;
    const shown = isComing && isExchanged ? {} : { owed: state.you.must_choose, chosen, placed: Boolean(placed) };
    this.bar.tell({ ...shown, isMoving: isComing, kept: this.isBusy, isOneTap: this.isOneTap, isPicking: this.isPicking });
    this.#offer();
  }
}

const opposite = (direction) => (direction === "left" ? "right" : "left");

const isLater = (one, other) => one.round > other.round || (one.round === other.round && one.pass > other.pass);

// Of a pack that has just been opened the rarest card is held up; of equal ones the first.
const rarestOf = (pack) => {
  const ranks = pack.map((card) => rankOf(materialOf(card.rarity ?? "")));
  return pack[ranks.indexOf(Math.max(...ranks))];
};
