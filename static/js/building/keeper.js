// Keeps the own deck in step with the server's. Each move is stored at once: one message at a time, and the next one says the version that
// the answer made. A change that is not stored yet is kept on this device, offline and over a reload, and made again on a newer deck where
// another device was faster.

import { keep, readKept } from "../lib/kept.js";
import { isSame, merged, sizeOf } from "./moves.js";

const NONE = { main: [], command: [], basics: {} };

const deckOf = ({ main, command = [], basics }) => ({ main: [...main], command: [...command], basics: { ...basics } });

// Whether a deck that was kept on this device differs from that of record.
export const isLost = ({ own }, deck) => !isSame(deckOf(own), deckOf(deck));

export class Keeper {
  #key;
  #storage;
  #ask;
  #base = null; // the deck as the server has it, as far as this device knows
  #asked = null; // the deck that is on its way
  #later = null; // the server's deck that came meanwhile
  #isTold = true; // false until a kept deck has been compared with a state
  #least; // cards without which a deck is not sent
  #most; // of each basic land

  // `ask(message)` sends what needs an answer. `isAsked`: one from before this page was loaded that still waits for its answer.
  constructor({ key, storage, ask, isAsked = null, least = 0, most }) {
    this.#key = key;
    this.#storage = storage;
    this.#ask = ask;
    this.#least = least;
    this.#most = most;
    this.own = NONE;
    this.version = -1;
    this.isLocked = false;
    this.isLive = false;
    const kept = readKept(key, storage);
    if (kept) {
      this.#base = kept.base;
      this.own = kept.own;
      this.version = kept.version;
      this.#isTold = false;
    }
    if (isAsked) this.#asked = { deck: deckOf(isAsked), seen: isAsked.seen };
    if (isAsked && !kept) this.own = this.#asked.deck;
  }

  // Whether the deck has too few cards to be sent.
  get isShort() {
    return sizeOf(this.own) < this.#least;
  }

  get isStored() {
    return !this.#asked && this.#base !== null && isSame(this.own, this.#base);
  }

  // The server's deck. Returns whether another device has changed it; own moves are made again on it.
  take(deck) {
    this.isLocked = deck.locked;
    if (this.#asked) {
      this.#later = deck;
      return false;
    }
    return this.#compare(deck);
  }

  #compare(deck) {
    if (deck.version < this.version) return false; // older than what was answered
    const fresh = deckOf(deck);
    const isOurs = this.#base !== null && isSame(this.own, this.#base);
    const isForeign = this.#base !== null && !isSame(fresh, this.#base);
    this.own = this.#base === null || isOurs || deck.locked ? fresh : merged(this.#base, this.own, fresh, this.#most);
    this.#base = fresh;
    this.version = deck.version;
    this.#isTold = true;
    this.#keep();
    this.flush();
    return isForeign;
  }

  change(deck) {
    if (this.isLocked) return;
    this.own = deck;
    this.#keep();
    this.flush();
  }

  // Sends what is not stored, if online and nothing is on its way.
  flush() {
    if (this.#asked || !this.isLive || !this.#isTold || this.isLocked || this.isShort || this.#base === null || isSame(this.own, this.#base)) return;
    const { main, command, basics } = this.own;
    this.#asked = { deck: deckOf(this.own), seen: this.version };
    this.#ask({ type: "deck", seen: this.version, main, command, basics });
  }

  // The request is stored.
  settled() {
    if (!this.#asked) return;
    this.#base = this.#asked.deck;
    this.version = this.#asked.seen + 1;
    this.#answered();
    this.flush();
  }

  // It was refused. After `stale` the newer deck comes, and own moves are made again on it; else what was asked is given up.
  refused(code) {
    if (!this.#asked) return;
    if (code !== "stale") this.own = this.#base ?? this.own;
    if (code === "stale") this.#isTold = false;
    this.#answered();
  }

  #answered() {
    const later = this.#later;
    this.#asked = null;
    this.#later = null;
    this.#keep();
    if (later && later.version >= this.version) this.#compare(later);
  }

  #keep() {
    const isKept = this.#base !== null && !isSame(this.own, this.#base);
    keep(this.#key, isKept ? { base: this.#base, own: this.own, version: this.version } : null, this.#storage);
  }
}
