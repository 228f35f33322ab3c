// Keeps what is entered of a pile on the server as it grows. Entries that have not arrived are kept on this device, and sent again.
// Where another device enters the same pile, nothing is sent until somebody has decided between the two entries.

const PAUSE = 500;
const AGAIN = 3_000;
const MOST_TRIED = 50;

export class PileKeeper {
  #timer = null;
  #sending = null;
  #tried = []; // what was sent without an answer: it may have arrived

  // `send(numbers)` resolves to the server's answer, or to null where none came. `told(state, answer)` hears "kept", "keeping",
  // "offline", "refused", "stale" (another entry is stored, and this device has one that it has not sent) and "theirs" (it has none).
  constructor(name, send, told) {
    this.name = name;
    this.send = send;
    this.told = told;
    this.waiting = null;
    this.isStale = false;
    addEventListener("online", () => this.#soon(0));
    addEventListener("pagehide", () => this.flush());
  }

  // The entries that this device has not sent yet, and whether something else has been entered elsewhere meanwhile.
  unsent(stored) {
    const now = stored.join(" ");
    try {
      const { numbers, before, tried = [] } = JSON.parse(localStorage.getItem(this.name));
      if (numbers.join(" ") !== now) return { numbers, isStale: ![before, ...tried].includes(now) };
    } catch {
      // nothing is kept here
    }
    this.#forget();
    return null;
  }

  // Goes on from what is stored; `seen` tells it from any other entry.
  begin(stored, seen) {
    this.stored = stored.join(" ");
    this.seen = seen;
    this.#tried = [];
    this.isStale = false;
  }

  keep(numbers) {
    this.waiting = [...numbers];
    this.#remember();
    if (this.isStale) return;
    this.told("keeping");
    this.#soon(PAUSE);
  }

  // Nothing is sent any more until `begin` or `drop`.
  stop() {
    this.isStale = true;
    clearTimeout(this.#timer);
  }

  // Drops what waits.
  drop() {
    this.waiting = null;
    this.#forget();
  }

  // Asks what is stored now; `ask()` resolves to the server's answer, or to null where none came. The answer to what is being
  // sent tells it as well: it is asked for where none comes.
  async look(ask) {
    while (this.#sending) if (await this.#sending) return;
    const { seen } = this;
    const answer = this.isStale ? null : await ask();
    if (this.#sending) return this.look(ask); // it may be older than what is being sent
    if (!answer || this.isStale || this.seen !== seen || answer.seen === seen) return;
    if (this.waiting) return this.#meet(answer);
    this.begin(answer.stored, answer.seen);
    this.told("theirs", answer);
  }

  #soon(pause) {
    clearTimeout(this.#timer);
    if (this.waiting && !this.isStale) this.#timer = setTimeout(() => this.flush(), pause);
  }

  // Sends what waits, and resolves once nothing does, the server did not answer, or there is another entry.
  async flush() {
    clearTimeout(this.#timer);
    await this.#sending;
    if (!this.waiting || this.isStale) return;
    const numbers = this.waiting;
    this.#tried = [...this.#tried, numbers.join(" ")].slice(-MOST_TRIED);
    this.#sending = this.send(numbers);
    const answer = await this.#sending;
    this.#sending = null;
    if (answer === null) {
      this.#remember();
      this.told("offline");
      this.#soonAgain();
    } else if (answer.stored) {
      await this.#meet(answer);
    } else if (answer.refused) {
      this.drop();
      this.told("refused", answer);
    } else {
      this.#arrived(numbers, answer);
    }
  }

  #arrived(numbers, { seen }) {
    this.begin(numbers, seen);
    if (this.waiting === numbers) {
      this.drop();
      this.told("kept");
    } else {
      this.#remember();
      this.#soon(0);
    }
  }

  // Another entry is stored than this device began with: its own, whose answer was lost, or that of another device.
  async #meet(answer) {
    if (this.#tried.includes(answer.stored.join(" "))) {
      this.begin(answer.stored, answer.seen);
      this.#remember();
      await this.flush();
      return;
    }
    this.stop();
    this.told("stale", answer);
  }

  #soonAgain() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), AGAIN);
  }

  #remember() {
    if (!this.waiting) return;
    try {
      localStorage.setItem(this.name, JSON.stringify({ numbers: this.waiting, before: this.stored, tried: this.#tried }));
    } catch {
      // a full or forbidden store: then only the server keeps it
    }
  }

  #forget() {
    try {
      localStorage.removeItem(this.name);
    } catch {
      // there was nothing to forget
    }
  }
}
