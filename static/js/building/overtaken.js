// Changes of the own deck that came too late: decks were locked, or the next game of a match has begun. A notice says so.

import { gettext, interpolate } from "../lib/gettext.js";
import { keep, ownStorage, readKept } from "../lib/kept.js";
import { isLost } from "./keeper.js";

const LOST = gettext("Decks were locked before your last changes arrived. They were not stored.");

// Shown when another fighter's tap has ended a change of the deck between two games.
const begunWords = (game, isStored) => {
  const unfinished = gettext("Game %(number)s has begun. Your change was not finished and does not count.");
  return interpolate(isStored ? gettext("Game %(number)s has begun. You play it with the deck that is stored.") : unfinished, { number: game });
};

export class Overtaken {
  #app;
  #match = null; // the deck of the match, as the last state had it
  #begun = null; // the game that began while the deck for it was changed, with the words about it
  #isLost = false; // changes of the deck were not stored, since decks were locked

  constructor(app) {
    this.#app = app;
  }

  // `isLeft`: the view of the deck of a match has just been left for the fight.
  take(state, isLeft) {
    this.#takeKept(state);
    const was = this.#match;
    this.#match = state.you.deck?.match ?? null;
    if (this.#begun && this.#match?.game !== this.#begun.game) this.#begun = null;
    if (isLeft && was && !state.fight?.result) this.#takeBegun(was, state.you.deck);
  }

  // The game has begun while its deck was changed: the fight says so.
  #takeBegun(was, { match, list }) {
    if (match?.fight !== was.fight || match.game !== was.game) return;
    const { scenes } = this.#app;
    const { isStored } = list ? scenes.listing : scenes.build;
    this.#begun = { game: match.game, isStored, words: begunWords(match.game, isStored) };
    this.#app.say(this.#begun.words);
    this.#app.sounds.play("hurry", [200]);
    document.getElementById("fight-title").focus({ preventScroll: true });
  }

  // Changes that this device has kept while offline.
  #takeKept({ event, you }) {
    if (!you.deck || you.deck.list || (event.phase === "building" && !you.deck.locked)) return;
    const key = `deck-${this.#app.root.dataset.seat}`;
    const kept = readKept(key, ownStorage());
    if (!kept) return;
    keep(key, null, ownStorage());
    if (!isLost(kept, you.deck)) return;
    this.#isLost = true;
    this.#app.say(LOST);
  }

  notices() {
    const forget = (act) => () => {
      act();
      this.#app.drawNotices();
    };
    const begun = this.#begun && { key: "begun", tone: this.#begun.isStored ? "is-info" : "is-gold", icon: "i-info", words: this.#begun.words, dismiss: forget(() => (this.#begun = null)) };
    const lost = this.#isLost && { key: "lost", tone: "is-gold", icon: "i-warn", words: LOST, dismiss: forget(() => (this.#isLost = false)) };
    return [begun, lost].filter(Boolean);
  }
}
