// The cards that the organizer may see once the draft is over (templates/events/host_decks.html, host_over.html): the page has them, and is
// read again when the log opens, and when the event ends.

import { part } from "../lib/dom.js";
import { mindPictures } from "../lib/pictures.js";

const FACES = ["decks", "champion-cards"];

export class HostFaces {
  #shown = null;

  constructor(root) {
    this.root = root;
    for (const name of FACES) mindPictures(part(root, name));
  }

  draw({ log_open: isOpen, event }) {
    const now = `${isOpen} ${event.phase === "finished"}`;
    const hasChanged = this.#shown !== null && this.#shown !== now;
    this.#shown = now;
    if (hasChanged && isOpen) this.#read().catch(() => {}); // it stays as it is drawn
  }

  async #read() {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of FACES) {
      const [node, fresh] = [part(this.root, name), part(page, name)];
      node.replaceChildren(...[...fresh.childNodes].map((child) => document.importNode(child, true)));
      node.hidden = fresh.hidden;
    }
  }
}
