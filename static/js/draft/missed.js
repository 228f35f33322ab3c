// Events that the fighter missed and has not dismissed: passes in which the clock chose (`you.by_time`), and confirmed
// choices that came too late. A dismissal outlives a reload.

import { game } from "../lib/game.js";
import { interpolate } from "../lib/gettext.js";
import { keep, readKept } from "../lib/kept.js";

const keyOf = ([round, pass]) => `${round}.${pass}`;

export class Missed {
  constructor(key, storage) {
    this.key = key;
    this.storage = storage;
    this.byTime = [];
    const { dismissed = [], refused = [] } = readKept(key, storage) ?? {};
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

  // That pass, and all after it, are played again.
  takeBack({ round, pass }) {
    this.refused = this.refused.filter(([r, p]) => r < round || (r === round && p < pass));
    this.#write();
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

  #write() {
    keep(this.key, { dismissed: this.dismissed, refused: this.refused }, this.storage);
  }
}

const follows = ([round, pass], [nextRound, nextPass], passes) =>
  round === nextRound ? nextPass === pass + 1 : nextRound === round + 1 && nextPass === 1 && pass >= passes - 1;

// How many of the passes in which the clock chose followed each other, up to the last of them. A round of so many `passes` ends with a
// card that is placed by itself.
export const missedInARow = (byTime, passes) => {
  let first = byTime.length - 1;
  while (first > 0 && follows(byTime[first - 1], byTime[first], passes)) first -= 1;
  return byTime.length && byTime.length - first;
};

const timeRanOut = (passes) => {
  const rounds = new Set(passes.map(([round]) => round));
  const [[round, pass]] = passes;
  return interpolate(ranOutIn(passes.length, rounds.size), { round, pass, count: passes.length, rounds: rounds.size });
};

const ranOutIn = (passes, rounds) => {
  const { once, often, inPacks } = game().missed;
  if (passes === 1) return once;
  return rounds > 1 ? inPacks : often;
};

const tooLate = ([round, pass, code]) => {
  const { second, late } = game().missed;
  return interpolate(code === "already_chosen" ? second : late, { round, pass });
};
