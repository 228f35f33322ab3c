// The end of a fight that this phone did not see, because its page slept, or because the round ended with the fight open.
// A dismissal outlives a reload.

import { isBye, isOver, sideNamed } from "./fights.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { keep, readKept } from "../lib/kept.js";
import { decidedWords, otherNames, resultInSentence } from "./results.js";

export class PastFight {
  constructor(key, storage) {
    this.key = key;
    this.storage = storage;
    const { open = null, told = null } = readKept(key, storage) ?? {};
    this.open = open; // the fight that was open when this phone last saw it
    this.told = told; // the fight whose end is said until it is dismissed
    this.past = null;
  }

  // A state: `fight` is the own one of the round, `past` the last one of an earlier round.
  take({ fight, past = null }) {
    this.past = past;
    if (past && isOver(past) && this.open !== null && this.open <= past.fight) Object.assign(this, { open: null, told: past.fight });
    if (fight && !isBye(fight) && !isOver(fight)) this.open = fight.fight;
    this.#write();
  }

  // The end of that fight is on the screen.
  see({ fight }) {
    if (this.open !== fight) return;
    this.open = null;
    this.#write();
  }

  dismiss() {
    this.told = null;
    this.#write();
  }

  // How the fight ended, as a sentence to a fighter, or "".
  wordsFor(name) {
    if (!this.past || this.past.fight !== this.told || !isOver(this.past)) return "";
    const me = sideNamed(this.past, name).fighter;
    const facts = { round: this.past.round, name: otherNames(this.past, me), result: resultInSentence(this.past, this.past.result, me) };
    return [interpolate(gettext("Round %(round)s against %(name)s: %(result)s."), facts), decidedWords(this.past, me)].filter(Boolean).join(" ");
  }

  #write() {
    keep(this.key, { open: this.open, told: this.told }, this.storage);
  }
}
