// An address such as #d1, or #t2d1 at table 2, leads to the deck that a seat has built, which is opened then. Seats count from 0.
// So does #f2, or #f2g1, to a round and its first games where a log has no replay, which knows these addresses itself.

import { afterFrame } from "../lib/dom.js";

const FORM = /^#((?:t[1-9]\d{0,3})?d\d{1,2}|(f[1-9]\d?)(?:g[1-9])?)$/;

// The parts of a page that an address leads to: the first of them that the page has. Games lead to their round where it has
// none of them, as when the organizer has entered the result.
export const placesOf = (hash) => {
  const [, place, round] = FORM.exec(hash) ?? [];
  return place ? [...new Set([place, round ?? place])] : [];
};

const lead = () => {
  const found = placesOf(location.hash).map((place) => document.getElementById(place)).find(Boolean);
  const details = found?.closest("details");
  if (!details) return;
  details.open = true;
  (found.tagName === "SECTION" ? found : details).scrollIntoView(); // games stand within their round
};

export const leadToDecks = () => {
  addEventListener("hashchange", lead);
  afterFrame(lead); // the replay above is drawn first, and leads to its seat
};
