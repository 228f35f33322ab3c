// Keeps what is entered of a pile on the server as it grows. What has not arrived is kept on this device, and sent again.

const PAUSE = 500;
const AGAIN = 3_000;

export class PileKeeper {
  #timer = null;
  #sending = null;

  // `send(numbers)` resolves to the server's answer, or to null where none came. `told(state)` hears "kept", "keeping",
  // "offline", and "refused" with what is said.
  constructor(name, send, told) {
    this.name = name;
    this.send = send;
    this.told = told;
    this.waiting = null;
    addEventListener("online", () => this.#soon(0));
    addEventListener("pagehide", () => this.flush());
  }

  // What this device has not sent yet, if nobody has entered anything elsewhere meanwhile.
  unsent(stored) {
    try {
      const { numbers, before } = JSON.parse(localStorage.getItem(this.name));
      if (before === stored.join(" ")) return numbers;
    } catch {
      // nothing is kept here
    }
    this.#forget();
    return null;
  }

  begin(stored) {
    this.stored = stored.join(" ");
  }

  keep(numbers) {
    this.waiting = [...numbers];
    try {
      localStorage.setItem(this.name, JSON.stringify({ numbers, before: this.stored }));
    } catch {
      // a full or forbidden store: then the server alone keeps it
    }
    this.told("keeping");
    this.#soon(PAUSE);
  }

  #soon(pause) {
    clearTimeout(this.#timer);
    if (this.waiting) this.#timer = setTimeout(() => this.flush(), pause);
  }

  // Sends what waits, and resolves once nothing does or the server did not answer.
  async flush() {
    clearTimeout(this.#timer);
    await this.#sending;
    if (!this.waiting) return;
    const numbers = this.waiting;
    this.#sending = this.send(numbers);
    const answer = await this.#sending;
    this.#sending = null;
    if (answer === null) {
      this.told("offline");
      this.#soonAgain();
      return;
    }
    if (answer.refused) {
      this.waiting = null;
      this.#forget();
      this.told("refused", answer.said);
      return;
    }
    this.stored = numbers.join(" ");
    if (this.waiting === numbers) {
      this.waiting = null;
      this.#forget();
      this.told("kept");
    } else {
      this.#soon(0);
    }
  }

  #soonAgain() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), AGAIN);
  }

  #forget() {
    try {
      localStorage.removeItem(this.name);
    } catch {
      // there was nothing to forget
    }
  }
}
