// One device for several seats (templates/draft/play/switch.html): marks those that have something to do, and keeps the cards of this seat
// covered until the device is in the right hands.

import { part } from "../lib/dom.js";

const LOOK_EVERY = 5_000;
const AGAIN_AFTER = 700; // a change of one seat is often followed by others

export class Switch {
  // `root` is the page. Without several seats there is nothing to do.
  constructor(root) {
    this.nav = part(root, "switch");
    this.cover = part(root, "cover");
    this.behind = [...root.children].filter((node) => ![this.nav, this.cover].includes(node));
    this.isLobby = Boolean(this.cover?.hidden); // as the page says
    if (this.cover) this.#coverUp();
    if (!this.nav) return;
    setInterval(() => this.#look(), LOOK_EVERY);
    this.#look();
  }

  // Something has changed at this table: perhaps for the other seats too.
  changed() {
    if (!this.nav) return;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.#look(), AGAIN_AFTER);
  }

  // The lobby has no cards to hide. Once it is over, the device may lie in any hands.
  take({ phase }) {
    if (!this.isLobby || phase === "lobby") return;
    this.isLobby = false;
    this.#hide(true);
  }

  #coverUp() {
    this.#hide(!this.isLobby);
    part(this.cover, "uncover").addEventListener("click", () => this.#hide(false));
    addEventListener("pageshow", ({ persisted }) => persisted && this.#hide(!this.isLobby)); // back from another seat's page
  }

  #hide(isCovered) {
    this.cover.hidden = !isCovered;
    for (const node of this.behind) node.inert = isCovered;
    if (isCovered) part(this.cover, "uncover").focus();
  }

  async #look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(this.nav.dataset.seats);
      if (answer.ok) this.#draw((await answer.json()).seats);
    } catch {
      // it is asked again before long
    }
  }

  #draw(seats) {
    const waiting = new Set(seats.filter(({ todo }) => todo).map(({ fighter }) => String(fighter)));
    for (const link of this.nav.querySelectorAll("[data-fighter]")) part(link, "todo").hidden = !waiting.has(link.dataset.fighter);
  }
}
