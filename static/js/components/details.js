// The facts of one card, in words large enough to read.

import { part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { house, number, TRIGGERS, TYPES } from "../lib/words.js";
import { clanLook } from "./card.js";
import { drawText } from "./card-text.js";

const chip = (words, kind) => {
  const node = document.createElement("li");
  node.className = "chip";
  node.textContent = words;
  if (kind) node.classList.add(kind);
  return node;
};

const triggerChip = (card) => {
  const node = chip("", "is-gold");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#trigger-${card.trigger}`);
  svg.append(use);
  node.append(svg, TRIGGERS[card.trigger]);
  return node;
};

const clanChip = (card) => {
  const node = chip(house(card), "clan");
  node.dataset.hue = clanLook(house(card)).hue;
  return node;
};

const chips = (card) =>
  [
    card.trigger && triggerChip(card),
    TYPES[card.card_type] && chip(TYPES[card.card_type]),
    Number.isInteger(card.grade) && chip(interpolate(gettext("grade %(grade)s"), card)),
    house(card) && clanChip(card),
  ].filter(Boolean);

const fact = ([name, value]) => {
  const row = document.createElement("div");
  const term = document.createElement("dt");
  const words = document.createElement("dd");
  term.textContent = name;
  words.textContent = value;
  row.append(term, words);
  return row;
};

const facts = (card) =>
  [
    [gettext("Power"), number(card.power)],
    [gettext("Shield"), number(card.shield)],
    [gettext("Critical"), card.critical > 1 ? card.critical : ""],
  ]
    .filter(([, value]) => value)
    .map(fact);

// What is longer than its place can be scrolled by keys too.
const letScroll = (node) => {
  node.scrollTop = 0;
  if (node.scrollHeight > node.clientHeight) node.tabIndex = 0;
  else node.removeAttribute("tabindex");
};

export const drawDetails = (root, card) => {
  part(root, "details-none").hidden = Boolean(card);
  part(root, "details-card").hidden = !card;
  if (!card) return;
  text(root, "details-name", card.name);
  text(root, "details-number", [card.number, card.rarity].filter(Boolean).join(" · "));
  text(root, "details-more", [card.clan && card.nation, card.race].filter(Boolean).join(", "));
  part(root, "details-chips").replaceChildren(...chips(card));
  part(root, "details-facts").replaceChildren(...facts(card));
  drawText(part(root, "details-text"), card);
  part(root, "details-text").hidden = !card.text;
  letScroll(part(root, "details-text"));
  part(root, "details-open").setAttribute("aria-label", interpolate(gettext("Enlarge %(name)s"), card));
};
