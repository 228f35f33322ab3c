// The part of the big screen about the sharing of the cards (R19): public facts only.

import { gettext, interpolate } from "../../lib/gettext.js";
import { isolate } from "../../lib/words.js";
import { TOOK } from "../../sharing/share-words.js";

const nameOf = ({ people }, fighter) => people.find((person) => person.fighter === fighter)?.name ?? "";

// The takers of the cards that are left of this rarity, one after the other: [{ key, fighter, name }], and how many turns there are besides.
export const trackOf = ({ next = [], people }, most) => {
  const seen = next.length > most ? next.slice(0, most - 1) : next;
  return { turns: seen.map((fighter, index) => ({ key: `${next.length - index}`, fighter, name: nameOf({ people }, fighter) })), more: next.length - seen.length };
};

// The fighter who has a card more than before; null where none or several have.
export const takerOf = (before, { people }) => {
  if (!before) return null;
  const had = new Map(before.people.map(({ fighter, cards }) => [fighter, cards]));
  const more = people.filter(({ fighter, cards }) => cards > (had.get(fighter) ?? cards));
  return more.length === 1 ? more[0].fighter : null;
};

// The last card taken; the card itself only where everybody may see it. `taker` is its taker, as far as known.
export const lastWords = (share, taker) => {
  const { last, over } = share;
  if (over) return "";
  if (last) return interpolate(last.by_wish ? gettext("%(name)s got %(card)s by wish.") : TOOK, { name: isolate(nameOf(share, last.fighter)), card: last.card.name });
  return taker === null ? "" : interpolate(gettext("%(name)s just took a card."), { name: isolate(nameOf(share, taker)) });
};
