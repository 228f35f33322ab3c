// Taps in a pack on this device, until the server has them: those that are sent again after a time offline, and
// whether the marks that the server tells of are to be shown. Of two devices of a seat the later tap counts.

const ANSWERED_WITHIN = 2_000; // milliseconds; to the only device of a seat nothing is answered
const keyOf = (cards) => [...cards].sort((one, other) => one - other).join();

export class Taps {
  #now;
  #last = null; // {cards, at, isSent}
  #waiting = []; // sent, in order, and not heard of again

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  // Another pack: what was tapped in the one before is of no use.
  forget() {
    this.#last = null;
    this.#waiting = [];
  }

  // These cards are marked by a tap. `isSent`: the device was online.
  tap(cards, isSent) {
    this.#last = { cards, at: this.#now(), isSent };
    if (isSent) this.#waiting.push({ key: keyOf(cards), at: this.#last.at });
  }

  // Now offline; something was heard last at this moment: a later tap may not have arrived.
  lose(heardAt) {
    if (this.#last?.at > heardAt) this.#last.isSent = false;
    this.#waiting = [];
  }

  // Online again: the mark to send again, with its age in seconds, or null.
  again() {
    if (!this.#last || this.#last.isSent) return null;
    const { cards, at } = this.#last;
    this.#last.isSent = true;
    this.#waiting.push({ key: keyOf(cards), at: this.#now() });
    return { cards, age: Math.round(this.#now() - at) / 1000 };
  }

  // Whether these cards, which the server holds as marked, are to be shown: not while a later tap is on its way to it.
  shows(cards) {
    if (this.#last && !this.#last.isSent) return false;
    this.#waiting = this.#waiting.filter(({ at }) => this.#now() - at < ANSWERED_WITHIN);
    this.#waiting.splice(0, this.#waiting.findIndex(({ key }) => key === keyOf(cards)) + 1);
    return this.#waiting.length === 0;
  }
}
