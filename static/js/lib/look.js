// How cards look, from the tables that came with the page (templatetags/look.py and the palette of drafts/views/catalog/art.py).

import { json } from "./dom.js";

const tables = {};

const table = (id) => (tables[id] ??= json(id));

// Of a card by its kin: the number of its colour in components/card.css.
export const lookOf = (kin) => table("palette")[kin] ?? table("palette")[""];

// The material of a card, by its rarity.
export const materialOf = (rarity) => table("look").materials[rarity] ?? "foil";

const RANKS = ["paper", "silver", "gold", "foil", "special", "pair"];

// How rare a material is, from 0.
export const rankOf = (material) => Math.max(0, RANKS.indexOf(material));

// The address of a card's drawn picture: it says all that the picture shows.
export const pictureOf = (card) => {
  const { pictures, facts } = table("look");
  const known = facts.map((fact) => [fact, String(card[fact] ?? "")]).filter(([, value]) => value);
  return `${pictures}&${new URLSearchParams(known)}`;
};

export const nameSizeOf = (name) => {
  const { nameSizes } = table("look");
  const word = Math.max(...name.split(/\s+/).map((each) => each.length));
  const size = nameSizes.findIndex(([letters, longest]) => name.length <= letters && word <= longest);
  return size < 0 ? nameSizes.length : size;
};
