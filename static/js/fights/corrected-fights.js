// Results that an official has corrected, as their fighter reads them until each is dismissed. What was dismissed outlives a reload.

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

  constructor(key, storage = sessionStorage) {
    this.key = key;
    this.storage = storage;
    this.dismissed = readKept(key, storage) ?? {}; // how many corrections of each fight, by its number
  }

  // A state: `corrected` are the own fights whose results were corrected.
  take({ corrected = [] }) {
    this.#fights = corrected;
  }

  // A notice for each correction that was not dismissed, as { key, words, dismiss }.
  noticesFor(name) {
    const untold = this.#fights.filter(({ fight, result, corrections }) => result?.confirmed && corrections.length > (this.dismissed[fight] ?? 0));
    return untold.map((fight) => ({ key: `corrected-${fight.fight}`, words: wordsOf(fight, name), dismiss: () => this.#dismiss(fight) }));
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
