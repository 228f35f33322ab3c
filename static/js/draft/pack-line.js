// A card of a long pack in words: its name under its picture, and a whole line where the pack is a list. The picture beside it is
// what is heard.

import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";

export const lineOf = (card) => {
  const { cost = [], kind = "", figure = "" } = game().line?.(card) ?? {};
  const line = element(
    "span",
    "line",
    element("b", "line__name", card.name),
    element("span", "line__cost", ...cost),
    element("span", "line__kind", kind),
    element("b", "line__figure", figure),
  );
  line.ariaHidden = "true";
  return line;
};
