// Which places a choice has, and which card lies in which. The server's `must_choose` says how many of each kind;
// nothing here knows why. A card that the format features fits "trigger" (the protocol's word) and "any", every other card "normal"
// and "any".

import { game } from "../lib/game.js";

const KINDS = ["trigger", "normal", "any"];

export const NOTHING_OWED = Object.fromEntries(KINDS.map((kind) => [kind, 0]));

// The same as a replay says it (`ReplayDue` of drafts/log/replay_types.py).
export const owedOf = ({ featured, plain, any }) => ({ trigger: featured, normal: plain, any });

const labels = () => {
  const { featured, plain, any } = game().places;
  return { trigger: featured, normal: plain, any };
};

const kindOf = (card) => (game().isFeatured(card) ? "trigger" : "normal");

const count = (cards, kind) => cards.filter((card) => kindOf(card) === kind).length;

export const total = (owed) => KINDS.reduce((sum, kind) => sum + owed[kind], 0);

export const fits = (owed, cards) => {
  const over = ["trigger", "normal"].map((kind) => Math.max(0, count(cards, kind) - owed[kind]));
  return over[0] + over[1] <= owed.any;
};

// The chosen card that leaves for another one, where there is no place left: the one of its own kind, or else of all, that lay there
// longest. Undefined where none leaves, or that would not help.
export const replacedBy = (owed, chosen, card) => {
  const wider = [...chosen, card];
  if (fits(owed, wider)) return undefined;
  const own = chosen.filter((other) => kindOf(other) === kindOf(card));
  return [...own, ...chosen].find((other) => fits(owed, wider.filter((kept) => kept !== other)));
};

// The choice after a tap: the card leaves, or comes in, where need be for another one.
export const toggle = (owed, chosen, card) => {
  if (chosen.some((other) => other.id === card.id)) return chosen.filter((other) => other.id !== card.id);
  const after = [...chosen.filter((other) => other !== replacedBy(owed, chosen, card)), card];
  return fits(owed, after) ? after : chosen;
};

// The effect of a tap on a card: "choose" it, "swap" it for another, take it "back", or nothing ("").
export const actionOn = (owed, chosen, card) => {
  const after = toggle(owed, chosen, card);
  if (after === chosen) return "";
  return after.length > chosen.length ? "choose" : after.includes(card) ? "swap" : "back";
};

// The cards that are still there and still fit, after the server has sent something new.
export const keep = (owed, chosen, pack) => {
  const held = new Set(pack.map((card) => card.id));
  const kept = [];
  for (const card of chosen) if (held.has(card.id) && fits(owed, [...kept, card])) kept.push(card);
  return kept;
};

// The places as they are drawn: [{kind, label, card or null}], each card in the narrowest place that is free.
export const places = (owed, chosen) => {
  const names = labels();
  const drawn = KINDS.flatMap((kind) => Array.from({ length: owed[kind] }, () => ({ kind, label: names[kind], card: null })));
  for (const card of chosen) {
    const free = drawn.filter((place) => !place.card && [kindOf(card), "any"].includes(place.kind));
    if (free.length) free[0].card = card;
  }
  return drawn;
};

export const isComplete = (owed, chosen) => total(owed) > 0 && chosen.length === total(owed) && fits(owed, chosen);
