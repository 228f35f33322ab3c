// Results that an official has corrected, as their fighter reads them until each is dismissed, or until the round after the one in
// which this device heard of it. Both outlive a reload.

import { gettext, interpolate } from "../lib/gettext.js";
import { keep, readKept } from "../lib/kept.js";
import { sideNamed } from "./fights.js";
import { otherNames, resultInSentence } from "./results.js";

const WORDS = {
  organizer: gettext("The organizer corrected round %(round)s against %(name)s: %(result)s. Before: %(was)s."),
  judge: gettext("A judge corrected round %(round)s against %(name)s: %(result)s. Before: %(was)s."),
};

export class CorrectedFights {
  #fights = [];

  constructor(key, storage) {
    this.key = key;
    this.storage = storage;
    this.dismissed = readKept(key, storage) ?? {}; // how many corrections of each fight, by its number
    this.heard = readKept(this.#heardKey, storage) ?? {}; // by the same number: so many `corrections`, first heard of in `round`
  }

  // A state: `corrected` are the own fights whose results were corrected.
  take({ corrected = [], round }) {
    this.#fights = corrected;
    if (round) for (const fight of this.#untold) this.#hear(fight, round.number);
  }

  // A notice for each correction that was not dismissed, as { key, words, dismiss }.
  noticesFor(name) {
    return this.#untold.map((fight) => ({ key: `corrected-${fight.fight}`, words: wordsOf(fight, name), dismiss: () => this.#dismiss(fight) }));
  }

  get #untold() {
    return this.#fights.filter(({ fight, result, corrections }) => result?.confirmed && corrections.length > (this.dismissed[fight] ?? 0));
  }

  get #heardKey() {
    return `${this.key}-heard`;
  }

  #hear(fight, round) {
    const heard = this.heard[fight.fight];
    const count = fight.corrections.length;
    if (heard?.corrections === count) return heard.round < round && this.#dismiss(fight);
    this.heard[fight.fight] = { corrections: count, round };
    keep(this.#heardKey, this.heard, this.storage);
  }

  #dismiss({ fight, corrections }) {
    this.dismissed[fight] = corrections.length;
    keep(this.key, this.dismissed, this.storage);
  }
}

const wordsOf = (fight, name) => {
  const me = sideNamed(fight, name).fighter;
  const { by, was } = fight.corrections.at(-1);
  const facts = { round: fight.round, name: otherNames(fight, me), result: resultInSentence(fight, fight.result, me), was: resultInSentence(fight, was, me) };
  return interpolate(WORDS[by], facts);
};
