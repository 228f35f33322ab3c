// Packs that their fighter keeps. They lie closed until the signal; then one opens them one after the other, or all at once.
//
// How many are open is kept in this browser, so that a page that is loaded again goes on with the next one.

import { addCards } from "../components/card.js";
import { nextFrame, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { keep, ownStorage, readKept } from "../lib/kept.js";
import { tellLowerBar } from "../components/lower-bar.js";
import { names } from "../lib/words.js";
import { drawWrapper } from "./ceremonies/wrapper.js";
import { OPENS, WAITS, areSealed, hereWords, packsOf, placeWords } from "./kept-packs.js";

export class Packs {
  #stage = null;
  #shown = -1; // which pack lies open

  // `done` draws the page again once all are open. `stage` resolves to what a ceremony is shown on.
  constructor(root, app, done, stage) {
    this.root = root;
    this.app = app;
    this.done = done;
    this.opened = readKept(this.#key, ownStorage()) ?? 0;
    stage.then((made) => (this.#stage = made)).catch(() => {});
    tellLowerBar(part(root, "bar"));
    part(root, "next").addEventListener("click", () => this.#next());
    part(root, "skip").addEventListener("click", () => this.#end());
  }

  get #key() {
    return `packs-${this.app.root.dataset.seat}`;
  }

  areSealed(state) {
    if (state.event.phase === WAITS && this.opened) this.#note(0);
    return areSealed(state, this.opened) || (this.#shown >= 0 && state.event.phase === OPENS);
  }

  draw(state) {
    const isSignal = this.state?.event.phase === WAITS && state.event.phase !== WAITS;
    this.state = state;
    const waits = state.event.phase === WAITS;
    const all = waits ? state.event.packs_each : state.you.packs.length;
    const isOpen = this.#shown >= 0;
    this.root.dataset.open = isOpen ? "yes" : "";
    text(this.root, "title", this.#title(all, waits));
    text(this.root, "words", this.#words(all, waits));
    text(this.root, "place", isOpen || state.event.practice ? "" : placeWords(state));
    this.#drawClosed(state.event, all);
    part(this.root, "bar").hidden = waits;
    text(this.root, "next", this.#nextWords(all));
    part(this.root, "skip").hidden = this.opened >= all;
    if (!isSignal) return;
    this.app.sounds.play("done", [60, 40, 60]);
    this.app.say(gettext("The signal: open your packs."));
    part(this.root, "title").focus({ preventScroll: true });
  }

  #title(all, waits) {
    if (waits) return gettext("Wait for the signal");
    if (this.#shown < 0) return gettext("Open your packs");
    return interpolate(gettext("Pack %(number)s of %(all)s"), { number: this.#shown + 1, all });
  }

  #words(all, waits) {
    const count = { count: all };
    if (waits) return `${interpolate(ngettext("You will open %(count)s pack, and keep it.", "You will open %(count)s packs, and keep them all.", all), count)} ${hereWords(this.state)}`;
    if (this.#shown < 0) return interpolate(ngettext("This pack is yours alone.", "These %(count)s packs are yours alone.", all), count);
    return gettext("Tap a card to read it.");
  }

  #nextWords(all) {
    if (this.opened >= all) return gettext("Go on with all your cards");
    return interpolate(gettext("Open pack %(number)s"), { number: this.opened + 1 });
  }

  // As many wrappers as are still closed.
  #drawClosed({ sets, name }, all) {
    const closed = part(this.root, "closed");
    const left = all - this.opened;
    if (Number(closed.dataset.left) === left) return;
    closed.dataset.left = left;
    closed.style.setProperty("--packs", left);
    const places = Array.from({ length: left }, (_, place) => this.opened + place);
    closed.replaceChildren(
      ...places.map((number, place) => {
        const node = element("span", "packs__pack", drawWrapper(sets[number] ?? sets.at(-1) ?? { code: "", name }));
        node.style.setProperty("--at", place - (left - 1) / 2);
        return node;
      }),
    );
  }

  #next() {
    const packs = packsOf(this.state.you);
    if (this.opened >= packs.length) return this.#end();
    this.#shown = this.opened;
    this.#note(this.opened + 1);
    const cards = packs[this.#shown];
    const hand = addCards(element("ul", "card-grid"), cards);
    hand.setAttribute("role", "list");
    part(this.root, "hand").replaceChildren(hand);
    this.draw(this.state);
    scrollTo(0, 0);
    const best = cards.slice(0, 2).map(({ name }) => name);
    this.app.say(`${this.#title(packs.length, false)}: ${names(best)}`);
    return this.#show();
  }

  async #show() {
    await nextFrame();
    if (!this.#stage || document.hidden || this.root.hidden) return this.app.sounds.play("open", [40]);
    const { state } = this;
    const around = { ...state, table: { ...state.table, round: this.#shown + 1 } };
    return this.#stage.play([{ kind: "open" }], { root: this.root, state: around, sound: () => this.app.sounds.play("open", [40]) });
  }

  #end() {
    this.#stage?.skip();
    this.#shown = -1;
    this.#note(this.state.you.packs.length);
    this.done();
  }

  #note(opened) {
    this.opened = opened;
    keep(this.#key, opened, ownStorage());
  }
}
