// The words about the sharing of the cards (R19), from what the server sends as `share`. `me` is the fighter's number.

import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { keptWords } from "../lib/outbox.js";
import { cards, isolate } from "../lib/words.js";
import { keepsTheirs, offersYou, withdrew, youKeepYours, youOffer, youWithdrew } from "./sentences.js";

export const nameOf = ({ people }, fighter) => isolate(people.find((person) => person.fighter === fighter)?.name ?? "?");

// The others who are still there, and can answer an offer to swap.
export const othersIn = ({ people }, me) => people.filter(({ fighter, gone }) => fighter !== me && !gone);

const isMine = (share, me) => share.turn !== null && share.turn === me;

export const titleOf = (share, me) => {
  if (share.over) return gettext("These are your cards");
  if (isMine(share, me)) return gettext("Your turn: take a card");
  return interpolate(gettext("%(name)s takes a card"), { name: nameOf(share, share.turn) });
};

export const moreOf = (share, me) => {
  if (!share.over) return nextOf(share, me);
  if (share.policy === "random") return gettext("All cards were dealt at random, to everybody the same number.");
  return gettext("All cards are shared. Those that nobody took were dealt by wishes.");
};

// The cards that still change hands once the event is over.
export const owedWords = ({ to_give: give, to_get: get }) => {
  const words = { give: cards(give), get: cards(get) };
  if (!get) return interpolate(gettext("You still give %(give)s."), words);
  if (!give) return interpolate(gettext("You still get %(get)s."), words);
  return interpolate(gettext("You still give %(give)s and get %(get)s."), words);
};

// When the fighter takes a card again, of those that are left.
export const nextOf = ({ next }, me) => {
  const mine = next.indexOf(me, 1);
  if (next[0] === me) return mine === 1 ? gettext("The next one is yours too.") : gettext("Tap a card, then take it.");
  if (mine < 0) return gettext("The rest of this rarity goes to the others.");
  if (mine === 1) return gettext("You are next.");
  const words = ngettext("%(count)s other before you.", "%(count)s others before you.", mine);
  return interpolate(words, { count: mine });
};

export const poolOf = ({ rarity, left }) =>
  interpolate(gettext("%(rarity)s · %(cards)s left"), { rarity: rarity || gettext("No rarity"), cards: cards(left) });

// The last event, "" where there was none.
export const lastOf = (share, me) => {
  const { last } = share;
  if (!last || share.over) return "";
  const values = { name: nameOf(share, last.fighter), card: last.card.name };
  return interpolate(LAST[`${last.fighter === me ? "own" : "other"}${last.by_wish ? "ByWish" : ""}`], values);
};

export const TOOK = gettext("%(name)s took %(card)s.");
const LAST = {
  own: gettext("%(card)s is yours."),
  ownByWish: gettext("Your time was up: %(card)s is yours."),
  other: TOOK,
  otherByWish: gettext("%(name)s got %(card)s: their time was up."),
};

export const pausedWords = ({ paused_by: by }) =>
  by === "judge"
    ? gettext("Paused by a judge. The clock is stopped until the sharing resumes.")
    : gettext("Paused by the organizer. The clock is stopped until the sharing resumes.");

// The button: `words`, `more` (a second, smaller line), `isOff`. Facts: `chosen`, `kept` (asked for, without an answer), `isLive`.
export const takeOf = (share, me, { chosen, kept, isLive }) => {
  if (kept) return off(...keptWords(isLive));
  if (share.paused) return off(gettext("Paused"));
  if (!isMine(share, me)) return off(gettext("Wait for your turn"));
  if (!chosen) return off(gettext("Choose a card"));
  return { words: gettext("Take it"), more: "", isOff: false };
};

const off = (words, more = "") => ({ words, more, isOff: true });

const NO_SWAP = { not_allowed: gettext("The sharing is over. The swap does not count.") };

// Why a request was refused, "" if the server says it better.
const REFUSED = {
  take: {
    not_allowed: gettext("The sharing is over. The card was not taken."),
    not_your_turn: gettext("It is not your turn any more. The card was not taken."),
    not_in_pool: gettext("That card is gone. Choose another one."),
    paused: gettext("The sharing is paused. Take the card when it goes on."),
  },
  swap: { ...NO_SWAP, not_in_pool: gettext("One of these cards has changed hands. Look again.") },
  accept: NO_SWAP,
  decline: NO_SWAP,
  withdraw: NO_SWAP,
};

export const refusalOf = (type, code, message) => REFUSED[type]?.[code] ?? message;

// An offer, from the side of its reader; `by` declined or withdrew one that came to nothing.
export const offerOf = (share, me, { fighter, other, give, want, by }) => {
  const values = { name: nameOf(share, fighter === me ? other : fighter), give: give.name, want: want.name };
  const state = by === undefined ? "open" : by === fighter ? "withdrawn" : "declined";
  return interpolate(OFFER[fighter === me ? "own" : "other"][state], values);
};

const OFFER = {
  own: {
    open: youOffer,
    declined: keepsTheirs,
    withdrawn: youWithdrew,
  },
  other: {
    open: offersYou,
    declined: youKeepYours,
    withdrawn: withdrew,
  },
};

// The acts of its reader on an offer that is open: kinds of requests.
export const answersTo = (me, { fighter, by }) => (by !== undefined ? [] : fighter === me ? ["withdraw"] : ["accept", "decline"]);

// Cards of one rarity after the other, in the order in which they come.
export const byRarity = (list) => {
  const found = new Map();
  for (const card of list) found.set(card.rarity, [...(found.get(card.rarity) ?? []), card]);
  return [...found].map(([rarity, of]) => ({ name: rarity || gettext("No rarity"), cards: of }));
};

// Wished cards first, then by number.
export const sorted = (pool, wishes) => {
  const place = ({ id }) => (wishes.includes(id) ? wishes.indexOf(id) : Infinity);
  return [...pool].sort((one, other) => compare(place(one), place(other)) || compare(one.number, other.number) || one.id - other.id);
};

const compare = (one, other) => (one === other ? 0 : one < other ? -1 : 1);

// The turns of a rarity as a track: the row that is taken now, and the one after it, which goes back. A place: { fighter, column,
// row, state }, in the order of the turns; "out" has no turn in that row. Columns are the people in their order.
export const trackOf = ({ order, taken, next }) => {
  const turns = [...taken.map(({ by }) => by), ...next];
  const now = Math.floor(taken.length / order.length);
  return [now, now + 1]
    .filter((row) => row * order.length < turns.length)
    .map((row) => rowOf(order, turns.slice(row * order.length, (row + 1) * order.length), row, taken.length - row * order.length));
};

const rowOf = (order, turns, row, done) => {
  const without = order.filter((fighter) => !turns.includes(fighter));
  return [...turns, ...without].map((fighter, place) => ({
    fighter,
    row,
    column: order.indexOf(fighter),
    state: place >= turns.length ? "out" : place < done ? "done" : place === done ? "now" : "next",
  }));
};

// Cards of the pool by their ids: which wish each is, of those that can still be had, from 1.
export const ranksOf = ({ pool, wishes }) => {
  const ids = new Set(pool.map(({ id }) => id));
  return new Map(wishes.filter((id) => ids.has(id)).map((id, place) => [id, place + 1]));
};
