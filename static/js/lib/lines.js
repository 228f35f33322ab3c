// Connections to several tables of an event, one each, as a screen of only that table would open.

import { Live } from "./live.js";

export class Lines {
  #open = new Map();

  // `hear(number, type, detail)` is told of "state", "seat", "line", "ended" and "closed", as lib/live.js has them.
  constructor(code, hear, open = (path) => new Live(path)) {
    this.code = code;
    this.hear = hear;
    this.open = open;
  }

  // Watches only these tables; open connections to them stay open.
  show(numbers) {
    for (const [number, live] of this.#open) {
      if (numbers.includes(number)) continue;
      live.close();
      this.#open.delete(number);
    }
    for (const number of numbers) if (!this.#open.has(number)) this.#connect(number);
  }

  #connect(number) {
    const live = this.open(`/ws/events/${this.code}/?table=${number}`);
    this.#open.set(number, live);
    for (const type of ["state", "seat", "line", "ended", "closed"]) {
      live.addEventListener(type, ({ detail }) => this.#open.get(number) === live && this.hear(number, type, detail));
    }
    live.open();
  }
}
