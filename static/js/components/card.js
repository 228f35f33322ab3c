// A card, drawn like templates/components/card.html draws it: the same markup, the same tables (look.py).

import { clone, icon, json, part, text } from "../lib/dom.js";
import { house, number } from "../lib/words.js";

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
  part(node, "art").src = art;
  text(node, "grade", card.grade);
  part(node, "grade-box").hidden = card.grade === null || card.grade === undefined;
  part(node, "trigger-box").hidden = !card.trigger;
  icon(part(node, "trigger"), `trigger-${card.trigger ?? "unknown"}`);
  text(node, "letter", look.letters[card.trigger]);
  text(node, "rarity", card.rarity);
  text(node, "name", card.name);
  text(node, "clan", house(card));
  text(node, "power", number(card.power));
  text(node, "shield", number(card.shield));
  part(node, "shield-box").hidden = card.shield === null || card.shield === undefined;
  return node;
};

// Cards side by side, as they come.
export const drawCards = (cards) => {
  const list = document.createElement("ul");
  list.className = "card-grid";
  list.setAttribute("role", "list");
  for (const card of cards) {
    const item = document.createElement("li");
    item.append(drawCard(card));
    list.append(item);
  }
  return list;
};
