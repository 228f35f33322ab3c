// An address such as #d1, or #t2d1 at table 2, leads to the deck that a seat has built, which is opened then. Seats count from 0.
// So does #f2, or #f2g1, to a round and its first games where a log has no replay, which knows these addresses itself.

import { afterFrame } from "../lib/dom.js";

export const isPlace = (hash) => /^#(?:(?:t[1-9]\d{0,3})?d\d{1,2}|f[1-9]\d?(?:g[1-9])?)$/.test(hash);

const lead = () => {
  const deck = isPlace(location.hash) ? document.getElementById(location.hash.slice(1))?.closest("details") : null;
  if (!deck) return;
  deck.open = true;
  deck.scrollIntoView();
};

export const leadToDecks = () => {
  addEventListener("hashchange", lead);
  afterFrame(lead); // the replay above is drawn first, and leads to its seat
};
