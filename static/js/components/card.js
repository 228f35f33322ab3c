// A card, drawn like the template of its game draws it: the same markup, the same tables (look.py).

import { clone, icon, part, text } from "../lib/dom.js";
import { game } from "../lib/game.js";
import { gettext } from "../lib/gettext.js";
import { lookOf, materialOf, nameSizeOf, pictureOf } from "../lib/look.js";
import { withDrawnFace } from "../lib/pictures.js";
import { drawText } from "./card-text.js";
import { opener, read } from "./reader.js";

export const drawCard = (card) => {
  const node = clone("card");
  const [material, drawn] = [materialOf(card.rarity ?? ""), pictureOf(card)];
  node.dataset.hue = lookOf(card.kin).hue;
  node.dataset.material = material;
  node.dataset.nameSize = nameSizeOf(card.name);
  if (card.image) {
    node.dataset.picture = "";
    withDrawnFace(part(node, "art"), drawn);
  }
  part(node, "art").src = card.image ?? drawn;
  icon(part(node, "gem"), `gem-${material}`);
  part(node, "rarity-box").hidden = !card.rarity;
  text(node, "name", card.name);
  if (card.foil) node.dataset.foil = "";
  game().fill(node, card);
  node.ariaLabel = [card.name, ...game().heard(card), card.foil && gettext("foil")].filter(Boolean).join(", ");
  return node;
};

// Opens a card large enough to read.
export const readCard = (card) => {
  const words = document.createElement("p");
  drawText(words, card);
  const number = [card.number, card.rarity, card.foil && gettext("foil")].filter(Boolean).join(" · ");
  read({ name: card.name, number, face: drawCard(card), words: card.text ? [...words.childNodes] : [] });
};

// Cards side by side, as they come; each opens large at a tap.
export const drawCards = (cards) => {
  const list = document.createElement("ul");
  list.className = "card-grid";
  list.setAttribute("role", "list");
  return addCards(list, cards);
};

// More of them.
export const addCards = (list, cards) => {
  for (const card of cards) {
    const item = document.createElement("li");
    item.append(drawCard(card), opener(card.name, () => readCard(card)));
    list.append(item);
  }
  return list;
};
