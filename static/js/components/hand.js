// The hand and the choice from it: the pack, the places in the bar, the button, and what goes to the server.

import { clone, list, part, text } from "../lib/dom.js";
import { isComplete, keep, places, toggle, total } from "../lib/choice.js";
import { drawDetails } from "./details.js";
import { Pack } from "./pack.js";

const keyOf = ({ table }) => `${table.round}.${table.pass}`;
const idsOf = (cards) => cards.map((card) => card.id).join();

export class Hand {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.chosen = [];
    this.state = null;
    this.shown = null;
    this.leaving = false;
    this.pack = new Pack(part(root, "pack"), {
      look: (card) => this.#look(card),
      toggle: (card) => this.#toggle(card),
      confirm: () => this.confirm(),
    });
  }

  // Shows what the server says is in the hand; a pack that is gone leaves first, a new one comes from the neighbour.
  async draw(state) {
    this.state = state;
    if (this.leaving) return;
    if (this.shown && this.shown.cards.length && this.#isAnother(state)) {
      this.leaving = true;
      const isOver = this.shown.key !== keyOf(state);
      await this.pack.leave(this.placed ?? [], part(this.root, "pile"), isOver ? this.shown.direction : null);
      this.leaving = false;
    }
    this.#settle(this.state);
  }

  // Puts away what lay there in the round before: nothing of it is left to leave when the next pack comes.
  clear() {
    if (!this.shown) return;
    this.pack.deal([]);
    this.shown = null;
  }

  get isBusy() {
    return Boolean(this.app.outbox.find("choose"));
  }

  // The line is back: tells the server what was tapped without one. Nothing where it knows: a phone alone is no fighter.
  remind() {
    const known = [...(this.state?.you.marked ?? [])].sort();
    const own = this.chosen.map((card) => card.id).sort();
    if (this.shown && !this.leaving && own.join() !== known.join()) this.#mark();
  }

  // Draws again what depends on the line only.
  refresh() {
    if (this.state) this.#drawBar();
  }

  confirm() {
    const { you, table, clock } = this.state;
    if (this.isBusy || clock.paused || !isComplete(you.must_choose, this.chosen)) return;
    this.placed = this.chosen;
    const cards = this.chosen.map((card) => card.id);
    this.fault("");
    this.app.ask({ type: "choose", round: table.round, pass: table.pass, cards });
    this.#drawBar();
  }

  focus() {
    this.pack.focus();
  }

  fault(message) {
    text(this.root, "fault", message);
    part(this.root, "fault").hidden = !message;
  }

  #isAnother(state) {
    return this.shown.key !== keyOf(state) || this.shown.ids !== idsOf(state.you.pack);
  }

  #settle(state) {
    const { you, table } = state;
    const isNew = !this.shown || this.#isAnother(state);
    if (isNew) {
      const hasCome = this.shown && this.shown.key !== keyOf(state) && table.pass > 1;
      this.pack.deal(you.pack, hasCome ? opposite(table.direction) : null);
      this.looked = null;
      this.chosen = [];
      this.placed = null;
      this.fault("");
    }
    this.chosen = keep(you.must_choose, isNew ? this.#marked(you) : this.chosen, you.pack);
    const { direction } = table;
    this.shown = { key: keyOf(state), ids: idsOf(you.pack), cards: you.pack, direction };
    this.#drawChoice();
  }

  // What was chosen before this page was loaded: what waits to be sent, or what the server has as marked.
  #marked(you) {
    const ids = this.app.outbox.find("choose")?.cards ?? you.marked ?? [];
    return ids.map((id) => you.pack.find((card) => card.id === id)).filter(Boolean);
  }

  #toggle(card) {
    if (this.isBusy || this.leaving || this.state.clock.paused) return;
    this.chosen = toggle(this.state.you.must_choose, this.chosen, card);
    this.#mark();
    this.fault("");
    this.#drawChoice();
  }

  #mark() {
    this.app.live.send({ type: "mark", cards: this.chosen.map((card) => card.id) });
  }

  #look(card) {
    this.looked = card;
    this.#drawDetails();
  }

  #drawChoice() {
    this.pack.choose(this.chosen);
    this.#drawDetails();
    this.#drawBar();
  }

  #drawDetails() {
    part(this.root, "details").hidden = !this.state.you.pack.length;
    drawDetails(this.root, this.looked ?? this.chosen.at(-1) ?? null);
  }

  #drawBar() {
    const { you } = this.state;
    const owed = you.must_choose;
    list(
      part(this.root, "places"),
      places(owed, this.chosen).map((place, index) => ({ ...place, index })),
      (place) => place.index,
      () => clone("place"),
      (node, place) => {
        node.classList.toggle("is-filled", Boolean(place.card));
        text(node, "label", place.label);
        text(node, "name", place.card?.name ?? "choose one");
      },
    );
    part(this.root, "places").hidden = !total(owed);
    this.app.drawConfirm({
      words: this.isBusy ? "Sending …" : total(owed) ? "Place face down" : "Placed face down",
      count: total(owed) ? `${this.chosen.length}/${total(owed)}` : "",
      isOff: this.isBusy || !isComplete(owed, this.chosen),
      isDone: !total(owed),
    });
  }
}

const opposite = (direction) => (direction === "left" ? "right" : "left");
