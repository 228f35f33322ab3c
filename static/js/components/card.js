// A card, drawn like templates/components/card.html draws it: the same markup, the same tables (look.py).

import { clone, icon, json, part, text } from "../lib/dom.js";
import { withDrawnFace } from "../lib/pictures.js";
import { house, number, TRIGGERS } from "../lib/words.js";
import { drawText } from "./card-text.js";
import { opener, read } from "./reader.js";

const look = json("look");
const palette = json("palette");

const shine = (rarity) => (look.plain.includes(rarity) ? 0 : look.glossy.includes(rarity) ? 1 : 2);

const nameSize = (name) => {
  const word = Math.max(...name.split(/\s+/).map((each) => each.length));
  const size = look.nameSizes.findIndex(([letters, longest]) => name.length <= letters && word <= longest);
  return size < 0 ? look.nameSizes.length : size;
};

export const clanLook = (clan) => palette[clan] ?? palette[""];

export const drawCard = (card) => {
  const node = clone("card");
  const { hue, art } = clanLook(house(card));
  node.dataset.hue = hue;
  node.dataset.shine = shine(card.rarity ?? "");
  node.dataset.nameSize = nameSize(card.name);
  node.dataset.type = card.card_type;
  if (card.image) {
    node.dataset.picture = "";
    withDrawnFace(part(node, "art"), art);
  }
  part(node, "art").src = card.image ?? art;
  text(node, "grade", card.grade);
  part(node, "trigger-box").hidden = !card.trigger;
  icon(part(node, "trigger"), `trigger-${card.trigger ?? "unknown"}`);
  text(node, "trigger-words", TRIGGERS[card.trigger]);
  text(node, "rarity", card.rarity);
  part(node, "rarity-box").hidden = !card.rarity;
  text(node, "name", card.name);
  text(node, "clan", house(card));
  text(node, "power", number(card.power));
  text(node, "shield", number(card.shield));
  for (const fact of ["grade", "power", "shield"]) part(node, `${fact}-box`).hidden = (card[fact] ?? null) === null;
  return node;
};

// Opens a card large enough to read.
export const readCard = (card) => {
  const words = document.createElement("p");
  drawText(words, card);
  const number = [card.number, card.rarity].filter(Boolean).join(" · ");
  read({ name: card.name, number, face: drawCard(card), words: card.text ? [...words.childNodes] : [] });
};

// Cards side by side, as they come; each opens large at a tap.
export const drawCards = (cards) => {
  const list = document.createElement("ul");
  list.className = "card-grid";
  list.setAttribute("role", "list");
  for (const card of cards) {
    const item = document.createElement("li");
    item.append(drawCard(card), opener(card.name, () => readCard(card)));
    list.append(item);
  }
  return list;
};
