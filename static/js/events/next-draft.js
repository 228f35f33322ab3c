// The way to the next draft of the night (templates/components/next_draft.html, draft/display/next.html): a line with its button. Once
// this event is over the page goes there by itself, after a countdown that can be stopped; and only once, so that one who comes
// back to look at their cards can stay.

import { part, text } from "../lib/dom.js";
import { interpolate, ngettext } from "../lib/gettext.js";
import { keep, readKept } from "../lib/kept.js";

export const SECONDS = 15;

export class NextDraft {
  #next = null;
  #left = null;
  #timer = 0;

  // `isLive`: whether the page is online; else it goes nowhere. `addressOf(code)`: the address of the link, if it is one.
  constructor(root, { isLive, addressOf = null, seconds = SECONDS }) {
    this.root = root;
    this.isLive = isLive;
    this.addressOf = addressOf;
    this.seconds = seconds;
    this.key = `next-${root.dataset.event}`;
    this.go = part(root, "next-go");
    this.stay = part(root, "next-stay");
    this.go.addEventListener("click", () => this.#end());
    this.stay.addEventListener("click", () => this.#end());
  }

  // Takes `event` of a state.
  take({ next, phase }) {
    const isOver = phase === "finished";
    this.root.hidden = !next;
    this.root.classList.toggle("is-waiting", !isOver);
    this.go.classList.toggle("button--primary", isOver);
    if (next !== this.#next) this.#stop();
    this.#next = next;
    if (!next) return;
    text(this.root, "next-code", next);
    if (this.addressOf) this.go.href = this.addressOf(next);
    const isWanted = isOver && !("over" in this.root.dataset) && readKept(this.key) !== next;
    if (isWanted && this.#left === null) this.#begin();
  }

  hide() {
    this.#stop();
    this.root.hidden = true;
  }

  #begin() {
    this.#left = this.seconds;
    this.#timer = setInterval(() => this.#tick(), 1000);
    this.#draw();
  }

  #tick() {
    if (document.hidden || this.root.closest("[inert]") || !this.isLive()) return; // it is not seen, or would lead nowhere
    this.#left -= 1;
    if (this.#left > 0) this.#draw();
    else this.go.click();
  }

  // Followed or stopped: it does not happen by itself again.
  #end() {
    keep(this.key, this.#next);
    const hadFocus = document.activeElement === this.stay;
    this.#stop();
    if (hadFocus) this.go.focus();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#left = null;
    this.#draw();
  }

  #draw() {
    const counts = this.#left !== null;
    part(this.root, "next-count").hidden = !counts;
    this.stay.hidden = !counts;
    const words = ngettext("This page goes there in %(count)s second.", "This page goes there in %(count)s seconds.", this.#left ?? 0);
    text(this.root, "next-count", counts ? interpolate(words, { count: this.#left }) : "");
  }
}
