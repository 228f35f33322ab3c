// The facts of one card, in words large enough to read.

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { drawText } from "./card-text.js";

const fact = ([name, value]) => element("div", "", element("dt", "", name), element("dd", "", value));

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
  text(root, "details-more", game().more(card));
  part(root, "details-chips").replaceChildren(...game().chips(card));
  part(root, "details-facts").replaceChildren(...game().facts(card).filter(([, value]) => value).map(fact));
  drawText(part(root, "details-text"), card);
  part(root, "details-text").hidden = !card.text;
  letScroll(part(root, "details-text"));
  part(root, "details-open").setAttribute("aria-label", interpolate(gettext("Enlarge %(name)s"), card));
};
