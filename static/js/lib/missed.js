// What happened without the fighter and is not dismissed yet: passes in which the clock chose (`you.by_time`), and confirmed
// choices that came too late. What was dismissed outlives a reload.

import { plural } from "./words.js";

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
    return [passes.length ? `Time ran out in ${where(passes)}: the server chose for you.` : "", ...this.refused.map(tooLate)]
      .filter(Boolean)
      .join(" ");
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

const where = (passes) => {
  const rounds = [...new Set(passes.map(([round]) => round))];
  if (passes.length === 1) return `pack ${rounds[0]}, pass ${passes[0][1]}`;
  return `${plural(passes.length, "pass", "passes")} of ${rounds.length === 1 ? `pack ${rounds[0]}` : plural(rounds.length, "pack")}`;
};

const tooLate = ([round, pass, code]) => {
  const why = code === "already_chosen" ? "another one was stored before" : "it came after the pass was over";
  return `Your choice in pack ${round}, pass ${pass} does not count: ${why}.`;
};
