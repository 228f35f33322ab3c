// How cards look, from the tables that came with the page (templatetags/look.py and the palette of drafts/views/art.py).

import { json } from "./dom.js";

const tables = {};

const table = (id) => (tables[id] ??= json(id));

// Of a card by its kin: the number of its colour in card.css, and the address of what lies behind its words.
export const lookOf = (kin) => table("palette")[kin] ?? table("palette")[""];

export const shineOf = (rarity) => (table("look").plain.includes(rarity) ? 0 : table("look").glossy.includes(rarity) ? 1 : 2);

export const nameSizeOf = (name) => {
  const { nameSizes } = table("look");
  const word = Math.max(...name.split(/\s+/).map((each) => each.length));
  const size = nameSizes.findIndex(([letters, longest]) => name.length <= letters && word <= longest);
  return size < 0 ? nameSizes.length : size;
};
