// What happened without the fighter and is not dismissed yet: passes in which the clock chose (`you.by_time`), and confirmed
// choices that came too late. What was dismissed outlives a reload.

import { gettext, interpolate, ngettext } from "./gettext.js";

const keyOf = ([round, pass]) => `${round}.${pass}`;

export class Missed {
  constructor(key, storage = sessionStorage) {
    this.key = key;
    this.storage = storage;
    this.byTime = [];
    const { dismissed = [], refused = [] } = this.#read();
    this.dismissed = dismissed; // passes, as "2.1"
    this.refused = refused; // [round, pass, code]
  }

  // `byTime` as the server sends it: what the organizer has undone is forgotten.
  take(byTime) {
    this.byTime = byTime;
    const known = new Set(byTime.map(keyOf));
    this.dismissed = this.dismissed.filter((key) => known.has(key));
    this.refused = this.refused.filter((choice) => !known.has(keyOf(choice)));
    this.#write();
  }

  // A choice that was confirmed on this phone did not count.
  refuse({ round, pass }, code) {
    this.refused = [...this.refused, [round, pass, code]];
    this.take(this.byTime);
  }

  dismiss() {
    this.dismissed = this.byTime.map(keyOf);
    this.refused = [];
    this.#write();
  }

  // One sentence for all of it, or "".
  get words() {
    const passes = this.byTime.filter((pass) => !this.dismissed.includes(keyOf(pass)));
    return [...(passes.length ? [timeRanOut(passes)] : []), ...this.refused.map(tooLate)].join(" ");
  }

  #read() {
    try {
      return JSON.parse(this.storage.getItem(this.key)) ?? {};
    } catch {
      return {};
    }
  }

  #write() {
    try {
      this.storage.setItem(this.key, JSON.stringify({ dismissed: this.dismissed, refused: this.refused }));
    } catch {
      // no storage here: it is known while the page is open
    }
  }
}

const timeRanOut = (passes) => {
  const rounds = new Set(passes.map(([round]) => round));
  const [[round, pass]] = passes;
  return interpolate(ranOutIn(passes.length, rounds.size), { round, pass, count: passes.length, rounds: rounds.size });
};

const ranOutIn = (passes, rounds) => {
  if (passes === 1) return gettext("Time ran out in pack %(round)s, pass %(pass)s: the server chose for you.");
  if (rounds > 1) return gettext("Time ran out in %(count)s passes of %(rounds)s packs: the server chose for you.");
  return gettext("Time ran out in %(count)s passes of pack %(round)s: the server chose for you.");
};

const tooLate = ([round, pass, code]) => {
  const words =
    code === "already_chosen"
      ? gettext("Your choice in pack %(round)s, pass %(pass)s does not count: another one was stored before.")
      : gettext("Your choice in pack %(round)s, pass %(pass)s does not count: it came after the pass was over.");
  return interpolate(words, { round, pass });
};
