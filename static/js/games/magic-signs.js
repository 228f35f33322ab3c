// The face of a Magic card, and how a symbol is drawn: for its face, and for the building of a deck.

import { element } from "../lib/elements.js";

const TYPES = ["land", "creature", "planeswalker", "battle", "instant", "sorcery", "artifact", "enchantment", "conspiracy"];

export const typeOf = ({ type_line: line }) => {
  const words = line.split(" - ")[0].toLowerCase().split(/\s+/);
  return TYPES.find((type) => words.includes(type)) ?? "other";
};

export const coin = (symbol) => {
  const node = element("span", "mana");
  node.dataset.mana = symbol;
  node.setAttribute("aria-hidden", "true");
  return node;
};

// "+2", "−3" or "0"
export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "\u2212"));
