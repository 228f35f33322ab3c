// Packs that their fighter keeps: whether they are still closed, and the words meanwhile.

import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { materialOf, rankOf } from "../lib/look.js";
import { isolate, names } from "../lib/words.js";
import { isAway } from "./seats.js";

export const WAITS = "opening";
export const OPENS = "building";

// The cards of each pack, the rarest of each first.
export const packsOf = ({ pile, packs }) => {
  let begin = 0;
  return packs.map((count) => {
    const cards = pile.slice(begin, (begin += count));
    return cards.toSorted((one, other) => rankOf(materialOf(other.rarity ?? "")) - rankOf(materialOf(one.rarity ?? "")));
  });
};

// Whether packs are still closed, or only `opened` of them are open.
export const areSealed = ({ event, you }, opened) => {
  if (!event.packs_each) return false;
  return event.phase === WAITS || (event.phase === OPENS && Boolean(you.packs) && opened < you.packs.length);
};

export const placeWords = ({ table: { number, seats }, you: { seat } }) => {
  const [left, right] = [1, -1].map((step) => isolate(seats[(seat + step + seats.length) % seats.length].name));
  const facts = { table: number, left, right };
  if (seats.length < 3) return interpolate(gettext("Table %(table)s, with %(left)s"), facts);
  return interpolate(gettext("Table %(table)s, between %(right)s and %(left)s"), facts);
};

// The missing fighters of the table.
export const hereWords = ({ table: { seats } }) => {
  const away = seats.filter(isAway);
  if (!away.length) return gettext("Everyone at your table is here.");
  return interpolate(ngettext("%(names)s is not here yet.", "%(names)s are not here yet.", away.length), { names: names(away.map(({ name }) => name)) });
};
