// A countdown by the server's clock. The device's own clock is never read: what counts is how much time was left when
// the message came, and how long ago that was.

// So many seconds before its end a clock is marked: that of a turn, and that of a round of fights or of the building of decks.
export const SHORT = 10;
export const SHORT_OF_ROUND = 60;

export class Countdown {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.take(null);
  }

  // `clock` as the protocol sends it.
  take(clock) {
    this.seconds = clock?.seconds ?? null;
    this.paused = Boolean(clock?.paused);
    this.standing = clock?.left ?? null;
    this.end = clock?.deadline ? this.now() + (Date.parse(clock.deadline) - Date.parse(clock.now)) : null;
  }

  get runs() {
    return this.end !== null;
  }

  // Seconds left, or null where nothing is timed.
  get left() {
    if (this.end !== null) return Math.max(0, (this.end - this.now()) / 1000);
    return this.standing;
  }

  // Whether it stands with nothing left: then its number says nothing.
  get isSpent() {
    return this.end === null && this.standing === 0;
  }

  // Whether it runs, and at most so many seconds are left.
  isShort(seconds = SHORT) {
    return this.runs && this.left <= seconds;
  }

  // Seconds since the deadline, 0 before it.
  get late() {
    return this.end === null ? 0 : Math.max(0, (this.now() - this.end) / 1000);
  }

  // The part of the time that is left, from 1 to 0.
  get part() {
    const left = this.left;
    return left === null ? 1 : Math.min(1, left / Math.max(this.seconds ?? left, 0.001));
  }
}

// Tells once when so many seconds are left, of several at once the last; what was over before the countdown began is not told.
// `seconds`: from many to few.
export class Marks {
  constructor(...seconds) {
    this.seconds = seconds;
    this.before = null;
  }

  restart() {
    this.before = null;
  }

  passed(left) {
    const before = this.before;
    this.before = left;
    if (left === null || before === null) return null;
    return this.seconds.findLast((mark) => before > mark && left <= mark) ?? null;
  }
}
